"""Rooms and rates of one hotel for one stay: which kinds are offered, and what they cost."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import NamedTuple

from tripintent.state.frame import Board
from tripintent.state.queries import HotelQuery, Occupancy
from tripintent.tools.suppliers.embedded import demand
from tripintent.tools.suppliers.embedded.localities import Locality
from tripintent.tools.suppliers.embedded.price_levels import STARS, night_usd
from tripintent.tools.suppliers.embedded.properties import Property
from tripintent.tools.suppliers.embedded.seeded_random import SeededRandom, local_moment
from tripintent.tools.suppliers.shared.hotel_questions import people

FREE_UNTIL_MINUTE = 18 * 60
"""Free cancelling ends at six in the evening, local time."""

_NON_REFUNDABLE = 0.88
_SINGLE = 0.92
_EXTRA_ADULT, _EXTRA_CHILD = 0.22, 0.14
_BOARD_SHARE: dict[Board, float] = {
    "room_only": 0.0,
    "breakfast": 0.12,
    "half_board": 0.32,
    "full_board": 0.5,
    "all_inclusive": 0.72,
}
"""Meals for one adult and day as a share of the city's three-star night; children eat for half."""


class EmbeddedRoom(NamedTuple):
    """A kind of room, how many people sleep in it, and how its price compares."""

    name: str
    sleeps: int
    price: float


ROOMS = (
    EmbeddedRoom("Standard double room", 2, 1.0),
    EmbeddedRoom("Superior double room", 2, 1.22),
    EmbeddedRoom("Family room", 4, 1.3),
    EmbeddedRoom("Suite", 4, 1.85),
)


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
    soon = 1.0 + (demand.lead_time((nights[0] - stay.now.date()).days) - 1.0) * 0.5
    days = sum(
        demand.season(n, city.lat) * demand.hotel_night(n) * dice.between(0.95, 1.05, "night", hotel.hotel_id, n)
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
