"""Which airport a city's name means: airports by city and by the first words of their names."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from tripintent.tools.places.airports import importance, shared_catalogue, tier
from tripintent.tools.places.folding import name_key
from tripintent.tools.places.regions import METROS, metro_of
from tripintent.tools.places.towns import GeoTown, towns
from tripintent.tools.ports.places import Airport

_NEAR = 0.7
"""Degrees of latitude between a city and its airport, at most."""
_CLOSE = 0.35
"""Degrees within which a large airport is in for a city's own airfield."""
_LEADING_WORDS = 3
_LISTED_UNDER = {"PR": "US", "GU": "US", "VI": "US", "MP": "US", "AS": "US"}
"""Territories whose airports the airport catalogue lists under another country."""


class CityAirports(NamedTuple):
    """Airports by (country, folded city), by (country, first words of the name), and those with traffic by latitude."""

    by_city: dict[tuple[str, str], list[Airport]]
    by_name: dict[tuple[str, str], list[Airport]]
    tiered: list[Airport]


@cache
def city_airports() -> CityAirports:
    """Return the civil airports, arranged once."""
    by_city: dict[tuple[str, str], list[Airport]] = {}
    by_name: dict[tuple[str, str], list[Airport]] = {}
    for airport in shared_catalogue():
        by_city.setdefault((airport.country, name_key(airport.city)), []).append(airport)
        words = name_key(airport.name).split()
        for count in range(1, min(_LEADING_WORDS + 1, len(words))):
            by_name.setdefault((airport.country, " ".join(words[:count])), []).append(airport)
    tiered = sorted((a for a in shared_catalogue() if tier(a.code)), key=lambda a: a.lat)
    return CityAirports(by_city, by_name, tiered)


def best_of(airports: list[Airport]) -> Airport:
    """Return the most useful of some airports."""
    return max(airports, key=lambda a: importance(a.code, a.name))


def airport_of_city(country: str, names: Iterable[str], lat: float, lon: float) -> tuple[str, int] | None:
    """Return the code of a city, metropolitan when there is one, and the traffic tier of its main airport.

    An airport must carry one of the city's names and lie within a degree or so: Portland's airports are two cities'.
    A field without traffic gives way to a large airport close by (Cincinnati's is Covington's). None without airport.
    """
    arranged, keys = city_airports(), list(names)
    near: list[Airport] = []
    for name in keys:
        for key in dict.fromkeys([(country, name), (_LISTED_UNDER.get(country, country), name)]):
            for found in (arranged.by_city.get(key), arranged.by_name.get(key)):
                near += [a for a in found or () if _within(a, lat, lon, _NEAR)]
    if not near:
        return None
    best = best_of(near)
    if not tier(best.code):
        best = best_of([best, *_tiered_near(lat, lon)])
    area = metro_of(best.code)
    code = area.code if area and name_key(area.name) in keys else best.code
    return code, tier(best.code)


@cache
def own_town(airport: Airport) -> str:
    """Return the town that an airport is of: the one in which it is, unless it is named after one twice as large.

    Vancouver's is in Richmond; Tokyo's is named after Narita.
    """
    own, city = name_key(airport.name) + " ", name_key(airport.city)
    near = [town for town in _towns_of(airport.country) if _within(airport, town.lat, town.lon, _NEAR)]
    named = [town for town in near if own.startswith(name_key(town.name) + " ")]
    stands = [town for town in near if city in (name_key(town.name), *town.exonyms)]
    if stands and f" {city} " in f" {own}":
        return airport.city
    largest = max((town.population for town in stands), default=0)
    best = max(named, key=lambda town: town.population, default=None)
    return best.name if best and best.population >= 2 * largest else airport.city


@cache
def _towns_of(country: str) -> list[GeoTown]:
    return [town for town in towns() if town.country == country]


def is_beside(code: str, names: Iterable[str]) -> bool:
    """Tell whether a town with these folded names has its airport at another town: a hotel there is asked for by name."""
    return name_key(METROS[code].name if code in METROS else _own_town_of(code)) not in {*names}


def _own_town_of(code: str) -> str:
    airport = shared_catalogue().airport(code)
    return own_town(airport) if airport else ""


def _within(airport: Airport, lat: float, lon: float, degrees: float) -> bool:
    return abs(airport.lat - lat) < degrees and abs(airport.lon - lon) < degrees * 1.5


def _tiered_near(lat: float, lon: float) -> list[Airport]:
    tiered = city_airports().tiered
    first = bisect_left(tiered, lat - _CLOSE, key=lambda a: a.lat)
    last = bisect_right(tiered, lat + _CLOSE, key=lambda a: a.lat)
    return [a for a in tiered[first:last] if _within(a, lat, lon, _CLOSE)]
