"""Misspelt place names: the nearest well-known name, when it is near enough and alone."""

from functools import cache, lru_cache

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from tripintent.tools.places.folding import name_key
from tripintent.tools.places.index import name_index
from tripintent.tools.places.regions import regions
from tripintent.tools.places.tables import table
from tripintent.tools.places.towns import towns

_MIN_LENGTH = 5
_KNOWN_PEOPLE = 120_000
_CUTOFF = 84.0
_CLEAR_LEAD = 4.0


@cache
def _well_known() -> list[str]:
    """Names worth correcting to: large cities and countries; a rare village is not likelier than a typing slip."""
    large = {name_key(town.name) for town in towns() if town.population >= _KNOWN_PEOPLE}
    curated = set(table("nicknames")["cities"])
    return [name for name in large | curated | set(regions()) if len(name) >= _MIN_LENGTH]


@lru_cache(maxsize=2048)
def corrected(key: str) -> str | None:
    """Return the known name that a folded, unknown name is a slip of ("pittsborgh" is "pittsburgh"), or None."""
    if len(key) < _MIN_LENGTH:
        return None
    swapped = process.extractOne(key, _well_known(), scorer=OSA.distance, score_cutoff=1)
    if swapped and sorted(swapped[0]) == sorted(key):  # two letters that changed places: "madird"
        return str(swapped[0])
    best = process.extract(key, _well_known(), scorer=fuzz.ratio, limit=3, score_cutoff=_CUTOFF)
    best = [b for b in best if b[0][0] == key[0] and abs(len(b[0]) - len(key)) <= 2]
    if not best:
        return None
    lead = [b[0] for b in best if best[0][1] - b[1] < _CLEAR_LEAD]
    return max(lead, key=_weight)


def _weight(name: str) -> float:
    readings = name_index().readings(name)
    return readings[0].weight if readings else 0.0
