"""Closing an approval without buying: a person's no, or a changed trip."""

from sqlalchemy import Connection

from tripintent.tools.desk import holding
from tripintent.tools.desk.context import DeskContext
from tripintent.tools.ledger import approvals
from tripintent.tools.ledger.approvals import ApprovalRow
from tripintent.tools.ledger.operations import OperationRow


async def reject(ctx: DeskContext, approval_id: str, by: str, reason: str) -> str:
    """Close the approval and release the holds of its cart. Return the trip. Raises KeyError for an unknown approval."""
    row = await ctx.ledger.read(lambda tx: approvals.get(tx, approval_id))
    if row is None:
        msg = f"there is no approval {approval_id!r}"
        raise KeyError(msg)
    todo = await ctx.write(row.trip_id, lambda tx: _reject(ctx, tx, row, by, reason))
    ctx.faults.reach("release.planned")
    await holding.finish_all(ctx, todo)
    return row.trip_id


def _reject(ctx: DeskContext, tx: Connection, row: ApprovalRow, by: str, reason: str) -> list[OperationRow]:
    if not approvals.close(tx, row.approval_id, "rejected", ctx.now(), by=by, reason=reason):
        return []
    ctx.say(tx, row.trip_id, "approval.rejected", approval_id=row.approval_id, by=by, reason=reason)
    if row.kind != "purchase":
        return []
    return holding.give_up(ctx, tx, row.trip_id, [line.hold_id for line in row.lines], f"rejected by {by}")


async def void(ctx: DeskContext, trip_id: str, reason: str) -> None:
    """Withdraw the open approvals of a trip; the holds stay."""

    def work(tx: Connection) -> None:
        for row in (approvals.open_of_trip(tx, trip_id, "purchase"), approvals.open_of_trip(tx, trip_id, "cancel")):
            if row is not None:
                approvals.close(tx, row.approval_id, "void", ctx.now(), reason=reason)
                ctx.say(tx, trip_id, "approval.void", approval_id=row.approval_id, reason=reason)

    await ctx.write(trip_id, work)
