"""The meanings of one name: a city, an airport or a metropolitan area, with a weight for how likely it is meant."""

from typing import NamedTuple

from tripintent.state.frame import PlaceKind
from tripintent.tools.places.airports import shared_catalogue, tier
from tripintent.tools.places.folding import name_key, optional
from tripintent.tools.places.ports import airport_of_city, best_of, city_airports, is_beside
from tripintent.tools.places.regions import METROS, admin_code, metro_of
from tripintent.tools.places.towns import GeoTown
from tripintent.tools.ports.places import Airport

EXONYM_POPULATION = 150_000
"""Cities from this size on are also known by their names in other languages."""
_TRAFFIC = (1.0, 4.0, 20.0, 60.0)
"""How much likelier a city is meant, by the traffic tier of its airport."""
_NO_AIRPORT = 0.5
_EXONYM = 0.05
"""A name in another language is that much less likely meant than a place's own name."""

CURATED = 1e9
"""The weight of a name that the gazetteer's own table gives one meaning."""


class PlaceCandidate(NamedTuple):
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
    beside: bool = False


def of_city(town: GeoTown) -> PlaceCandidate:
    """Return the reading of a city of the catalogue."""
    country, people = town.country, town.population
    names = _names(town)
    found = airport_of_city(country, names, town.lat, town.lon)
    code, traffic = (found[0], _TRAFFIC[found[1]]) if found else (None, _NO_AIRPORT)
    weight = (people + 20_000) * traffic
    region = admin_code(country, town.admin1)
    beside = code is not None and is_beside(code, names)
    return PlaceCandidate(town.name, "city", code, country, region, weight, people, town.lat, town.lon, beside)


def of_exonym(town: GeoTown) -> PlaceCandidate:
    """Return the reading of a city by a name in another language."""
    reading = of_city(town)
    return reading._replace(weight=reading.weight * _EXONYM)


def _names(town: GeoTown) -> dict[str, None]:
    key = name_key(town.name)
    return dict.fromkeys([key, key.removesuffix(" city"), *town.exonyms])


def of_airport_city(key: tuple[str, str]) -> PlaceCandidate:
    """Return the reading of a city that the airport catalogue names, by (country, folded city)."""
    country, city = key
    best = best_of(city_airports().by_city[key])
    area = metro_of(best.code)
    code = area.code if area and name_key(area.name) == city else best.code
    weight = 8_000 * _TRAFFIC[tier(best.code)]
    return PlaceCandidate(best.city, "city", code, country, None, weight, 0, best.lat, best.lon)


def of_nickname(entry: list[str]) -> PlaceCandidate:
    """Return the reading of a curated name: ``[name, country, code]``, then latitude and longitude without a code."""
    name, country, code, *position = entry
    lat, lon = map(float, position) if position else _position(optional(code))
    return PlaceCandidate(name, "city", optional(code), country, None, CURATED, 500_000, lat, lon)


def _position(code: str | None) -> tuple[float | None, float | None]:
    main = shared_catalogue().airports_for(code)[:1] if code else ()
    return (main[0].lat, main[0].lon) if main else (None, None)


def of_airport(airport: Airport) -> PlaceCandidate:
    """Return the reading of an airport by its name."""
    weight = 1e4 * (1 + tier(airport.code))
    return PlaceCandidate(
        airport.name, "airport", airport.code, airport.country, None, weight, 0, airport.lat, airport.lon
    )


def of_known_airport(code: str) -> PlaceCandidate:
    """Return the reading of an airport by a name that everybody knows ("Heathrow")."""
    return of_airport(shared_catalogue().airports_for(code)[0])._replace(weight=1e8)


def by_code(code: str) -> PlaceCandidate | None:
    """Return the airport or metropolitan area of an IATA code (upper case)."""
    if code in METROS:
        area = METROS[code]
        return PlaceCandidate(area.name, "metro", code, area.country, None, 1e9, 0, *_position(code))
    airport = shared_catalogue().airport(code)
    return of_airport(airport) if airport else None
