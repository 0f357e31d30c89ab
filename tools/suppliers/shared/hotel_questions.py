"""Checks and terms of every supplier of hotels: a stay without an answer is refused by name, whoever is asked."""

import re
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from tripintent.state.queries import HotelQuery, Occupancy
from tripintent.tools.errors import InvalidRequest
from tripintent.tools.places.metro import METROS
from tripintent.tools.places.ports import own_town
from tripintent.tools.ports.places import Airport, Places
from tripintent.tools.suppliers.shared.flight_questions import travel_day

BED_FROM_AGE = 2
_CODE = re.compile(r"[A-Z]{3}")
MOST_NIGHTS, MOST_ROOMS, MOST_IN_ROOM = 60, 9, 4


def city_meant(
    said: str, airports_for: Callable[[str], Sequence[Airport]], places: Places, supplier: str
) -> tuple[str, Airport]:
    """Return the city's name and its airport. Raises InvalidRequest for what is unknown, ambiguous, or larger than a city."""
    own = airports_for(said) if _CODE.fullmatch(said.strip()) else ()
    if own:
        code = said.strip().upper()
        return METROS[code].name if code in METROS else own_town(own[0]), own[0]
    place = places.resolve(said)
    if place.kind in {"region", "country"}:
        raise InvalidRequest(f"{said} is a {place.kind}; name a city in it", supplier=supplier, code=place.kind)
    if place.candidates:
        options = "; ".join(", ".join(filter(None, (c.name, c.region, c.country))) for c in place.candidates)
        refused = f"{said} can be several places: {options}"
        raise InvalidRequest(refused, supplier=supplier, code="ambiguous_place")
    airport = next(iter(airports_for(place.code)), None) if place.code else None
    airport = airport or next((a for a, _ in places.near(place, limit=1)), None)
    if airport is None:
        refused = f"no place is known by the name {said!r}; name a larger city nearby"
        raise InvalidRequest(refused, supplier=supplier, code="unknown_place")
    return place.name or said, airport


def nights_of(query: HotelQuery, supplier: str) -> tuple[date, ...]:
    """Return the nights of the stay. Raises InvalidRequest ``not_a_date``, ``zero_nights`` or ``too_many_nights``."""
    first, last = travel_day(query.check_in, supplier), travel_day(query.check_out, supplier)
    if last <= first:
        said = f"checking out on {last} leaves no night after checking in on {first}"
        raise InvalidRequest(said, supplier=supplier, code="zero_nights")
    count = (last - first).days
    if count > MOST_NIGHTS:
        said = f"{count} nights are too many for one booking; {MOST_NIGHTS} is the most"
        raise InvalidRequest(said, supplier=supplier, code="too_many_nights")
    return tuple(first + timedelta(days=n) for n in range(count))


def check_stay(query: HotelQuery, zone: str, first: date, now: datetime, supplier: str) -> None:
    """Check dates and guests. Raises InvalidRequest ``in_past``, ``too_many_rooms`` or ``too_many_travellers``."""
    if first < now.astimezone(ZoneInfo(zone)).date():
        raise InvalidRequest(f"{first} is in the past in {query.location}", supplier=supplier, code="in_past")
    if len(query.occupancies) > MOST_ROOMS:
        said = f"{len(query.occupancies)} rooms are too many for one booking"
        raise InvalidRequest(said, supplier=supplier, code="too_many_rooms")
    if max(people(o) for o in query.occupancies) > MOST_IN_ROOM:
        said = f"at most {MOST_IN_ROOM} people sleep in one room; ask for more rooms"
        raise InvalidRequest(said, supplier=supplier, code="too_many_travellers")


def people(occupancy: Occupancy) -> int:
    """Return how many beds a room needs; infants sleep in a cot."""
    return occupancy.adults + sum(age >= BED_FROM_AGE for age in occupancy.child_ages)
