"""Repricing: every held order and every offer of the cart is read once more, right before anything is sent.

A supplier that has no call for it is taken at its last word until the hold or offer lapses: it has to refuse a changed price itself.
"""

from dataclasses import dataclass, replace

import stamina

from tripintent.state.money import Money
from tripintent.state.offers import Offer, Terms
from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.reprice_diff import another, differences, less, less_back
from tripintent.tools.errors import OfferGone, Retryable, SupplierError
from tripintent.tools.ledger.holds import HoldRow


@dataclass(frozen=True)
class Fresh:
    """One hold as it would be sold now. ``gone`` and ``unread`` say why it cannot be; ``paid``, that it was paid already."""

    hold: HoldRow
    total: Money
    terms: Terms
    offer: Offer
    differences: tuple[str, ...] = ()
    gone: str = ""
    unread: str = ""
    paid: bool = False


async def reprice(ctx: DeskContext, hold: HoldRow) -> Fresh:
    """Read one hold again. Nothing raises: what went wrong is said in the value."""
    try:
        return await _read(ctx, hold)
    except OfferGone as error:
        return _as_it_was(hold, gone=str(error))
    except SupplierError as error:
        return _as_it_was(hold, unread=str(error))


@stamina.retry(on=Retryable, attempts=3, wait_initial=0.2, wait_max=2.0)
async def _read(ctx: DeskContext, hold: HoldRow) -> Fresh:
    supplier = ctx.supplier(hold.supplier)
    if not supplier.capabilities.reprice:
        return _as_it_was(hold)
    if hold.order_id is not None:
        order = await supplier.orders.read(hold.order_id)
        if order.order_id != hold.order_id:
            return _as_it_was(hold, unread=f"{hold.supplier} answered about another order")
        if order.paid_at is not None:
            return replace(_as_it_was(hold), paid=True)
        if order.status != "held":
            return _as_it_was(hold, gone=f"the hold is {order.status}")
        worse = differences(hold, order.total, order.terms) + less_back(hold, order.brings_back)
        return Fresh(hold, order.total, order.terms, hold.offer, worse)
    if supplier.price is None:
        return _as_it_was(hold, unread=f"{hold.supplier} cannot price an offer again")
    offer = await supplier.price(hold.offer)
    other = another(hold.offer, offer)
    if other:
        return _as_it_was(hold, gone=", ".join(other))
    worse = less(hold.title, hold.offer, offer) + differences(hold, offer.total_price, offer.terms)
    return Fresh(hold, offer.total_price, offer.terms, offer, worse)


def _as_it_was(hold: HoldRow, *, gone: str = "", unread: str = "") -> Fresh:
    return Fresh(hold, hold.total, hold.terms, hold.offer, gone=gone, unread=unread)
