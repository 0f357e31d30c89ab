"""Misspelt place names: the nearest well-known name, when it is near enough and alone."""

from functools import cache, lru_cache

from rapidfuzz import fuzz, process

from tripintent.tools.places.index import name_index
from tripintent.tools.places.regions import regions

_MIN_LENGTH = 5
_KNOWN_PEOPLE = 120_000
_CUTOFF = 84.0
_CLEAR_LEAD = 4.0


@cache
def _well_known() -> list[str]:
    """Names worth correcting to: large cities and countries; a rare village is no likelier than a typing slip."""
    names = name_index().names
    large = [k for k, found in names.items() if found[0].population >= _KNOWN_PEOPLE and len(k) >= _MIN_LENGTH]
    return large + [k for k in regions() if len(k) >= _MIN_LENGTH]


@lru_cache(maxsize=2048)
def corrected(key: str) -> str | None:
    """Return the known name that a folded, unknown name is a slip of ("pittsborgh" is "pittsburgh"), or None."""
    if len(key) < _MIN_LENGTH:
        return None
    best = process.extract(key, _well_known(), scorer=fuzz.ratio, limit=3, score_cutoff=_CUTOFF)
    best = [b for b in best if b[0][0] == key[0] and abs(len(b[0]) - len(key)) <= 2]
    if not best:
        return None
    weight = name_index().names
    lead = [b for b in best if best[0][1] - b[1] < _CLEAR_LEAD]
    chosen = max(lead, key=lambda b: weight[b[0]][0].weight if b[0] in weight else 0.0)
    return chosen[0]
