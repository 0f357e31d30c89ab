"""Cancelling a paid order: a quote by the terms it was sold under, then the cancelling under the newest quote."""

from datetime import datetime, timedelta
from decimal import Decimal

from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer, Terms
from tripintent.tools.ports.orders import CancelQuote, SupplierOrder
from tripintent.tools.suppliers.embedded.faults import rejected
from tripintent.tools.suppliers.embedded.seeded_random import SeededRandom
from tripintent.tools.suppliers.embedded.tables import BookedOrder, Tables

QUOTE_LIFE = timedelta(minutes=10)


def quote(pages: Tables, dice: SeededRandom, entry: BookedOrder, now: datetime) -> CancelQuote:
    """Write and return what cancelling costs now. Raises Rejected for an order that is not paid or is cancelled."""
    order = entry.order
    _check_paid(order)
    fee = fee_now(order.total, order.terms, entry.offer, now)
    before = pages.newest_cancel_quote(order.order_id)
    made = CancelQuote(
        quote_id=f"cq_{dice.number('cancel', order.order_id, now.isoformat(), before and before.quote_id):016x}",
        order_id=order.order_id,
        fee=fee,
        refund=Money(amount=order.total.amount - fee.amount, currency=fee.currency),
        expires_at=now + QUOTE_LIFE,
    )
    pages.add_cancel_quote(made)
    return made


def cancel(pages: Tables, entry: BookedOrder, given: CancelQuote, client_ref: str, now: datetime) -> SupplierOrder:
    """Cancel under a quote. Raises Rejected ``order_cancellation_stale`` or ``already_cancelled``."""
    _check_paid(entry.order)
    newest = pages.newest_cancel_quote(entry.order.order_id)
    if newest is None or newest != given or now >= newest.expires_at:
        raise rejected("the cancellation quote is not the newest or has expired; ask again", "order_cancellation_stale")
    pages.add_cancellation(entry.order.order_id, client_ref, given)
    return pages.update(entry.order.model_copy(update={"status": "cancelled"}))


def fee_now(total: Money, terms: Terms, offer: FlightOffer | HotelOffer, now: datetime) -> Money:
    """Return the fee: nothing while it is free, the penalty where there is one, else and once travel began all of it."""
    if not terms.refundable or _begun(offer, now):
        return total
    if terms.free_until is not None and now >= terms.free_until:
        return total
    penalty = terms.refund_penalty.amount if terms.refund_penalty else Decimal(0)
    return Money(amount=min(penalty, total.amount), currency=total.currency)


def _begun(offer: FlightOffer | HotelOffer, now: datetime) -> bool:
    if isinstance(offer, FlightOffer):
        return now >= offer.depart_at
    return now.date() >= offer.check_in


def _check_paid(order: SupplierOrder) -> None:
    if order.status == "cancelled":
        raise rejected(f"order {order.order_id} is cancelled", "already_cancelled")
    if order.paid_at is None:
        raise rejected(f"order {order.order_id} is not paid; release the hold instead", "not_paid")
