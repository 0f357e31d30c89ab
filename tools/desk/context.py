"""The context that every part of the desk shares: the ledger, the suppliers, the clock, the rates, notices and the fault points."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, Protocol, TypeVar

from pydantic import JsonValue
from sqlalchemy import Connection

from tripintent.state.booking import CancelLine
from tripintent.state.context import TRAVELLER
from tripintent.tools import shipped
from tripintent.tools.desk.suppliers import DeskSupplier
from tripintent.tools.errors import SupplierUnavailable
from tripintent.tools.ids import new_id
from tripintent.tools.ledger import approvals, auditing, bookings, ownership, post
from tripintent.tools.ledger.approvals import ApprovalRow
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.locks import lock_trip
from tripintent.tools.ledger.ownership import OwnerRow
from tripintent.tools.ports.clock import Clock, Rates
from tripintent.tools.ports.desk import AuditEvent
from tripintent.tools.ports.documents import NotYours
from tripintent.tools.ports.messages import Notice, NoticeKind
from tripintent.tools.ports.suppliers import Capabilities


def table(name: str) -> dict[str, str]:
    """Return a table of the desk's words."""
    return dict(shipped.table("tools/desk/words.yaml")[name])


BOUNDARIES = table("boundaries")
"""Each boundary and what is true there."""


class FaultPoints(Protocol):
    """Told of every boundary that the desk passes."""

    def reach(self, name: str) -> None:
        """Is called at the boundary ``name`` (one of BOUNDARIES)."""
        ...


class NoFaults:
    """Nothing happens at any boundary."""

    def reach(self, name: str) -> None:
        """Go on."""


NOTICED: Mapping[str, NoticeKind] = shipped.table("tools/desk/words.yaml")["noticed"]
"""Lines of the audit, and what is told of them."""
_DECISIONS: Mapping[str, Literal["approve", "reject"]] = {"consumed": "approve", "rejected": "reject"}


def put_out(tx: Connection, channels: Sequence[str], audited: str, approval_id: str, now: datetime) -> None:
    """Keep the notice of an audit line for every channel; other lines concern no one outside."""
    kind = NOTICED.get(audited)
    row = approvals.get(tx, approval_id) if channels and kind else None
    if kind is not None and row is not None:
        post.put_out(tx, row.trip_id, _notice(tx, kind, row, now), channels)


def _notice(tx: Connection, kind: NoticeKind, row: ApprovalRow, now: datetime) -> Notice:
    owner = ownership.owner_of(tx, row.trip_id)
    decided = kind == "approval.decided"
    about = _gone(tx, row) if kind == "cancellation.done" else row.lines or row.cancels
    return Notice(
        notice_id=new_id("ntc"),
        event=kind,
        at=now,
        organisation=owner.org if owner else row.org,
        approval_id=row.approval_id,
        kind=row.kind,
        titles=tuple(line.title for line in about),
        total=row.total,
        refund=row.refund,
        expires_at=row.expires_at,
        thread_id=row.thread_id or "",
        asked_by=owner.subject if owner else "",
        approver=row.approver,
        decision=_DECISIONS.get(row.state) if decided else None,
        decided_by=_who(row, owner) if decided else "",
        reason="" if kind == "approval.waiting" else row.reason or "",
    )


def _gone(tx: Connection, row: ApprovalRow) -> list[CancelLine]:
    """Return what is cancelled by now of what an approval cancels."""
    known = {one.booking_id: one.status for one in bookings.of_trip(tx, row.trip_id)}
    return [one for one in row.cancels if known.get(one.booking_id) == "cancelled"]


def _who(row: ApprovalRow, owner: OwnerRow | None) -> str:
    by = row.closed_by or ""
    return owner.subject if owner and by == TRAVELLER else by


T = TypeVar("T")
APPROVAL_LIFE = timedelta(minutes=30)
SEND_WINDOW = timedelta(seconds=5)
LEASE = timedelta(seconds=60)
WATCH = timedelta(hours=24)


def not_open(name: str) -> str:
    """Say that a supplier is not open in this process, as whoever travels can understand and act on it."""
    return f"the seller {name} is no longer set up here: search again for others, or ask whoever runs this to set it up"


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
        """Return a supplier. Raises SupplierUnavailable for one that is not open here."""
        if name not in self.suppliers:
            raise SupplierUnavailable(not_open(name), supplier=name)
        return self.suppliers[name]

    def capabilities(self, name: str) -> Capabilities:
        """Return what a supplier declares; of one that is not open here its name is all that is known."""
        return self.suppliers[name].capabilities if name in self.suppliers else Capabilities(supplier=name)

    async def write(self, trip_id: str, work: Callable[[Connection], T], *, durable: bool = True) -> T:
        """Run one write transaction on a trip, with no other writer of that trip beside it, and write its audit lines at its end.

        ``durable=False`` is for what no one outside relies on before the next durable write (``Database.write_now``).
        """

        def alone(tx: Connection) -> T:
            lock_trip(tx, trip_id)
            if self.clock is None:
                self.ledger.time.read(tx)
            with auditing.together(tx):
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
        put_out(tx, self.channels, event, str(data.get("approval_id", "")), now)
