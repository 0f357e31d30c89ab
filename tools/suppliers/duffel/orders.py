"""Orders at Duffel. Creating one is never repeated; paid is what was paid, and nothing else says so."""

from collections.abc import AsyncIterator, Sequence
from decimal import Decimal

import httpx
from pydantic import JsonValue, ValidationError

from tripintent.state.money import Money
from tripintent.state.travellers import Traveller
from tripintent.tools.errors import InvalidRequest, Retryable, Unknown
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.orders import CancelQuote, OrderRequest, SupplierOrder
from tripintent.tools.ports.suppliers import Capabilities
from tripintent.tools.suppliers.duffel import order_wire, wire
from tripintent.tools.suppliers.duffel.failures import MANNERS, SUPPLIER
from tripintent.tools.suppliers.duffel.flights import DuffelFlights
from tripintent.tools.suppliers.duffel.offers import is_holdable, money, terms_of
from tripintent.tools.suppliers.duffel.order_shape import REFERENCE, passengers_of, rejected, seat_marks, shaped
from tripintent.tools.suppliers.duffel.services import SeatChoice, chosen
from tripintent.tools.suppliers.duffel.wire import SeatMap
from tripintent.tools.suppliers.shared.over_http import SupplierHttp, in_path, read_as, surely, unreadable

PAGE, PAGES = 200, 10
"""A lost order is looked for among the newest 2,000: Duffel's lists have no filter by our reference."""

CREATED = (httpx.codes.CREATED,)
"""200 and 202: accepted, not made yet, and it may still turn up for hours."""


