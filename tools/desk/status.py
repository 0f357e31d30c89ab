"""The ledger's status of a trip and of its purchases, for whoever asks."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from tripintent.state.booking import Booking
from tripintent.tools.desk.changes import replaced
from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.holding import close_lapsed
from tripintent.tools.desk.states import MEANING, refuse
from tripintent.tools.ledger import approvals, bookings, holds, operations, purchases
from tripintent.tools.ledger.approvals import ApprovalRow
from tripintent.tools.ledger.holds import HoldRow
from tripintent.tools.ledger.purchases import PurchaseRow
from tripintent.tools.ports import outcomes
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
        """Check whether something is over that is not stored so."""
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
    """Read what there is: an approval is of holds, a purchase of an approval, a booking of a purchase; none of them is ever deleted."""
    held = holds.of_trip(tx, trip_id)
    bought = purchases.latest(tx, trip_id) if held else None
    booked = bookings.of_trip(tx, trip_id) if bought else ()
    cancelled = operations.open_of_trip(tx, trip_id, "cancel") if booked else ()
    return _Rows(
        holds=held,
        waiting=approvals.all_open_of_trip(tx, trip_id) if held else [],
        bookings=booked,
        cancelling=tuple(one.booking_id for one in cancelled if one.booking_id),
        purchase=bought,
    )


def _expired(ctx: DeskContext, tx: Connection, trip_id: str) -> _Rows:
    close_lapsed(ctx, tx, trip_id)
    return _read(tx, trip_id)


def result(tx: Connection, purchase_id: str, *, busy: bool = False) -> outcomes.PurchaseOutcome:
    """Return the outcome of a purchase as the ledger has it. ``busy``: another worker is carrying it out."""
    row = purchases.get(tx, purchase_id)
    bought = bookings.of_purchase(tx, purchase_id)
    words = row.note or MEANING[row.state]
    if row.state == "PURCHASED":
        before = replaced(tx, row)
        sums = {"total": row.total, "cheaper_by": row.cheaper_by, "dearer_by": row.dearer_by}
        return outcomes.Bought(purchase_id=purchase_id, bookings=bought, replaced=before, **sums)
    if row.state == "REAPPROVAL_NEEDED":
        return outcomes.ReapprovalNeeded(
            approval_id=row.approval_id, differences=row.differences, dearer_by=row.dearer_by
        )
    if row.live and busy:
        return refuse("busy")
    told = {"purchase_id": purchase_id, "message": words, "declined": row.declined, "bookings": bought}
    if row.live or row.state == "MANUAL_REVIEW":
        return outcomes.InReview(state=row.state, loss=row.loss, **told)
    return outcomes.Failed(state=row.state, payment_method_id=row.payment_method_id, **told)


def latest(tx: Connection, trip_id: str) -> outcomes.PurchaseOutcome | None:
    """Return the outcome of a trip's latest purchase; None before there is one."""
    row = purchases.latest(tx, trip_id)
    return None if row is None else result(tx, row.purchase_id)


def overview(tx: Connection, limit: int) -> list[outcomes.PurchaseSummary]:
    """Return the newest purchases, newest first."""
    return [_summary(tx, row) for row in purchases.newest(tx, limit)]


def _summary(tx: Connection, row: PurchaseRow) -> outcomes.PurchaseSummary:
    steps = [
        outcomes.OperationStep.model_validate(op.model_dump() | {"order_id": op.ref or op.order_id})
        for op in operations.of_purchase(tx, row.purchase_id, "book", "pay", "cancel")
    ]
    return outcomes.PurchaseSummary.model_validate(row.model_dump() | {"meaning": MEANING[row.state], "steps": steps})
