"""Adapters under the contract suites. A new supplier joins by one line in ``SUPPLIERS``.

A factory gets a fresh folder and returns a ``SupplierCase``: the adapter, a clock it obeys, questions it has answers to,
and a way to open the same books from a second instance.
"""

import json
import os
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from examples.airline.airline import Airline
from examples.airline.supplier import AirlineSupplier
from pydantic import SecretStr
from tests.emulators import acme as acme_emulator
from tests.emulators import airline as airline_rows
from tests.emulators import duffel as duffel_emulator
from tests.emulators import liteapi as liteapi_emulator

from tripintent.state.concierge.service import Function, RoomKind, Service
from tripintent.state.frame import Place
from tripintent.state.queries import FlightQuery, HotelQuery, Occupancy
from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.clock import FixedClock
from tripintent.tools.desk.outcomes import verdict
from tripintent.tools.errors import CommitRejected, InvalidRequest, OfferGone, SupplierUnavailable, Unknown
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.orders import OrderRequest, Orders
from tripintent.tools.ports.places import Airport
from tripintent.tools.ports.suppliers import Capabilities, FlightSupplier, HotelSupplier
from tripintent.tools.rates.ecb import EcbRates
from tripintent.tools.suppliers.duffel.supplier import DuffelSupplier
from tripintent.tools.suppliers.embedded.supplier import EmbeddedSupplier
from tripintent.tools.suppliers.fan_out import FlightFanOut, HotelFanOut
from tripintent.tools.suppliers.liteapi.supplier import LiteApiSupplier
from tripintent.tools.suppliers.mcp.mapping import read_mapping
from tripintent.tools.suppliers.mcp.offers import McpTools
from tripintent.tools.suppliers.mcp.supplier import McpSupplier

PEOPLE = (
    Traveller(given_name="Ann", family_name="Smith", date_of_birth="1985-03-04", gender="f", title="ms"),
    Traveller(given_name="Bob", family_name="Smith", date_of_birth="1983-07-09", gender="m", title="mr"),
)
NOW = datetime(2027, 1, 10, 9, tzinfo=UTC)
CONTACT = Contact(email="ann@example.org", phone="+442071838750")


