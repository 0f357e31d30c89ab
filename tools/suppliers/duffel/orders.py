"""Orders at Duffel. Creating one is never repeated; paid is what was paid, and nothing else says so."""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from decimal import Decimal

import httpx
from pydantic import JsonValue, ValidationError

from tripintent.state.money import Money
from tripintent.tools.errors import InvalidRequest, Rejected, Retryable, SupplierUnavailable, Unknown
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.orders import CancelQuote, Order, OrderRequest, OrderStatus
from tripintent.tools.ports.suppliers import Capabilities
from tripintent.tools.supplier_http import M, SupplierHttp, read_as, unreadable
from tripintent.tools.suppliers.duffel import wire
from tripintent.tools.suppliers.duffel.failures import MANNERS, SUPPLIER
from tripintent.tools.suppliers.duffel.flights import DuffelFlights
from tripintent.tools.suppliers.duffel.offers import is_holdable, money, schedule_change, terms_of
from tripintent.tools.suppliers.duffel.passengers import passengers_of

PAGE, PAGES = 200, 10
"""A lost order is looked for among the newest 2,000: Duffel's lists have no filter by our reference."""

REFERENCE = "op_id"

CREATED = (httpx.codes.CREATED,)
"""200 and 202: accepted, not made yet, and it may still turn up for hours."""


def rejected(message: str, code: str) -> Rejected:
    """Return the error of a commit that is refused for certain, before anything was sent."""
    return Rejected(message, supplier=SUPPLIER, code=code)


