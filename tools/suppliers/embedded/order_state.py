"""How an order reads at a moment: holds lapse by the clock, without anybody writing it down.

Paying an order: the checks in the order in which a real supplier makes them, then one payment.
"""

from datetime import datetime
from typing import NamedTuple

from tripintent.state.money import Money
from tripintent.tools.ports.orders import Order
from tripintent.tools.suppliers.embedded.faults import gone, rejected
from tripintent.tools.suppliers.embedded.order_ids import tickets
from tripintent.tools.suppliers.embedded.order_opening import check_payment_method
from tripintent.tools.suppliers.embedded.sales_service import SalesService
from tripintent.tools.suppliers.embedded.stock import needed_by
from tripintent.tools.suppliers.embedded.tables import Entry, Tables


def as_of(order: Order, now: datetime) -> Order:
    """Return the order as it is: an unpaid hold past its time is expired (and, as elsewhere, never paid)."""
    if order.status == "held" and order.expires_at and now >= order.expires_at:
        return order.model_copy(update={"status": "expired"})
    return order


class Payment(NamedTuple):
    """The payment that the client sent."""

    amount: Money
    method: str
    client_ref: str


def pay(pages: Tables, counter: SalesService, entry: Entry, payment: Payment) -> Order:
    """Take the payment and confirm. Raises Rejected with the code that says why, or OfferGone for a lost soft hold."""
    now = counter.clock.now()
    amount, method, client_ref = payment
    order = as_of(entry.order, now)
    if order.paid_at:
        raise rejected(f"order {order.order_id} was paid at {order.paid_at.isoformat()}", "already_paid")
    if order.status == "cancelled":
        raise rejected(f"order {order.order_id} was cancelled", "already_cancelled")
    if order.status == "expired":
        raise rejected(f"the hold of {order.order_id} lapsed", "past_payment_required_by_date")
    if amount != order.total:
        raise rejected(f"{amount} was sent, the total is {order.total}", "payment_amount_does_not_match_order_amount")
    check_payment_method(method)
    if not entry.firm:
        _take_now(pages, counter, entry, now)
    pages.pay(order.order_id, client_ref, amount, method, now)
    issued = tickets(counter.dice, order.order_id, entry.offer, entry.sealed)
    confirmed = {"status": "confirmed", "paid_at": now, "tickets": issued, "expires_at": None}
    return pages.update(order.model_copy(update=confirmed))


def _take_now(pages: Tables, counter: SalesService, entry: Entry, now: datetime) -> None:
    need = needed_by(entry.offer, entry.sealed.units)
    if counter.short_of(pages, need, now):
        raise gone("it sold out, and a soft hold keeps nothing", "offer_no_longer_available")
    pages.take(entry.order.order_id, need)
