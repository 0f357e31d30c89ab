"""Cancelling after the purchase: any set of booked items as one plan, with one approval."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from tripintent.state.booking import ApprovalAnswer, Booking, CancelLine, ticks
from tripintent.state.context import Identity
from tripintent.tools.desk.cart import cancels_text
from tripintent.tools.desk.compensating import (
    Quoted,
    lost_by,
    nothing,
    plan_of,
    plan_once,
    quote_all,
    sums,
    whole,
    worse,
)
from tripintent.tools.desk.context import APPROVAL_LIFE, DeskContext
from tripintent.tools.desk.holding import expire_approvals, finish_all, withdraw
from tripintent.tools.desk.planning import plan_cancel
from tripintent.tools.desk.states import given_elsewhere, grant_ended, other_approver, refuse
from tripintent.tools.formats import formats_of
from tripintent.tools.ids import new_id
from tripintent.tools.ledger import approvals, bookings, operations, ownership
from tripintent.tools.ledger.approvals import ApprovalRow
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ledger.seals import sha256
from tripintent.tools.ports.desk import IssuedApproval
from tripintent.tools.ports.orders import CancelQuote
from tripintent.tools.ports.outcomes import CancellationPlan, Cancelled, CancelledItem, CancelOutcome, Refused

ENGLISH = formats_of("en")


async def quote(
    ctx: DeskContext, trip_id: str, booking_ids: Sequence[str], currency: str | None
) -> CancellationPlan | Refused:
    """Ask what cancelling costs now; what was begun costs what it was begun for, and no one is asked about it again.

    Another trip's booking counts as unknown.
    """
    rows = await ctx.ledger.read(lambda tx: [_of_trip(tx, trip_id, one) for one in dict.fromkeys(booking_ids)])
    found = [row for row in rows if row is not None]
    if not found or len(found) < len(rows):
        return refuse("unknown_booking")
    quoted = await _terms(ctx, found)
    plan = plan_of(ctx, [one.line for one in quoted], currency)
    if isinstance(plan, Refused):
        return plan
    return plan.model_copy(update={"needs_approval": any(one.terms and not one.begun for one in quoted)})


@dataclass(frozen=True)
class _Terms(Quoted):
    """A quote, and the operation that carries it out already, if there is one."""

    begun: OperationRow | None = None


async def _terms(ctx: DeskContext, found: Sequence[Booking]) -> list[_Terms]:
    """Return the terms of each, asked for now or those under which its cancellation was begun."""
    ops = await ctx.ledger.read(lambda tx: {one.booking_id: operations.of_booking(tx, one.booking_id) for one in found})
    asked = await quote_all(ctx, [one for one in found if ops[one.booking_id] is None])
    fresh = {one.booking.booking_id: _Terms(one.booking, one.terms, one.refused, one.due) for one in asked}
    return [fresh.get(one.booking_id) or _under_way(one, ops[one.booking_id]) for one in found]


def _under_way(booking: Booking, op: OperationRow | None) -> _Terms:
    assert op is not None  # noqa: S101 - what was not asked about is under way
    return _Terms(booking, CancelQuote.model_validate(op.body["quote"]), begun=op)


def _of_trip(tx: Connection, trip_id: str, booking_id: str) -> Booking | None:
    """Return a booking of the trip; whoever names another trip's learns nothing of it."""
    owner, booking = bookings.get(tx, booking_id) or ("", None)
    return booking if owner == trip_id else None


async def request_approval(
    ctx: DeskContext, trip_id: str, plan: CancellationPlan, thread_id: str, approver: str | None = None
) -> IssuedApproval | Refused:
    """Issue the approval of a plan; the same plan finds its open approval again."""
    fresh = _row(ctx, plan, trip_id, thread_id).model_copy(update={"approver": approver})
    row = await ctx.write(trip_id, lambda tx: _issue(ctx, tx, fresh))
    ctx.faults.reach("approve.stored")
    return row if isinstance(row, Refused) else IssuedApproval(approval=row.as_approval())