class DuffelOrders:
    """Answers the port ``Orders``, for offers that can be held and for those that must be paid at once."""

    def __init__(self, client: SupplierHttp, flights: DuffelFlights, capabilities: Capabilities, clock: Clock) -> None:
        self._client = client
        self._flights = flights
        self._capabilities = capabilities
        self._clock = clock

    @property
    def capabilities(self) -> Capabilities:
        """What this supplier promises."""
        return self._capabilities

    async def hold(self, request: OrderRequest) -> Order:
        """Reserve without paying. Raises Rejected, OfferGone or Unknown."""
        offer = await self._as_shown(request)
        if not is_holdable(offer):
            raise rejected("this fare cannot be held; it is paid at once", "hold_not_supported")
        return await self._create(request, offer, {"type": "hold"})

    async def book(self, request: OrderRequest, payment_method_id: str) -> Order:
        """Order and pay in one step. Raises Rejected, OfferGone or Unknown."""
        offer = await self._as_shown(request)
        payment = _payment(request.offer.total_price, payment_method_id)
        return await self._create(request, offer, {"type": "instant", "payments": [payment]})

    async def pay(self, order_id: str, amount: Money, payment_method_id: str, client_ref: str) -> Order:
        """Pay a held order. Raises Rejected with Duffel's code, or Unknown."""
        del client_ref  # a payment carries no reference: the state of the order guards it
        data: dict[str, JsonValue] = {"order_id": order_id, "payment": _payment(amount, payment_method_id)}
        body = await self._client.commit("POST", "/air/payments", {"data": data}, done=CREATED)
        payment = self._made(wire.Data[wire.Payment], body).data
        if payment.status in {"failed", "cancelled"}:
            raise rejected(f"the payment failed: {payment.failure_reason or payment.status}", "payment_failed")
        if payment.status == "pending":
            raise Unknown("the payment is not decided yet", supplier=SUPPLIER, code="pending")
        try:
            return await self.read(order_id)
        except Retryable as error:
            raise Unknown(f"the order cannot be read after its payment: {error}", supplier=SUPPLIER) from error

    async def read(self, order_id: str) -> Order:
        """Return the order as it is now; Rejected ``not_found`` when there is none."""
        return self._order(await self._wire(order_id))

    async def find(self, client_ref: str) -> Sequence[Order]:
        """Return the orders that carry our reference, oldest first, among the newest."""
        found = [order async for order in self._newest() if (order.metadata or {}).get(REFERENCE) == client_ref]
        return tuple(sorted((self._order(order) for order in found), key=lambda order: order.created_at))

    async def release(self, order_id: str, client_ref: str) -> Order:
        """Give an unpaid hold back; twice is the same as once."""
        del client_ref
        order = await self.read(order_id)
        if order.paid_at:
            raise rejected(f"order {order_id} is paid; cancel it instead", "already_paid")
        if order.status in {"cancelled", "expired"}:
            return order
        quote = await self._quote(order_id)
        if quote.refund_to not in (None, "awaiting_payment"):
            raise rejected(f"order {order_id} was paid meanwhile", "already_paid")
        return await self._confirm(quote.id, order_id)

    async def quote_cancellation(self, order_id: str) -> CancelQuote:
        """Say what cancelling a paid order would cost. What comes back as a credit or a voucher is no money back."""
        order = await self.read(order_id)
        if order.status == "cancelled":
            raise rejected(f"order {order_id} is cancelled already", "already_cancelled")
        if not order.paid_at:
            raise rejected(f"order {order_id} is not paid: it is released", "not_paid")
        quote = await self._quote(order_id)
        in_money = quote.refund_amount is not None and quote.refund_to not in {"voucher", "airline_credits"}
        same = quote.refund_currency in (None, order.total.currency)
        back = quote.refund_amount if in_money and same and quote.refund_amount is not None else Decimal(0)
        return CancelQuote(
            quote_id=quote.id,
            order_id=order_id,
            fee=money(order.total.amount - back, order.total.currency),
            refund=money(back, order.total.currency),
            expires_at=quote.expires_at or self._clock.now(),
        )

    async def cancel(self, quote: CancelQuote, client_ref: str) -> Order:
        """Cancel under a quote. Raises Rejected ``order_cancellation_stale`` or ``already_cancelled``, or Unknown."""
        del client_ref
        return await self._confirm(quote.quote_id, quote.order_id)

    async def _as_shown(self, request: OrderRequest) -> wire.Offer:
        """Return Duffel's offer when it is still what was shown: a changed price or other terms are not ordered."""
        if request.offer.kind != "flight":
            raise rejected("Duffel sells flights here", "not_supported")
        offer = await self._flights.offer(request.offer.option_id)
        if money(offer.total_amount, offer.total_currency) != request.offer.total_price:
            raise rejected("the price is not the one that was shown", "price_changed")
        if terms_of(offer.conditions) != request.offer.terms:
            raise rejected("the terms are not those that were shown", "price_changed")
        return offer

    async def _create(self, request: OrderRequest, offer: wire.Offer, kind: dict[str, JsonValue]) -> Order:
        people: list[JsonValue] = [p.model_dump(mode="json", exclude_none=True) for p in passengers_of(request, offer)]
        known: dict[str, JsonValue] = {REFERENCE: request.client_ref, **request.metadata}
        chosen: list[JsonValue] = [offer.id]
        data = {**kind, "selected_offers": chosen, "passengers": people, "metadata": known}
        made = self._made(
            wire.Data[wire.Order], await self._client.commit("POST", "/air/orders", {"data": data}, done=CREATED)
        )
        try:
            return self._order(made.data)
        except SupplierUnavailable as error:
            raise Unknown(str(error), supplier=SUPPLIER, code="unreadable") from error

    async def _quote(self, order_id: str) -> wire.Cancellation:
        body = await self._client.ask("POST", "/air/order_cancellations", None, {"data": {"order_id": order_id}})
        return read_as(wire.Data[wire.Cancellation], body, MANNERS).data

    async def _confirm(self, quote_id: str, order_id: str) -> Order:
        path = f"/air/order_cancellations/{quote_id}/actions/confirm"
        await self._client.commit("POST", path, {"data": {}})
        try:
            order = await self.read(order_id)
        except Retryable as error:
            raise Unknown(f"the order cannot be read after its cancellation: {error}", supplier=SUPPLIER) from error
        if order.status != "cancelled":
            raise Unknown("the order is not cancelled yet", supplier=SUPPLIER, code="pending")
        return order

    async def _wire(self, order_id: str) -> wire.Order:
        try:
            body = await self._client.ask("GET", f"/air/orders/{order_id}")
        except InvalidRequest as error:
            raise rejected(str(error), error.code) from error
        return read_as(wire.Data[wire.Order], body, MANNERS).data

    async def _newest(self) -> AsyncIterator[wire.Order]:
        after: str | None = None
        for _ in range(PAGES):
            params: dict[str, str | int] = {"limit": PAGE, **({"after": after} if after else {})}
            page = read_as(wire.Page[wire.Order], await self._client.ask("GET", "/air/orders", params), MANNERS)
            for order in page.data:
                yield order
            after = page.meta.after if page.meta else None
            if not after:
                return

    def _made(self, kind: type[M], body: JsonValue) -> M:
        """Return the reply to a commit; one that cannot be read leaves open what happened."""
        try:
            return read_as(kind, body, MANNERS)
        except SupplierUnavailable as error:
            raise Unknown(str(error), supplier=SUPPLIER, code="unreadable") from error

    def _order(self, order: wire.Order) -> Order:
        """Return an order in our shape. Raises SupplierUnavailable for one that makes no sense."""
        try:
            return self._shaped(order)
        except ValidationError as error:
            raise unreadable(error, MANNERS, f"order {order.id}") from error

    def _shaped(self, order: wire.Order) -> Order:
        paid = _paid_at(order)
        required = order.payment_status.payment_required_by
        return Order(
            order_id=order.id,
            client_ref=(order.metadata or {}).get(REFERENCE) or "",
            supplier=self._capabilities.supplier,
            item_type="flight",
            status=_status(order, paid, self._clock.now()),
            locator=order.booking_reference,
            tickets=tuple(d.unique_identifier for d in order.documents if d.type in (None, "electronic_ticket")),
            total=money(order.total_amount, order.total_currency),
            terms=terms_of(order.conditions),
            expires_at=None if paid or order.cancelled_at else required,
            paid_at=paid,
            created_at=order.created_at,
            changes=tuple(schedule_change(one) for one in order.airline_initiated_changes or ()),
        )


def _paid_at(order: wire.Order) -> datetime | None:
    """Return when it was paid. A lapsed hold awaits no payment either, so only the moment of payment or tickets count."""
    said = order.payment_status
    return said.paid_at or (order.created_at if order.documents and not said.awaiting_payment else None)


def _status(order: wire.Order, paid: datetime | None, now: datetime) -> OrderStatus:
    if order.cancelled_at:
        return "cancelled"
    if paid:
        return "confirmed"
    required = order.payment_status.payment_required_by
    lapsed = not order.payment_status.awaiting_payment or (required is not None and required <= now)
    return "expired" if lapsed else "held"


def _payment(amount: Money, method: str) -> dict[str, JsonValue]:
    """Return how it is paid: a card that Duffel's own page took, else the balance of the account."""
    how: dict[str, JsonValue] = {"type": "balance"}
    if method.startswith("3ds_"):
        how = {"type": "card", "three_d_secure_session_id": method}
    elif method.startswith("tcd_"):
        how = {"type": "card", "card_id": method}
    return {**how, "amount": str(amount.amount), "currency": amount.currency}
