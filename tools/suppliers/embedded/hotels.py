"""Hotel search of the embedded supplier: its rooms and their rates."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import NamedTuple

from rapidfuzz.fuzz import WRatio

from tripintent.state.frame import Board
from tripintent.state.money import Money, payable
from tripintent.state.offers import HotelOffer, Terms
from tripintent.state.queries import HotelQuery, Occupancy
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.suppliers import Capabilities, amenities_needed
from tripintent.tools.suppliers.embedded import price_levels
from tripintent.tools.suppliers.embedded.connections import World
from tripintent.tools.suppliers.embedded.faults import SUPPLIER
from tripintent.tools.suppliers.embedded.ids import OFFER_LIFE, SeededRandom, local_moment, seal
from tripintent.tools.suppliers.embedded.localities import Localities, Locality, invented
from tripintent.tools.suppliers.embedded.price_levels import STARS, city_tax_usd, night_usd
from tripintent.tools.suppliers.embedded.properties import Properties, Property, area_meant
from tripintent.tools.suppliers.embedded.sales_service import SalesService
from tripintent.tools.suppliers.shared.questions import check_stay, nights_of, people

FREE_UNTIL_MINUTE = 18 * 60
"""Free cancelling ends at six in the evening, local time."""

_NON_REFUNDABLE = 0.88
_SINGLE = 0.92
_EXTRA_ADULT, _EXTRA_CHILD = 0.22, 0.14
_BOARD_SHARE: Mapping[Board, float] = invented("board_share")
"""Meals for one adult and day as a share of the city's three-star night; children eat for half."""


class EmbeddedRoom(NamedTuple):
    """A kind of room, how many people sleep in it, and how its price compares."""

    name: str
    sleeps: int
    price: float


ROOMS = tuple(EmbeddedRoom(*one) for one in invented("rooms"))


class RoomRate(NamedTuple):
    """One thing to book in a hotel. ``free_until`` is None for a non-refundable rate."""

    room: EmbeddedRoom
    board: Board
    free_until: datetime | None
    total_usd: Decimal


class StaySearch(NamedTuple):
    """A search: what was asked, where, for which nights, and when."""

    query: HotelQuery
    city: Locality
    nights: tuple[date, ...]
    now: datetime


def rates_of(dice: SeededRandom, stay: StaySearch, hotel: Property) -> Iterator[RoomRate]:
    """Yield up to three rates: the plain room as cheap as it gets, the same flexible, and a better one."""
    query = stay.query
    most = max(people(o) for o in query.occupancies)
    fitting = [room for room in ROOMS if room.sleeps >= most]
    board = query.board or "room_only"
    better: Board = query.board or ("breakfast" if "breakfast" in hotel.boards else "room_only")
    until = _free_until(stay, hotel)
    wanted: list[tuple[EmbeddedRoom, Board, bool]] = [
        (fitting[0], board, False),
        (fitting[0], board, True),
        (fitting[1], better, True),
    ]
    for room, meals, flexible in wanted:
        if (flexible and until is None) or (query.refundable_only and not flexible):
            continue
        usd = _stay_usd(dice, stay, hotel) * room.price * (1.0 if flexible else _NON_REFUNDABLE)
        food = _food_usd(stay) * _BOARD_SHARE[meals]
        yield RoomRate(room, meals, until if flexible else None, Decimal(str(round(usd + food, 2))))


def _stay_usd(dice: SeededRandom, stay: StaySearch, hotel: Property) -> float:
    city, nights = stay.city, stay.nights
    level = night_usd(city.country, city.key, city.tier) * STARS[hotel.stars] * hotel.price
    soon = 1.0 + (price_levels.lead_time((nights[0] - stay.now.date()).days) - 1.0) * 0.5
    days = sum(
        price_levels.season(n, city.lat)
        * price_levels.HOTEL_NIGHTS[n.weekday()]
        * dice.between(0.95, 1.05, "night", hotel.hotel_id, n)
        for n in nights
    )
    return level * soon * days * sum(_room_share(o) for o in stay.query.occupancies)


def _room_share(occupancy: Occupancy) -> float:
    """Return what a room costs for its guests as a share of the double room's price."""
    children = people(occupancy) - occupancy.adults
    if occupancy.adults + children == 1:
        return _SINGLE
    extra_adults = max(0, occupancy.adults - 2)
    extra_children = max(0, occupancy.adults + children - 2 - extra_adults)
    return 1.0 + _EXTRA_ADULT * extra_adults + _EXTRA_CHILD * extra_children


def _food_usd(stay: StaySearch) -> float:
    eaters = sum(o.adults + 0.5 * (people(o) - o.adults) for o in stay.query.occupancies)
    return night_usd(stay.city.country, stay.city.key, stay.city.tier) * eaters * len(stay.nights)


def _free_until(stay: StaySearch, hotel: Property) -> datetime | None:
    day = stay.nights[0] - timedelta(days=hotel.free_days)
    local = local_moment(day, FREE_UNTIL_MINUTE, stay.city.zone)
    return local if local > stay.now else None


