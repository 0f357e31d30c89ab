"""Settling an operation by hand: what a person learned from a supplier whose books the desk cannot read.

The books come first. They are read once more, and a person's word counts only where there are none, where they do not answer for
a day, or where they do not contradict it, and only when nothing of the operation can appear on its own any more. Nothing is sent
for it. It is kept in the audit with the person's name, and what is said not to have happened is looked for during another day.
"""

from collections.abc import Mapping
from functools import partial

from sqlalchemy import Connection

from tripintent.tools.desk.cart import needed
from tripintent.tools.desk.compensating import whole
from tripintent.tools.desk.context import WATCH, DeskContext
from tripintent.tools.desk.masking import mask_cards
from tripintent.tools.desk.outcomes import DeskRefusal, Landed
from tripintent.tools.desk.purchasing import carry_on
from tripintent.tools.desk.recovering import recovery_kind
from tripintent.tools.desk.sending import is_over, may_leave, probe, settle
from tripintent.tools.errors import NotByHand
from tripintent.tools.ledger import bookings, holds, operations, purchases
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ports.orders import OrderStatus, SupplierOrder
from tripintent.tools.ports.outcomes import SettledByHand, Statement
from tripintent.tools.shipped import table

_LEFT: Mapping[str, OrderStatus] = table("tools/desk/words.yaml")["left"]


async def settle_by_hand(ctx: DeskContext, op_id: str, told: Statement) -> SettledByHand:
    """Settle an operation in doubt, and carry its purchase on. Raises NotByHand when there is nothing that a word could settle."""
    op = await ctx.ledger.read(lambda tx: operations.find(tx, op_id))
    if op is None:
        raise NotByHand(f"there is no operation {op_id!r}: `tripintent purchases` and `tripintent reconcile` name them")
    await ctx.look_at_the_clock()
    _refuse(ctx, op)
    seen = await _books(ctx, op, told)
    if seen is None:
        op = await ctx.write(op.trip_id, partial(_believe, ctx, op_id=op_id, told=told))
    else:
        op = await ctx.write(op.trip_id, partial(settle, ctx, op=op, outcome=seen))
    return await _carried_on(ctx, op, by_books=seen is not None)


def _refuse(ctx: DeskContext, op: OperationRow) -> None:
    """Refuse what is certain already, was never sent, or may still be answered."""
    now = ctx.now()
    if op.state == "PLANNED":
        raise NotByHand(f"{op.action} {op.op_id} was never sent: `tripintent reconcile` sends or closes it")
    if op.settled:
        raise NotByHand(f"{op.action} {op.op_id} is settled: it is {op.state}")
    until = max(filter(None, (op.lease_until, op.settles_at)), default=now)
    if op.leased(now) and until <= now:
        raise NotByHand(f"{op.action} {op.op_id} is still being sent by a running worker: end that one first")
    if op.leased(now) or not is_over(op, now):
        raise NotByHand(
            f"{op.action} {op.op_id} may still be answered by {op.supplier} until {until:%Y-%m-%d %H:%M:%S} UTC: try again then"
        )


async def _books(ctx: DeskContext, op: OperationRow, told: Statement) -> Landed | DeskRefusal | None:
    """Return what the supplier's books say, None when it has none or they agree that it did not happen. Nothing is sent."""
    if op.supplier not in ctx.suppliers or not ctx.capabilities(op.supplier).probe:
        return None
    seen = await probe(ctx, op)
    if isinstance(seen, Landed | DeskRefusal):
        return seen
    if (seen is None or seen.code == "not_found") and told.done:
        raise NotByHand(
            f"{op.action} {op.op_id} is not in the books of {op.supplier}, and they can be read: `tripintent reconcile` goes by them"
        )
    if seen is not None and ctx.now() < op.created_at + WATCH:
        day = f"{op.created_at + WATCH:%Y-%m-%d %H:%M:%S} UTC"
        raise NotByHand(
            f"the books of {op.supplier} cannot be read at the moment ({seen.message}): try again; from {day} on a word counts without them"
        )
    return None


