"""Cancelling after the purchase: what it costs, an approval when money is lost, then the cancellation as an operation."""

from dataclasses import dataclass

from pydantic import JsonValue
from sqlalchemy import Connection

from tripintent.state.booking import ApprovalAnswer, Booking, CartLine
from tripintent.tools.desk.compensating import lost_by, plan_once
from tripintent.tools.desk.context import APPROVAL_LIFE, DeskContext, new_id
from tripintent.tools.desk.holding import expire_approvals
from tripintent.tools.desk.planning import plan_cancel
from tripintent.tools.desk.recovering import finish
from tripintent.tools.desk.refusals import refuse
from tripintent.tools.errors import InvalidRequest, OfferGone, Rejected, SupplierError
from tripintent.tools.ledger import approvals, bookings, operations
from tripintent.tools.ledger.approvals import ApprovalRow
from tripintent.tools.ledger.canonical import canonical, sha256
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ports.desk import CancellationOffer, Cancelled, CancelOutcome, InReview, IssuedApproval, Refused
from tripintent.tools.ports.orders import CancelQuote


async def quote(ctx: DeskContext, trip_id: str, booking_id: str) -> CancellationOffer | Refused:
    """Ask the supplier what cancelling costs now; one that was begun costs what it was begun for, and nobody is asked again.

    Another trip's booking is none.
    """
    begun = await ctx.ledger.read(lambda tx: _begun(tx, trip_id, booking_id))
    found = begun or await _quoted(ctx, trip_id, booking_id)
    if isinstance(found, Refused):
        return found
    booking, terms = found
    return CancellationOffer(
        booking_id=booking_id,
        title=booking.title,
        fee=terms.fee,
        refund=terms.refund,
        expires_at=terms.expires_at,
        needs_approval=begun is None and lost_by(booking, terms).amount > 0,
    )


def _begun(tx: Connection, trip_id: str, booking_id: str) -> tuple[Booking, CancelQuote] | None:
    """Return the booking and the quote of a cancellation whose outcome is not known yet."""
    op, booking = operations.of_booking(tx, booking_id), _of_trip(tx, trip_id, booking_id)
    return None if op is None or booking is None else (booking, CancelQuote.model_validate(op.body["quote"]))


async def _quoted(ctx: DeskContext, trip_id: str, booking_id: str) -> tuple[Booking, CancelQuote] | Refused:
    booking = await ctx.ledger.read(lambda tx: _of_trip(tx, trip_id, booking_id))
    if booking is None:
        return refuse("unknown_booking")
    if booking.status != "confirmed":
        return refuse("not_cancellable", f"it is {booking.status}")
    if not ctx.capabilities(booking.supplier).cancel:
        return refuse("not_cancellable", f"{booking.supplier} takes no cancellations through us: ask it by locator")
    try:
        terms = await ctx.supplier(booking.supplier).orders.quote_cancellation(booking.order_id)
    except (Rejected, InvalidRequest, OfferGone) as error:
        return refuse("not_cancellable", str(error))
    except SupplierError as error:
        return refuse("supplier_unavailable", str(error))
    if terms.order_id != booking.order_id:
        return refuse("not_cancellable", f"{booking.supplier} answered about another order")
    return booking, terms


def _of_trip(tx: Connection, trip_id: str, booking_id: str) -> Booking | None:
    """Return a booking of the trip; whoever names another trip's learns nothing of it."""
    owner, booking = bookings.get(tx, booking_id) or ("", None)
    return booking if owner == trip_id else None


async def request_approval(
    ctx: DeskContext, trip_id: str, offer: CancellationOffer, thread_id: str, approver: str | None
) -> IssuedApproval:
    """Issue the approval of a cancellation that loses money; the same offer finds its open approval again."""
    booking = await ctx.ledger.read(lambda tx: _of_trip(tx, trip_id, offer.booking_id))
    if booking is None:
        msg = f"there is no booking {offer.booking_id!r} of this trip"
        raise KeyError(msg)
    fresh = _row(ctx, offer, trip_id, booking, thread_id).model_copy(update={"approver": approver})
    row = await ctx.write(trip_id, lambda tx: _issue(ctx, tx, fresh))
    ctx.faults.reach("approve.stored")
    return IssuedApproval(approval=row.as_approval())


def _issue(ctx: DeskContext, tx: Connection, row: ApprovalRow) -> ApprovalRow:
    expire_approvals(ctx, tx, row.trip_id)
    waiting = approvals.open_of_trip(tx, row.trip_id, "cancel")
    if waiting is not None and (waiting.cart_hash, waiting.approver) == (row.cart_hash, row.approver):
        return waiting
    if waiting is not None:
        _withdraw(ctx, tx, waiting, "what is asked about a cancellation changed")
    approvals.insert(tx, row)
    facts = {"approval_id": row.approval_id, "kind": "cancel", "cart_hash": row.cart_hash, "fee": str(row.total)}
    ctx.say(tx, row.trip_id, "approval.issued", **facts)
    return row


def _row(ctx: DeskContext, offer: CancellationOffer, trip_id: str, booking: Booking, thread_id: str) -> ApprovalRow:
    text = _cart(offer)
    card = CartLine(
        hold_id=booking.booking_id,
        item_type=booking.item_type,
        title=booking.title,
        total=offer.fee,
        terms=booking.terms,
    )
    return ApprovalRow(
        approval_id=new_id("apr"),
        kind="cancel",
        trip_id=trip_id,
        thread_id=thread_id,
        booking_id=offer.booking_id,
        cart=text,
        cart_hash=sha256(text),
        lines=(card.model_copy(update={"simulated": booking.simulated}),),
        total=offer.fee,
        expires_at=min(offer.expires_at, ctx.now() + APPROVAL_LIFE),
        created_at=ctx.now(),
    )


