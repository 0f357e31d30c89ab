"""Closing an approval without buying: a person's no, or a changed trip."""

from typing import NamedTuple

from sqlalchemy import Connection

from tripintent.tools.desk import holding
from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.refusals import grant_ended, refuse
from tripintent.tools.ledger import approvals
from tripintent.tools.ledger.approvals import ApprovalRow
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ports.desk import Refused


class No(NamedTuple):
    """A person's no: whose it is, why, and the grant by which it was given in the owner's place."""

    by: str
    reason: str
    grant_id: str = ""


async def reject(ctx: DeskContext, trip_id: str, approval_id: str, no: No) -> Refused | None:
    """Close the approval and release the holds of its cart. Refused for an approval that the trip has not."""
    row = await ctx.ledger.read(lambda tx: approvals.get(tx, approval_id))
    if row is None:
        return refuse("unknown_approval")
    if row.trip_id != trip_id:
        return refuse("wrong_trip")
    todo = await ctx.write(trip_id, lambda tx: _reject(ctx, tx, row, no))
    if isinstance(todo, Refused):
        return todo
    ctx.faults.reach("release.planned")
    await holding.finish_all(ctx, todo)
    await holding.send_back(ctx, trip_id)
    return None


def _reject(ctx: DeskContext, tx: Connection, row: ApprovalRow, no: No) -> list[OperationRow] | Refused:
    if (ended := grant_ended(tx, row, no.grant_id)) is not None:
        return ended
    if approvals.close(tx, row.approval_id, "rejected", ctx.now(), by=no.by, reason=no.reason):
        ctx.audit(tx, row.trip_id, "approval.rejected", approval_id=row.approval_id, by=no.by, reason=no.reason)
    elif not _lapsed(tx, row):
        return []
    if row.kind != "purchase":
        return []
    return holding.give_up(ctx, tx, row.trip_id, [line.hold_id for line in row.lines], f"rejected by {no.by}")


def _lapsed(tx: Connection, row: ApprovalRow) -> bool:
    """Whether its time was over and nothing else is asked since: its holds may live on, and a no still gives them back."""
    now = approvals.get(tx, row.approval_id)
    return now is not None and now.state == "expired" and approvals.open_of_trip(tx, row.trip_id) is None


async def void(ctx: DeskContext, trip_id: str, reason: str) -> None:
    """Withdraw the open approvals of a trip; the holds stay."""

    def work(tx: Connection) -> None:
        for row in (approvals.open_of_trip(tx, trip_id, "purchase"), approvals.open_of_trip(tx, trip_id, "cancel")):
            if row is not None:
                approvals.close(tx, row.approval_id, "void", ctx.now(), reason=reason)
                ctx.audit(tx, trip_id, "approval.void", approval_id=row.approval_id, reason=reason)

    await ctx.begin(trip_id, work)
