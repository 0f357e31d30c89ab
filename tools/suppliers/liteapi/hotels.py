"""Searching and pricing hotels at LiteAPI. A price is read again by a prebook, which commits no one to anything."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from pydantic import JsonValue, ValidationError

from tripintent.state.money import Money, payable
from tripintent.state.offers import HotelOffer
from tripintent.state.queries import HotelQuery
from tripintent.tools.errors import InvalidRequest, OfferGone, SupplierError, SupplierUnavailable
from tripintent.tools.ports.clock import Clock, Rates
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.suppliers import Capabilities, amenities_needed, amenity_meant
from tripintent.tools.suppliers.liteapi import wire
from tripintent.tools.suppliers.liteapi.failures import MANNERS, NO_ROOMS, SUPPLIER
from tripintent.tools.suppliers.liteapi.rates import CODES, board_of, due_at_property, plain_words, terms_of, total_of
from tripintent.tools.suppliers.shared.over_http import SupplierHttp, read_as, unreadable
from tripintent.tools.suppliers.shared.questions import check_stay, city_meant, nights_of

OFFER_LIFE = timedelta(minutes=30)
"""LiteAPI does not say how long an offer lasts; it refuses an outdated one. Half an hour is our own limit."""

MOST_HOTELS, RATES_EACH, SEARCH_SECONDS, BATCH = 50, 4, 10, 50
_LOG = logging.getLogger(__name__)


class Market(NamedTuple):
    """The context of a search beside the connection. ``nationality`` is the guests', as the rates depend on it (ISO 3166-1)."""

    places: Places
    clock: Clock
    rates: Rates
    nationality: str


class HotelSearch(NamedTuple):
    """A search under way: what was asked, where it is, and for which nights."""

    query: HotelQuery
    city: str
    country: str
    nights: tuple[date, ...]


class LiteApiHotels:
    """Answers the port ``HotelSupplier``."""

    def __init__(self, search: SupplierHttp, book: SupplierHttp, capabilities: Capabilities, market: Market) -> None:
        self._search, self._book = search, book
        self.capabilities = capabilities
        self._market = market
        self._facilities: dict[int, str] = {}
        self._known: dict[str, wire.Hotel] = {}

    async def search(self, query: HotelQuery) -> Sequence[HotelOffer]:
        """Return offers, cheapest first; empty when nothing fits. Raises InvalidRequest or Retryable."""
        asked = self._checked(query)
        where = await self._where(asked)
        try:
            body = await self._search.ask("POST", "/hotels/rates", None, {**_question(asked, self._market), **where})
        except InvalidRequest as error:
            if error.code == str(NO_ROOMS):
                return ()
            raise
        found = read_as(wire.LiteFound, body, MANNERS)
        about = await self._about([hotel.hotel_id for hotel in found.data], body.get("hotels"))
        offers = [offer for hotel in found.data for offer in self._readable(asked, hotel, about)]
        wanted = {offer.option_id: offer for offer in offers if _is_wanted(offer, query)}
        return sorted(wanted.values(), key=lambda o: (o.total_price.amount, o.option_id))

    async def price(self, offer: HotelOffer) -> HotelOffer:
        """Return the offer as it would be sold now. Raises OfferGone or Retryable."""
        return (await self.prebooked(offer))[1]

    async def prebooked(self, offer: HotelOffer) -> tuple[str, HotelOffer]:
        """Return what to book by, and the offer as it would be booked. Raises OfferGone or Retryable."""
        if offer.expires_at <= self._market.clock.now():
            raise OfferGone("the offer is over: search again", supplier=SUPPLIER, code="offer_expired")
        asked: dict[str, JsonValue] = {"offerId": offer.option_id, "usePaymentSdk": False}
        said = read_as(
            wire.LiteReply[wire.Prebook], await self._book.ask("POST", "/rates/prebook", None, asked), MANNERS
        ).data
        rates = [rate for room in said.rooms for rate in room.rates]
        return said.id, self._priced(offer, rates, Money(amount=said.price, currency=said.currency))

    def _priced(self, offer: HotelOffer, rates: Sequence[wire.LiteRate], total: Money) -> HotelOffer:
        terms = terms_of([rate.policies for rate in rates], total, self._market.clock.now())
        nights = (offer.check_out - offer.check_in).days
        values = {
            **offer.model_dump(),
            "total_price": total,
            "nightly_price": payable(total.amount / nights, total.currency),
            "due_at_property": due_at_property(rates, total.currency, self._market.rates),
            "board": board_of(rates),
            "refundable": terms.refundable,
            "terms": terms,
        }
        try:
            return HotelOffer.model_validate(values)
        except ValidationError as error:
            raise unreadable(error, MANNERS, "price") from error

    def _readable(
        self, asked: HotelSearch, hotel: wire.HotelRates, about: Mapping[str, wire.Hotel]
    ) -> Iterable[HotelOffer]:
        for raw in hotel.offers:
            try:
                yield self._offer(
                    asked, about.get(hotel.hotel_id), hotel.hotel_id, read_as(wire.LiteOffer, raw, MANNERS)
                )
            except SupplierUnavailable as error:
                _LOG.warning("an offer was left out: %s", error)

    def _offer(self, asked: HotelSearch, hotel: wire.Hotel | None, hotel_id: str, offer: wire.LiteOffer) -> HotelOffer:
        query, nights, total = asked.query, asked.nights, total_of(offer)
        facilities = [
            self._facilities[number] for number in (hotel.facilities if hotel else ()) if number in self._facilities
        ]
        try:
            shell = HotelOffer(
                option_id=offer.offer_id,
                supplier=SUPPLIER,
                simulated=self.capabilities.simulated,
                hotel_id=hotel_id,
                hotel_name=hotel.name if hotel else hotel_id,
                star_rating=hotel.stars if hotel else None,
                address=hotel.address if hotel else "",
                area=query.area or "",
                lat=hotel.latitude if hotel else None,
                lon=hotel.longitude if hotel else None,
                check_in=nights[0],
                check_out=nights[-1] + timedelta(days=1),
                rooms=len(query.occupancies),
                room_description=plain_words(offer.rates),
                nightly_price=total,
                total_price=total,
                amenities=tuple(dict.fromkeys(amenity_meant(name) for name in facilities)),
                expires_at=self._market.clock.now() + OFFER_LIFE,
            )
        except ValidationError as error:
            raise unreadable(error, MANNERS, "offer") from error
        return self._priced(shell, offer.rates, total)

    def _checked(self, query: HotelQuery) -> HotelSearch:
        city, airport = city_meant(query.location, self._market.places.airports_for, self._market.places, SUPPLIER)
        nights = nights_of(query, SUPPLIER)
        check_stay(query, airport.zone, nights[0], self._market.clock.now(), SUPPLIER)
        return HotelSearch(query, city, airport.country, nights)

    async def _where(self, asked: HotelSearch) -> dict[str, JsonValue]:
        """Return the place to search: the part of town where LiteAPI knows it, else the city."""
        if asked.query.area:
            text = f"{asked.query.area}, {asked.city}, {asked.country}"
            body = await self._search.ask("GET", "/data/places", {"textQuery": text})
            for raw in _rows(body.get("data"))[:1]:
                return {"placeId": read_as(wire.LitePlace, raw, MANNERS).id}
        return {"cityName": asked.city, "countryCode": asked.country}

    async def _about(self, ids: Sequence[str], beside: JsonValue) -> Mapping[str, wire.Hotel]:
        """Return what is known of hotels: their content, kept once read, else the little that came beside the rates."""
        unknown = [one for one in dict.fromkeys(ids) if one not in self._known]
        little = {hotel.id: hotel for hotel in _hotels(beside)}
        try:
            if unknown and not self._facilities:
                self._facilities = {one.id: one.name for one in await self._facility_names()}
            for start in range(0, len(unknown), BATCH):
                some = unknown[start : start + BATCH]
                body = await self._search.ask("GET", "/data/hotels", {"hotelIds": ",".join(some), "limit": BATCH})
                self._known |= {hotel.id: hotel for hotel in _hotels(body.get("data"))}
        except SupplierError as error:
            _LOG.warning("hotels are shown with less about them: %s", error)
        return {**little, **self._known}

    async def _facility_names(self) -> Sequence[wire.Facility]:
        body = await self._search.ask("GET", "/data/facilities")
        return [read_as(wire.Facility, raw, MANNERS) for raw in _rows(body.get("data"))]


