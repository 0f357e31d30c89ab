"""What the traveller asked of a flight, as tests on an itinerary. Nothing that was not asked for is a filter."""

from collections.abc import Callable, Sequence
from datetime import datetime

from tripintent.state.frame import TimeWindow
from tripintent.state.queries import FlightQuery
from tripintent.tools.suppliers.embedded.carriers import CARRIERS
from tripintent.tools.suppliers.embedded.connections import Itinerary

Test = Callable[[Itinerary], bool]

_NIGHT_STARTS, _NIGHT_ENDS = "22:00", "05:00"
_MORNING_STARTS, _MORNING_ENDS = "03:00", "12:00"


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
        tests.append(lambda way: not any(_red_eye(f.departs, f.arrives) for f in way.flights))
    if query.airlines:
        codes = airline_codes(query.airlines)
        tests.append(lambda way: all(f.carrier in codes for f in way.flights))
    return lambda way: all(test(way) for test in tests)


def in_window(moment: datetime, window: TimeWindow) -> bool:
    """Tell whether a local time lies in a window, ends included; a window may run over midnight."""
    clock, start, end = f"{moment:%H:%M}", window.start or "00:00", window.end or "23:59"
    return start <= clock <= end if start <= end else clock >= start or clock <= end


def airline_codes(said: Sequence[str]) -> frozenset[str]:
    """Return the designators of the airlines named, by name or designator; empty when none is ours."""
    names = {name.strip().casefold() for name in said}
    return frozenset(c.code for c in CARRIERS.values() if c.code.casefold() in names or c.name.casefold() in names)


def _red_eye(departs: datetime, arrives: datetime) -> bool:
    leaves, lands = f"{departs:%H:%M}", f"{arrives:%H:%M}"
    at_night = leaves >= _NIGHT_STARTS or leaves <= _NIGHT_ENDS
    return at_night and _MORNING_STARTS <= lands < _MORNING_ENDS
