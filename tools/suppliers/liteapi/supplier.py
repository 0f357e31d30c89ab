"""LiteAPI as one supplier: what it promises, and its parts.

Facts (docs/suppliers.md "LiteAPI"): nothing is held; a booking is made once for each reference, and the second is refused;
cancelling is one step without a quote, so its cost is computed from the booking's own deadlines.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, timedelta
from typing import Literal, get_args

import httpx
from pydantic import JsonValue, SecretStr, ValidationError

from tripintent.state.money import Money
from tripintent.state.offers import HotelOffer
from tripintent.state.travellers import Need, OfHotel, Traveller
from tripintent.tools.errors import CommitRejected, InvalidRequest, Retryable, Unknown
from tripintent.tools.ports.clock import Clock, Rates
from tripintent.tools.ports.orders import CancelQuote, OrderRequest, OrderStatus, SupplierOrder
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.suppliers import Capabilities
from tripintent.tools.shipped import table
from tripintent.tools.suppliers.liteapi import wire
from tripintent.tools.suppliers.liteapi.failures import CODES, MANNERS, SUPPLIER
from tripintent.tools.suppliers.liteapi.hotels import LiteApiHotels, Market
from tripintent.tools.suppliers.liteapi.rates import fee_at, next_step, terms_of
from tripintent.tools.suppliers.shared.over_http import SupplierHttp, in_path, read_as, surely, unreadable
from tripintent.tools.suppliers.shared.paid_at_once import PaidAtOnce

QUOTE_LIFE = timedelta(minutes=30)
"""LiteAPI cancels in one step, without a quote. Ours is computed from the booking, and good for half an hour at most."""

_STATUS: Mapping[str, OrderStatus] = table("tools/suppliers/liteapi/codes.yaml")["status"]
Purse = Literal["card", "wallet", "credit"]
_METHODS = {"card": "ACC_CREDIT_CARD", "wallet": "WALLET", "credit": "CREDIT"}
REMARKS = 500
TAKES: tuple[OfHotel, ...] = get_args(OfHotel)
"""Wishes for a hotel go to it as a guest's remarks, in the traveller's words; the hotel decides."""


def rejected(message: str, code: str) -> CommitRejected:
    """Return the error of a commit that is refused for certain, before anything was sent."""
    return CommitRejected(message, supplier=SUPPLIER, code=code)


class LiteApiOrders(PaidAtOnce):
    """Answers the port ``Orders`` for hotels. There are no holds: what is ordered is paid."""

    def __init__(
        self, client: SupplierHttp, hotels: LiteApiHotels, capabilities: Capabilities, clock: Clock, purse: Purse
    ) -> None:
        self._client = client
        self._hotels = hotels
        self.capabilities = capabilities
        self._clock = clock
        self._purse = purse

    async def book(self, request: OrderRequest, payment_method_id: str) -> SupplierOrder:
        """Book and pay in one step. Raises Rejected, OfferGone or Unknown."""
        if not isinstance(request.offer, HotelOffer):
            raise rejected("LiteAPI sells hotels here", "not_supported")
        body = _booking(request, _METHODS.get(payment_method_id, _METHODS[self._purse]))
        prebook, now_sold = await self._prebooked(request.offer)
        shown = request.offer
        if (now_sold.total_price, now_sold.terms, now_sold.board, now_sold.due_at_property) != (
            shown.total_price, shown.terms, shown.board, shown.due_at_property,
        ):  # fmt: skip
            raise rejected("the price or the terms are not those that were shown", "price_changed")
        made = await self._client.commit("POST", "/rates/book", {**body, "prebookId": prebook})
        booking = surely(lambda: read_as(wire.LiteReply[wire.LiteBooking], made, MANNERS)).data
        if booking.status.upper() not in _STATUS:
            raise Unknown("the booking is not decided yet", supplier=SUPPLIER, code="pending")
        return surely(lambda: self._order(booking))

    async def read(self, order_id: str) -> SupplierOrder:
        """Return the booking as it is now; Rejected ``not_found`` when it is missing."""
        return self._order(await self._wire(order_id))

    async def find(self, client_ref: str) -> Sequence[SupplierOrder]:
        """Return the bookings under our reference, oldest first. A list shows less, so each is read by its id."""
        body = await self._client.ask("GET", "/bookings", {"clientReference": client_ref})
        listed = read_as(wire.LiteReply[wire.Many[wire.LiteListed]], body, MANNERS).data
        found = [await self.read(one.id) for one in listed]
        own = [order for order in found if order.client_ref == client_ref]
        return tuple(sorted(own, key=lambda order: order.created_at))

    async def quote_cancellation(self, order_id: str) -> CancelQuote:
        """Say what cancelling would cost now, by the booking's own deadlines."""
        booking = await self._wire(order_id)
        order = self._order(booking)
        if order.status == "cancelled":
            raise rejected(f"booking {order_id} is cancelled already", "already_cancelled")
        if not order.paid_at:
            raise rejected(f"booking {order_id} is not confirmed", "not_paid")
        now = self._clock.now()
        fee = fee_at([booking.policies], order.total, now)
        dearer = next_step([booking.policies], order.total, now)
        until = min(now + QUOTE_LIFE, dearer) if dearer else now + QUOTE_LIFE
        try:
            return CancelQuote(
                quote_id=f"{order_id}:{fee.amount}:{until.isoformat()}",
                order_id=order_id,
                fee=fee,
                refund=Money(amount=order.total.amount - fee.amount, currency=fee.currency),
                expires_at=until,
            )
        except ValidationError as error:
            raise unreadable(error, MANNERS, f"booking {order_id}") from error

    async def cancel(self, quote: CancelQuote, client_ref: str) -> SupplierOrder:
        """Cancel at the quoted cost. Raises Rejected ``order_cancellation_stale`` or ``already_cancelled``, or Unknown."""
        fresh = await self.quote_cancellation(quote.order_id)
        if quote.expires_at <= self._clock.now() or fresh.fee != quote.fee:
            raise rejected("the cost of cancelling has to be asked again", "order_cancellation_stale")
        made = await self._client.commit("PUT", f"/bookings/{in_path(quote.order_id)}")
        done = surely(lambda: read_as(wire.LiteReply[wire.LiteCancellation], made, MANNERS)).data
        if _STATUS.get(done.status.upper()) != "cancelled":
            raise Unknown("the booking is not cancelled yet", supplier=SUPPLIER, code="pending")
        try:
            return await self.read(quote.order_id)
        except Retryable as error:
            said = f"the booking cannot be read after its cancellation: {error}"
            raise Unknown(said, supplier=SUPPLIER, code="unreadable") from error

    async def _prebooked(self, offer: HotelOffer) -> tuple[str, HotelOffer]:
        """Prebook before the one request that commits. What fails here certainly booked nothing."""
        try:
            return await self._hotels.prebooked(offer)
        except Retryable as error:
            raise rejected(f"the price cannot be read again: {error}", "not_sent") from error
        except InvalidRequest as error:
            raise rejected(str(error), error.code) from error

    async def _wire(self, order_id: str) -> wire.LiteBooking:
        try:
            body = await self._client.ask("GET", f"/bookings/{in_path(order_id)}")
        except InvalidRequest as error:
            raise rejected(str(error), "not_found" if error.code in {"204", "404"} else error.code) from error
        return read_as(wire.LiteReply[wire.LiteBooking], body, MANNERS).data

    def _order(self, booking: wire.LiteBooking) -> SupplierOrder:
        """Return a booking in our shape. Raises SupplierUnavailable for one that makes no sense."""
        made = booking.created_at if booking.created_at.tzinfo else booking.created_at.replace(tzinfo=UTC)
        status = _STATUS.get(booking.status.upper(), "held")
        try:
            total = Money(amount=booking.price, currency=booking.currency)
            return SupplierOrder(
                order_id=booking.id,
                client_ref=booking.reference,
                supplier=SUPPLIER,
                item_type="hotel",
                status=status,
                locator=booking.confirmation or booking.id,
                total=total,
                terms=terms_of([booking.policies], total, made),
                paid_at=made if status in {"confirmed", "cancelled"} else None,
                created_at=made,
            )
        except ValidationError as error:
            raise unreadable(error, MANNERS, f"booking {booking.id}") from error


