"""The ledger's consequences of a settled operation, in the same transaction: never paid without a booking beside it.

An order may turn up after its operation had been given up. A paid one becomes a booking, and its purchase then counts as done.
"""

from typing import Any

from pydantic import JsonValue
from sqlalchemy import Connection

from tripintent.state.booking import Booking
from tripintent.state.offers import MONEY_BACK, FlightOffer
from tripintent.tools.desk import cart
from tripintent.tools.desk.context import WATCH, DeskContext
from tripintent.tools.desk.outcomes import TWICE, DeskRefusal, Landed
from tripintent.tools.desk.planning import give_back, outcomes
from tripintent.tools.desk.states import reopen
from tripintent.tools.ids import new_id
from tripintent.tools.ledger import bookings, holds, operations, purchases
from tripintent.tools.ledger.holds import HoldRow
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ledger.purchases import PurchaseRow
from tripintent.tools.ports.orders import CancelQuote, SupplierOrder


def of_another(tx: Connection, op: OperationRow, order: SupplierOrder) -> bool:
    """Check whether an order that an operation made has the number of another hold or booking: numbers are unique for ever."""
    assert op.hold_id is not None  # noqa: S101 - a hold operation and a leg name their hold
    number = op.supplier, order.order_id
    if bookings.has(tx, *number, beside=op.hold_id):
        return True
    return op.action == "hold" and holds.also_held(tx, *number, beside=op.hold_id)


def landed(ctx: DeskContext, tx: Connection, op: OperationRow, order: SupplierOrder) -> None:
    """Apply a success."""
    if op.action == "hold":
        _held(ctx, tx, op, order)
    elif op.action in ("pay", "book"):
        _bought(ctx, tx, op, order)
    elif op.action == "cancel":
        _cancelled(ctx, tx, op)
    ctx.audit(tx, op.trip_id, f"{op.action}.ok", op_id=op.op_id, supplier=op.supplier, order_id=order.order_id)
    _all_cancelled(ctx, tx, op)


def _all_cancelled(ctx: DeskContext, tx: Connection, op: OperationRow) -> None:
    """Tell that an approved cancellation is done, once each part of it has its answer and one is cancelled."""
    plan = operations.of_plan(tx, op.plan_id) if op.action == "cancel" and op.plan_id else []
    if all(one.settled for one in plan) and any(one.state == "OK" for one in plan):
        ctx.audit(tx, op.trip_id, "cancel.done", approval_id=op.plan_id)


def refused(ctx: DeskContext, tx: Connection, op: OperationRow, refusal: DeskRefusal) -> None:
    """Apply a certain refusal."""
    now = ctx.now()
    if op.hold_id is not None and op.action == "hold":
        holds.change(tx, op.hold_id, now, only=("in_doubt",), status="failed", error=refusal.message)
    elif op.hold_id is not None and op.action in ("pay", "book") and refusal.verdict == "lapsed":
        _lapsed(ctx, tx, op, refusal)
    told = {"op_id": op.op_id, "supplier": op.supplier, "code": refusal.code, "message": refusal.message}
    ctx.audit(tx, op.trip_id, f"{op.action}.refused", **told)
    _all_cancelled(ctx, tx, op)


def _lapsed(ctx: DeskContext, tx: Connection, op: OperationRow, refusal: DeskRefusal) -> None:
    """The hold or offer is over. Should the supplier keep the order all the same, it is given back."""
    assert op.hold_id is not None  # noqa: S101 - a leg always names its hold
    now, status = ctx.now(), "expired" if op.action == "pay" else "failed"
    if holds.change(tx, op.hold_id, now, only=("held",), status=status, error=refusal.message) and op.action == "pay":
        give_back(ctx, tx, holds.get(tx, op.hold_id))


def _held(ctx: DeskContext, tx: Connection, op: OperationRow, order: SupplierOrder) -> None:
    """Keep the hold, or give it back at once when no one wants it any more."""
    assert op.hold_id is not None  # noqa: S101 - a hold operation always names its hold
    now = ctx.now()
    if order.paid_at is not None:
        ctx.audit(tx, op.trip_id, "alert.paid_hold", op_id=op.op_id, supplier=op.supplier, order_id=order.order_id)
    facts: dict[str, Any] = {
        "order_id": order.order_id,
        "total": order.total.model_dump(mode="json"),
        "terms": order.terms.model_dump(mode="json"),
        **_requests(ctx, op, order),
    }
    kept = holds.change(
        tx, op.hold_id, now, only=("in_doubt",), status="held", expires_at=order.expires_at, error="", **facts
    )
    if not kept:
        holds.change(tx, op.hold_id, now, **facts)
        give_back(ctx, tx, holds.get(tx, op.hold_id))


