"""A supplier as the desk calls it: its orders, its prices for what cannot be held, and a guard around both.

Adapters are other people's code around other people's words. Whatever one raises is a SupplierError here, and whatever it returns
was checked: an error that no one thought of must not stop the recovery of other operations.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from pydantic import BaseModel, JsonValue, TypeAdapter

from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer, Offer
from tripintent.state.queries import FlightQuery
from tripintent.state.travellers import Contact
from tripintent.tools.errors import CommitRejected, OfferGone, SupplierError, SupplierTimeout, Unknown
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ports.orders import (
    AcceptsChanges,
    CancelQuote,
    ChangesOrders,
    OrderRequest,
    Orders,
    PaysFor,
    SupplierOrder,
)
from tripintent.tools.ports.suppliers import Capabilities, FlightSupplier, HoldKind, HotelSupplier, Webhooks

Price = Callable[[Offer], Awaitable[Offer]]


@dataclass(frozen=True)
class DeskSupplier:
    """One supplier.

    ``price`` returns an offer as it would be sold now; needed for hold kinds soft and none. ``kinds`` names the items
    (``flight``, ``hotel``) that it holds otherwise than ``orders.capabilities`` says. ``webhooks`` reads what it reports.
    ``flights`` and ``hotels`` are its searches, where it is searched; ``changes`` asks for changes of its paid orders.
    """

    orders: Orders
    price: Price | None = None
    kinds: Mapping[str, HoldKind] = field(default_factory=dict)
    webhooks: Webhooks | None = None
    flights: FlightSupplier | None = None
    hotels: HotelSupplier | None = None
    changes: ChangesOrders | None = None

    def hold_kind(self, item_type: str) -> HoldKind:
        """How it holds flights or hotels."""
        return self.kinds.get(item_type, self.capabilities.hold)

    @property
    def capabilities(self) -> Capabilities:
        """Return what it declares."""
        return self.orders.capabilities


def price_by(flights: FlightSupplier | None = None, hotels: HotelSupplier | None = None) -> Price:
    """Return the pricing of a seller's ports as one: what an offer is sold for now."""

    async def price(offer: Offer) -> Offer:
        if isinstance(offer, FlightOffer) and flights:
            return await flights.price(offer)
        if isinstance(offer, HotelOffer) and hotels:
            return await hotels.price(offer)
        raise OfferGone(f"{offer.supplier} sells no {offer.kind}s", supplier=offer.supplier, code="not_supported")

    return price


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
        """Return what the supplier declares."""
        return self._orders.capabilities

    async def hold(self, request: OrderRequest) -> SupplierOrder:
        """Reserve without paying."""
        return await _one(self._orders.hold(request))

    async def book(self, request: OrderRequest, payment_method_id: str) -> SupplierOrder:
        """Order and pay in one step."""
        return await _one(self._orders.book(request, payment_method_id))

    async def pay(self, order_id: str, amount: Money, payment_method_id: str, client_ref: str) -> SupplierOrder:
        """Pay a held order."""
        return await _one(self._orders.pay(order_id, amount, payment_method_id, client_ref))

    async def pay_for(
        self, contact: Contact, order_id: str, amount: Money, payment_method_id: str, client_ref: str
    ) -> SupplierOrder:
        """Pay a held order, and say how the party is reached where the adapter passes that on."""
        if isinstance(self._orders, PaysFor):
            return await _one(self._orders.pay_for(contact, order_id, amount, payment_method_id, client_ref))
        return await self.pay(order_id, amount, payment_method_id, client_ref)

    async def read(self, order_id: str) -> SupplierOrder:
        """Return the order as it is now."""
        return await _in_time(_one(self._orders.read(order_id)), self.capabilities)

    async def find(self, client_ref: str) -> Sequence[SupplierOrder]:
        """Return every order made under a reference."""
        return await _in_time(_typed(self._found(client_ref)), self.capabilities)

    async def _found(self, client_ref: str) -> Sequence[SupplierOrder]:
        return [revalidated(order) for order in await self._orders.find(client_ref)]

    async def release(self, order_id: str, client_ref: str) -> SupplierOrder:
        """Give an unpaid hold back."""
        return await _one(self._orders.release(order_id, client_ref))

    async def quote_cancellation(self, order_id: str) -> CancelQuote:
        """Say what cancelling would cost."""
        return await _in_time(_one(self._orders.quote_cancellation(order_id)), self.capabilities)

    async def cancel(self, quote: CancelQuote, client_ref: str) -> SupplierOrder:
        """Cancel under a quote."""
        return await _one(self._orders.cancel(quote, client_ref))

    async def accept_change(self, order_id: str, change_id: str) -> SupplierOrder:
        """Accept what an airline changed. Raises Rejected where the adapter passes no answers on."""
        if not isinstance(self._orders, AcceptsChanges):
            said = f"{self.capabilities.supplier} passes no answer on: answer the airline itself"
            raise CommitRejected(said, code="not_supported")
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


async def commit(supplier: DeskSupplier, op: OperationRow) -> SupplierOrder:
    """Make the call. The operation's id is the key and the reference at the supplier."""
    return _ours(op, await _commit(supplier, op))


def _ours(op: OperationRow, order: SupplierOrder) -> SupplierOrder:
    """Return an order that is the operation's own. Raises Unknown for another one: it tells nothing of this one."""
    if is_own(op, order):
        return order
    raise Unknown(f"{op.supplier} answered with order {order.order_id}, which is another one", code="foreign_order")


def is_own(op: OperationRow, order: SupplierOrder) -> bool:
    """Check whether an order is the one that the operation works on, or that it made."""
    same = order.order_id == op.order_id if op.order_id is not None else order.client_ref == op.op_id
    return same and order.supplier == op.supplier


async def _commit(supplier: DeskSupplier, op: OperationRow) -> SupplierOrder:
    orders, body = supplier.orders, op.body
    if op.action == "hold":
        return await orders.hold(OrderRequest.model_validate(body["request"]))
    if op.action == "book":
        return await orders.book(OrderRequest.model_validate(body["request"]), _text(body["payment_method_id"]))
    if op.action == "pay":
        amount, by = Money.model_validate(body["amount"]), _text(body["payment_method_id"])
        people = TypeAdapter(dict[str, Contact]).validate_python(body.get("request") or {})
        reached = people.get("contact", Contact())
        pay_for = partial(orders.pay_for, reached) if isinstance(orders, PaysFor) else orders.pay
        return await pay_for(_text(body["order_id"]), amount, by, op.op_id)
    if op.action == "release":
        return await orders.release(_text(body["order_id"]), op.op_id)
    return await orders.cancel(CancelQuote.model_validate(body["quote"]), op.op_id)


async def look(supplier: DeskSupplier, op: OperationRow) -> list[SupplierOrder]:
    """Read what the supplier's books say about an operation: the order it works on, or all orders under its reference."""
    if op.order_id is not None:
        return [_ours(op, await supplier.orders.read(op.order_id))]
    found = await supplier.orders.find(op.op_id)
    own = [order for order in found if is_own(op, order)]
    return own or [_ours(op, order) for order in found]


def _text(value: JsonValue) -> str:
    return str(value)
