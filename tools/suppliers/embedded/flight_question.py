"""Checking a flight query before it is answered: refusals name what is wrong and what to do."""

from datetime import date, datetime
from itertools import product
from zoneinfo import ZoneInfo

from tripintent.state.queries import FlightQuery
from tripintent.tools.places.airports import AirportCatalogue
from tripintent.tools.places.metro import same_city
from tripintent.tools.ports.places import Airport
from tripintent.tools.suppliers.embedded.airfare import seats
from tripintent.tools.suppliers.embedded.refusals import refusal

MOST_SEATS = 9
"""One booking holds at most nine seats, as in the airlines' reservation systems."""

BOOKABLE_DAYS = 500
"""Timetables are open this many days ahead; later dates have no flights yet."""


def travel_day(text: str) -> date:
    """Return the date of a query. Raises InvalidRequest ``not_a_date``."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise refusal(f"{text!r} is no date; write it as YYYY-MM-DD", "not_a_date") from None


def ends(airports: AirportCatalogue, query: FlightQuery) -> tuple[list[Airport], list[Airport]]:
    """Return the served airports of both ends, main ones first. Raises InvalidRequest for unknown or equal places."""
    if same_city(query.origin, query.destination):
        raise refusal(f"origin and destination are the same city: {query.origin}", "same_place")
    return _end(airports, query.origin), _end(airports, query.destination)


def pairs(origins: list[Airport], destinations: list[Airport]) -> list[tuple[str, str, bool]]:
    """Return (origin, destination, whether connections are looked for too) for all combinations of airports.

    Connections are offered between the two main airports of each city only, non-stops between all.
    """
    return [(a.code, b.code, a in origins[:2] and b in destinations[:2]) for a, b in product(origins, destinations)]


def check(query: FlightQuery, origin: Airport, now: datetime) -> date:
    """Return the day of travel. Raises InvalidRequest ``in_past`` or ``too_many_travellers``."""
    day = travel_day(query.depart_date)
    if day < now.astimezone(ZoneInfo(origin.zone)).date():
        raise refusal(f"{day} is in the past at {origin.city}", "in_past")
    if seats(query) > MOST_SEATS:
        raise refusal(
            f"{seats(query)} seats are too many for one booking; {MOST_SEATS} is the most", "too_many_travellers"
        )
    if query.infants > query.adults:
        raise refusal("each infant needs an adult's lap", "infants_over_adults")
    return day


def _end(airports: AirportCatalogue, code: str) -> list[Airport]:
    known = airports.airports_for(code)
    if not known:
        raise refusal(f"no airport has the code {code!r}", "unknown_place")
    return [airport for airport in known if airports.is_served(airport.code)]
