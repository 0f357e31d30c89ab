"""The fault ``price_change``: an offer, or an unpaid order, becomes five per cent dearer."""

from tripintent.state.money import payable
from tripintent.tools.ports.orders import OrderRequest
from tripintent.tools.suppliers.embedded.sales_service import PRICE_RISE, SalesService
from tripintent.tools.suppliers.embedded.tables import Tables


async def dearer(counter: SalesService, subject: OrderRequest | str) -> None:
    """Raise the price of a request's offer, or of an order by its id; a paid order keeps its price."""
    if isinstance(subject, OrderRequest):
        await counter.raise_price(subject.offer)
        return
    order_id = subject
    await counter.written(lambda pages: _raise_order(pages, order_id))


def _raise_order(pages: Tables, order_id: str) -> None:
    entry = pages.entry(order_id)
    if entry is None or entry.order.paid_at:
        return
    total = payable(entry.order.total.amount * PRICE_RISE, entry.order.total.currency)
    pages.update(entry.order.model_copy(update={"total": total}))
