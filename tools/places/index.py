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
        self._words = self._first_words()

    def _add(self, key: str, reading: Reading) -> None:
        known = self.names.setdefault(key, [])
        for i, other in enumerate(known):
            if _is_same(other, reading):
                known[i] = _joined(other, reading)
                return
        known.append(reading)

    def _first_words(self) -> dict[str, int]:
        """Return for each first word the lengths of its names as bits: 0b11 is "one word or two"."""
        lengths: dict[str, int] = {}
        for key in self.names:
            blanks = key.count(" ")
            first = key[: key.index(" ")] if blanks else key
            lengths[first] = lengths.get(first, 0) | 1 << blanks
        return lengths

    def lengths(self, first: str) -> list[int]:
        """Return how many words the names have that start with a word, the longest first."""
        bits = self._words.get(first, 0)
        return [n + 1 for n in range(bits.bit_length() - 1, -1, -1) if bits >> n & 1]

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


def _is_same(a: Reading, b: Reading) -> bool:
    """Tell whether two catalogues mean one place: the same country, and nothing that speaks against it."""
    if a.country != b.country or a.kind != b.kind or (a.region and b.region and a.region != b.region):
        return False
    return a.code == b.code or not a.region or not b.region


def _joined(a: Reading, b: Reading) -> Reading:
    """Return the weightier reading, its gaps filled from the other."""
    main, other = (a, b) if a.weight >= b.weight else (b, a)
    here = (main.lat, main.lon) if main.lat is not None else (other.lat, other.lon)
    return main._replace(
        region=main.region or other.region, population=max(a.population, b.population), lat=here[0], lon=here[1]
    )


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
