"""The airline as a supplier: its flights, and orders that are paid when they are made."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from examples.airline.airline import BAG_PRICE, FREE_TO_CANCEL, MOST_PASSENGERS, Airline, Hop, Order, Refused
from examples.airline.tables import CABINS, CabinClass, Passenger, Sale

from tripintent.state.money import Money
from tripintent.state.offers import Extra, FlightHop, FlightOffer, Terms
from tripintent.state.queries import FlightQuery
from tripintent.state.travellers import Need
from tripintent.tools.errors import InvalidRequest, OfferGone
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.orders import CancelQuote, OrderRequest, SupplierOrder
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.suppliers import Capabilities
from tripintent.tools.suppliers.shared.paid_at_once import PaidAtOnce, missing
from tripintent.tools.suppliers.shared.questions import check_asked, is_wanted

NAME, CARRIER = "tau_air", "HAT"
CAPABILITIES = Capabilities(
    supplier=NAME,
    simulated=True,
    create="keyed",
    release=False,
    needs=(Need(what="name", when="purchase"), Need(what="date_of_birth", when="purchase")),
    codes={
        "declined": "declined", "gone": "lapsed", "already_cancelled": "evidence", "another_order": "refused",
        "whole_only": "refused", "not_refundable": "refused", "flown": "refused",
    },
    account="Your profile with the airline",
    contact="the airline",
    tokens=("credit_card_", "gift_card_", "certificate_"),
)  # fmt: skip
OFFER_LIFE, QUOTE_LIFE = timedelta(minutes=30), timedelta(minutes=10)


def usd(amount: int) -> Money:
    """Return whole dollars as money."""
    return Money(amount=amount, currency="USD")


@dataclass
class Flights:
    """Searches and prices."""

    airline: Airline
    clock: Clock
    places: Places
    capabilities: Capabilities = CAPABILITIES

    async def search(self, query: FlightQuery) -> Sequence[FlightOffer]:
        """Return what is wanted, cheapest first."""
        now = self.clock.now()
        day = check_asked(query, self.places, now, NAME)
        if query.adults + len(query.child_ages) > MOST_PASSENGERS:
            said = f"a reservation has at most {MOST_PASSENGERS} passengers"
            raise InvalidRequest(said, supplier=NAME, code="too_many_travellers")
        ends = [[one.code for one in self.places.airports_for(code)] for code in (query.origin, query.destination)]
        days = [str(day + timedelta(days=n)) for n in (0, 1)]  # the local day may be the one before the database's
        found = [
            self._offer(hops, cabin, query, now)
            for origin in ends[0]
            for destination in ends[1]
            for listed in days
            for hops in self.airline.flights(origin, destination, listed)
            for cabin in _cabins(query)
            if self.airline.seats_left(hops, cabin) >= query.adults + len(query.child_ages)
        ]
        wanted = [
            one for one in found if one.depart_at.date() == day and now < one.expires_at and is_wanted(one, query)
        ]
        return sorted(wanted, key=lambda one: (one.total_price.amount, one.option_id))

    async def price(self, offer: FlightOffer) -> FlightOffer:
        """Return the offer, where it is still sold at its price."""
        on_sale(self.airline, offer, self.clock.now())
        return offer

    def _offer(self, hops: Sequence[Hop], cabin: CabinClass, query: FlightQuery, now: datetime) -> FlightOffer:
        people, free = query.adults + len(query.child_ages), self.airline.free_bags(cabin)
        lacking = max(0, (query.checked_bags or 0) - free)
        bags = (
            Extra(
                service_id="bag", kind="checked bag", quantity=lacking * people, price=usd(BAG_PRICE * lacking * people)
            )
            if lacking
            else None
        )
        number = "+".join(f"{hop.flight.flight_number}@{hop.day}" for hop in hops)
        business = cabin == "business"
        return FlightOffer(
            option_id=f"{number}/{cabin}/{people}/{query.checked_bags or ''}",
            supplier=NAME,
            simulated=True,
            segments=tuple(self._segment(hop) for hop in hops),
            total_price=usd(self.airline.price(hops, cabin, people, query.checked_bags)),
            fare_brand=cabin.replace("_", " ").title(),
            cabin="business" if business else "economy",
            refundable=True,
            terms=Terms(
                refundable=True, free_until=hops[0].leaves if business else min(now + FREE_TO_CANCEL, hops[0].leaves)
            ),
            checked_bags=free + lacking,
            extras=(bags,) if bags else (),
            seats_left=self.airline.seats_left(hops, cabin),
            expires_at=min(now + OFFER_LIFE, hops[0].leaves),
        )

    def _segment(self, hop: Hop) -> FlightHop:
        zones = [
            ZoneInfo(self.places.airports_for(code)[0].zone) for code in (hop.flight.origin, hop.flight.destination)
        ]
        return FlightHop(
            origin=hop.flight.origin,
            destination=hop.flight.destination,
            depart_at=hop.leaves.astimezone(zones[0]),
            arrive_at=hop.lands.astimezone(zones[1]),
            airline="HAT Air",
            airline_code=CARRIER,
            flight_number=hop.flight.flight_number,
        )


def _cabins(query: FlightQuery) -> Sequence[CabinClass]:
    """Return the airline's cabins for a question: each is a class of its own, and business has to be asked for."""
    return CABINS[:2] if query.cabin is None else [one for one in CABINS if one == query.cabin]


