"""Changes by request at Duffel: what an airline asks for other flights on a paid order, kept, and confirmed after the approval.

A change is an order of its own here: its number is the change's, its total the difference that is paid. A change that waits
commits no one; only its confirmation does, and that is sent once.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from pydantic import JsonValue, ValidationError

from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, PaidBack, RefundTo
from tripintent.state.queries import FlightQuery
from tripintent.tools.errors import InvalidRequest, OfferGone, Retryable, Unknown
from tripintent.tools.places.regions import same_city
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.orders import CancelQuote, OrderRequest, OrderStatus, SupplierOrder
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.suppliers import Capabilities
from tripintent.tools.shipped import table
from tripintent.tools.suppliers.duffel import order_wire, wire
from tripintent.tools.suppliers.duffel.failures import MANNERS, SUPPLIER
from tripintent.tools.suppliers.duffel.flights import asked_for
from tripintent.tools.suppliers.duffel.offers import money, moved_flight
from tripintent.tools.suppliers.duffel.order_shape import rejected
from tripintent.tools.suppliers.duffel.orders import DuffelOrders, payment_of
from tripintent.tools.suppliers.shared.over_http import SupplierHttp, in_path, read_as, unreadable
from tripintent.tools.suppliers.shared.questions import is_wanted

REQUEST, CHANGE = "/air/order_change_requests", "/air/order_changes"
BACK_TO: Mapping[str, RefundTo] = table("tools/suppliers/duffel/codes.yaml")["back_to"]
"""Duffel's words for where money goes, as far as its documentation names them."""