class DuffelOrders:
    """Answers the port ``Orders``, for offers that can be held and for those that must be paid at once."""

    def __init__(self, client: SupplierHttp, flights: DuffelFlights, capabilities: Capabilities, clock: Clock) -> None:
        self._client = client
        self._flights = flights
        self.capabilities = capabilities
        self._clock = clock

    async def hold(self, request: OrderRequest) -> SupplierOrder:
        """Reserve without paying. Raises Rejected, OfferGone or Unknown."""
        offer = await self._as_shown(request)
        if not is_holdable(offer):
            raise rejected("this fare cannot be held; it is paid at once", "hold_not_supported")
        return await self._create(request, offer, {"type": "hold"})

    async def book(self, request: OrderRequest, payment_method_id: str) -> SupplierOrder:
        """Order and pay in one step. Raises Rejected, OfferGone or Unknown."""
        offer = await self._as_shown(request)
        payment = payment_of(request.offer.total_price, payment_method_id)
        return await self._create(request, offer, {"type": "instant", "payments": [payment]})

    async def pay(self, order_id: str, amount: Money, payment_method_id: str, client_ref: str) -> SupplierOrder:
        """Pay a held order. Raises Rejected with Duffel's code, or Unknown."""
        # a payment carries no reference: the state of the order guards it
        data: dict[str, JsonValue] = {"order_id": order_id, "payment": payment_of(amount, payment_method_id)}
        body = await self._client.commit("POST", "/air/payments", {"data": data}, done=CREATED)
        payment = surely(lambda: read_as(wire.DuffelReply[order_wire.DuffelPayment], body, MANNERS)).data
        if payment.status in {"failed", "cancelled"}:
            raise rejected(f"the payment failed: {payment.failure_reason or payment.status}", "payment_failed")
        if payment.status == "pending":
            raise Unknown("the payment is not decided yet", supplier=SUPPLIER, code="pending")
        return await self._after("its payment", order_id)

    async def read(self, order_id: str) -> SupplierOrder:
        """Return the order as it is now; Rejected ``not_found`` when it is missing."""
        return self._order(await self.wire(order_id))

    async def find(self, client_ref: str) -> Sequence[SupplierOrder]:
        """Return the orders that carry our reference, oldest first, among the newest."""
        found = [order async for order in self._newest() if (order.metadata or {}).get(REFERENCE) == client_ref]
        return tuple(sorted((self._order(order) for order in found), key=lambda order: order.created_at))

    async def release(self, order_id: str, client_ref: str) -> SupplierOrder:
        """Give an unpaid hold back; twice is the same as once."""
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
        """Say what cancelling a paid order would cost. A credit or a voucher does not count as money back."""
        order = await self.read(order_id)
        if order.status == "cancelled":
            raise rejected(f"order {order_id} is cancelled already", "already_cancelled")
        if not order.paid_at:
            raise rejected(f"order {order_id} is not paid: it is released", "not_paid")
        quote = await self._quote(order_id)
        in_money = quote.refund_amount is not None and quote.refund_to not in {"voucher", "airline_credits"}
        same = quote.refund_currency in (None, order.total.currency)
        back = quote.refund_amount if in_money and same and quote.refund_amount is not None else Decimal(0)
        try:
            return CancelQuote(
                quote_id=quote.id,
                order_id=order_id,
                fee=money(order.total.amount - back, order.total.currency),
                refund=money(back, order.total.currency),
                expires_at=quote.expires_at or self._clock.now(),
            )
        except ValidationError as error:
            raise unreadable(error, MANNERS, "quote") from error

    async def cancel(self, quote: CancelQuote, client_ref: str) -> SupplierOrder:
        """Cancel under a quote. Raises Rejected ``order_cancellation_stale`` or ``already_cancelled``, or Unknown."""
        return await self._confirm(quote.quote_id, quote.order_id)

    async def accept_change(self, order_id: str, change_id: str) -> SupplierOrder:
        """Accept what the airline changed; twice is the same as once. Raises Rejected ``not_found``, or Unknown."""
        change = next((one for one in (await self.read(order_id)).changes if one.change_id == change_id), None)
        if change is None:
            raise rejected(f"order {order_id} has no such change", "not_found")
        if change.open:
            await self._client.commit(
                "POST", f"/air/airline_initiated_changes/{in_path(change_id)}/actions/accept", {"data": {}}
            )
        return await self._after("its change was accepted", order_id)

    async def _after(self, what: str, order_id: str) -> SupplierOrder:
        """Read an order after a commit. What cannot be read leaves open what happened."""
        try:
            return await self.read(order_id)
        except Retryable as error:
            said = f"the order cannot be read after {what}: {error}"
            raise Unknown(said, supplier=SUPPLIER, code="unreadable") from error

    async def _as_shown(self, request: OrderRequest) -> wire.DuffelOffer:
        """Return Duffel's offer when it is still what was shown: a changed price or other terms are not ordered."""
        if request.offer.kind != "flight":
            raise rejected("Duffel sells flights here", "not_supported")
        now_sold, offer = await self._flights.sold(request.offer)
        if now_sold.total_price != request.offer.total_price:
            raise rejected("the price is not the one that was shown", "price_changed")
        if terms_of(offer.conditions) != request.offer.terms:
            raise rejected("the terms are not those that were shown", "price_changed")
        return offer

    async def _create(
        self, request: OrderRequest, offer: wire.DuffelOffer, kind: dict[str, JsonValue]
    ) -> SupplierOrder:
        named = passengers_of(request, offer)
        people: list[JsonValue] = [p.model_dump(mode="json", exclude_none=True) for p in named]
        seats = await self._seats(request, offer, named)
        data: dict[str, JsonValue] = {**kind, "selected_offers": [offer.id], "passengers": people}
        data["metadata"] = {REFERENCE: request.client_ref, **request.metadata, **_asked_seat(seats)}
        services = _services(request, seats)
        if services:
            data["services"] = services
        body = await self._client.commit("POST", "/air/orders", {"data": data}, done=CREATED)
        order = surely(lambda: self._order(read_as(wire.DuffelReply[order_wire.DuffelOrder], body, MANNERS).data))
        offered = tuple(one.outcome for one in seats if not one.services)
        return order.model_copy(update={"requests": (*order.requests, *offered)})

    async def _seats(
        self, request: OrderRequest, offer: wire.DuffelOffer, named: Sequence[order_wire.DuffelPassenger]
    ) -> list[SeatChoice]:
        """Look up the seats that are asked for, before the one request that commits. One seat at most for each is ordered."""
        wishes = [one for one in request.requests if one.kind in self.capabilities.prices]
        if not wishes:
            return []
        try:
            body = await self._client.ask("GET", "/air/seat_maps", {"offer_id": offer.id})
        except InvalidRequest:  # not every airline has seat maps
            return []
        except Retryable as error:
            raise rejected(f"the seats cannot be looked up: {error}", "not_sent") from error
        maps = read_as(wire.DuffelReply[tuple[SeatMap, ...]], body, MANNERS).data
        seated = {one.id for one in offer.passengers if not one.is_infant}
        people = {one.id: Traveller(given_name=one.given_name, family_name=one.family_name) for one in named}
        found: list[SeatChoice] = []
        served: set[str] = set()
        for wish in wishes:
            theirs = [one for one, person in people.items() if one in seated and wish.is_for(person)]
            if served & set(theirs):
                continue
            taken = frozenset[tuple[str, str]]().union(*(one.taken for one in found))
            found.append(chosen(wish, maps, theirs, offer.total_currency, taken))
            served |= set(theirs)
        return found

    async def _quote(self, order_id: str) -> order_wire.DuffelCancellation:
        body = await self._client.ask("POST", "/air/order_cancellations", None, {"data": {"order_id": order_id}})
        return read_as(wire.DuffelReply[order_wire.DuffelCancellation], body, MANNERS).data

    async def _confirm(self, quote_id: str, order_id: str) -> SupplierOrder:
        path = f"/air/order_cancellations/{in_path(quote_id)}/actions/confirm"
        await self._client.commit("POST", path, {"data": {}})
        order = await self._after("its cancellation", order_id)
        if order.status != "cancelled":
            raise Unknown("the order is not cancelled yet", supplier=SUPPLIER, code="pending")
        return order

    async def wire(self, order_id: str) -> order_wire.DuffelOrder:
        """Return Duffel's own order; Rejected ``not_found`` when it is missing."""
        try:
            body = await self._client.ask("GET", f"/air/orders/{in_path(order_id)}")
        except InvalidRequest as error:
            raise rejected(str(error), error.code) from error
        return read_as(wire.DuffelReply[order_wire.DuffelOrder], body, MANNERS).data

    async def _newest(self) -> AsyncIterator[order_wire.DuffelOrder]:
        after: str | None = None
        for _ in range(PAGES):
            params: dict[str, str | int] = {"limit": PAGE, **({"after": after} if after else {})}
            page = read_as(
                wire.DuffelPage[order_wire.DuffelOrder], await self._client.ask("GET", "/air/orders", params), MANNERS
            )
            for order in page.data:
                yield order
            after = page.meta.after if page.meta else None
            if not after:
                return

    def _order(self, order: order_wire.DuffelOrder) -> SupplierOrder:
        return shaped(order, self.capabilities.supplier, self._clock.now())


