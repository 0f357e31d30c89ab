"""Whether an operation may still leave the house, for the first time or once more. Recovery must not act on stale wishes."""

from datetime import timedelta

from sqlalchemy import Connection

from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.outcomes import DeskRefusal
from tripintent.tools.ledger import bookings, holds, purchases
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ports.orders import CancelQuote

NOT_SENT = DeskRefusal("not_sent", "it was not sent in time and is not wanted any more")
HOLD_PATIENCE = timedelta(minutes=10)
"""A hold that a crash left unplaced for longer is not placed any more: its traveller has gone on."""


def too_late(ctx: DeskContext, tx: Connection, op: OperationRow) -> DeskRefusal | None:
    """Return why an operation may not leave any more, None when it may: first what lapsed, then what no one wants now."""
    leg = op.hold_id if op.state == "PLANNED" and op.action in ("pay", "book") else None
    if leg is not None and holds.get(tx, leg).lapsed(ctx.now()):
        return DeskRefusal("hold_expired", "its time was over before it could be bought", "lapsed")
    if op.action == "cancel" and op.state == "PLANNED" and _quote_lapsed(ctx, op):
        return DeskRefusal("order_cancellation_stale", "its quote lapsed before it was sent")
    return None if may_leave(ctx, tx, op) else NOT_SENT


def _quote_lapsed(ctx: DeskContext, op: OperationRow) -> bool:
    return CancelQuote.model_validate(op.body["quote"]).expires_at <= ctx.now()


def may_leave(ctx: DeskContext, tx: Connection, op: OperationRow) -> bool:
    """A hold leaves while somebody waits for it, a payment while its purchase is being executed under a valid approval."""
    if op.action == "hold":
        return _is_awaited(ctx, tx, op)
    if op.action in ("pay", "book") and op.purchase_id is not None:
        return _is_approved(ctx, tx, op.purchase_id)
    return True


def _is_awaited(ctx: DeskContext, tx: Connection, op: OperationRow) -> bool:
    wanted = op.hold_id is not None and holds.get(tx, op.hold_id).status == "in_doubt"
    return wanted and ctx.now() < op.created_at + HOLD_PATIENCE


def _is_approved(ctx: DeskContext, tx: Connection, purchase_id: str) -> bool:
    """Within the approval's time; after it only to complete what was begun: a trip bought by half helps no one."""
    state, approved_until = purchases.state_of(tx, purchase_id)
    if state not in ("EXECUTING", "PAYMENT_REVIEW"):
        return False
    if approved_until is not None and approved_until > ctx.now():
        return True
    return any(one.status == "confirmed" for one in bookings.of_purchase(tx, purchase_id))
