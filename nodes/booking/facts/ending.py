"""What it costs to cancel or change something that is booked, by the terms that it was bought with."""

from datetime import datetime
from decimal import Decimal

from pydantic import JsonValue

from tripintent.nodes.booking.facts.option_facts import money
from tripintent.state.booking import Booking
from tripintent.state.money import Money
from tripintent.state.offers import Terms

ASKED = "fare difference priced when a day is named"
"""What a new day costs beside a fee: the seller says it once one asks for that day."""


def ending_facts(booking: Booking, now: datetime | None) -> dict[str, JsonValue]:
    """Return what cancelling now brings back and costs, until when that holds, and what a change costs.

    The terms alone are read, and no seller is asked: what a cancellation comes to is said again before it is approved.
    """
    if booking.status != "confirmed" or now is None:
        return {}
    return {"cancel_now": _cancelled(booking.terms, booking.total, now), "change": _changed(booking)}


def _cancelled(terms: Terms, paid: Money | None, now: datetime) -> dict[str, JsonValue]:
    fee = fee_now(terms, paid, now)
    same = fee is not None and paid is not None and fee.currency == paid.currency
    back = (
        Money(amount=max(paid.amount - fee.amount, Decimal(0)), currency=paid.currency)
        if same and paid and fee
        else None
    )
    until = terms.free_until if terms.free_until and terms.free_until > now else None
    after = fee_now(terms, paid, until) if until else None
    return {
        "fee": money(fee),
        "refund": money(back),
        "free_until": until.isoformat() if until else None,
        "fee_after": money(after),
    }


def fee_now(terms: Terms, paid: Money | None, now: datetime) -> Money | None:
    """Return what a cancellation costs; all that was paid where nothing comes back, None where nobody knows what was paid."""
    nothing = Money(amount=Decimal(0), currency=paid.currency) if paid else None
    if terms.free_until is not None and now < terms.free_until:
        return nothing
    if not terms.refundable or (terms.free_until is not None and terms.refund_penalty is None):
        return paid
    return terms.refund_penalty or nothing


def _changed(booking: Booking) -> dict[str, JsonValue]:
    """Return what a change costs: a hotel's is another booking and a cancellation of this one."""
    if booking.item_type == "hotel":
        return {"how": "book anew and cancel", "fee": None, "difference": ASKED}
    if not booking.terms.changeable:
        return {"how": "not by the fare; book anew and cancel", "fee": None, "difference": ASKED}
    free = Money(amount=Decimal(0), currency=booking.total.currency) if booking.total else None
    return {"how": "at the airline", "fee": money(booking.terms.change_penalty or free), "difference": ASKED}
