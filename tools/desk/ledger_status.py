"""What the ledger says of one trip, for the graph to show."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from tripintent.state.booking import Booking
from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.holding import expire
from tripintent.tools.desk.states import MEANING
from tripintent.tools.ledger import approvals, bookings, holds, operations, purchases
from tripintent.tools.ledger.approvals import ApprovalRow
from tripintent.tools.ledger.holds import HoldRow
from tripintent.tools.ledger.purchases import PurchaseRow
from tripintent.tools.ports.desk import LedgerStatus


async def ledger_status(ctx: DeskContext, trip_id: str) -> LedgerStatus:
    """Return the standing; what lapsed meanwhile is stored as expired first."""
    rows = await ctx.ledger.read(lambda tx: _read(tx, trip_id))
    if rows.any_lapsed(ctx.now()):
        rows = await ctx.write(trip_id, lambda tx: _expired(ctx, tx, trip_id), durable=False)
    return rows.told(trip_id)


@dataclass(frozen=True)
class _Rows:
    """Everything of one trip that is shown, as it is at one moment."""

    holds: list[HoldRow]
    waiting: list[ApprovalRow]
    bookings: tuple[Booking, ...]
    cancelling: tuple[str, ...]
    purchase: PurchaseRow | None

    def any_lapsed(self, now: datetime) -> bool:
        """Whether something is over that is not stored so."""
        held = (hold for hold in self.holds if hold.status == "held")
        return any(hold.lapsed(now) for hold in held) or any(row.expires_at <= now for row in self.waiting)

    def told(self, trip_id: str) -> LedgerStatus:
        """Return what the graph hears of it; an open approval to buy comes before one to cancel."""
        approval = next(iter(sorted(self.waiting, key=lambda row: row.kind != "purchase")), None)
        bought = self.purchase
        return LedgerStatus(
            trip_id=trip_id,
            holds=tuple(hold.as_hold() for hold in self.holds if hold.status != "used"),
            approval=None if approval is None else approval.as_approval(),
            bookings=self.bookings,
            cancelling=self.cancelling,
            purchase_id=None if bought is None else bought.purchase_id,
            purchase_state=None if bought is None else bought.state,
            note="" if bought is None or bought.state == "PURCHASED" else bought.note or MEANING[bought.state],
        )


def _read(tx: Connection, trip_id: str) -> _Rows:
    booked = bookings.of_trip(tx, trip_id)
    return _Rows(
        holds=holds.of_trip(tx, trip_id),
        waiting=approvals.all_open_of_trip(tx, trip_id),
        bookings=booked,
        cancelling=_cancelling(tx, trip_id) if booked else (),
        purchase=purchases.latest(tx, trip_id),
    )


def _cancelling(tx: Connection, trip_id: str) -> tuple[str, ...]:
    return tuple(op.booking_id for op in operations.open_of_trip(tx, trip_id, "cancel") if op.booking_id)


def _expired(ctx: DeskContext, tx: Connection, trip_id: str) -> _Rows:
    expire(ctx, tx, trip_id)
    return _read(tx, trip_id)