@dataclass
class SupplierCase:
    """One adapter in a state fit for its contract. ``advance`` moves the time that the supplier lives in.

    ``sells`` are the kinds of item it has: search and question of another one are None, and nothing of it is asked.
    ``currency`` is set where it sells in one currency of its own.
    """

    flights: FlightSupplier | None
    hotels: HotelSupplier | None
    orders: Orders
    clock: Clock
    advance: Callable[[timedelta], Any]
    reopened: Callable[[], Orders]
    flight_query: FlightQuery | None
    hotel_query: HotelQuery | None
    payment_method: str
    declined_method: str
    lose_reply: Callable[[str], Any]
    references: list[str] = field(default_factory=list)
    sells: tuple[str, ...] = ("flight", "hotel")
    currency: str | None = None
    seller: Capabilities | None = None
    """Whose name the offers carry, where another one passes them on."""
    one_city: tuple[str, ...] = ("NYC", "EWR")
    """A city and one of its airports, between which nobody flies; empty where the supplier's places know none."""
    lacks: frozenset[str] = frozenset()
    """Fields of a question that find nothing on this route or in this place: "cabin", "board"."""
    close: Callable[[], Any] = lambda: None

    def changes(self, asked):
        """Return the change of a question: what has no answer on the case's own route, or for its own stay."""
        if "nights" in asked:
            return {"check_out": self.day(asked["nights"])}
        if asked == "there and back":
            return {"destination": self.flight_query.origin}
        if asked != "one city":
            return asked
        if not self.one_city:
            pytest.skip("knows no city of several airports")
        return dict(zip(("origin", "destination"), self.one_city, strict=True))

    def day(self, nights):
        """Return a day of the case's own stay, counted from its first."""
        return str(date.fromisoformat(self.hotel_query.check_in) + timedelta(days=nights))

    async def found(self, kind, **changes):
        """Return what a search for a kind of item finds; what is not sold is not asked for."""
        if kind not in self.sells:
            pytest.skip(f"sells no {kind}")
        supplier, query = (self.flights, self.flight_query) if kind == "flight" else (self.hotels, self.hotel_query)
        return await supplier.search(query.model_copy(update=changes))

    async def offer(self, kind):
        """Return an offer that can be held: the dearest, refundable where anything is."""
        offers = await self.found(kind)
        assert offers, f"your {kind}_query found nothing: name a route or place, and days, that you sell"
        return max(reversed(offers), key=lambda one: one.refundable)

    async def request(self, kind, client_ref="op-1", offer=None):
        offer = offer or await self.offer(kind)
        return OrderRequest(client_ref=client_ref, offer=offer, travellers=PEOPLE, contact=CONTACT)

    async def held(self, kind, client_ref="op-1", offer=None):
        request = await self.request(kind, client_ref, offer)
        if self.orders.capabilities.hold == "none":
            await self.refused(self.orders.hold(request), "refused")
            pytest.skip("holds nothing, and says so")
        return await self.orders.hold(request)

    async def paid(self, kind, client_ref="op-1", offer=None):
        if self.orders.capabilities.hold == "none":
            return await self.orders.book(await self.request(kind, client_ref, offer), self.payment_method)
        order = await self.held(kind, client_ref, offer)
        return await self.orders.pay(order.order_id, order.total, self.payment_method, f"{client_ref}-pay")

    async def refused(self, asked, *meant):
        """Return the code of the refusal that this ends in, once it is found to mean this for money, as the desk reads it."""
        with pytest.raises((CommitRejected, InvalidRequest, OfferGone)) as refused:
            await asked
        code, means = refused.value.code, verdict(refused.value, self.orders.capabilities.codes)
        told = f"{code!r} counts as {means!r}, not as {' or '.join(map(repr, meant))}: Capabilities.codes may say so"
        assert means in meant, told
        return code

    async def given_back(self, order):
        """Release what is held, cancel what is paid; tell whether there is a call for it."""
        held, can = order.status == "held", self.orders.capabilities
        if not (can.release if held else can.cancel):
            return False
        if held:
            return await self.orders.release(order.order_id, f"{order.client_ref}-back")
        return await self.orders.cancel(
            await self.orders.quote_cancellation(order.order_id), f"{order.client_ref}-back"
        )

    async def ordered(self, request):
        """Order as the desk would: held where there are holds, else bought at once."""
        if self.orders.capabilities.hold == "none":
            return await self.orders.book(request, self.payment_method)
        return await self.orders.hold(request)


FLIGHTS = FlightQuery(origin="JFK", destination="SFO", depart_date="2027-03-11", adults=2)
HOTELS = HotelQuery(location="SFO", check_in="2027-03-11", check_out="2027-03-14", occupancies=(Occupancy(adults=2),))


def _case(supplier, make, clock, lose_reply, *, sells=("flight", "hotel"), stays=HOTELS, **more):
    """Return the case of a supplier; ``make`` opens the same books once more, ``pays`` are a good method and a declined one."""
    good, declined = more.pop("pays", ("pm_card_4242", "pm_declined"))
    return SupplierCase(
        flights=supplier.flights if "flight" in sells else None,
        hotels=supplier.hotels if "hotel" in sells else None,
        orders=supplier.orders,
        clock=clock,
        advance=clock.advance,
        reopened=lambda: make().orders,
        flight_query=FLIGHTS if "flight" in sells else None,
        hotel_query=stays if "hotel" in sells else None,
        payment_method=good,
        declined_method=declined,
        lose_reply=lose_reply,
        sells=sells,
        **more,
    )


class NoNames:
    """A gazetteer that knows no names: the contract's questions use codes."""

    def resolve(self, said):
        return Place(said=said)

    def near(self, *place, **limit):
        return ()


