"""Ways from one airport to another on one day, non-stop and over hubs; and the invented world of one seed."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from tripintent.state.money import Money
from tripintent.tools.places.airports import AirportCatalogue
from tripintent.tools.places.regions import same_city
from tripintent.tools.ports.clock import Rates, UnknownCurrency
from tripintent.tools.suppliers.embedded.faults import refusal
from tripintent.tools.suppliers.embedded.ids import SeededRandom
from tripintent.tools.suppliers.embedded.network import CARRIERS, Network, one_ticket, terminal_of
from tripintent.tools.suppliers.embedded.timetable import Flight, Timetable

MINIMUM_DOMESTIC = timedelta(minutes=40)
MINIMUM_INTERNATIONAL = timedelta(minutes=60)
TERMINAL_CHANGE = timedelta(minutes=20)
MINIMUM_SELF_TRANSFER = timedelta(minutes=130)
"""The shortest connections that the airlines sell; tighter than a careful adviser would, so that there is something to warn of."""

LONGEST_DAY_LAYOVER = timedelta(hours=10)
LONGEST_LAYOVER = timedelta(hours=20)
"""Within one day, and over a night. The sensible ones are chosen later, where there is a choice."""

_ONE_STOP_PATHS = 7
_TWO_STOP_PATHS = 3
_TWO_STOP_PATHS_WHEN_NEEDED = 40
_ENOUGH = 12
_SELF_TRANSFER_SHARE = 0.12
_DETOUR = 1.35
_DETOUR_KM = 350.0


class Connection(NamedTuple):
    """One or more flights that connect. ``self_transfer`` when some connection is on separate tickets."""

    flights: tuple[Flight, ...]
    self_transfer: bool = False

    @property
    def stops(self) -> int:
        """Connections on the way."""
        return len(self.flights) - 1

    @property
    def hours(self) -> float:
        """First take-off to last landing."""
        return (self.flights[-1].arrives - self.flights[0].departs).total_seconds() / 3600.0


class Connections:
    """Finds itineraries, a pure function of the seed."""

    def __init__(self, dice: SeededRandom, network: Network, timetable: Timetable) -> None:
        self._dice = dice
        self._network = network
        self._timetable = timetable
        self.between = lru_cache(maxsize=4_096)(self._between)
        self._one_stop = lru_cache(maxsize=4_096)(self._one_stop_hubs)
        self._two_stop = lru_cache(maxsize=4_096)(self._two_stop_hubs)

    def _between(self, origin: str, destination: str, day: date, max_stops: int) -> tuple[Connection, ...]:
        """Return itineraries that leave the origin on a local day, with at most ``max_stops`` connections."""
        found = [Connection((flight,)) for flight in self._timetable.flights(origin, destination, day)]
        if max_stops >= 1:
            for hub in self._one_stop(origin, destination):
                found += self._along((origin, hub, destination), day)
        if max_stops >= 2:
            for first, second in self._two_stop(origin, destination):
                if len(found) >= _ENOUGH and found[-1].stops > 1:
                    break
                found += self._along((origin, first, second, destination), day)
        return tuple(found)

    def _along(self, path: tuple[str, ...], day: date) -> Iterator[Connection]:
        for first in self._timetable.flights(path[0], path[1], day):
            yield from self._continued(Connection((first,)), path[1:])

    def _continued(self, so_far: Connection, path: tuple[str, ...]) -> Iterator[Connection]:
        if len(path) == 1:
            yield so_far
            return
        for onward, separate in self._onward(so_far.flights[-1], path[1]):
            longer = Connection((*so_far.flights, onward), so_far.self_transfer or separate)
            yield from self._continued(longer, path[1:])

    def _onward(self, arriving: Flight, destination: str) -> Iterator[tuple[Flight, bool]]:
        """Yield the next flight on the same ticket; where none goes, and now and then, one on a separate ticket."""
        hub = arriving.destination.code
        day = arriving.arrives.date()
        choices = [f for d in (day, day + timedelta(days=1)) for f in self._timetable.flights(hub, destination, d)]
        kept = self._first(arriving, choices, separate=False)
        if kept:
            yield kept, False
        loose = self._first(arriving, choices, separate=True)
        earlier = loose and kept and loose.departs < kept.departs
        lucky = self._dice.unit("self", arriving.key) < _SELF_TRANSFER_SHARE
        if loose and (kept is None or (earlier and lucky)):
            yield loose, True

    def _first(self, arriving: Flight, choices: Sequence[Flight], *, separate: bool) -> Flight | None:
        fitting = (f for f in choices if one_ticket(CARRIERS[arriving.carrier], CARRIERS[f.carrier]) != separate)
        for flight in fitting:
            layover = flight.departs - arriving.arrives
            if layover < self._minimum(arriving, flight, separate=separate):
                continue
            overnight = flight.departs.date() != arriving.arrives.date()
            return flight if layover <= (LONGEST_LAYOVER if overnight else LONGEST_DAY_LAYOVER) else None
        return None

    def _minimum(self, arriving: Flight, leaving: Flight, *, separate: bool) -> timedelta:
        countries = {arriving.origin.country, arriving.destination.country, leaving.destination.country}
        least = MINIMUM_DOMESTIC if len(countries) == 1 else MINIMUM_INTERNATIONAL
        if separate:
            least = MINIMUM_SELF_TRANSFER
        return least + (TERMINAL_CHANGE if self._changes_terminal(arriving, leaving) else timedelta(0))

    def _changes_terminal(self, arriving: Flight, leaving: Flight) -> bool:
        hub = arriving.destination.code
        return terminal_of(self._dice, hub, arriving.carrier) != terminal_of(self._dice, hub, leaving.carrier)

    def _one_stop_hubs(self, origin: str, destination: str) -> tuple[str, ...]:
        daily = self._network.daily
        roads = self._detours(origin, destination, _DETOUR)
        served = (hub for _, hub in roads if daily(origin, hub) and daily(hub, destination))
        return tuple(hub for hub, _ in zip(served, range(_ONE_STOP_PATHS), strict=False))

    def _two_stop_hubs(self, origin: str, destination: str) -> tuple[tuple[str, str], ...]:
        km, daily = self._network.km, self._network.daily
        longest = km(origin, destination) * 1.6 + 2 * _DETOUR_KM
        hubs = [hub for _, hub in self._detours(origin, destination, 2.2)]
        outward = [h for h in hubs if daily(origin, h)][:25]
        inward = [h for h in hubs if daily(h, destination)][:25]
        found = [
            (road, first, second)
            for first in outward
            for second in inward
            if first != second
            and (road := km(origin, first) + km(first, second) + km(second, destination)) <= longest
            and daily(first, second)
        ]
        wanted = _TWO_STOP_PATHS if len(self._one_stop(origin, destination)) > 2 else _TWO_STOP_PATHS_WHEN_NEEDED
        return tuple((first, second) for _, first, second in sorted(found)[:wanted])

    def _detours(self, origin: str, destination: str, factor: float) -> list[tuple[float, str]]:
        """Return the hubs that are not too far out of the way, the shortest way first."""
        km = self._network.km
        longest = km(origin, destination) * factor + _DETOUR_KM
        roads = (
            (km(origin, hub.code) + km(hub.code, destination), hub.code)
            for hub in self._network.hubs
            if not same_city(hub.code, origin) and not same_city(hub.code, destination)
        )
        return sorted(road for road in roads if road[0] <= longest)


class World:
    """Everything that depends on the seed alone; shared by searches, never changed."""

    def __init__(self, seed: int, airports: AirportCatalogue, rates: Rates) -> None:
        self.dice = SeededRandom(seed)
        self.airports = airports
        self.rates = rates
        self.network = Network(self.dice, airports)
        self.timetable = Timetable(self.dice, self.network)
        self.connections = Connections(self.dice, self.network, self.timetable)

    def money(self, usd: Decimal, currency: str) -> Money:
        """Return a US dollar amount in the currency asked for. Raises InvalidRequest ``unknown_currency``."""
        try:
            return self.rates.convert(Money(amount=usd, currency="USD"), currency)
        except UnknownCurrency as error:
            raise refusal(str(error), "unknown_currency") from error
