"""Carrying out a purchase, from wherever it is: reprice, plan, buy leg by leg, compensate, close.

Every step reads its state from the ledger and moves on by compare-and-set, so that a restart, a reconciler or a second
worker continues exactly where the last one stopped.
"""

import asyncio
from collections.abc import Sequence
from functools import partial

from sqlalchemy import Connection

from tripintent.state.booking import CancelLine
from tripintent.tools.desk import cart, changes, compensating, repricing
from tripintent.tools.desk.compensating import Quoted
from tripintent.tools.desk.context import LEASE, DeskContext
from tripintent.tools.desk.outcomes import TWICE
from tripintent.tools.desk.recovering import finish
from tripintent.tools.desk.repricing import Fresh, reprice
from tripintent.tools.desk.states import move
from tripintent.tools.desk.status import result
from tripintent.tools.ledger import approvals, holds, operations, purchases
from tripintent.tools.ledger.approvals import ApprovalRow
from tripintent.tools.ledger.holds import HoldRow
from tripintent.tools.ledger.locks import new_owner
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ledger.purchases import PurchaseRow
from tripintent.tools.ports.outcomes import PurchaseOutcome


async def carry_on(ctx: DeskContext, purchase_id: str, ours: PurchaseRow | None = None) -> PurchaseOutcome:
    """Bring a purchase as far as it goes now, and say how it is. ``ours`` is given by who made it and has its lease."""
    mine = ours or await _take(ctx, await ctx.ledger.read(lambda tx: purchases.get(tx, purchase_id)))
    if mine is not None:
        live = True
        try:
            live = (await _advance(ctx, mine)).live
        finally:
            if live:  # closing it ends its lease
                await _give_back(ctx, mine)
    return await ctx.ledger.read(lambda tx: result(tx, purchase_id, busy=mine is None))


async def _take(ctx: DeskContext, purchase: PurchaseRow) -> PurchaseRow | None:
    """Take the lease of a purchase that is being carried out; None when there is nothing to do or another worker has it."""
    if not purchase.live:
        return None
    owner = new_owner()
    return await ctx.write(
        purchase.trip_id, lambda tx: purchases.take(tx, purchase.purchase_id, owner, ctx.now(), LEASE)
    )


async def _give_back(ctx: DeskContext, mine: PurchaseRow) -> None:
    """Give the lease of a purchase back that could not be closed."""
    owner = mine.lease_owner or ""
    if (await ctx.ledger.read(lambda tx: purchases.get(tx, mine.purchase_id))).lease_owner == owner:
        await ctx.write(mine.trip_id, lambda tx: purchases.free(tx, mine.purchase_id, owner))


async def _advance(ctx: DeskContext, purchase: PurchaseRow) -> PurchaseRow:
    if purchase.state == "REPRICING":
        purchase = await _reprice(ctx, purchase)
    if purchase.state in ("EXECUTING", "PAYMENT_REVIEW"):
        purchase = await _execute(ctx, purchase)
    if purchase.state == "COMPENSATING":
        await compensating.compensate(ctx, purchase)
    return purchase


async def _reprice(ctx: DeskContext, purchase: PurchaseRow) -> PurchaseRow:
    """Read the prices again, of no one when it is too late for them anyway."""
    rows, approved = await ctx.ledger.read(lambda tx: _approved(ctx, tx, purchase))
    fresh = await asyncio.gather(*(reprice(ctx, row) for row in rows))
    cancels = await changes.again(ctx, approved)
    ctx.faults.reach("reprice.read")
    moved = await ctx.write(purchase.trip_id, lambda tx: _decide(ctx, tx, purchase, fresh, cancels))
    ctx.faults.reach("reprice.stored")
    return moved


def _approved(ctx: DeskContext, tx: Connection, purchase: PurchaseRow) -> tuple[list[HoldRow], changes.Cancels]:
    """Return what was approved, nothing once its time is over."""
    approval = approvals.get(tx, purchase.approval_id)
    if cart.is_over(approval, ctx.now()):
        return [], ([], [])
    return cart.cart_holds(tx, approval), changes.cancels_of(tx, approval)