def embedded(folder, kind):
    clock = FixedClock(NOW)
    make = partial(EmbeddedSupplier, folder / "supplier.db", clock=clock, places=NoNames(), kind=kind)
    supplier = make()
    return _case(supplier, make, clock, lambda operation: supplier.faults.add(operation, "lost_reply"))


def house(folder):
    """One house sells its own rooms: the embedded property system."""
    clock = FixedClock(NOW)
    service = Service(
        name="The Contract House",
        kind="accommodations",
        zone="Europe/London",
        stars=4,
        amenities=("pool",),
        free_cancellation_days=1,
        rooms=(
            RoomKind(name="Double room", sleeps=2, count=50, price=Decimal(140), boards={"breakfast": Decimal(14)}),
            RoomKind(name="Family room", sleeps=4, count=1, price=Decimal("210.50")),
        ),
        functions=(Function(name="FAQ_AGENT", command="/faq", description="facts"),),
    )
    make = partial(EmbeddedSupplier, folder / "supplier.db", clock=clock, places=NoNames(), house=service)
    supplier, stays = make(), HOTELS.model_copy(update={"location": service.name})
    more = {"currency": "GBP", "lacks": frozenset({"location"})}  # whatever place is asked for, it is the house
    lose_reply = partial(supplier.faults.add, fault="lost_reply")
    return _case(supplier, make, clock, lose_reply, stays=stays, sells=("hotel",), **more)


class Broken:
    """A seller that never answers a search: what it sells is missing, and nothing else."""

    capabilities = Capabilities(supplier="broken")

    async def search(self, query):
        raise SupplierUnavailable("down", supplier="broken")


def several(folder):
    """The fan-out keeps the contract of one supplier, also while another seller is down. Orders go to the offer's seller."""
    case = embedded(folder, "keyed")
    patience = timedelta(seconds=30)
    case.seller = case.flights.capabilities
    case.flights = FlightFanOut({"embedded": case.flights, "broken": Broken()}, EcbRates(), patience)
    case.hotels = HotelFanOut({"embedded": case.hotels, "broken": Broken()}, EcbRates(), patience)
    return case


UNDER = {"find": "probe", "release": "release", "quote_cancellation": "cancel", "cancel": "cancel"}
"""The capability without which a method of ``Orders`` is not called."""


class Only:
    """What a supplier has and declares: a test that asks for more is skipped. That all is there which it declares is asked at the start."""

    def __init__(self, has=None):
        self._has = has

    def __getattr__(self, name):  # noqa: D105
        declared = UNDER.get(name) is None or getattr(self._has.capabilities, UNDER[name])
        return getattr(self._has, name) if declared and hasattr(self._has, name) else pytest.skip(f"has no {name}")


class ZonesOnly(NoNames):
    """Airports by their codes, as Duffel's questions need them."""

    def airport(self, code):
        row = duffel_emulator.AIRPORTS.get(code)
        return row and Airport(
            code=code,
            name=row["name"],
            city=row["city"],
            country=row["country"],
            lat=row["lat"],
            lon=row["lon"],
            zone=row["tz"],
        )

    def airports_for(self, code):
        found = [self.airport(one) for one in {"NYC": ("JFK", "EWR", "LGA")}.get(code, (code,))]
        return [one for one in found if one]


def duffel(folder):
    clock = FixedClock(NOW)  # the folder stays empty: everything is kept by the emulator
    emulator = duffel_emulator.Emulator(clock.now)
    stack = ExitStack()
    url = stack.enter_context(duffel_emulator.running(emulator.app))
    make = partial(DuffelSupplier, SecretStr("duffel_test_contract"), places=ZonesOnly(), clock=clock, base_url=url)
    supplier = make()
    pays, more = ("balance", "3ds_declined"), {"currency": "USD", "close": stack.close}
    return _case(supplier, make, clock, emulator.lose_reply, pays=pays, sells=("flight",), **more)