RATES_PER_HOTEL = 3


class EmbeddedHotels:
    """Searches and prices simulated hotels."""

    def __init__(
        self,
        world: World,
        counter: SalesService,
        clock: Clock,
        *,
        places: Places,
        capabilities: Capabilities,
        limit: int,
    ) -> None:
        self._world = world
        self._counter = counter
        self._clock = clock
        self.capabilities = capabilities
        self._limit = limit
        self._localities = Localities(world.airports, places)
        self._properties = Properties(world.dice)

    async def search(self, query: HotelQuery) -> Sequence[HotelOffer]:
        """Return simulated offers, cheapest first; empty when nothing fits. Raises SupplierError."""
        if not await self._counter.open_for("hotels.search"):
            return ()
        offers = await asyncio.to_thread(self._offers, query, self._clock.now())
        return tuple((await self._counter.free_rooms(offers))[: self._limit])

    async def price(self, offer: HotelOffer) -> HotelOffer:
        """Return the offer as it would be sold now. Raises OfferGone or another SupplierError."""
        return await self._counter.priced("hotels.price", offer)

    def _offers(self, query: HotelQuery, now: datetime) -> list[HotelOffer]:
        city = self._localities.locate(query.location)
        stay = StaySearch(query, city, nights_of(query, SUPPLIER), now)
        check_stay(query, city.zone, stay.nights[0], now, SUPPLIER)
        hotels = fitting(self._properties.of(city), query)
        return [
            self._offer(stay, hotel, rate)
            for hotel in spread(hotels, self._limit // RATES_PER_HOTEL + 2)
            for rate in rates_of(self._world.dice, stay, hotel)
        ]

    def _offer(self, stay: StaySearch, hotel: Property, rate: RoomRate) -> HotelOffer:
        query, city, nights, now = stay
        total = self._world.money(rate.total_usd, query.currency)
        offer = HotelOffer(
            option_id="",
            supplier=SUPPLIER,
            simulated=True,
            hotel_id=hotel.hotel_id,
            hotel_name=hotel.name,
            star_rating=float(hotel.stars),
            property_kind=hotel.kind,
            address=f"{hotel.area.name}, {city.name}",
            area=hotel.area.name,
            lat=hotel.lat if city.mapped else None,
            lon=hotel.lon if city.mapped else None,
            distance_km=hotel.km,
            check_in=nights[0],
            check_out=nights[-1] + timedelta(days=1),
            rooms=len(query.occupancies),
            room_description=f"{rate.room.name}, sleeps {rate.room.sleeps}",
            board=rate.board,
            nightly_price=payable(total.amount / len(nights), total.currency),
            total_price=total,
            due_at_property=self._city_tax(stay, hotel),
            refundable=rate.free_until is not None,
            terms=Terms(refundable=rate.free_until is not None, free_until=rate.free_until),
            amenities=hotel.amenities,
            expires_at=now + OFFER_LIFE,
        )
        return offer.model_copy(update={"option_id": seal(self._world.dice, offer, offer.rooms)})

    def _city_tax(self, stay: StaySearch, hotel: Property) -> Money | None:
        each = city_tax_usd(stay.city.country, hotel.stars)
        adult_nights = sum(o.adults for o in stay.query.occupancies) * len(stay.nights)
        usd = Decimal(str(round(each * adult_nights, 2)))
        return self._world.money(usd, stay.query.currency) if each else None


_SAME_NAME = 88.0
CENTRE, CENTRAL_KM = "City centre", 1.3
"""Who asks for the centre is content with any hotel within a walk of it."""


def fitting(hotels: Sequence[Property], query: HotelQuery) -> list[Property]:
    """Return the hotels that are everything the query asks for."""
    needed = amenities_needed(query.amenities)
    kept = [
        hotel
        for hotel in hotels
        if (query.star_min is None or hotel.stars >= query.star_min)
        and needed <= set(hotel.amenities)
        and (query.board is None or query.board in hotel.boards)
        and (query.hotel_name is None or WRatio(query.hotel_name.casefold(), hotel.name.casefold()) >= _SAME_NAME)
    ]
    return _in_area(kept, query.area) if query.area else kept


def spread(hotels: Sequence[Property], count: int) -> list[Property]:
    """Return at most ``count`` hotels, taking from each star class in turn, so that all budgets find something."""
    by_stars: dict[int, list[Property]] = {}
    for hotel in hotels:
        by_stars.setdefault(hotel.stars, []).append(hotel)
    turns = [hotel for row in range(len(hotels)) for same in by_stars.values() for hotel in same[row : row + 1]]
    return turns[:count]


def _in_area(hotels: list[Property], said: str) -> list[Property]:
    """Return the hotels of a part of town; all of them for the name of a real quarter: of no invented hotel is it known."""
    area = area_meant(said)
    central = area is not None and area.name == CENTRE
    return [hotel for hotel in hotels if area in (None, hotel.area) or (central and hotel.km <= CENTRAL_KM)]