def _bought(ctx: DeskContext, tx: Connection, op: OperationRow, order: SupplierOrder) -> None:
    assert op.hold_id is not None  # noqa: S101 - so do payments
    assert op.purchase_id is not None  # noqa: S101 - and they belong to a purchase
    hold = holds.get(tx, op.hold_id)
    if op.code == TWICE.code:
        ctx.audit(tx, op.trip_id, "alert.duplicate_orders", op_id=op.op_id, orders=order.order_id)
        holds.change(tx, op.hold_id, ctx.now(), status="used", error=TWICE.message)
        return
    booking = _booking(ctx, hold, op.purchase_id, order)
    if op.action == "book":
        booking = Booking.model_validate(booking.model_dump() | _requests(ctx, op, order))
    if order.total != hold.total:
        facts = {
            "op_id": op.op_id,
            "order_id": order.order_id,
            "approved": str(hold.total),
            "charged": str(order.total),
        }
        ctx.audit(tx, op.trip_id, "alert.other_total", **facts)
    bookings.insert(tx, booking, op.trip_id, hold.hold_id, ctx.now())
    if isinstance(hold.offer, FlightOffer) and hold.offer.changes:
        back = hold.offer.brings_back
        refund = back.amount.model_dump(mode="json") if back and back.to in MONEY_BACK else None
        bookings.change(tx, hold.offer.changes, ctx.now(), status="changed", refund=refund)
    if hold.status != "used":  # it may have been bought again before this order turned up
        holds.change(tx, hold.hold_id, ctx.now(), status="used", order_id=order.order_id, error="")


def _requests(ctx: DeskContext, op: OperationRow, order: SupplierOrder) -> dict[str, JsonValue]:
    """Return what became of the requests; nothing once what was sent is forgotten: then what was foretold stays."""
    came_of = outcomes(op.body, order, ctx.capabilities(op.supplier))
    return {"requests": [one.model_dump(mode="json") for one in came_of]} if came_of else {}


def _booking(ctx: DeskContext, hold: HoldRow, purchase_id: str, order: SupplierOrder) -> Booking:
    return Booking.model_validate(
        hold.model_dump(include={"item_type", "key", "requirement_key", "supplier", "title", "simulated", "requests"})
        | {
            "booking_id": new_id("bok"),
            "purchase_id": purchase_id,
            "order_id": order.order_id,
            "locator": order.locator,
        }
        | {
            "tickets": order.tickets,
            "total": order.total,
            "terms": order.terms,
            "booked_at": order.paid_at or ctx.now(),
        }
    )


def _cancelled(ctx: DeskContext, tx: Connection, op: OperationRow) -> None:
    assert op.booking_id is not None  # noqa: S101 - a cancellation always names its booking
    quote = CancelQuote.model_validate(op.body["quote"])
    bookings.change(tx, op.booking_id, ctx.now(), status="cancelled", refund=quote.refund.model_dump(mode="json"))


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
        landed(ctx, tx, op, outcome.order)
    if op.action == "hold" and op.hold_id is not None and outcome.order.paid_at is None:
        holds.change(tx, op.hold_id, ctx.now(), order_id=outcome.order.order_id)
        give_back(ctx, tx, holds.get(tx, op.hold_id))


def _done_since(tx: Connection, op: OperationRow, order: SupplierOrder) -> bool:
    if op.action == "cancel":
        found = bookings.get(tx, op.booking_id or "")
        return found is not None and found[1].status == "cancelled"
    return op.action in ("pay", "book") and bookings.has(tx, op.supplier, order.order_id)


def _adopt(ctx: DeskContext, tx: Connection, op: OperationRow, order: SupplierOrder) -> None:
    """Make a booking of the late order of a payment or booking that is REJECTED, and settle its purchase by it.

    While another purchase of the trip is being carried out it is only remembered: one at a time, the reconciler comes back.
    """
    assert op.purchase_id is not None  # noqa: S101 - a leg belongs to a purchase
    live = purchases.live_of_trip(tx, op.trip_id)
    if live is not None and live.purchase_id != op.purchase_id:
        operations.move(tx, op, ctx.now(), watch_until=ctx.now() + WATCH)
        return
    adopted = operations.move(
        tx, op, ctx.now(), state="OK", ref=order.order_id, watch_until=None, code="adopted", error=""
    )
    if adopted is None:
        return
    landed(ctx, tx, adopted, order)
    ctx.audit(tx, op.trip_id, f"{op.action}.adopted", op_id=op.op_id, supplier=op.supplier, order_id=order.order_id)
    row = purchases.get(tx, op.purchase_id)
    if not row.live:
        _end_rightly(ctx, tx, row, order)


def _end_rightly(ctx: DeskContext, tx: Connection, row: PurchaseRow, order: SupplierOrder) -> None:
    again = _bought_again(tx, row)
    if not again:
        purchases.make_latest(tx, row)
    if not again and _is_whole(tx, row):
        reopen(ctx, tx, row, "PURCHASED", note="", counts=True, **cart.charged(ctx, tx, row))
    else:
        why = f"order {order.order_id} turned up at {order.supplier} after it had been given up"
        reopen(ctx, tx, row, "COMPENSATING", note=why, counts=False)


def _is_whole(tx: Connection, row: PurchaseRow) -> bool:
    """Check whether every leg is bought, and none of them was cancelled since."""
    legs = operations.of_purchase(tx, row.purchase_id, "pay", "book")
    kept = [one for one in bookings.of_purchase(tx, row.purchase_id) if one.status == "confirmed"]
    return all(op.state == "OK" for op in legs) and len(kept) == len(legs)


def _bought_again(tx: Connection, row: PurchaseRow) -> bool:
    """Check whether the trip has one of the legs from elsewhere, or another purchase means this very cart."""
    mine: set[tuple[str, str]] = set()
    others: set[tuple[str, str]] = set()
    for one in bookings.of_trip(tx, row.trip_id):
        if one.status == "confirmed":
            (mine if one.purchase_id == row.purchase_id else others).add((one.key, one.requirement_key))
    return not mine.isdisjoint(others) or purchases.counted_elsewhere(tx, row)
