"""A supplier as the desk calls it: whatever its adapter raises is a SupplierError, and whatever it returns was checked.

Adapters are other people's code around other people's words. An error that no one thought of must not stop the recovery of
everything else, and an order that was put together past the checks of its model must not reach the ledger.
"""

import asyncio
from collections.abc import Awaitable, Sequence
from typing import TypeVar

from pydantic import BaseModel

from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, Offer
from tripintent.state.queries import FlightQuery
from tripintent.tools.desk.suppliers import DeskSupplier, Price
from tripintent.tools.errors import Rejected, SupplierError, SupplierTimeout
from tripintent.tools.ports.orders import AcceptsChanges, CancelQuote, ChangesOrders, Order, OrderRequest, Orders
from tripintent.tools.ports.suppliers import Capabilities

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)


def guarded(supplier: DeskSupplier) -> DeskSupplier:
    """Return the supplier behind its guard."""
    price = supplier.price and _guarded_price(supplier.price, supplier.capabilities)
    changes = supplier.changes and GuardedChanges(supplier.changes, supplier.capabilities)
    return DeskSupplier(GuardedOrders(supplier.orders), price, supplier.kinds, supplier.webhooks, changes=changes)


class GuardedOrders:
    """The orders port in front of an adapter. An error of no known kind keeps its class name as its code: it is UNKNOWN."""

    def __init__(self, orders: Orders) -> None:
        self._orders = orders

    @property
    def capabilities(self) -> Capabilities:
        """What the supplier declares."""
        return self._orders.capabilities

    async def hold(self, request: OrderRequest) -> Order:
        """Reserve without paying."""
        return await _one(self._orders.hold(request))

    async def book(self, request: OrderRequest, payment_method_id: str) -> Order:
        """Order and pay in one step."""
        return await _one(self._orders.book(request, payment_method_id))

    async def pay(self, order_id: str, amount: Money, payment_method_id: str, client_ref: str) -> Order:
        """Pay a held order."""
        return await _one(self._orders.pay(order_id, amount, payment_method_id, client_ref))

    async def read(self, order_id: str) -> Order:
        """Return the order as it is now."""
        return await _in_time(_one(self._orders.read(order_id)), self.capabilities)

    async def find(self, client_ref: str) -> Sequence[Order]:
        """Return every order made under a reference."""
        return await _in_time(_typed(self._found(client_ref)), self.capabilities)

    async def _found(self, client_ref: str) -> Sequence[Order]:
        return [revalidated(order) for order in await self._orders.find(client_ref)]

    async def release(self, order_id: str, client_ref: str) -> Order:
        """Give an unpaid hold back."""
        return await _one(self._orders.release(order_id, client_ref))

    async def quote_cancellation(self, order_id: str) -> CancelQuote:
        """Say what cancelling would cost."""
        return await _in_time(_one(self._orders.quote_cancellation(order_id)), self.capabilities)

    async def cancel(self, quote: CancelQuote, client_ref: str) -> Order:
        """Cancel under a quote."""
        return await _one(self._orders.cancel(quote, client_ref))

    async def accept_change(self, order_id: str, change_id: str) -> Order:
        """Accept what an airline changed. Raises Rejected where the adapter passes no answers on."""
        if not isinstance(self._orders, AcceptsChanges):
            said = f"{self.capabilities.supplier} passes no answer on: answer the airline itself"
            raise Rejected(said, code="not_supported")
        return await _one(self._orders.accept_change(order_id, change_id))


class GuardedChanges:
    """The port of changes in front of an adapter."""

    def __init__(self, changes: ChangesOrders, promised: Capabilities) -> None:
        self._changes = changes
        self._promised = promised

    async def change_offers(self, order_id: str, query: FlightQuery) -> Sequence[FlightOffer]:
        """Return other flights for a paid order."""
        return await _in_time(_typed(self._asked(order_id, query)), self._promised)

    async def _asked(self, order_id: str, query: FlightQuery) -> Sequence[FlightOffer]:
        return [revalidated(offer) for offer in await self._changes.change_offers(order_id, query)]


def _guarded_price(price: Price, promised: Capabilities) -> Price:
    async def priced(offer: Offer) -> Offer:
        return await _in_time(_one(price(offer)), promised)

    return priced


async def _in_time(call: Awaitable[T], promised: Capabilities) -> T:
    """Return what a question returns. Raises SupplierTimeout after the time-out that its supplier declares."""
    try:
        return await asyncio.wait_for(call, promised.timeout.total_seconds())
    except TimeoutError as error:
        raise SupplierTimeout(f"{promised.supplier} did not answer in time", code="timeout") from error


async def _one(call: Awaitable[M]) -> M:
    """Return what a call returns, checked."""

    async def work() -> M:
        return revalidated(await call)

    return await _typed(work())


def revalidated(value: M) -> M:
    """Return a value read once more by its own model."""
    return type(value).model_validate(value.model_dump())


async def _typed(call: Awaitable[T]) -> T:
    """Return what a call returns. Raises SupplierError whatever the adapter raised."""
    try:
        return await call
    except SupplierError:
        raise
    except Exception as error:
        kind = type(error).__name__
        raise SupplierError(f"the supplier's adapter failed with {kind}", code=kind) from error
