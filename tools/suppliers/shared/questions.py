"""Checks and filters of every supplier of flights or hotels: a question without an answer is refused by name, whoever is asked."""

import re
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from tripintent.state.frame import TimeWindow
from tripintent.state.offers import FlightOffer, is_red_eye
from tripintent.state.queries import FlightQuery, HotelQuery, Occupancy
from tripintent.tools.errors import InvalidRequest
from tripintent.tools.places.ports import own_town
from tripintent.tools.places.regions import METROS, same_city
from tripintent.tools.ports.places import Airport, Places

MOST_SEATS = 9
"""One booking holds at most nine seats, as in the airlines' reservation systems."""


def travel_day(text: str, supplier: str) -> date:
    """Return the date of a query. Raises InvalidRequest ``not_a_date``."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        said = f"{text!r} is no date; write it as YYYY-MM-DD"
        raise InvalidRequest(said, supplier=supplier, code="not_a_date") from None


def check_route(query: FlightQuery, supplier: str) -> None:
    """Raise InvalidRequest ``same_place`` for a flight from a city to itself."""
    if same_city(query.origin, query.destination):
        said = f"origin and destination are the same city: {query.origin}"
        raise InvalidRequest(said, supplier=supplier, code="same_place")


def check_question(query: FlightQuery, origin: Airport, now: datetime, supplier: str) -> date:
    """Return the day of travel. Raises InvalidRequest ``in_past``, ``too_many_travellers`` or ``infants_over_adults``."""
    day = travel_day(query.depart_date, supplier)
    if day < now.astimezone(ZoneInfo(origin.zone)).date():
        raise InvalidRequest(f"{day} is in the past at {origin.city}", supplier=supplier, code="in_past")
    seats = query.adults + len(query.child_ages)
    if seats > MOST_SEATS:
        said = f"{seats} seats are too many for one booking; {MOST_SEATS} is the most"
        raise InvalidRequest(said, supplier=supplier, code="too_many_travellers")
    if query.infants > query.adults:
        raise InvalidRequest("each infant needs an adult's lap", supplier=supplier, code="infants_over_adults")
    return day


def check_asked(query: FlightQuery, places: Places, now: datetime, supplier: str) -> date:
    """Return the day of travel of a question that has an answer. Raises InvalidRequest, also ``unknown_place``."""
    check_route(query, supplier)
    ends = [places.airports_for(code) for code in (query.origin, query.destination)]
    for code, airports in zip((query.origin, query.destination), ends, strict=True):
        if not airports:
            raise InvalidRequest(f"no airport has the code {code!r}", supplier=supplier, code="unknown_place")
    return check_question(query, ends[0][0], now, supplier)


def in_window(moment: datetime, window: TimeWindow) -> bool:
    """Tell whether a local time lies in a window, ends included; a window may run over midnight."""
    clock, start, end = f"{moment:%H:%M}", window.start or "00:00", window.end or "23:59"
    return start <= clock <= end if start <= end else clock >= start or clock <= end


def is_wanted(offer: FlightOffer, query: FlightQuery) -> bool:
    """Tell whether an offer is everything that the query asks for. Nothing that was not asked for is a filter."""
    airlines = {name.strip().casefold() for name in query.airlines}
    return (
        (query.max_stops is None or offer.stops <= query.max_stops)
        and (query.window is None or in_window(offer.depart_at, query.window))
        and (query.arrive_window is None or in_window(offer.arrive_at, query.arrive_window))
        and not (query.avoid_red_eye and any(is_red_eye(hop.depart_at, hop.arrive_at) for hop in offer.segments))
        and (not airlines or all({h.airline.casefold(), h.airline_code.casefold()} & airlines for h in offer.segments))
        and (query.checked_bags is None or (offer.checked_bags or 0) >= query.checked_bags)
        and (query.cabin is None or offer.cabin == query.cabin.removeprefix("basic_"))
    )


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