def _issue(ctx: DeskContext, tx: Connection, row: ApprovalRow) -> ApprovalRow | Refused:
    if any(_of_trip(tx, row.trip_id, line.booking_id) is None for line in row.cancels):
        return refuse("unknown_booking")
    owner = ownership.owner_of(tx, row.trip_id)
    row = row.model_copy(update={"org": owner.org if owner else ""})
    expire_approvals(ctx, tx, row.trip_id)
    waiting = approvals.open_of_trip(tx, row.trip_id, "cancel")
    if waiting is not None and _bound(waiting) == _bound(row):
        return waiting
    if waiting is not None:
        withdraw(ctx, tx, waiting, "what is asked about a cancellation changed")
    approvals.insert(tx, row)
    facts = {"approval_id": row.approval_id, "kind": "cancel", "cart_hash": row.cart_hash, "fee": str(row.total)}
    ctx.audit(tx, row.trip_id, "approval.issued", **facts)
    return row


def _bound(row: ApprovalRow) -> tuple[str, Identity | None, str]:
    """Return the fields that have to be the same for a waiting approval to be found again."""
    return row.cart_hash, row.asked, row.thread_id


def _row(ctx: DeskContext, plan: CancellationPlan, trip_id: str, thread_id: str) -> ApprovalRow:
    now, text = ctx.now(), cancels_text(trip_id, plan.items)
    ends = [line.expires_at for line in plan.cancellable if line.expires_at is not None]
    return ApprovalRow(
        approval_id=new_id("apr"),
        kind="cancel",
        trip_id=trip_id,
        thread_id=thread_id,
        cart=text,
        cart_hash=sha256(text),
        cancels=plan.items,
        total=plan.fee,
        refund=plan.refund,
        confirmations=tuple(ticks(plan.items, ENGLISH.money)),
        wording=ticks(plan.items, ENGLISH.money),
        expires_at=min([now + APPROVAL_LIFE, *ends]),
        created_at=now,
    )


async def cancel(
    ctx: DeskContext, trip_id: str, plan: CancellationPlan, answer: ApprovalAnswer | None
) -> CancelOutcome:
    """Carry out a plan. ``answer`` is authentic (the desk checked its seal) or None.

    Everything is asked about once more before anything is sent: where one item got worse, nothing is cancelled.
    """
    rows = await ctx.ledger.read(lambda tx: [_of_trip(tx, trip_id, line.booking_id) for line in plan.cancellable])
    found = [row for row in rows if row is not None]
    if not found or len(found) < len(rows):
        return refuse("unknown_booking")
    before = await ctx.ledger.read(lambda tx: _done_before(tx, trip_id, answer))
    if before:
        return await _carried_out(ctx, before, plan.fee.currency, already=True)
    terms = await _terms(ctx, found)
    refusal = _got_worse(plan.cancellable, terms)
    if refusal is not None:
        return refusal
    wish = _Wish(trip_id, plan, terms, answer)
    ops = await ctx.write(trip_id, lambda tx: _plan(ctx, tx, wish))
    if isinstance(ops, Refused):
        return ops
    ctx.faults.reach("cancel.planned")
    return await _carried_out(ctx, ops, plan.fee.currency)


def _done_before(tx: Connection, trip_id: str, answer: ApprovalAnswer | None) -> list[OperationRow]:
    """Return what the same approval began before: a second click hears of it. What was refused whole begins nothing again."""
    ops = operations.of_plan(tx, answer.approval_id) if answer else []
    mine = [op for op in ops if op.trip_id == trip_id]
    return mine if any(op.state != "REJECTED" for op in mine) else []


def _got_worse(shown: Iterable[CancelLine], now: Sequence[_Terms]) -> Refused | None:
    """Refuse the whole plan where an item cannot be cancelled any more, costs more, or brings back less."""
    refused = next((one.refused for one in now if one.refused is not None), None)
    told = [worse(line, one) for line, one in zip(shown, now, strict=True) if not one.begun]
    return refused or (refuse("stale_quote", "; ".join(filter(None, told))) if any(told) else None)


@dataclass(frozen=True)
class _Wish:
    """A plan as asked for, beside what its items cost now."""

    trip_id: str
    plan: CancellationPlan
    terms: Sequence[_Terms]
    answer: ApprovalAnswer | None


