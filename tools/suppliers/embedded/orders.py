"""The embedded supplier's orders: the port ``Orders`` for flights and hotels from one book, their lapse by the clock and their payment.

Payment is checked in the order of a real supplier. The fault ``price_change`` makes an offer, or an unpaid order, five per cent dearer.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple

from tripintent.state.money import Money, payable
from tripintent.tools.errors import SupplierUnavailable
from tripintent.tools.ports.orders import CancelQuote, OrderRequest, SupplierOrder
from tripintent.tools.ports.suppliers import Capabilities
from tripintent.tools.suppliers.embedded import faults, terms
from tripintent.tools.suppliers.embedded.faults import Fault, gone, rejected
from tripintent.tools.suppliers.embedded.ids import tickets
from tripintent.tools.suppliers.embedded.order_opening import (
    check_birth_dates,
    check_payment_method,
    open_order,
    opened_before,
)
from tripintent.tools.suppliers.embedded.sales_service import PRICE_RISE, SalesService, needed_by, readable
from tripintent.tools.suppliers.embedded.tables import BookedOrder, Tables


class EmbeddedOrders:
    """Holds, books, pays, reads, releases and cancels. What it promises is said by its capabilities."""

    def __init__(self, counter: SalesService, *, flights: Capabilities, hotels: Capabilities) -> None:
        self._counter = counter
        self._promises: dict[str, Capabilities] = {"flight": flights, "hotel": hotels}

    @property
    def capabilities(self) -> Capabilities:
        """Return what this supplier promises for flights; the hotels' own capabilities may hold otherwise and need less."""
        return self._promises["flight"]

    async def hold(self, request: OrderRequest) -> SupplierOrder:
        """Reserve without paying. Raises Rejected, OfferGone or Unknown."""
        promises = self._promises[request.offer.kind]
        if promises.hold == "none":
            raise rejected("these rates cannot be held; book them", "hold_not_supported")
        return await self._commit("hold", lambda pages: self._open(pages, request).order, request)

    async def book(self, request: OrderRequest, payment_method_id: str) -> SupplierOrder:
        """Order and pay in one step. Raises Rejected, OfferGone or Unknown."""

        def work(pages: Tables) -> SupplierOrder:
            before = opened_before(pages, request, self._promises[request.offer.kind])
            if before and before.order.paid_at:
                return before.order
            check_birth_dates(request)
            check_payment_method(payment_method_id)
            entry = before or self._open(pages, request)
            return pay(
                pages, self._counter, entry, PaymentSent(entry.order.total, payment_method_id, request.client_ref)
            )

        return await self._commit("book", work, request)

    async def pay(self, order_id: str, amount: Money, payment_method_id: str, client_ref: str) -> SupplierOrder:
        """Pay a held order. Raises Rejected with the code that says why, or Unknown."""

        def work(pages: Tables) -> SupplierOrder:
            entry = _known(pages, order_id)
            keyed = self._promises[entry.order.item_type].pay == "keyed"
            if keyed and pages.paid_under(order_id, client_ref):
                return as_of(entry.order, self._counter.clock.now())
            return pay(pages, self._counter, entry, PaymentSent(amount, payment_method_id, client_ref))

        return await self._commit("pay", work, order_id)

    async def read(self, order_id: str) -> SupplierOrder:
        """Return the order as it is now. Raises Rejected ``not_found``, also while it is not visible yet."""
        await self._look("read", order_id)
        now = self._counter.clock.now()
        entry = await self._counter.read(lambda pages: pages.entry(order_id))
        if entry is None or now < entry.visible_at:
            raise rejected(f"there is no order {order_id}", "not_found")
        return as_of(entry.order, now)

    async def find(self, client_ref: str) -> Sequence[SupplierOrder]:
        """Return every visible order made under a reference, oldest first."""
        if not await self._counter.open_for("find"):
            return ()
        now = self._counter.clock.now()
        entries = await self._counter.read(lambda pages: pages.entries_of(client_ref))
        return tuple(as_of(entry.order, now) for entry in entries if now >= entry.visible_at)

    async def release(self, order_id: str, client_ref: str) -> SupplierOrder:
        """Give an unpaid hold back; twice is the same as once. Raises Rejected ``already_paid`` for a paid order."""

        def work(pages: Tables) -> SupplierOrder:
            order = as_of(_known(pages, order_id).order, self._counter.clock.now())
            if order.status in {"cancelled", "expired"}:
                return order
            if order.paid_at:
                raise rejected(f"order {order_id} is paid; cancel it instead", "already_paid")
            pages.add_cancellation(order_id, client_ref, None)
            return pages.update(order.model_copy(update={"status": "cancelled", "expires_at": None}))

        return await self._commit("release", work, order_id)

    async def quote_cancellation(self, order_id: str) -> CancelQuote:
        """Say what cancelling a paid order would cost; a newer quote makes this one stale."""
        await self._look("quote_cancellation", order_id)
        counter, now = self._counter, self._counter.clock.now()
        return await counter.written(lambda p: terms.quote(p, counter.dice, _known(p, order_id), now))

    async def cancel(self, quote: CancelQuote, client_ref: str) -> SupplierOrder:
        """Cancel under a quote. Raises Rejected ``order_cancellation_stale`` or ``already_cancelled``, or Unknown."""

        def work(pages: Tables) -> SupplierOrder:
            entry = _known(pages, quote.order_id)
            keyed = self._promises[entry.order.item_type].create == "keyed"
            if keyed and pages.cancelled_under(quote.order_id) == client_ref:
                return entry.order
            return terms.cancel(pages, entry, quote, client_ref, self._counter.clock.now())

        return await self._commit("cancel", work, quote.order_id)

    def _open(self, pages: Tables, request: OrderRequest) -> BookedOrder:
        promises = self._promises[request.offer.kind]
        before = opened_before(pages, request, promises)
        return before or open_order(pages, self._counter, request, promises, self._counter.clock.now())

    async def _commit(
        self, operation: str, work: Callable[[Tables], SupplierOrder], subject: OrderRequest | str
    ) -> SupplierOrder:
        fault = await self._counter.wait(operation)
        faults.before(operation, fault)
        if fault is Fault.PRICE_CHANGE:
            await dearer(self._counter, subject)
        try:
            order = await self._counter.written(work)
        except SupplierUnavailable as error:
            raise rejected(f"{error}; nothing was done", "service_unavailable") from error
        faults.after(operation, fault)
        return as_of(order, self._counter.clock.now())

    async def _look(self, operation: str, order_id: str) -> None:
        fault = await self._counter.wait(operation)
        if fault is Fault.PRICE_CHANGE:
            await dearer(self._counter, order_id)
        if not readable(operation, fault):
            raise rejected(f"there is no order {order_id}", "not_found")


def _known(pages: Tables, order_id: str) -> BookedOrder:
    entry = pages.entry(order_id)
    if entry is None:
        raise rejected(f"there is no order {order_id}", "not_found")
    return entry


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


def as_of(order: SupplierOrder, now: datetime) -> SupplierOrder:
    """Return the order as it is: an unpaid hold past its time is expired (and, as elsewhere, never paid)."""
    if order.status == "held" and order.expires_at and now >= order.expires_at:
        return order.model_copy(update={"status": "expired"})
    return order


class PaymentSent(NamedTuple):
    """The payment that the client sent."""

    amount: Money
    method: str
    client_ref: str


def pay(pages: Tables, counter: SalesService, entry: BookedOrder, payment: PaymentSent) -> SupplierOrder:
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


def _take_now(pages: Tables, counter: SalesService, entry: BookedOrder, now: datetime) -> None:
    need = needed_by(entry.offer, entry.sealed.units)
    if counter.short_of(pages, need, now):
        raise gone("it sold out, and a soft hold keeps nothing", "offer_no_longer_available")
    pages.take(entry.order.order_id, need)
