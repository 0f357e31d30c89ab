"""The traveller's conditions for a hotel, and choosing which of many hotels are offered."""

from collections.abc import Sequence

from rapidfuzz.fuzz import WRatio

from tripintent.state.queries import HotelQuery
from tripintent.tools.suppliers.embedded.properties import Area, Property, area_meant
from tripintent.tools.suppliers.embedded.seeded_random import SeededRandom
from tripintent.tools.suppliers.shared.hotel_questions import amenity_meant

_SAME_NAME = 88.0
_IN_NAMED_QUARTER = 0.4
"""Share of a city's hotels that lie in a quarter asked for by its own name (the invented hotels lie anywhere)."""


CENTRE, CENTRAL_KM = "City centre", 1.3
"""Who asks for the centre is content with any hotel within a walk of it."""


def fitting(dice: SeededRandom, hotels: Sequence[Property], query: HotelQuery) -> list[Property]:
    """Return the hotels that are everything the query asks for."""
    needed = {amenity_meant(said) for said in query.amenities}
    kept = [
        hotel
        for hotel in hotels
        if (query.star_min is None or hotel.stars >= query.star_min)
        and needed <= set(hotel.amenities)
        and (query.board is None or query.board in hotel.boards)
        and (query.hotel_name is None or WRatio(query.hotel_name.casefold(), hotel.name.casefold()) >= _SAME_NAME)
    ]
    return _in_area(dice, kept, query.area) if query.area else kept


def spread(hotels: Sequence[Property], count: int) -> list[Property]:
    """Return at most ``count`` hotels, taking from each star class in turn, so that all budgets find something."""
    by_stars: dict[int, list[Property]] = {}
    for hotel in hotels:
        by_stars.setdefault(hotel.stars, []).append(hotel)
    turns = [hotel for row in range(len(hotels)) for same in by_stars.values() for hotel in same[row : row + 1]]
    return turns[:count]


def _in_area(dice: SeededRandom, hotels: list[Property], said: str) -> list[Property]:
    area = area_meant(said)
    if area:
        central = area.name == CENTRE
        return [hotel for hotel in hotels if hotel.area == area or (central and hotel.km <= CENTRAL_KM)]
    quarter = Area(said.strip(), 0.3, 3.0, 1.0, ())
    return [
        hotel._replace(area=quarter, km=round(dice.between(0.3, 3.0, "quarter", said, hotel.hotel_id), 1))
        for hotel in hotels
        if dice.unit("in quarter", said.casefold(), hotel.hotel_id) < _IN_NAMED_QUARTER
    ]
