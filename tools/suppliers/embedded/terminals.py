"""Which terminal of a large airport an airline uses: alliances sit together, low-cost airlines apart."""

from functools import lru_cache

from tripintent.tools.places.hubs import tier
from tripintent.tools.suppliers.embedded.carriers import CARRIERS
from tripintent.tools.suppliers.embedded.seeded_random import SeededRandom

_TERMINALS = {3: 4, 2: 2}


@lru_cache(maxsize=8_192)
def terminal_of(dice: SeededRandom, airport: str, carrier: str) -> str | None:
    """Return the terminal's name, or None where the airport has only one."""
    count = _TERMINALS.get(tier(airport))
    if count is None:
        return None
    alliance = CARRIERS[carrier].alliance
    return str(dice.whole(1, count, "terminal", airport, carrier if alliance == "none" else alliance))