def _booking(request: OrderRequest, method: str) -> dict[str, JsonValue]:
    """Return the body of a booking. Raises Rejected ``missing_traveller_details``."""
    adults = [one for one in request.travellers if one.passenger_type == "adult"] or list(request.travellers)
    named = [one for one in adults if one.given_name.strip() and one.family_name.strip()]
    contact = request.contact
    if not named or len(named) < len(adults) or not contact.email or not contact.phone:
        said = "LiteAPI needs each adult's given and family name, an e-mail address and a phone number"
        raise rejected(said, "missing_traveller_details")
    holder: dict[str, JsonValue] = {**_name(named[0]), "email": contact.email, "phone": contact.phone}
    asked = "; ".join(dict.fromkeys(one.worded for one in request.requests if one.kind in TAKES))[:REMARKS]
    remarks: dict[str, JsonValue] = {"remarks": asked} if asked else {}
    guests: list[JsonValue] = [
        {"occupancyNumber": room + 1, **_name(named[room % len(named)]), "email": contact.email, **remarks}
        for room in range(request.offer.rooms if isinstance(request.offer, HotelOffer) else 1)
    ]
    return {"clientReference": request.client_ref, "holder": holder, "guests": guests, "payment": {"method": method}}


def _name(person: Traveller) -> dict[str, JsonValue]:
    return {"firstName": person.given_name, "lastName": person.family_name}


SEARCH, BOOK = "https://api.liteapi.travel/v3.0", "https://book.liteapi.travel/v3.0"
SETTLE = timedelta(minutes=15)
"""LiteAPI does not say how long a booking may stay invisible; a quarter of an hour is our own caution."""

NEEDS = tuple(Need(**one) for one in table("tools/suppliers/liteapi/codes.yaml")["needs"])


class LiteApiSupplier:
    """Hotels and bookings. A key ``sand_…`` sells nothing real. ``url`` means both addresses, for an emulator."""

    def __init__(
        self,
        key: SecretStr,
        *,
        places: Places,
        clock: Clock,
        rates: Rates,
        nationality: str = "US",
        purse: Purse = "card",
        url: str | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        said = {"X-API-Key": key.get_secret_value()}
        self._search = SupplierHttp(url or SEARCH, said, MANNERS, transport)
        self._book = SupplierHttp(url or BOOK, said, MANNERS, transport)
        promised = capabilities(test=key.get_secret_value().startswith("sand_"))
        market = Market(places, clock, rates, nationality)
        self.hotels = LiteApiHotels(self._search, self._book, promised, market)
        self.orders = LiteApiOrders(self._book, self.hotels, promised, clock, purse)

    async def close(self) -> None:
        """Close the connections."""
        await self._search.close()
        await self._book.close()


def capabilities(*, test: bool) -> Capabilities:
    """Return what LiteAPI promises; a sandbox key books nothing, and says so."""
    return Capabilities(
        supplier=SUPPLIER,
        simulated=test,
        hold="none",
        create="guarded",
        settle=SETTLE,
        timeout=timedelta(seconds=MANNERS.commit_seconds),
        release=False,
        needs=NEEDS,
        takes=TAKES,
        codes=CODES,
        account="LiteAPI",
    )
