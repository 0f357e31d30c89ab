"""The name index: folded name -> what it can mean. Names are collected at first use, their meanings when looked up.

A misspelt name is the nearest well-known one, when that is near enough and alone.
"""

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from tripintent.tools.garbage import kept_apart
from tripintent.tools.places import readings as read
from tripintent.tools.places.airports import shared_catalogue, tier
from tripintent.tools.places.folding import name_key, optional, table
from tripintent.tools.places.ports import city_airports
from tripintent.tools.places.readings import PlaceCandidate
from tripintent.tools.places.regions import regions
from tripintent.tools.places.towns import towns

_DOMINANT = 5.0
_GENERIC = {"international", "intl", "airport", "regional", "municipal", "intcntl"}

Source = tuple[Callable[[Any], PlaceCandidate], Any]
"""How a meaning is read, and from what."""


class NameIndex:
    """Names of cities and airports. Built in less than half a second, then read only."""

    def __init__(self) -> None:
        """Collect the names."""
        self._sources: dict[str, list[Source]] = {}
        for key, source in _sources():
            if key:
                self._sources.setdefault(key, []).append(source)
        self._words = self._first_words()
        self._readings: dict[str, list[PlaceCandidate]] = {}

    def __contains__(self, key: object) -> bool:
        """Tell whether a folded name is known."""
        return key in self._sources

    def readings(self, key: str) -> list[PlaceCandidate]:
        """Return what a folded name can mean, most likely first; empty when it is unknown."""
        known = self._readings.get(key)
        if known is None:
            known = _merged(build(of) for build, of in self._sources.get(key, ()))
            if known:
                self._readings[key] = known
        return known

    def _first_words(self) -> dict[str, int]:
        """Return for each first word the lengths of its names as bits: 0b11 is "one word or two"."""
        lengths: dict[str, int] = {}
        for key in self._sources:
            blanks = key.count(" ")
            first = key[: key.index(" ")] if blanks else key
            lengths[first] = lengths.get(first, 0) | 1 << blanks
        return lengths

    def lengths(self, first: str) -> list[int]:
        """Return how many words the names have that start with a word, the longest first."""
        bits = self._words.get(first, 0)
        return [n + 1 for n in range(bits.bit_length() - 1, -1, -1) if bits >> n & 1]

    def dominant(self, key: str) -> tuple[PlaceCandidate | None, Sequence[PlaceCandidate]]:
        """Return (the clear reading, others); the clear one is None when travellers mean several places by the name."""
        readings = self.readings(key)
        if not readings:
            return None, ()
        preferred = _preferred(key, readings)
        if preferred:
            return preferred, [r for r in readings if r is not preferred]
        top, *others = readings
        if others and (key in _listed("ambiguous") or others[0].weight * _DOMINANT > top.weight):
            return None, readings
        return top, others


def _sources() -> Iterator[tuple[str, Source]]:
    for said, entry in table("nicknames")["cities"].items():
        yield said, (read.of_nickname, entry)
    for town in towns():
        yield name_key(town.name), (read.of_city, town)
        if town.population >= read.EXONYM_POPULATION:
            yield from ((name, (read.of_exonym, town)) for name in town.exonyms)
    for country, city in city_airports().by_city:
        yield city, (read.of_airport_city, (country, city))
    for said, code in table("nicknames")["airports"].items():
        yield said, (read.of_known_airport, code)
    yield from _airport_names()


def _airport_names() -> Iterator[tuple[str, Source]]:
    """Yield airports by their full names, well-known ones also without "international airport"."""
    for airport in shared_catalogue():
        key = name_key(airport.name)
        yield key, (read.of_airport, airport)
        if tier(airport.code):
            short = " ".join(w for w in key.split() if w not in _GENERIC)
            if " " in short and short != key:
                yield short, (read.of_airport, airport)


def _merged(found: Iterable[PlaceCandidate]) -> list[PlaceCandidate]:
    """Return the readings, those of one place in several catalogues joined, most likely first."""
    kept: list[PlaceCandidate] = []
    for reading in found:
        twin = next((i for i, other in enumerate(kept) if _is_same(other, reading)), None)
        if twin is None:
            kept.append(reading)
        else:
            kept[twin] = _joined(kept[twin], reading)
    return sorted(kept, key=lambda r: -r.weight)


def _is_same(a: PlaceCandidate, b: PlaceCandidate) -> bool:
    """Tell whether two catalogues mean one place: the same country, and nothing that speaks against it."""
    if a.country != b.country or a.kind != b.kind or (a.region and b.region and a.region != b.region):
        return False
    return a.code == b.code or not a.region or not b.region


def _joined(a: PlaceCandidate, b: PlaceCandidate) -> PlaceCandidate:
    """Return the weightier reading, its gaps filled from the other."""
    main, other = (a, b) if a.weight >= b.weight else (b, a)
    here = (main.lat, main.lon) if main.lat is not None else (other.lat, other.lon)
    people = max(a.population, b.population)
    return main._replace(region=main.region or other.region, population=people, lat=here[0], lon=here[1])


def _preferred(key: str, readings: Sequence[PlaceCandidate]) -> PlaceCandidate | None:
    wanted = table("readings")["prominent"].get(key)
    if not wanted:
        return None
    country, region = wanted[0], optional(wanted[1])
    return next((r for r in readings if r.country == country and region in (None, r.region)), None)


def is_preferred(key: str) -> bool:
    """Tell whether the gazetteer's own table says which city a name means."""
    return key in table("readings")["prominent"]


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(map(name_key, table("readings")[name]))


@cache
def everyday() -> frozenset[str]:
    """Return the city names that are also everyday words."""
    return _listed("everyday") | _listed("never")


def never() -> frozenset[str]:
    """Return words that are a place only with a state or country after them ("Date", "Time")."""
    return _listed("never")


def code_words() -> frozenset[str]:
    """Return the codes of airports and states that are everyday words ("can", "on"): codes only in capitals."""
    return _listed("code_words")


def short_names() -> frozenset[str]:
    """Return the names of two or three letters that travellers write ("LA", "NYC"), in capitals or after "to"."""
    return _listed("short")


@cache
def name_index() -> NameIndex:
    """Return the one index of the process.

    Garbage is not looked for meanwhile, for there is none among 100,000 new names; afterwards they are frozen, so that no
    later collection walks over them (it would take a tenth of a second each time).
    """
    with kept_apart():
        index = NameIndex()
        gc.freeze()
        return index


_MIN_LENGTH = 5
_KNOWN_PEOPLE = 120_000
_CUTOFF, _NEAR = 84.0, 78.0
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
    best = _alike(key, 3, _CUTOFF)
    if not best:
        return None
    lead = [b[0] for b in best if best[0][1] - b[1] < _CLEAR_LEAD]
    return max(lead, key=_weight)


def nearest(key: str) -> list[str]:
    """Return the known names, at most a few, of which a folded, unknown name may be a slip, the nearest first."""
    return [name for name, *_ in _alike(key, 5, _NEAR)] if len(key) >= _MIN_LENGTH else []


def _alike(key: str, most: int, least: float) -> list[tuple[str, float, int]]:
    best: list[tuple[str, float, int]] = process.extract(
        key, _well_known(), scorer=fuzz.ratio, limit=most, score_cutoff=least
    )
    return [b for b in best if b[0][0] == key[0] and abs(len(b[0]) - len(key)) <= 2]


def _weight(name: str) -> float:
    readings = name_index().readings(name)
    return readings[0].weight if readings else 0.0
