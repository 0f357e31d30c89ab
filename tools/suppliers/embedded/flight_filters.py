"""The traveller's conditions for a flight, as tests on an itinerary. Nothing that was not asked for is a filter."""

from collections.abc import Callable, Sequence

from tripintent.state.offers import is_red_eye
from tripintent.state.queries import FlightQuery
from tripintent.tools.suppliers.embedded.carriers import CARRIERS
from tripintent.tools.suppliers.embedded.connections import Itinerary
from tripintent.tools.suppliers.shared.flight_questions import in_window

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
