"""Checking a flight query before it is answered: refusals name what is wrong and what to do.

The traveller's conditions for a flight, as tests on an itinerary. Nothing that was not asked for is a filter.
"""

from collections.abc import Callable, Sequence
from itertools import product

from tripintent.state.offers import is_red_eye
from tripintent.state.queries import FlightQuery
from tripintent.tools.places.airports import AirportCatalogue
from tripintent.tools.ports.places import Airport
from tripintent.tools.suppliers.embedded.carriers import CARRIERS
from tripintent.tools.suppliers.embedded.connections import Itinerary
from tripintent.tools.suppliers.embedded.faults import SUPPLIER, refusal
from tripintent.tools.suppliers.shared.flight_questions import check_route, in_window

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


Test = Callable[[Itinerary], bool]


def wanted(query: FlightQuery) -> Test:
    """Return the test that an itinerary passes when it is everything the query asks for."""
    tests: list[Test] = []
    if query.max_stops is not None:
        most = query.max_stops
        tests.append(lambda way: way.stops <= most)
    if query.window:
        leave = query.window
        tests.append(lambda way: in_window(way.flights[0].departs, leave))
    if query.arrive_window:
        land = query.arrive_window
        tests.append(lambda way: in_window(way.flights[-1].arrives, land))
    if query.avoid_red_eye:
        tests.append(lambda way: not any(is_red_eye(f.departs, f.arrives) for f in way.flights))
    if query.airlines:
        codes = airline_codes(query.airlines)
        tests.append(lambda way: all(f.carrier in codes for f in way.flights))
    return lambda way: all(test(way) for test in tests)


def airline_codes(said: Sequence[str]) -> frozenset[str]:
    """Return the designators of the airlines named, by name or designator; empty when none is ours."""
    names = {name.strip().casefold() for name in said}
    return frozenset(c.code for c in CARRIERS.values() if c.code.casefold() in names or c.name.casefold() in names)
