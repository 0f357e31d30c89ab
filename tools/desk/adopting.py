"""An order that turned up after its operation had been given up.

A paid one becomes a booking, and its purchase ends rightly after all. Where that makes the purchase whole, and no one bought it
again meanwhile, it is PURCHASED. Else the purchase is opened once more, to cancel what is free to cancel: what would lose money is
left to a person, with the loss. Nothing paid is ever only alarmed about.
"""

from sqlalchemy import Connection

from tripintent.tools.desk import apply_outcome, sums
from tripintent.tools.desk.context import WATCH, DeskContext
from tripintent.tools.desk.outcomes import Landed
from tripintent.tools.desk.release import give_back
from tripintent.tools.desk.transitions import reopen
from tripintent.tools.ledger import bookings, holds, operations, purchases
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ledger.purchases import PurchaseRow
from tripintent.tools.ports.orders import Order


def turned_up(ctx: DeskContext, tx: Connection, op: OperationRow, outcome: Landed) -> None:
    """An order appeared after its operation had been given up: a hold is given back, what was paid becomes a booking.

    What was cancelled is cancelled here too. A person is called once, unless a later operation did it: bought under a later
    approval, or cancelled under one.
    """
    current = operations.get(tx, op.op_id)
    told = current.ref == outcome.order.order_id
    operations.move(tx, current, ctx.now(), ref=outcome.order.order_id, watch_until=None)
    if current.state != "REJECTED" or _done_since(tx, op, outcome.order):
        return
    if op.action in ("pay", "book"):
        _adopt(ctx, tx, current, outcome.order)
    if told:
        return
    facts = {
        "op_id": op.op_id,
        "supplier": op.supplier,
        "order_id": outcome.order.order_id,
        "status": outcome.order.status,
    }
    ctx.audit(tx, op.trip_id, "alert.late_order", **facts)
    if op.action == "cancel":
        apply_outcome.landed(ctx, tx, op, outcome.order)
    if op.action == "hold" and op.hold_id is not None and outcome.order.paid_at is None:
        holds.change(tx, op.hold_id, ctx.now(), order_id=outcome.order.order_id)
        give_back(ctx, tx, holds.get(tx, op.hold_id))


def _done_since(tx: Connection, op: OperationRow, order: Order) -> bool:
    if op.action == "cancel":
        found = bookings.get(tx, op.booking_id or "")
        return found is not None and found[1].status == "cancelled"
    return op.action in ("pay", "book") and bookings.has(tx, op.supplier, order.order_id)


def _adopt(ctx: DeskContext, tx: Connection, op: OperationRow, order: Order) -> None:
    """Make a booking of the late order of a payment or booking that is REJECTED, and settle its purchase by it.

    While another purchase of the trip is being carried out it is only remembered: one at a time, the reconciler comes back.
    """
    assert op.purchase_id is not None  # noqa: S101 - a leg belongs to a purchase
    live = purchases.live_of_trip(tx, op.trip_id)
    if live is not None and live.purchase_id != op.purchase_id:
        operations.move(tx, op, ctx.now(), watch_until=ctx.now() + WATCH)
        return
    landed = operations.move(
        tx, op, ctx.now(), state="OK", ref=order.order_id, watch_until=None, code="adopted", error=""
    )
    if landed is None:
        return
    apply_outcome.landed(ctx, tx, landed, order)
    ctx.audit(tx, op.trip_id, f"{op.action}.adopted", op_id=op.op_id, supplier=op.supplier, order_id=order.order_id)
    row = purchases.get(tx, op.purchase_id)
    if not row.live:
        _end_rightly(ctx, tx, row, order)


def _end_rightly(ctx: DeskContext, tx: Connection, row: PurchaseRow, order: Order) -> None:
    again = _bought_again(tx, row)
    if not again:
        purchases.make_latest(tx, row)
    if not again and _is_whole(tx, row):
        reopen(ctx, tx, row, "PURCHASED", note="", counts=True, **sums.charged(ctx, tx, row))
    else:
        why = f"order {order.order_id} turned up at {order.supplier} after it had been given up"
        reopen(ctx, tx, row, "COMPENSATING", note=why, counts=False)


def _is_whole(tx: Connection, row: PurchaseRow) -> bool:
    """Whether every leg is bought, and none of them was cancelled since."""
    legs = operations.of_purchase(tx, row.purchase_id, "pay", "book")
    kept = [one for one in bookings.of_purchase(tx, row.purchase_id) if one.status == "confirmed"]
    return all(op.state == "OK" for op in legs) and len(kept) == len(legs)


def _bought_again(tx: Connection, row: PurchaseRow) -> bool:
    """Whether the trip has one of the legs from elsewhere, or another purchase means this very cart."""
    mine: set[tuple[str, str]] = set()
    others: set[tuple[str, str]] = set()
    for one in bookings.of_trip(tx, row.trip_id):
        if one.status == "confirmed":
            (mine if one.purchase_id == row.purchase_id else others).add((one.key, one.requirement_key))
    return not mine.isdisjoint(others) or purchases.counted_elsewhere(tx, row)