def _decide(
    ctx: DeskContext,
    tx: Connection,
    purchase: PurchaseRow,
    fresh: list[Fresh],
    cancels: Sequence[tuple[CancelLine, Quoted]],
) -> PurchaseRow:
    """Store the prices read, and go on, or stop before anything was sent.

    A worker that slept while another one went on finds the purchase further on, and leaves it alone.
    """
    current = purchases.get(tx, purchase.purchase_id)
    if current.state != "REPRICING":
        return current
    approval = approvals.get(tx, purchase.approval_id)
    obstacle = _obstacle(ctx, tx, approval, fresh)
    if obstacle:
        return _stop(ctx, tx, purchase, *obstacle)
    for one in fresh:
        repricing.store(tx, one, ctx.now())
    worse = [*(text for one in fresh for text in one.differences), *changes.differences(cancels)]
    return _ask_again(ctx, tx, purchase, fresh, worse) if worse else _plan(ctx, tx, purchase, approval, fresh)


def _obstacle(
    ctx: DeskContext, tx: Connection, approval: ApprovalRow | None, fresh: list[Fresh]
) -> tuple[str, str] | None:
    """Return the state in which the purchase ends and why, or None where nothing is in its way."""
    if cart.is_over(approval, ctx.now()):
        return "EXPIRED", "the approval's time was over before anything was bought"
    paid = [one.hold for one in fresh if one.paid]
    if paid:
        return "REJECTED", "; ".join(_paid_before(ctx, tx, hold) for hold in paid)
    gone = [one for one in fresh if one.gone or one.hold.lapsed(ctx.now())]
    for one in gone:
        _expire(ctx, tx, one)
    if gone:
        return "EXPIRED", "; ".join(f"{one.hold.title}: {one.gone or 'its time is over'}" for one in gone)
    unread = [(one, f"{one.hold.title} could not be read again: ") for one in fresh if one.unread]
    why = dict.fromkeys(f"{what * (one.hold.supplier in ctx.suppliers)}{one.unread}" for one, what in unread)
    return ("REJECTED", "; ".join(why)) if why else None


def _ask_again(
    ctx: DeskContext, tx: Connection, purchase: PurchaseRow, fresh: list[Fresh], worse: list[str]
) -> PurchaseRow:
    """Void the approval: what was approved is not what would be bought."""
    reason = "; ".join(worse)
    approvals.revoke(tx, purchase.approval_id, "the price or a condition changed")
    ctx.audit(tx, purchase.trip_id, "approval.void", approval_id=purchase.approval_id, reason=reason)
    prices = cart.difference(ctx, purchase, [(one.hold.total, one.total) for one in fresh])
    return _stop(ctx, tx, purchase, "REAPPROVAL_NEEDED", reason, differences=worse, **prices)


def _paid_before(ctx: DeskContext, tx: Connection, hold: HoldRow) -> str:
    """Call a person: an order was paid by no one whom the ledger knows of. It is neither paid again nor said to have lapsed."""
    ctx.audit(
        tx, hold.trip_id, "alert.paid_hold", hold_id=hold.hold_id, supplier=hold.supplier, order_id=hold.order_id or ""
    )
    return f"{hold.title}: {hold.supplier} says that it is paid already; nothing is paid twice, a person looks into it"


def _expire(ctx: DeskContext, tx: Connection, one: Fresh) -> None:
    why = one.gone or "its time is over"
    if holds.change(tx, one.hold.hold_id, ctx.now(), only=("held",), status="expired", error=why):
        ctx.audit(tx, one.hold.trip_id, "hold.expired", hold_id=one.hold.hold_id, reason=why)


def _plan(
    ctx: DeskContext, tx: Connection, purchase: PurchaseRow, approval: ApprovalRow | None, fresh: list[Fresh]
) -> PurchaseRow:
    """Plan one operation per leg, in the order easiest to undo first; remember what became cheaper."""
    operations.insert(tx, *cart.plan(tx, purchase, approval, ctx.now()))
    approvals.forget_party(tx, purchase.approval_id)
    return move(
        ctx, tx, purchase, "EXECUTING", **cart.difference(ctx, purchase, [(one.hold.total, one.total) for one in fresh])
    )


def _stop(
    ctx: DeskContext, tx: Connection, purchase: PurchaseRow, state: str, note: str, **values: object
) -> PurchaseRow:
    approvals.forget_party(tx, purchase.approval_id)
    return move(ctx, tx, purchase, state, note=note, **values)


