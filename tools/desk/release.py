"""Giving an order back that no one wants any more, as far as its supplier takes anything back."""

from sqlalchemy import Connection

from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.planning import plan_release
from tripintent.tools.ledger import holds, operations
from tripintent.tools.ledger.holds import HoldRow
from tripintent.tools.ledger.operations import OperationRow


def give_back(ctx: DeskContext, tx: Connection, hold: HoldRow) -> list[OperationRow]:
    """Plan the release of a hold's order. Where the supplier has no call for it, it is left to lapse, and says so."""
    if not _takes_back(ctx, hold):
        if hold.status == "expired":  # it says already why
            return []
        by = f"{hold.expires_at:%d %b %Y %H:%M %Z}" if hold.expires_at else "a time that only its supplier knows"
        words = f"its supplier takes nothing back: it lapses by itself by {by}"
        holds.change(tx, hold.hold_id, ctx.now(), error=words)
        ctx.audit(tx, hold.trip_id, "hold.left_to_lapse", hold_id=hold.hold_id, supplier=hold.supplier)
        return []
    op = plan_release(hold, ctx.now())
    operations.insert(tx, op)
    return [op]


def give_back_once(ctx: DeskContext, tx: Connection, hold: HoldRow) -> None:
    """Plan the release of an order, unless that was done before."""
    about = operations.about(tx, hold.supplier, None, hold.order_id)
    if not any(op.action == "release" for op in about):
        give_back(ctx, tx, hold)


def _takes_back(ctx: DeskContext, hold: HoldRow) -> bool:
    """A supplier that is not configured now is asked once it is there again."""
    return hold.supplier not in ctx.suppliers or ctx.capabilities(hold.supplier).release