def liteapi(folder):
    # everything is kept by the emulator
    clock = FixedClock(NOW)
    emulator = liteapi_emulator.Emulator(clock.now)
    stack = ExitStack()
    url = stack.enter_context(liteapi_emulator.running(emulator.app))
    make = partial(LiteApiSupplier, SecretStr("sand_tests"), places=ZonesOnly(), clock=clock, rates=EcbRates(), url=url)
    supplier = make()
    pays = ("wallet", "credit")  # the emulator grants no credit line
    return _case(supplier, make, clock, emulator.lose_reply, pays=pays, sells=("hotel",), close=stack.close)


ACME = Path(__file__).parents[3] / "examples/suppliers/acme.yaml"


def mcp(folder):
    # everything is kept by the server
    clock = FixedClock(NOW)
    acme, mapping = acme_emulator.Acme(clock.now), read_mapping(ACME)
    make = partial(McpSupplier, mapping, places=ZonesOnly(), clock=clock, tools=McpTools(mapping, acme.server))
    supplier = make()
    return _case(supplier, make, clock, lambda name: acme.loses.append({"book": "order"}[name]), currency="USD")


def airline(folder):
    """The airline of ``examples/airline``, with a database of its form that is ours."""
    clock = FixedClock(NOW)
    (folder / "db.json").write_text(json.dumps(airline_rows.database("2027-03-11")))

    def make():
        return AirlineSupplier(
            Airline(folder / "db.json", folder / "books.json", "ann"), clock=clock, places=ZonesOnly()
        )

    supplier = make()

    def lose_reply(name):
        real = getattr(supplier.orders, name)

        async def once(*given):
            setattr(supplier.orders, name, real)
            await real(*given)
            raise Unknown("lost", supplier="tau_air", code="lost_reply")

        setattr(supplier.orders, name, once)

    pays, sells = ("credit_card_1", "gift_card_3"), ("flight",)
    return _case(supplier, make, clock, lose_reply, pays=pays, sells=sells, currency="USD")


SUPPLIERS = {
    "airline": airline,
    "several": several,
    "mcp": mcp,
    "duffel": duffel,
    "liteapi": liteapi,
    "house": house,
    "embedded-keyed": partial(embedded, kind="keyed"),
    "embedded-unkeyed": partial(embedded, kind="unkeyed"),
    "embedded-guarded": partial(embedded, kind="guarded"),
}
OWN = os.environ.get("CONTRACT_SUPPLIER")
"""``module:factory`` of a supplier that is none of ours: the suites run on it alone."""


def own(factory, folder):
    """Say in one line what a factory of somebody else's lacks, before anything is asked of its supplier."""
    made = factory(folder)
    assert isinstance(made, SupplierCase), f"the factory has to return a SupplierCase, not {made!r}"
    made.close()
    for kind in ("flight", "hotel"):
        has = {getattr(made, f"{kind}s") is not None, getattr(made, f"{kind}_query") is not None, kind in made.sells}
        assert len(has) == 1, f"sells={made.sells}, but {kind}s and {kind}_query do not say the same"


if OWN:
    try:
        SUPPLIERS = {"own": resolve_name(OWN)}
        with TemporaryDirectory() as once:
            own(SUPPLIERS["own"], Path(once))
    except Exception as error:  # noqa: BLE001 - whatever fails in it, it is said once, and not for each test
        told = f"CONTRACT_SUPPLIER={OWN}: {error!r}. It is module:factory, PYTHONPATH has the module's folder"
        raise pytest.UsageError(told) from None


@pytest.fixture(params=SUPPLIERS)
def case(request, tmp_path):
    """Every supplier adapter in turn. What a supplier does not sell is not asked of it."""
    made = SUPPLIERS[request.param](tmp_path)
    made.orders = Only(made.orders)
    for name in ("flights", "flight_query", "hotels", "hotel_query"):
        setattr(made, name, getattr(made, name) or Only())
    yield made
    made.close()
