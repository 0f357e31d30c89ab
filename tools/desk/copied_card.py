"""The cards of a copy of a trip: what a person would be asked, by the rules of the real ones."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from tripintent.state.booking import Approval, Booking, CancelLine, CartLine, Hold
from tripintent.state.money import Money
from tripintent.state.offers import Offer
from tripintent.state.queries import fingerprint
from tripintent.tools.desk.cart import total, total_in
from tripintent.tools.desk.context import APPROVAL_LIFE
from tripintent.tools.ids import new_id
from tripintent.tools.ports.desk import ApprovalRequest, CancellationPlan
from tripintent.tools.ports.ports import Ports


def purchase_card(
    request: ApprovalRequest, lines: Sequence[CartLine], cancels: Sequence[CancelLine], ports: Ports
) -> Approval:
    """Return the card of what is held, and of the bookings that it replaces."""
    now, rates = ports.clock.now(), ports.rates
    whole = total(lines, request.total_currency, rates)
    back = [one.money_back for one in cancels if one.money_back]
    ends = [end for end in (*(o.expires_at for o in lines), *(o.expires_at for o in cancels)) if end is not None]
    return Approval(
        **request.model_dump(include={"trip_id", "org", "thread_id", "payment_method_id", "approver"}),
        approval_id=new_id("apr"),
        cart_hash=fingerprint([one.hold_id for one in lines], [one.booking_id for one in cancels]),
        lines=tuple(lines),
        cancels=tuple(cancels),
        total=whole,
        refund=total_in(back, whole.currency, rates) if cancels else None,
        token_required=request.token_required,
        confirmations=request.confirmations,
        wording=request.wording,
        expires_at=min(ends if request.approver and ends else [now + APPROVAL_LIFE, *ends]),
        created_at=now,
    )


def cancel_card(trip_id: str, plan: CancellationPlan, thread_id: str, approver: str | None, now: datetime) -> Approval:
    """Return the card of a cancellation."""
    ends = [one.expires_at for one in plan.cancellable if one.expires_at is not None]
    return Approval(
        approval_id=new_id("apr"),
        kind="cancel",
        trip_id=trip_id,
        thread_id=thread_id,
        cart_hash=fingerprint([one.booking_id for one in plan.items]),
        cancels=plan.items,
        total=plan.fee,
        refund=plan.refund,
        approver=approver,
        expires_at=min([now + APPROVAL_LIFE, *ends]),
        created_at=now,
    )


def line(hold: Hold, offer: Offer | None) -> CartLine:
    """Return a hold as one line of the card, with the terms of its offer."""
    facts = hold.model_dump(include=set(CartLine.model_fields))
    return CartLine.model_validate({**facts, "terms": offer.terms} if offer else facts)


def kept_line(booking: Booking, problem: str, message: str) -> CancelLine:
    """Return a booking that is not cancelled, and why."""
    facts = booking.model_dump(include={"booking_id", "item_type", "title", "simulated"})
    paid = booking.total or Money(amount=Decimal(0))
    return CancelLine.model_validate({**facts, "paid": paid, "problem": problem, "message": message})


def bound(card: Approval) -> tuple[object, ...]:
    """Return what has to be the same for the card that waits to be the one that would come."""
    lines = sorted(one.hold_id for one in card.lines)
    cancels = sorted((one.booking_id, str(one.fee), str(one.refund)) for one in card.cancels)
    return lines, cancels, card.total, card.payment_method_id, card.approver, card.confirmations, card.thread_id
