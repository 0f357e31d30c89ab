"""Checking a flight query before it is answered: refusals name what is wrong and what to do."""

from itertools import product

from tripintent.state.queries import FlightQuery
from tripintent.tools.places.airports import AirportCatalogue
from tripintent.tools.ports.places import Airport
from tripintent.tools.suppliers.embedded.refusals import SUPPLIER, refusal
from tripintent.tools.suppliers.shared.flight_questions import check_route

BOOKABLE_DAYS = 500
"""Timetables are open this many days ahead; later dates have no flights yet."""


def ends(airports: AirportCatalogue, query: FlightQuery) -> tuple[list[Airport], list[Airport]]:
    """Return the served airports of both ends, main ones first. Raises InvalidRequest for unknown or equal places."""
    check_route(query, SUPPLIER)
    return _end(airports, query.origin), _end(airports, query.destination)


def pairs(origins: list[Airport], destinations: list[Airport]) -> list[tuple[str, str, bool]]:
    """Return (origin, destination, whether connections are looked for too) for all combinations of airports.

    Connections are offered between the two main airports of each city only, non-stops between all.
    """
    return [(a.code, b.code, a in origins[:2] and b in destinations[:2]) for a, b in product(origins, destinations)]


def _end(airports: AirportCatalogue, code: str) -> list[Airport]:
    known = airports.airports_for(code)
    if not known:
        raise refusal(f"no airport has the code {code!r}", "unknown_place")
    return [airport for airport in known if airports.is_served(airport.code)]