def ordered(airline: Airline, offer: FlightOffer) -> tuple[Order, int]:
    """Return what an offer buys, without names, and for how many. Raises OfferGone for flights that are not sold."""
    number, cabin, people, bags = offer.option_id.split("/")
    try:
        hops = [airline.hop(*one.split("@")) for one in number.split("+")]
    except Refused as error:
        raise OfferGone(str(error), supplier=NAME, code=error.code) from error
    return Order(hops, next(one for one in CABINS if one == cabin), (), int(bags) if bags else None), int(people)


def on_sale(airline: Airline, offer: FlightOffer, now: datetime) -> Order:
    """Return what an offer buys, as ``ordered``. Raises OfferGone also where it is over, sold out, or has another price."""
    order, people = ordered(airline, offer)
    price = airline.price(order.hops, order.cabin, people, order.bags)
    if now >= offer.expires_at or airline.seats_left(order.hops, order.cabin) < people:
        raise OfferGone("the offer is over", supplier=NAME, code="gone")
    if offer.total_price != usd(price):
        raise OfferGone(f"the price is ${price} now", supplier=NAME, code="price_changed")
    return order


@dataclass
class Orders(PaidAtOnce):
    """Books and cancels. The means of payment are named with "+" between them, and pay in this order."""

    airline: Airline
    clock: Clock
    capabilities: Capabilities = CAPABILITIES

    async def book(self, request: OrderRequest, payment_method_id: str) -> SupplierOrder:
        """Sell an offer; a reference that was used is answered with its order."""
        if lacking := missing(request, CAPABILITIES.needs):
            raise self._rejected(
                f"the airline needs {', '.join(lacking)} of each passenger", "missing_traveller_details"
            )
        offer, now = request.offer, self.clock.now()
        if not isinstance(offer, FlightOffer):
            raise self._rejected("the airline sells flights", "not_supported")
        seated = [one for one in request.travellers if one.passenger_type != "infant"]
        people = [
            Passenger(first_name=one.given_name, last_name=one.family_name, dob=one.date_of_birth or "")
            for one in seated
        ]
        known = self.airline.sale(request.client_ref)
        order = ordered(self.airline, offer)[0] if known else on_sale(self.airline, offer, now)
        means = payment_method_id.split("+") if payment_method_id.startswith(CAPABILITIES.tokens) else self._cards()
        trip = request.metadata.get("trip") or request.client_ref
        try:
            sale = self.airline.book(request.client_ref, trip, order._replace(passengers=people), means, now)
        except Refused as error:
            raise self._rejected(str(error), error.code) from error
        return self._order(sale)

    async def find(self, client_ref: str) -> Sequence[SupplierOrder]:
        """Return the order of a reference."""
        sale = self.airline.sale(client_ref)
        return [self._order(sale)] if sale else []

    async def read(self, order_id: str) -> SupplierOrder:
        """Return an order by its number."""
        return self._order(self._sale(order_id))

    async def quote_cancellation(self, order_id: str) -> CancelQuote:
        """Say that all of it comes back, where the policy lets a reservation be cancelled."""
        sale = self._sale(order_id)
        try:
            self.airline.may_cancel(sale, self.clock.now())
        except Refused as error:
            raise self._rejected(str(error), error.code) from error
        quote = CancelQuote(
            quote_id=uuid.uuid4().hex,
            order_id=order_id,
            fee=usd(0),
            refund=usd(sale.paid),
            expires_at=self.clock.now() + QUOTE_LIFE,
        )
        self.airline.quoted(sale, quote.quote_id)
        return quote

    async def cancel(self, quote: CancelQuote, client_ref: str) -> SupplierOrder:
        """Cancel by the newest quote."""
        del client_ref
        sale = self._sale(quote.order_id)
        try:
            self.airline.may_cancel(sale, self.clock.now())
            if sale.cancel_quote != quote.quote_id or self.clock.now() >= quote.expires_at:
                raise self._rejected("the quote is not the newest; ask again", "order_cancellation_stale")
            self.airline.cancel(sale, self.clock.now())
        except Refused as error:
            raise self._rejected(str(error), error.code) from error
        return self._order(sale)

    def _sale(self, order_id: str) -> Sale:
        sale = self.airline.sale(order_id.removeprefix("order-"))
        if sale is None:
            raise self._rejected(f"no order {order_id}", "not_found")
        return sale

    def _cards(self) -> list[str]:
        return [one.id for one in self.airline.user.payment_methods.values() if one.source == "credit_card"][:1]

    def _order(self, sale: Sale) -> SupplierOrder:
        found = self.airline.reservation(sale.reservation_id)
        return SupplierOrder(
            order_id=f"order-{sale.client_ref}",
            client_ref=sale.client_ref,
            supplier=NAME,
            item_type="flight",
            status="cancelled" if found.status else "confirmed",
            locator=found.reservation_id,
            tickets=tuple(f"{found.reservation_id}-{n}" for n, _ in enumerate(found.passengers, 1)),
            total=usd(sale.paid),
            terms=Terms(
                refundable=True, free_until=None if found.cabin == "business" else found.made_at + FREE_TO_CANCEL
            ),
            paid_at=found.made_at,
            created_at=found.made_at,
        )


class AirlineSupplier:
    """What a session takes: ``suppliers=[AirlineSupplier(airline, clock=…, places=…)]``."""

    hotels = None

    def __init__(self, airline: Airline, *, clock: Clock, places: Places) -> None:
        self.flights = Flights(airline, clock, places)
        self.orders = Orders(airline, clock)