async def _execute(ctx: DeskContext, purchase: PurchaseRow) -> PurchaseRow:
    steps, too_late, replaces = await ctx.ledger.read(lambda tx: _steps(ctx, tx, purchase))
    if too_late:
        return await ctx.write(purchase.trip_id, lambda tx: _do_not_begin(ctx, tx, purchase))
    for planned in steps:
        op = await finish(ctx, planned)
        if op.state == "REJECTED":
            return await repricing.refused(ctx, purchase, op)
        if not op.settled:
            return await ctx.write(purchase.trip_id, lambda tx: _review(ctx, tx, purchase.purchase_id))
        more = replaces or planned is not steps[-1]
        if (more or op.code == TWICE.code) and (dear := await ctx.ledger.read(partial(cart.above, ctx, op=op))):
            return await ctx.write(purchase.trip_id, partial(_too_dear, ctx, purchase=purchase, why=dear))
    return await _close(ctx, purchase, replaces=replaces)


async def _close(ctx: DeskContext, purchase: PurchaseRow, *, replaces: bool) -> PurchaseRow:
    """Close a purchase whose legs are all bought, and only then cancel what it replaces."""
    approved = await ctx.ledger.read(lambda tx: _cancels(tx, purchase)) if replaces else ([], [])
    cancels = await changes.again(ctx, approved)
    ctx.faults.reach("purchase.closing")
    closed = await ctx.write(purchase.trip_id, lambda tx: _bought(ctx, tx, purchase, cancels))
    ctx.faults.reach("purchase.closed")
    if replaces:
        await changes.carry_out(ctx, closed)
    return closed


def _too_dear(ctx: DeskContext, tx: Connection, *, purchase: PurchaseRow, why: str) -> PurchaseRow:
    """Stop after a leg that was charged above its approval, or is another order by its number: a person decides about what is booked."""
    row = purchases.get(tx, purchase.purchase_id)
    if row.state not in ("EXECUTING", "PAYMENT_REVIEW"):
        return row
    operations.skip_planned(tx, row.purchase_id, ctx.now(), why)
    lost = cart.charged(ctx, tx, row).get("dearer_by")
    return move(ctx, tx, row, "MANUAL_REVIEW", note=why, loss=lost)


def _cancels(tx: Connection, purchase: PurchaseRow) -> changes.Cancels:
    return changes.cancels_of(tx, approvals.get(tx, purchase.approval_id))


def _bought(
    ctx: DeskContext, tx: Connection, purchase: PurchaseRow, cancels: Sequence[tuple[CancelLine, Quoted]]
) -> PurchaseRow:
    if purchases.get(tx, purchase.purchase_id).live:
        changes.plan(ctx, tx, purchase, cancels)
    return move(ctx, tx, purchase, "PURCHASED", note="", **cart.charged(ctx, tx, purchase))


def _steps(ctx: DeskContext, tx: Connection, purchase: PurchaseRow) -> tuple[list[OperationRow], bool, bool]:
    """Return the legs; whether it is too late to begin: nothing left the house and the approval's time is over; whether it replaces."""
    steps = operations.of_purchase(tx, purchase.purchase_id, "pay", "book")
    approval = approvals.get(tx, purchase.approval_id)
    too_late = cart.is_over(approval, ctx.now()) and all(op.state == "PLANNED" for op in steps)
    return steps, too_late, approval is not None and bool(approval.cancels)


def _do_not_begin(ctx: DeskContext, tx: Connection, purchase: PurchaseRow) -> PurchaseRow:
    if not _steps(ctx, tx, purchase)[1]:
        return purchases.get(tx, purchase.purchase_id)
    operations.skip_planned(tx, purchase.purchase_id, ctx.now(), "the approval's time was over")
    return move(ctx, tx, purchase, "EXPIRED", note="the approval's time was over before anything was bought")


def _review(ctx: DeskContext, tx: Connection, purchase_id: str) -> PurchaseRow:
    row = purchases.get(tx, purchase_id)
    note = "a supplier's answer is missing or unclear: whether it was bought is being found out; nothing is sent twice"
    return row if row.state != "EXECUTING" else move(ctx, tx, row, "PAYMENT_REVIEW", note=note)