def _believe(ctx: DeskContext, tx: Connection, op_id: str, told: Statement) -> OperationRow:
    """Store the word and what follows from it in one transaction; refuse it when somebody else went on meanwhile."""
    op = operations.get(tx, op_id)
    _refuse(ctx, op)
    _refuse_what_goes_on(ctx, tx, op, told)
    outcome = _outcome(ctx, tx, op, told)
    who = {"by": mask_cards(told.by)[0], "reason": mask_cards(told.reason)[0]}
    ctx.audit(tx, op.trip_id, f"{op.action}.told_by_hand", op_id=op.op_id, supplier=op.supplier, done=told.done, **who)
    return settle(ctx, tx, op, outcome)


def _refuse_what_goes_on(ctx: DeskContext, tx: Connection, op: OperationRow, told: Statement) -> None:
    """Refuse to give up what the desk itself can find out, or has to go on with, and a word about another order."""
    if not told.done and _repeatable(ctx, tx, op):
        raise NotByHand(
            f"{op.action} {op.op_id} can be repeated under its key: `tripintent reconcile` finds out what came of it"
        )
    if op.action == "release" and not told.done:
        raise NotByHand(f"{op.action} {op.op_id} is tried until the order is gone: there is nothing to give up")
    if told.order_id is not None and op.order_id not in (None, told.order_id):
        raise NotByHand(f"{op.action} {op.op_id} is about order {op.order_id}, not {told.order_id}")


def _repeatable(ctx: DeskContext, tx: Connection, op: OperationRow) -> bool:
    """Check whether its key would still tell. A supplier that did not answer to it for a day is not waited for."""
    known = op.supplier in ctx.suppliers and recovery_kind(ctx, op) == "keyed"
    return known and may_leave(ctx, tx, op) and ctx.now() < op.created_at + WATCH


def _outcome(ctx: DeskContext, tx: Connection, op: OperationRow, told: Statement) -> Landed | DeskRefusal:
    if not told.done:
        return DeskRefusal("told_not_done", f"{op.supplier} was asked, and says that it did not happen", watched=True)
    order_id = op.order_id or told.order_id
    if order_id is None:
        raise NotByHand(f"{op.action} {op.op_id} made an order: name its number at {op.supplier} with --order")
    return Landed(_order(ctx, tx, op, told, order_id))


def _order(ctx: DeskContext, tx: Connection, op: OperationRow, told: Statement, order_id: str) -> SupplierOrder:
    """Return the order as it must be, from what was held or booked and from what the person learned."""
    paid = op.action in ("pay", "book")
    return SupplierOrder.model_validate(
        {
            "order_id": order_id,
            "client_ref": op.op_id,
            "supplier": op.supplier,
            "status": _LEFT[op.action],
            "locator": told.locator,
            "tickets": told.tickets,
            "paid_at": (op.sent_at or ctx.now()) if paid else None,
            "created_at": op.sent_at or ctx.now(),
        }
        | _sold(tx, op)
    )


def _sold(tx: Connection, op: OperationRow) -> dict[str, object]:
    """Return what the operation is about: its hold, or for a cancellation its booking."""
    if op.hold_id is not None:
        hold = holds.get(tx, op.hold_id)
        return {"item_type": hold.item_type, "total": hold.total, "terms": hold.terms, "expires_at": hold.expires_at}
    found = bookings.get(tx, op.booking_id or "")
    if found is None:
        raise NotByHand(f"{op.action} {op.op_id} is about a booking that the ledger does not have")
    booking = found[1]
    return {"item_type": booking.item_type, "total": whole(booking), "terms": booking.terms}


async def _carried_on(ctx: DeskContext, op: OperationRow, *, by_books: bool) -> SettledByHand:
    """Carry the purchase on as far as its suppliers are configured; the reconciler does the rest."""
    facts = op.model_dump(include={"op_id", "action", "supplier", "state"}) | {"by_books": by_books, "note": op.error}
    if op.purchase_id is None:
        return SettledByHand(**facts)
    purchase = await ctx.ledger.read(partial(purchases.get, purchase_id=op.purchase_id))
    missing = await ctx.ledger.read(lambda tx: needed(ctx, tx, purchase) - set(ctx.suppliers))
    if missing:
        facts["note"] = f"it waits for {', '.join(sorted(missing))}, which is not configured"
    else:
        await carry_on(ctx, op.purchase_id)
        purchase = await ctx.ledger.read(partial(purchases.get, purchase_id=op.purchase_id))
        facts["note"] = purchase.note
    return SettledByHand(**facts, purchase_id=op.purchase_id, purchase_state=purchase.state)
