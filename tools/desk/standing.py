"""What the ledger says of one trip, for the graph to show."""

from sqlalchemy import Connection

from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.holding import expire
from tripintent.tools.desk.states import MEANING
from tripintent.tools.ledger import approvals, bookings, holds, purchases
from tripintent.tools.ports.desk import Standing


async def standing(ctx: DeskContext, trip_id: str) -> Standing:
    """Return the standing; what lapsed meanwhile is stored as expired first."""
    if await ctx.ledger.read(lambda tx: _anything_lapsed(ctx, tx, trip_id)):
        await ctx.write(trip_id, lambda tx: expire(ctx, tx, trip_id))
    return await ctx.ledger.read(lambda tx: _read(tx, trip_id))


def _anything_lapsed(ctx: DeskContext, tx: Connection, trip_id: str) -> bool:
    now = ctx.now()
    waiting = (approvals.open_of_trip(tx, trip_id, "purchase"), approvals.open_of_trip(tx, trip_id, "cancel"))
    return any(row.lapsed(now) for row in holds.of_trip(tx, trip_id, "held")) or any(
        row is not None and row.expires_at <= now for row in waiting
    )


def _read(tx: Connection, trip_id: str) -> Standing:
    approval = approvals.open_of_trip(tx, trip_id) or approvals.open_of_trip(tx, trip_id, "cancel")
    purchase = purchases.latest(tx, trip_id)
    return Standing(
        trip_id=trip_id,
        holds=tuple(row.as_hold() for row in holds.of_trip(tx, trip_id) if row.status != "used"),
        approval=None if approval is None else approval.as_approval(),
        bookings=bookings.of_trip(tx, trip_id),
        purchase_id=None if purchase is None else purchase.purchase_id,
        purchase_state=None if purchase is None else purchase.state,
        note="" if purchase is None or purchase.state == "PURCHASED" else purchase.note or MEANING[purchase.state],
    )
