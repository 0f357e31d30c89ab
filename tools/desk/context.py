"""What every part of the desk shares: the ledger, the suppliers, the clock, the rates and the fault points."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeVar

from pydantic import JsonValue
from sqlalchemy import Connection

from tripintent.tools.desk import noticing
from tripintent.tools.desk.faultpoints import FaultPoints, NoFaults
from tripintent.tools.desk.suppliers import DeskSupplier
from tripintent.tools.ledger import auditing, ownership
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.trip_lock import lock_trip
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.desk import AuditEvent
from tripintent.tools.ports.documents import NotYours
from tripintent.tools.ports.rates import Rates
from tripintent.tools.ports.suppliers import Capabilities

T = TypeVar("T")
APPROVAL_LIFE = timedelta(minutes=30)
SEND_WINDOW = timedelta(seconds=5)
LEASE = timedelta(seconds=60)
WATCH = timedelta(hours=24)


@dataclass(frozen=True)
class DeskContext:
    """The desk's surroundings. ``send_window`` is how long after SENT a request may still leave the house.

    ``clock`` is in for the ledger's time where time is played (``--now``, tests). A worker's own clock never decides.
    ``grant_id`` is the grant of an assistant who acts; the owner needs none. ``channels`` are told of approvals.
    """

    ledger: Database
    suppliers: Mapping[str, DeskSupplier]
    clock: Clock | None
    rates: Rates | None = None
    faults: FaultPoints = field(default_factory=NoFaults)
    send_window: timedelta = SEND_WINDOW
    grant_id: str = ""
    channels: tuple[str, ...] = ()

    def now(self) -> datetime:
        """Return the present moment of the ledger: in ``write`` read there, else told on from the last reading."""
        return (self.clock or self.ledger.time).now()

    async def look_at_the_clock(self) -> None:
        """Read the ledger's time, before something that hangs on it."""
        if self.clock is None:
            await self.ledger.read(self.ledger.time.read)

    def supplier(self, name: str) -> DeskSupplier:
        """Return a supplier; KeyError says which ones are configured."""
        try:
            return self.suppliers[name]
        except KeyError:
            msg = f"no supplier {name!r} is configured (there are: {', '.join(sorted(self.suppliers)) or 'none'})"
            raise KeyError(msg) from None

    def capabilities(self, name: str) -> Capabilities:
        """Return what a supplier declares."""
        return self.supplier(name).capabilities

    async def write(self, trip_id: str, work: Callable[[Connection], T], *, durable: bool = True) -> T:
        """Run one write transaction on a trip, with no other writer of that trip beside it.

        ``durable=False`` is for what no one outside relies on before the next durable write (``Database.write_now``).
        """

        def alone(tx: Connection) -> T:
            lock_trip(tx, trip_id)
            if self.clock is None:
                self.ledger.time.read(tx)
            return work(tx)

        return await self.ledger.write(alone, durable=durable)

    async def begin(self, trip_id: str, work: Callable[[Connection], T]) -> T:
        """``write`` for what a person begins: whoever acts by a grant has it at this moment, or NotYours is raised.

        What was begun is brought to its end whatever becomes of the grant.
        """

        def permitted(tx: Connection) -> T:
            if self.grant_id and not ownership.still_granted(tx, self.grant_id, trip_id, "assistant"):
                raise NotYours(trip_id)
            return work(tx)

        return await self.write(trip_id, permitted)

    def audit(self, tx: Connection, trip_id: str, event: str, **data: JsonValue) -> None:
        """Write one audit line in the caller's transaction, and put out what people outside are told of it."""
        now = self.now()
        auditing.append(tx, [AuditEvent(trip_id=trip_id, type=event, data=data)], now)
        noticing.put_out(tx, self.channels, event, str(data.get("approval_id", "")), now)