class DuffelChanges:
    """Answers the ports ``Orders`` and ``ChangesOrders`` for orders of the same account."""

    def __init__(
        self, client: SupplierHttp, orders: DuffelOrders, capabilities: Capabilities, *, places: Places, clock: Clock
    ) -> None:
        self._client = client
        self._orders = orders
        self.capabilities = capabilities
        self._places = places
        self._clock = clock

    async def change_offers(self, order_id: str, query: FlightQuery) -> Sequence[FlightOffer]:
        """Return what other flights cost on a paid order of one way, cheapest first; empty where the airline changes nothing.

        An order of other people or another route than the query's is not changed: the airline would move everybody on it.
        """
        order = await self._orders.wire(await self._root(order_id))
        people = query.adults + len(query.child_ages) + query.infants
        if "change" not in order.available_actions or len(order.slices) != 1 or len(order.passengers) != people:
            return ()
        ends = [order.slices[0].segments[0].origin, order.slices[0].segments[-1].destination]
        if not all(map(same_city, (one.iata_code for one in ends), (query.origin, query.destination))):
            return ()
        slices: dict[str, JsonValue] = {
            "remove": [{"slice_id": order.slices[0].id}],
            "add": [{**asked_for(query), "cabin_class": (query.cabin or "economy").removeprefix("basic_")}],
        }
        try:
            body = await self._client.ask("POST", REQUEST, None, {"data": {"order_id": order.id, "slices": slices}})
        except InvalidRequest:  # the airline or the fare takes no changes
            return ()
        raw = read_as(wire.DuffelReply[wire.ChangeRequest], body, MANNERS).data.order_change_offers
        offers = [self._offer(one, order) for one in raw]
        return sorted((one for one in offers if is_wanted(one, query)), key=lambda one: one.total_price.amount)

    async def hold(self, request: OrderRequest) -> SupplierOrder:
        """Keep a change until it is confirmed. It commits no one: where the answer is lost, nothing was changed."""
        data: dict[str, JsonValue] = {"selected_order_change_offer": request.offer.option_id}
        try:
            body = await self._client.ask("POST", CHANGE, None, {"data": data})
            order = await self._shaped(read_as(wire.DuffelReply[wire.OrderChange], body, MANNERS).data)
        except OfferGone:
            raise
        except InvalidRequest as error:
            raise rejected(str(error), error.code) from error
        except Retryable as error:
            raise rejected(f"the change could not be begun: {error}", "not_sent") from error
        if (order.total, order.brings_back) != (request.offer.total_price, getattr(request.offer, "brings_back", None)):
            raise rejected("the price is not the one that was shown", "price_changed")
        return order.model_copy(update={"client_ref": request.client_ref})

    async def book(self, request: OrderRequest, payment_method_id: str) -> SupplierOrder:
        """Refuse: a change is kept first."""
        raise rejected("a change is kept first, and then confirmed", "not_supported")

    async def pay(self, order_id: str, amount: Money, payment_method_id: str, client_ref: str) -> SupplierOrder:
        """Confirm a change, and pay the difference where there is one. Raises Rejected, or Unknown; it is never sent twice."""
        # a confirmation carries no reference: the state of the change guards it
        change = await self._before_paying(order_id)
        if change.confirmed_at:
            raise rejected(f"change {order_id} is confirmed", "already_paid")
        if change.expires_at <= self._clock.now():
            raise rejected(f"change {order_id} is over", "past_payment_required_by_date")
        if _difference(change) != amount:
            raise rejected("the difference is not the one that was approved", "price_changed")
        data: dict[str, JsonValue] = {"payment": payment_of(amount, payment_method_id)} if amount.amount else {}
        await self._client.commit("POST", f"{CHANGE}/{in_path(order_id)}/actions/confirm", {"data": data})
        try:
            order = await self.read(order_id)
        except Retryable as error:
            said = f"the change cannot be read after it was confirmed: {error}"
            raise Unknown(said, supplier=SUPPLIER, code="unreadable") from error
        if order.paid_at is None:
            raise Unknown("the change is not confirmed yet", supplier=SUPPLIER, code="pending")
        return order

    async def read(self, order_id: str) -> SupplierOrder:
        """Return a change as it is now; Rejected ``not_found`` when it is missing."""
        return await self._shaped(await self._change(order_id))

    async def find(self, client_ref: str) -> Sequence[SupplierOrder]:
        """Return nothing: a change carries no reference. One that waits commits no one, and the confirmed are known by number."""
        return ()

    async def release(self, order_id: str, client_ref: str) -> SupplierOrder:
        """Return the change: one that waits lapses by itself."""
        return await self.read(order_id)

    async def quote_cancellation(self, order_id: str) -> CancelQuote:
        """Say what cancelling the whole changed order costs."""
        root = await self._root(order_id)
        return (await self._orders.quote_cancellation(root)).model_copy(update={"order_id": order_id})

    async def cancel(self, quote: CancelQuote, client_ref: str) -> SupplierOrder:
        """Cancel the whole changed order."""
        root = await self._root(quote.order_id)
        await self._orders.cancel(quote.model_copy(update={"order_id": root}), client_ref)
        return await self.read(quote.order_id)

    async def accept_change(self, order_id: str, change_id: str) -> SupplierOrder:
        """Accept what the airline changed by itself on the changed order."""
        await self._orders.accept_change(await self._root(order_id), change_id)
        return await self.read(order_id)

    def _offer(self, raw: wire.ChangeOffer, order: order_wire.DuffelOrder) -> FlightOffer:
        return moved_flight(
            (raw.id, raw.expires_at, _difference(raw), _back(raw)), raw.slices.add[0], order, self._places
        )

    async def _before_paying(self, order_id: str) -> wire.OrderChange:
        """Read a change before anything is sent; what cannot be read is not confirmed."""
        try:
            return await self._change(order_id)
        except Retryable as error:
            raise rejected(f"the change cannot be read: {error}", "not_sent") from error

    async def _change(self, order_id: str) -> wire.OrderChange:
        try:
            body = await self._client.ask("GET", f"{CHANGE}/{in_path(order_id)}")
        except InvalidRequest as error:
            raise rejected(str(error), error.code) from error
        return read_as(wire.DuffelReply[wire.OrderChange], body, MANNERS).data

    async def _root(self, order_id: str) -> str:
        """Return the number of the airline's order that belongs to an order or a change of it."""
        return (await self._change(order_id)).order_id if order_id.startswith(CHANGE_MARKS) else order_id

    async def _shaped(self, change: wire.OrderChange) -> SupplierOrder:
        order = await self._orders.read(change.order_id)
        try:
            return SupplierOrder.model_validate(
                order.model_dump()
                | {
                    "order_id": change.id,
                    "client_ref": "",
                    "supplier": self.capabilities.supplier,
                    "status": self._status(change, order),
                    "total": _difference(change).model_dump(),
                    "brings_back": _back(change),
                    "expires_at": None if change.confirmed_at else change.expires_at,
                    "paid_at": change.confirmed_at,
                    "created_at": change.created_at,
                    "tickets": order.tickets if change.confirmed_at else (),
                }
            )
        except ValidationError as error:
            raise unreadable(error, MANNERS, f"change {change.id}") from error

    def _status(self, change: wire.OrderChange, order: SupplierOrder) -> OrderStatus:
        """A confirmation may turn up for hours after the change's own time: until then it is not over."""
        if order.status == "cancelled":
            return "cancelled"
        if change.confirmed_at:
            return "confirmed"
        return "expired" if change.expires_at + self.capabilities.settle <= self._clock.now() else "held"


CHANGE_MARKS = ("oce_", "ocr_")
"""How the numbers of changes begin; recorded replies have both."""


def _difference(raw: wire.ChangeOffer) -> Money:
    """Return what is paid for the change; nothing where the airline pays back."""
    return money(max(raw.change_total_amount, Decimal(0)), raw.change_total_currency)


def _back(raw: wire.ChangeOffer) -> PaidBack | None:
    """Return what the airline pays back, and to where."""
    if raw.change_total_amount >= 0:
        return None
    amount = money(-raw.change_total_amount, raw.change_total_currency)
    return PaidBack(amount=amount, to=BACK_TO.get(raw.refund_to or "", "unknown"))