THREE_D_SECURE, CARD = "3ds_", "tcd_"
"""Prefixes of what Duffel's own component gives: a session for one order, and a card that it keeps."""


def payment_of(amount: Money, method: str) -> dict[str, JsonValue]:
    """Return how it is paid: a card that Duffel's own page took, else the balance of the account."""
    how: dict[str, JsonValue] = {"type": "balance"}
    if method.startswith(THREE_D_SECURE):
        how = {"type": "card", "three_d_secure_session_id": method}
    elif method.startswith(CARD):
        how = {"type": "card", "card_id": method}
    return {**how, "amount": str(amount.amount), "currency": amount.currency}


def _asked_seat(seats: Sequence[SeatChoice]) -> dict[str, JsonValue]:
    """Return what the order remembers of each wish: its kind, and whom it is for where it is not for all."""
    told: dict[str, JsonValue] = {}
    for number, one in enumerate((one for one in seats if one.services), start=1):
        kind, whose, names = seat_marks(number)
        told[kind] = one.outcome.kind
        if one.passengers:
            told |= {whose: ", ".join(one.passengers), names: ", ".join(one.outcome.who)}
    return told


def _services(request: OrderRequest, seats: Sequence[SeatChoice]) -> list[JsonValue]:
    """Return what is ordered beside the fare: the bags in its price, and the seats that are taken."""
    extras = request.offer.extras if request.offer.kind == "flight" else ()
    bags: list[JsonValue] = [{"id": one.service_id, "quantity": one.quantity} for one in extras]
    return bags + [{"id": service, "quantity": 1} for one in seats for service in one.services]
