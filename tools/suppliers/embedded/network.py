"""The invented airlines and their route network: who flies, from which terminal, between which airports and how often a day.

Names come from stories and daydreams, so that no one takes them for real airlines; a designator that looks real does so by chance.
"""

from functools import lru_cache
from math import inf
from typing import Literal, NamedTuple

from tripintent.state.designer.parts import great_circle_km
from tripintent.tools.places.airports import TIERS, AirportCatalogue, tier
from tripintent.tools.places.regions import same_city
from tripintent.tools.ports.places import Airport
from tripintent.tools.suppliers.embedded.ids import SeededRandom
from tripintent.tools.suppliers.embedded.localities import SUN, TIED_REACH, TIED_SHARE, holiday_flights, invented, tied

Alliance = Literal["Once Upon", "Far Away", "none"]


class Carrier(NamedTuple):
    """An airline. ``price`` scales its fares; carriers of one alliance sell connections on one ticket."""

    code: str
    name: str
    alliance: Alliance
    price: float


FULL_SERVICE = tuple(Carrier(*one) for one in invented("full_service"))
LOW_COST = tuple(Carrier(*one) for one in invented("low_cost"))
CARRIERS = {carrier.code: carrier for carrier in FULL_SERVICE + LOW_COST}
LOW_COST_RANGE_KM = 3800.0


def home_carrier(dice: SeededRandom, airport: str) -> Carrier:
    """Return the airline that has its base at an airport: it flies most of what touches it."""
    return dice.pick(FULL_SERVICE, "home", airport)


def carriers_on(dice: SeededRandom, origin: str, destination: str, km: float) -> list[Carrier]:
    """Return the airlines of a route, the dominant one first: the bases of its ends, then a low-cost one if in range."""
    ends = sorted((origin, destination), key=lambda code: (-tier(code), code))
    found = [home_carrier(dice, code) for code in ends if tier(code) >= 2] or [home_carrier(dice, ends[0])]
    pair = "-".join(sorted(ends))
    if km < LOW_COST_RANGE_KM and dice.unit("lowcost", pair) < 0.7:
        found.append(dice.pick(LOW_COST, "which lowcost", pair))
    return list(dict.fromkeys(found))


def one_ticket(a: Carrier, b: Carrier) -> bool:
    """Tell whether two airlines sell a connection on one ticket, with bags checked through."""
    return a == b or (a.alliance == b.alliance and a.alliance != "none")


_TERMINALS = {3: 4, 2: 2}


@lru_cache(maxsize=8_192)
def terminal_of(dice: SeededRandom, airport: str, carrier: str) -> str | None:
    """Return the terminal's name, or None where the airport has only one."""
    count = _TERMINALS.get(tier(airport))
    if count is None:
        return None
    alliance = CARRIERS[carrier].alliance
    return str(dice.whole(1, count, "terminal", airport, carrier if alliance == "none" else alliance))


SHORTEST_KM = 90.0
LONGEST_KM = 15_600.0
"""No airliner in regular service flies farther than about this without a stop."""

GATEWAY_KM = 2_500.0
"""How far a small airport's flight to an intercontinental hub may be."""

_REACH: dict[tuple[int, int], tuple[float, float, int]] = {
    (larger, smaller): (reach, share, most) for larger, smaller, reach, share, most in invented("reach")
}
"""Tiers of the two ends, larger first -> (usual reach in km, share of pairs in reach with a flight, most flights a day)."""


class Network:
    """The route map of the invented airlines, a pure function of the seed."""

    def __init__(self, dice: SeededRandom, airports: AirportCatalogue) -> None:
        self._dice = dice
        self._airports = airports
        self.hubs = tuple(a for code in TIERS if tier(code) >= 2 and (a := airports.airport(code)))
        self.daily = lru_cache(maxsize=65_536)(self._daily)
        self.km = lru_cache(maxsize=262_144)(self._km)
        self.gateways = lru_cache(maxsize=8_192)(self._gateways)
        self._nearest_hub_km = lru_cache(maxsize=8_192)(self._nearest_hub)

    def airport(self, code: str) -> Airport:
        """Return the airport of a code that is known to exist."""
        found = self._airports.airport(code)
        if found is None:
            raise KeyError(code)
        return found

    def _km(self, a: str, b: str) -> float:
        here, there = self._airports.airport(a), self._airports.airport(b)
        return great_circle_km(here.lat, here.lon, there.lat, there.lon) if here and there else inf

    def _daily(self, a: str, b: str) -> int:
        """Return the number of non-stop flights a day from a to b (the same both ways); 0 without any."""
        low, high = sorted((a, b))
        km = self.km(low, high)
        if not SHORTEST_KM <= km <= LONGEST_KM or same_city(low, high):
            return 0
        ends = sorted((tier(low), tier(high)), reverse=True)
        reach, share, most = _REACH[ends[0], ends[1]]
        if self._connects_by_gateway(low, high):
            return max(1, most - 1)
        holiday = max(self._holidays(low, high, km), self._holidays(high, low, km))
        if ends[1] >= 2 and self._tied(low, high):
            reach, share = reach * TIED_REACH, share * TIED_SHARE
        if km > reach or self._dice.unit("route", low, high) >= share:
            return holiday
        fewer = round((most - 1) * min(1.0, km / reach) + self._dice.unit("frequency", low, high))
        return max(1, most - fewer, holiday)

    def _holidays(self, home: str, sun: str, km: float) -> int:
        """Return the holiday flights a day from home to the sun."""
        here, there = self._airports.airport(home), self._airports.airport(sun)
        if here is None or there is None or sun not in SUN:
            return 0
        return holiday_flights(here, there, km, self._nearest_hub_km(home))

    def _tied(self, a: str, b: str) -> bool:
        here, there = self._airports.airport(a), self._airports.airport(b)
        return here is not None and there is not None and tied(here.country, there.country)

    def _nearest_hub(self, code: str) -> float:
        return min((self.km(code, h.code) for h in self.hubs if tier(h.code) == 3), default=inf)

    def _connects_by_gateway(self, a: str, b: str) -> bool:
        return (tier(a) < 2 and b in self.gateways(a)) or (tier(b) < 2 and a in self.gateways(b))

    def _gateways(self, code: str) -> tuple[str, ...]:
        """Return the large airports that a small one always has flights to: near ones, at home, and a world hub."""
        here = self._airports.airport(code)
        if here is None or not self._airports.is_served(code):
            return ()
        far_enough = [h for h in self.hubs if not same_city(h.code, code) and self.km(code, h.code) >= SHORTEST_KM]
        at_home = [h for h in far_enough if h.country == here.country]
        by_distance = sorted(far_enough, key=lambda h: self.km(code, h.code))
        world = [h for h in by_distance if tier(h.code) == 3 and self.km(code, h.code) <= GATEWAY_KM][:1]
        chosen = sorted(at_home, key=lambda h: self.km(code, h.code))[:2] + by_distance[:1] + world
        return tuple(dict.fromkeys(h.code for h in chosen))
