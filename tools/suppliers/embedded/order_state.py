"""How an order reads at a moment: holds lapse by the clock, without anybody writing it down."""

from datetime import datetime

from tripintent.tools.ports.orders import Order


def as_of(order: Order, now: datetime) -> Order:
    """Return the order as it is: an unpaid hold past its time is expired (and, as elsewhere, never paid)."""
    if order.status == "held" and order.expires_at and now >= order.expires_at:
        return order.model_copy(update={"status": "expired"})
    return order
