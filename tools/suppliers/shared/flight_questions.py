"""Checks and filters of every supplier of flights: a question without an answer is refused by name, whoever is asked."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from tripintent.state.frame import TimeWindow
from tripintent.state.offers import FlightOffer, is_red_eye
from tripintent.state.queries import FlightQuery
from tripintent.tools.errors import InvalidRequest
from tripintent.tools.places.metro import same_city
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
        and (query.checked_bags is None or offer.checked_bags >= query.checked_bags)
        and (query.cabin is None or offer.cabin == query.cabin.removeprefix("basic_"))
    )
