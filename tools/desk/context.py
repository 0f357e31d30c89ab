"""What every part of the desk shares: the ledger, the suppliers, the clock, the rates and the fault points."""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeVar

from pydantic import JsonValue
from sqlalchemy import Connection

from tripintent.tools.desk.faultpoints import FaultPoints, NoFaults
from tripintent.tools.desk.suppliers import DeskSupplier
from tripintent.tools.ledger import auditing
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.trip_lock import lock_trip
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.desk import AuditEvent
from tripintent.tools.ports.rates import Rates
from tripintent.tools.ports.suppliers import Capabilities

T = TypeVar("T")
APPROVAL_LIFE = timedelta(minutes=30)
SEND_WINDOW = timedelta(seconds=5)
LEASE = timedelta(seconds=60)
WATCH = timedelta(hours=24)


@dataclass(frozen=True)
class DeskContext:
    """The desk's surroundings. ``send_window`` is how long after SENT a request may still leave the house."""

    ledger: Database
    suppliers: Mapping[str, DeskSupplier]
    clock: Clock
    rates: Rates | None = None
    faults: FaultPoints = field(default_factory=NoFaults)
    send_window: timedelta = SEND_WINDOW

    def now(self) -> datetime:
        """Return the present moment."""
        return self.clock.now()

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

        ``durable=False`` is for what nobody outside relies on before the next durable write (``Database.write_now``).
        """

        def alone(tx: Connection) -> T:
            lock_trip(tx, trip_id)
            return work(tx)

        return await self.ledger.write(alone, durable=durable)

    def say(self, tx: Connection, trip_id: str, event: str, **data: JsonValue) -> None:
        """Write one audit line in the caller's transaction."""
        auditing.append(tx, [AuditEvent(trip_id=trip_id, type=event, data=data)], self.now())


def new_id(prefix: str) -> str:
    """Return a random id: ``pur_9f…``."""
    return f"{prefix}_{uuid.uuid4().hex}"
