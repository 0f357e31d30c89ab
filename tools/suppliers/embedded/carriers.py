"""Invented airlines, and which terminal of a large airport each uses: alliances sit together, low-cost airlines apart.

Names come from stories and daydreams, so that no one takes them for real airlines; a designator that looks real does so by chance.
"""

from functools import lru_cache
from typing import Literal, NamedTuple

from tripintent.tools.places.hubs import tier
from tripintent.tools.suppliers.embedded.seeded_random import SeededRandom

Alliance = Literal["Once Upon", "Far Away", "none"]


class Carrier(NamedTuple):
    """An airline. ``price`` scales its fares; carriers of one alliance sell connections on one ticket."""

    code: str
    name: str
    alliance: Alliance
    price: float


FULL_SERVICE = (
    Carrier("Y1", "Imaginary Airways", "Once Upon", 1.06),
    Carrier("Y2", "Fable Air", "Once Upon", 1.0),
    Carrier("Y3", "Storybook Airlines", "Once Upon", 0.97),
    Carrier("Y4", "Wonderland Airways", "Once Upon", 1.1),
    Carrier("Y5", "Neverland Airlines", "Far Away", 1.02),
    Carrier("Y6", "Utopia Air", "Far Away", 1.12),
    Carrier("Y7", "Atlantis Airways", "Far Away", 0.98),
    Carrier("Y8", "Daydream Airlines", "Far Away", 0.95),
)
LOW_COST = (
    Carrier("Q1", "Paper Plane", "none", 0.8),
    Carrier("Q2", "Figment Jet", "none", 0.84),
    Carrier("Q3", "Lilliput Express", "none", 0.82),
    Carrier("Q4", "Pretend Air", "none", 0.86),
)
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
