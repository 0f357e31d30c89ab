"""Closing an approval without buying: a person's no, or a changed trip."""

from sqlalchemy import Connection

from tripintent.tools.desk import holding
from tripintent.tools.desk.context import DeskContext
from tripintent.tools.ledger import approvals
from tripintent.tools.ledger.operations import OperationRow


async def reject(ctx: DeskContext, approval_id: str, by: str, reason: str) -> str:
    """Close the approval and release the holds of its cart. Return the trip. Raises KeyError for an unknown approval."""
    trip_id, todo = await ctx.ledger.write(lambda tx: _reject(ctx, tx, approval_id, by, reason))
    ctx.faults.reach("release.planned")
    await holding.finish_all(ctx, todo)
    return trip_id


def _reject(ctx: DeskContext, tx: Connection, approval_id: str, by: str, reason: str) -> tuple[str, list[OperationRow]]:
    row = approvals.get(tx, approval_id, lock=True)
    if row is None:
        msg = f"there is no approval {approval_id!r}"
        raise KeyError(msg)
    if not approvals.close(tx, approval_id, "rejected", ctx.now(), by=by, reason=reason):
        return row.trip_id, []
    ctx.say(tx, row.trip_id, "approval.rejected", approval_id=approval_id, by=by, reason=reason)
    if row.kind != "purchase":
        return row.trip_id, []
    return row.trip_id, holding.give_up(ctx, tx, row.trip_id, [line.hold_id for line in row.lines], f"rejected by {by}")


async def void(ctx: DeskContext, trip_id: str, reason: str) -> None:
    """Withdraw the open approvals of a trip; the holds stay."""

    def work(tx: Connection) -> None:
        for row in (approvals.open_of_trip(tx, trip_id, "purchase"), approvals.open_of_trip(tx, trip_id, "cancel")):
            if row is not None:
                approvals.close(tx, row.approval_id, "void", ctx.now(), reason=reason)
                ctx.say(tx, trip_id, "approval.void", approval_id=row.approval_id, reason=reason)

    await ctx.ledger.write(work)
