"""A ledger database of each kind, fresh for each test: what runs on one must run on the other."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.acts import agreed
from tests.crash.world import Nowhere
from tests.postgres_server import database

from tripintent.state.booking import Approval, ApprovalAnswer
from tripintent.state.offers import FlightOffer, HotelOffer, Offer
from tripintent.state.queries import FlightQuery, HotelQuery, Occupancy
from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.clock import FixedClock
from tripintent.tools.desk.desk import BookingDesk
from tripintent.tools.desk.suppliers import DeskSupplier
from tripintent.tools.ledger.database import Database
from tripintent.tools.ports.desk import ApprovalRequest, HoldItem, HoldRequest, IssuedApproval, LedgerStatus
from tripintent.tools.ports.outcomes import Refused
from tripintent.tools.rates.ecb import EcbRates
from tripintent.tools.suppliers.embedded.supplier import EmbeddedSupplier

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(NOON)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.release)])
def ledger_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "ledger.db")
        return
    with database(request.getfixturevalue("postgres_url")) as url:
        yield url


@pytest.fixture
def open_ledger(ledger_url: str) -> Iterator[Callable[[], Database]]:
    """Opens the same ledger again and again, as several processes would."""
    opened: list[Database] = []

    def open_again() -> Database:
        opened.append(Database.open(ledger_url))
        return opened[-1]

    yield open_again
    for one in opened:
        one.close()


@pytest.fixture
def ledger(open_ledger: Callable[[], Database]) -> Database:
    return open_ledger()


ANN = Traveller(given_name="Ann", family_name="Smith", date_of_birth="1985-03-04", passport="X1234567")
CONTACT = Contact(email="ann@example.org")


class Bureau:
    """A desk with an embedded supplier behind it, and the steps of a booking as one call each."""

    def __init__(self, ledger: Database, supplier: EmbeddedSupplier, clock: FixedClock) -> None:
        self.ledger, self.supplier, self.clock = ledger, supplier, clock
        kinds = {"flight": supplier.flights.capabilities.hold, "hotel": supplier.hotels.capabilities.hold}
        self.desk: BookingDesk = BookingDesk(
            ledger, {"embedded": DeskSupplier(supplier.orders, self.price, kinds)}, clock, EcbRates()
        )

    async def price(self, offer: Offer) -> Offer:
        return await (
            self.supplier.flights.price(offer) if offer.kind == "flight" else self.supplier.hotels.price(offer)
        )

    async def flights(
        self, origin: str = "JFK", destination: str = "SFO", day: str = "2027-03-11"
    ) -> list[FlightOffer]:
        query = FlightQuery(origin=origin, destination=destination, depart_date=day, adults=1)
        return list(await self.supplier.flights.search(query))

    async def hotels(self) -> list[HotelOffer]:
        query = HotelQuery(
            location="SFO", check_in="2027-03-11", check_out="2027-03-13", occupancies=(Occupancy(adults=1),)
        )
        return list(await self.supplier.hotels.search(query))

    async def hold(self, *offers: Offer, trip: str = "t1", bundle: str = "b1", first: int = 0) -> LedgerStatus:
        items = tuple(
            HoldItem(offer=one, key=f"k{n}", requirement_key=f"f{n}", title=f"{one.kind} {n}")
            for n, one in enumerate(offers, first)
        )
        request = HoldRequest(trip_id=trip, bundle_id=bundle, items=items, travellers=(ANN,), contact=CONTACT)
        return await self.desk.hold(request)

    async def ask(self, trip: str = "t1", **facts: Any) -> IssuedApproval | Refused:
        facts = {"payment_method_id": "pm_visa"} | facts
        return await self.desk.request_approval(
            ApprovalRequest(trip_id=trip, travellers=(ANN,), contact=CONTACT, **facts)
        )

    async def yes(self, approval: Approval, **facts: Any) -> ApprovalAnswer:
        given = {"confirmations": (), "shown_cart_hash": approval.cart_hash, **facts}
        return await self.desk.seal(agreed(approval, **given))

    async def agreed(self, approval: Approval) -> ApprovalAnswer:
        """A yes with everything confirmed that the approval wants confirmed."""
        return await self.yes(approval, confirmations=approval.confirmations)

    async def approved(self, *offers: Offer, trip: str = "t1", **facts: Any) -> ApprovalAnswer:
        """Hold, ask, and answer with a yes."""
        await self.hold(*offers, trip=trip)
        issued = await self.ask(trip, **facts)
        assert isinstance(issued, IssuedApproval)
        return await self.yes(issued.approval)

    def orders(self) -> dict[str, int]:
        """What the supplier's own books count."""
        return self.supplier.book.totals()


@pytest.fixture
def make_bureau(ledger: Database, clock: FixedClock, tmp_path: Path) -> Callable[..., Bureau]:
    """Makes bureaus on one ledger and one supplier's book, as processes would share them."""

    def make(**options: Any) -> Bureau:
        supplier = EmbeddedSupplier(tmp_path / "supplier.db", clock=clock, places=Nowhere(), **options)
        return Bureau(ledger, supplier, clock)

    return make


@pytest.fixture
def bureau(make_bureau: Callable[..., Bureau]) -> Bureau:
    return make_bureau()
