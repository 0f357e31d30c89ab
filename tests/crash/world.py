"""One run's world: a ledger, a supplier's book, a virtual clock, and the offers that are bought."""

import asyncio
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from tests.crash.shared_clock import SharedClock

from tripintent.state.offers import Offer
from tripintent.state.queries import FlightQuery, HotelQuery, Occupancy
from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.clock import SystemClock
from tripintent.tools.desk.context import FaultPoints, NoFaults
from tripintent.tools.desk.desk import BookingDesk
from tripintent.tools.desk.suppliers import DeskSupplier
from tripintent.tools.ledger import locks
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.ledger_time import FileTime, LedgerTime
from tripintent.tools.suppliers.embedded.faults import Fault, Faults
from tripintent.tools.suppliers.embedded.supplier import EmbeddedSupplier

T = TypeVar("T")
ANN = Traveller(given_name="Ann", family_name="Smith", date_of_birth="1985-03-04")
CONTACT = Contact(email="ann@example.org")
LAG = timedelta(seconds=45)
PATIENCE = timedelta(seconds=2)
BOOT = "boot"


@dataclass(frozen=True)
class Worker:
    """Where a process of a run believes to be in time, and on which machine it is: others cannot see whether it lives."""

    skew: timedelta = timedelta()
    machine: str = "here"

    def settle_in(self, clock: SharedClock, *, sqlite: bool) -> LedgerTime:
        """Give this forked process its wall clock and its machine; return the ledger's time as it sees it."""

        def wall() -> datetime:
            return clock.now() + self.skew

        locks.__dict__["_machine"] = lambda: self.machine
        SystemClock.now = lambda _: wall()  # type: ignore[method-assign]
        reading = FileTime(wall, clock.ran, lambda: BOOT) if sqlite else lambda _: clock.now()
        return LedgerTime(reading, clock.ran)


@dataclass(frozen=True)
class World:
    """What the processes of a run share: paths, the clock, and how the supplier behaves."""

    folder: Path
    ledger_url: str
    trip_id: str
    clock: SharedClock
    kind: str
    hotel_hold: str = "hard"
    lag: float = 0.0
    patience: timedelta = PATIENCE
    plan: tuple[tuple[str, Fault, int | None, int], ...] = field(default=())

    def supplier(self, *, faulty: bool = True) -> EmbeddedSupplier:
        faults = Faults()
        for on, fault, times, after in self.plan if faulty else [rule for rule in self.plan if rule[2] is None]:
            faults.add(on, fault, times=times, after=after)
        options: dict[str, Any] = {
            "kind": self.kind,
            "hotel_hold": self.hotel_hold,
            "visibility_lag": self.lag,
            "faults": faults,
        }
        return EmbeddedSupplier(self.folder / "supplier.db", clock=self.clock, places=Nowhere(), **options)

    def run(
        self,
        work: Callable[["Office"], Awaitable[T]],
        points: FaultPoints | None = None,
        *,
        faulty: bool = True,
        worker: Worker = Worker(),
    ) -> T:
        """Open everything in this process and do the work."""
        time = worker.settle_in(self.clock, sqlite="://" not in self.ledger_url)
        supplier = self.supplier(faulty=faulty)
        ledger = Database.open(self.ledger_url, self.patience, time)

        async def price(offer: Offer) -> Offer:
            return await (supplier.flights.price(offer) if offer.kind == "flight" else supplier.hotels.price(offer))

        kinds = {"flight": supplier.flights.capabilities.hold, "hotel": supplier.hotels.capabilities.hold}
        desk = BookingDesk(ledger, {"embedded": DeskSupplier(supplier.orders, price, kinds)}, faults=points)

        async def main() -> T:
            return await work(Office(self, desk, supplier, ledger, points or NoFaults()))

        try:
            return asyncio.run(main())
        finally:
            ledger.close()

    def with_plan(self, *rules: tuple[str, Fault, int | None, int]) -> "World":
        return replace(self, plan=rules)


@dataclass(frozen=True)
class Office:
    """The parts of a world as one process has them open."""

    world: World
    desk: BookingDesk
    supplier: EmbeddedSupplier
    ledger: Database
    points: FaultPoints


class Nowhere:
    """The offers are for airports by code: no other place is ever resolved."""

    def __getattr__(self, name: str) -> Any:
        """Fail: nobody asks."""
        raise AssertionError(name)


@dataclass(frozen=True)
class Shop:
    """What is bought: a flight out, a flight back, a hotel that is free to cancel and one that is not."""

    out: Offer
    back: Offer
    free_hotel: Offer
    dear_hotel: Offer


def warm() -> None:
    """Read the gazetteer once in the parent, so that its forks need not; nothing is opened."""
    EmbeddedSupplier(Path("never-opened"), clock=SharedClock(), places=Nowhere())


def shop() -> Shop:
    """Search once; offers of one seed and one moment are the same for every fresh supplier."""
    clock = SharedClock()
    folder = Path(tempfile.mkdtemp())
    supplier = EmbeddedSupplier(folder / "s.db", clock=clock, places=Nowhere())
    try:
        return asyncio.run(_search(supplier, clock))
    finally:
        shutil.rmtree(folder)


async def _search(supplier: EmbeddedSupplier, clock: SharedClock) -> Shop:
    query = FlightQuery(origin="JFK", destination="SFO", depart_date="2027-03-11", adults=1)
    out = await supplier.flights.search(query)
    back = await supplier.flights.search(
        query.model_copy(update={"origin": "SFO", "destination": "JFK", "depart_date": "2027-03-16"})
    )
    stay = HotelQuery(location="SFO", check_in="2027-03-11", check_out="2027-03-16", occupancies=(Occupancy(),))
    hotels = await supplier.hotels.search(stay)
    free = [h for h in hotels if h.terms.free_until is not None and h.terms.free_until > clock.now()]
    return Shop(_firm(out), _firm(back), free[0], _firm(hotels))


def _firm(offers: Sequence[Offer]) -> Offer:
    """Return the cheapest that is not refundable and of which there is enough for many approvals."""
    return next(o for o in offers if not o.terms.refundable and getattr(o, "seats_left", None) is None)