def _rows(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def _hotels(value: JsonValue) -> list[wire.Hotel]:
    """Return the hotels that can be read; of the others nothing is known."""
    found = []
    for raw in _rows(value):
        try:
            found.append(wire.Hotel.model_validate(raw))
        except ValidationError as error:
            _LOG.warning("a hotel was left out: %s", unreadable(error, MANNERS))
    return found


def _question(asked: HotelSearch, market: Market) -> dict[str, JsonValue]:
    query = asked.query
    rooms: list[JsonValue] = [{"adults": o.adults, "children": list(o.child_ages)} for o in query.occupancies]
    question: dict[str, JsonValue] = {
        "occupancies": rooms,
        "currency": query.currency,
        "guestNationality": market.nationality,
        "checkin": query.check_in,
        "checkout": query.check_out,
        "timeout": SEARCH_SECONDS,
        "maxRatesPerHotel": RATES_EACH,
        "limit": MOST_HOTELS,
        "includeHotelData": True,
    }
    if query.refundable_only:
        question["refundableRatesOnly"] = True
    if query.board:
        question["boardType"] = ",".join(CODES[query.board])
    if query.hotel_name:
        question["hotelName"] = query.hotel_name
    if query.star_min is not None:
        stars: list[JsonValue] = [half / 2 for half in range(2, 11) if half / 2 >= query.star_min]
        question["starRating"] = stars
    return question


def _is_wanted(offer: HotelOffer, query: HotelQuery) -> bool:
    """Tell whether an offer is everything that the query asks for, whatever the search made of it."""
    needed = amenities_needed(query.amenities)
    return (
        (query.star_min is None or (offer.star_rating or 0) >= query.star_min)
        and needed <= set(offer.amenities)
        and (query.board is None or offer.board == query.board)
        and (offer.refundable or not query.refundable_only)
    )