def _plan(ctx: DeskContext, tx: Connection, wish: _Wish) -> list[OperationRow] | Refused:
    """Use the approval and plan one operation per item, in one transaction. What was begun before needs no other approval."""
    current = [bookings.get(tx, one.booking.booking_id) for one in wish.terms]
    if any(row is None or row[1].status != "confirmed" for row in current):
        return refuse("not_cancellable")
    fresh = [(one.booking, one.terms) for one in wish.terms if not one.begun and one.terms]
    refusal = _consume(ctx, tx, wish) if fresh else None
    if refusal is not None:
        return refusal
    plan_id = wish.answer.approval_id if wish.answer else ""
    planned = [plan_cancel(wish.trip_id, *one, ctx.now()) for one in fresh]
    numbered = [op.model_copy(update={"plan_id": plan_id, "seq": seq}) for seq, op in enumerate(planned)]
    return [*(one.begun for one in wish.terms if one.begun), *(plan_once(tx, op) for op in numbered)]


def _consume(ctx: DeskContext, tx: Connection, wish: _Wish) -> Refused | None:
    answer, trip_id = wish.answer, wish.trip_id
    if answer is None:
        return refuse("no_approval")
    row = approvals.get(tx, answer.approval_id, lock=True)
    if row is None or row.kind != "cancel":
        return refuse("unknown_approval")
    if row.trip_id != trip_id:
        return refuse("wrong_trip")
    if (elsewhere := given_elsewhere(row, answer.trip_id, answer.thread_id)) is not None:
        return elsewhere
    if (ended := grant_ended(tx, row, answer.grant_id)) is not None:
        return ended
    if (other := other_approver(row, answer.organisation, answer.by)) is not None:
        return other
    if row.cart_hash != sha256(cancels_text(trip_id, wish.plan.items)):
        return refuse("wrong_cart")
    if row.state != "open":
        return refuse(_CLOSED[row.state], row.reason or "")
    if row.expires_at <= ctx.now():
        return refuse("approval_expired")
    if not {*row.confirmations} <= {*answer.confirmations}:
        return refuse("missing_confirmation")
    approvals.close(tx, row.approval_id, "consumed", ctx.now(), by=answer.by)
    ctx.audit(tx, trip_id, "approval.consumed", approval_id=row.approval_id, by=answer.by)
    return None


_CLOSED = {"consumed": "already_consumed", "expired": "approval_expired", "void": "void", "rejected": "rejected"}


async def _carried_out(
    ctx: DeskContext, ops: Sequence[OperationRow], currency: str, *, already: bool = False
) -> CancelOutcome:
    """Bring every operation of a plan as far as it goes, side by side: none depends on another, and each was approved."""
    await finish_all(ctx, ops)
    items = await ctx.ledger.read(lambda tx: [became_of(tx, operations.get(tx, op.op_id)) for op in ops])
    if all(item.state == "kept" for item in items):
        return refuse("not_cancellable", "; ".join(item.message for item in items))
    done = [_as_line(item) for item in items if item.state == "cancelled"]
    fee, back = sums(ctx, done, currency)
    return Cancelled(
        items=tuple(items), fee=fee or nothing(currency), refund=back or nothing(currency), already=already
    )


def became_of(tx: Connection, op: OperationRow) -> CancelledItem:
    """Return what a cancellation came to."""
    found = bookings.get(tx, op.booking_id or "")
    assert found is not None  # noqa: S101 - a cancellation always names its booking, which is never deleted
    terms = CancelQuote.model_validate(op.body["quote"])
    if op.state == "REJECTED" and found[1].status != "cancelled":
        return CancelledItem(booking=found[1], state="kept", message=op.error)
    state = "cancelled" if op.settled else "in_doubt"
    return CancelledItem(booking=found[1], state=state, fee=lost_by(found[1], terms), refund=terms.refund)


def _as_line(item: CancelledItem) -> CancelLine:
    facts = item.booking.model_dump(include={"booking_id", "item_type", "title"})
    return CancelLine.model_validate({**facts, "paid": whole(item.booking), "fee": item.fee, "refund": item.refund})
