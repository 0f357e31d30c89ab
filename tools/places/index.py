"""The name index: folded name -> readings, most likely first, and how many words the names with a first word have."""

from collections.abc import Sequence
from functools import cache
from itertools import chain

from tripintent.tools.places.folding import name_key
from tripintent.tools.places.readings import Reading, airports, cities, nicknames, small_cities
from tripintent.tools.places.tables import optional, table

_DOMINANT = 5.0


class NameIndex:
    """Names of cities and airports. Built in about half a second, then read only."""

    def __init__(self) -> None:
        """Read the catalogues."""
        self.names: dict[str, list[Reading]] = {}
        for key, reading in chain(nicknames(), cities(), small_cities(), airports()):
            self._add(key, reading)
        for readings in self.names.values():
            readings.sort(key=lambda r: -r.weight)
        self.words: dict[str, tuple[int, ...]] = self._first_words()

    def _add(self, key: str, reading: Reading) -> None:
        known = self.names.setdefault(key, [])
        for i, other in enumerate(known):
            if other.country == reading.country and (other.region == reading.region or not (other.region and reading.region)):
                if other.code == reading.code or not reading.region:
                    known[i] = max(other, reading, key=lambda r: r.weight)
                    return
        known.append(reading)

    def _first_words(self) -> dict[str, tuple[int, ...]]:
        lengths: dict[str, set[int]] = {}
        for key in self.names:
            first, _, rest = key.partition(" ")
            lengths.setdefault(first, set()).add(1 + rest.count(" ") + bool(rest))
        return {first: tuple(sorted(found, reverse=True)) for first, found in lengths.items()}

    def dominant(self, key: str) -> tuple[Reading | None, Sequence[Reading]]:
        """Return (the clear reading, others); the clear one is None when travellers mean several places by the name."""
        readings = self.names.get(key, [])
        if not readings:
            return None, ()
        preferred = _preferred(key, readings)
        if preferred:
            return preferred, [r for r in readings if r is not preferred]
        top, *others = readings
        if others and (key in _ambiguous() or others[0].weight * _DOMINANT > top.weight):
            return None, readings
        return top, others


def _preferred(key: str, readings: Sequence[Reading]) -> Reading | None:
    wanted = table("readings")["prominent"].get(key)
    if not wanted:
        return None
    country, region = wanted[0], optional(wanted[1])
    return next((r for r in readings if r.country == country and region in (None, r.region)), None)


@cache
def _ambiguous() -> frozenset[str]:
    return frozenset(table("readings")["ambiguous"])


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(map(name_key, table("readings")[name]))


def everyday() -> frozenset[str]:
    """Return the city names that are also everyday words."""
    return _listed("everyday") | _listed("plausible") | _listed("never")


def plausible() -> frozenset[str]:
    """Return the everyday words that are places after "from" or "to" even in lower case ("nice", "bath")."""
    return _listed("plausible")


def never() -> frozenset[str]:
    """Return words that are a place only with a state or country behind them ("Date", "Time")."""
    return _listed("never")


def short_names() -> frozenset[str]:
    """Return the names of two or three letters that travellers write ("LA", "NYC"), in capitals or after "to"."""
    return _listed("short")


@cache
def name_index() -> NameIndex:
    """Return the one index of the process."""
    return NameIndex()