def _cart(offer: CancellationOffer) -> str:
    """What an approval of a cancellation is bound to: the booking, the fee and the refund."""
    facts: dict[str, JsonValue] = offer.model_dump(mode="json", include={"booking_id", "fee", "refund"})
    return canonical(facts)


@dataclass(frozen=True)
class _Wish:
    """A cancellation as asked for, beside what it costs now."""

    booking: Booking
    terms: CancelQuote
    offer: CancellationOffer
    answer: ApprovalAnswer | None


async def cancel(
    ctx: DeskContext, trip_id: str, offer: CancellationOffer, answer: ApprovalAnswer | None
) -> CancelOutcome:
    """Cancel a booking of the trip. ``answer`` is authentic (the desk checked its seal) or None."""
    begun = await ctx.ledger.read(lambda tx: operations.of_booking(tx, offer.booking_id))
    if begun is not None and begun.trip_id != trip_id:
        return refuse("unknown_booking")
    if begun is None:
        found = await _quoted(ctx, trip_id, offer.booking_id)
        if isinstance(found, Refused):
            return found
        wish = _Wish(*found, offer, answer)
        planned = await ctx.write(trip_id, lambda tx: _plan(ctx, tx, trip_id, wish))
        if isinstance(planned, Refused):
            return planned
        ctx.faults.reach("cancel.planned")
        begun = planned
    return await _outcome(ctx, await finish(ctx, begun))


def _plan(ctx: DeskContext, tx: Connection, trip_id: str, wish: _Wish) -> OperationRow | Refused:
    found = bookings.get(tx, wish.booking.booking_id)
    if found is None or found[1].status != "confirmed":
        return refuse("not_cancellable")
    if _is_worse(wish.terms, wish.offer):
        return refuse("stale_quote", f"it now costs {wish.terms.fee} and brings back {wish.terms.refund}")
    loses = lost_by(wish.booking, wish.terms).amount > 0
    refusal = _consume(ctx, tx, trip_id, wish) if loses else None
    if not loses:
        _ask_no_more(ctx, tx, trip_id, wish.booking)
    return refusal or plan_once(tx, plan_cancel(trip_id, wish.booking, wish.terms, ctx.now()))


def _ask_no_more(ctx: DeskContext, tx: Connection, trip_id: str, booking: Booking) -> None:
    """Withdraw what is still asked about a booking whose cancellation costs nothing now."""
    waiting = approvals.open_of_trip(tx, trip_id, "cancel")
    if waiting is not None and waiting.booking_id == booking.booking_id:
        _withdraw(ctx, tx, waiting, "cancelling costs nothing any more")


def _withdraw(ctx: DeskContext, tx: Connection, waiting: ApprovalRow, why: str) -> None:
    approvals.close(tx, waiting.approval_id, "void", ctx.now(), reason=why)
    ctx.say(tx, waiting.trip_id, "approval.void", approval_id=waiting.approval_id, reason=why)


def _is_worse(now: CancelQuote, shown: CancellationOffer) -> bool:
    """Whether cancelling costs more, or brings back less, than was shown."""
    if (now.fee.currency, now.refund.currency) != (shown.fee.currency, shown.refund.currency):
        return True
    return now.fee.amount > shown.fee.amount or now.refund.amount < shown.refund.amount


def _consume(ctx: DeskContext, tx: Connection, trip_id: str, wish: _Wish) -> Refused | None:
    if wish.answer is None:
        return refuse("no_approval")
    row = approvals.get(tx, wish.answer.approval_id, lock=True)
    if row is None or row.kind != "cancel":
        return refuse("unknown_approval")
    if row.trip_id != trip_id:
        return refuse("wrong_trip")
    if row.approver is not None and wish.answer.by != row.approver:
        return refuse("wrong_approver", f"{row.approver} is asked, {wish.answer.by} answered")
    if row.cart_hash != sha256(_cart(wish.offer)):
        return refuse("wrong_cart")
    if row.state != "open":
        return refuse(_CLOSED[row.state], row.reason or "")
    if row.expires_at <= ctx.now():
        return refuse("approval_expired")
    approvals.close(tx, row.approval_id, "consumed", ctx.now(), by=wish.answer.by)
    ctx.say(tx, trip_id, "approval.consumed", approval_id=row.approval_id, by=wish.answer.by)
    return None


_CLOSED = {"consumed": "already_consumed", "expired": "approval_expired", "void": "void", "rejected": "rejected"}


async def _outcome(ctx: DeskContext, op: OperationRow) -> CancelOutcome:
    found = await ctx.ledger.read(lambda tx: bookings.get(tx, op.booking_id or ""))
    if op.state == "REJECTED" or found is None:
        return refuse("not_cancellable", op.error)
    booking = found[1]
    if not op.settled:
        return InReview(
            purchase_id=booking.purchase_id,
            state=op.state,
            message="the supplier's reply was lost: it is being found out whether the booking is cancelled",
        )
    terms = CancelQuote.model_validate(op.body["quote"])
    return Cancelled(booking=booking, fee=terms.fee, refund=terms.refund)
