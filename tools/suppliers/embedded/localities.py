"""Where a stay is: a code or a name becomes a city centre with its country, zone and size."""

from functools import cache
from typing import NamedTuple

from tripintent.tools.places.airports import AirportCatalogue, great_circle_km
from tripintent.tools.places.hubs import tier
from tripintent.tools.places.towns import towns
from tripintent.tools.ports.places import Airport, Places
from tripintent.tools.suppliers.embedded.leisure import INLAND, SUN
from tripintent.tools.suppliers.embedded.refusals import SUPPLIER
from tripintent.tools.suppliers.shared.hotel_questions import city_meant

_CITY_WITHIN_KM = 130.0
"""A city of the right name farther from its airport than this is another city of the same name."""


class Locality(NamedTuple):
    """A city with hotels. ``key`` is the same however the place was named; ``shore`` is a holiday place by the sea.

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
    shore: bool = False


class Localities:
    """Resolves the location of a hotel query."""

    def __init__(self, airports: AirportCatalogue, places: Places) -> None:
        self._airports = airports
        self._places = places

    def locate(self, said: str) -> Locality:
        """Return the city meant. Raises InvalidRequest for what is unknown, ambiguous, or larger than a city."""
        return _locality(*city_meant(said, self._airports.airports_for, self._places, SUPPLIER))


def _locality(name: str, airport: Airport) -> Locality:
    centre = _centre(name, airport)
    lat, lon = centre or (airport.lat, airport.lon)
    key = f"{airport.country}/{name.casefold()}"
    size, shore = tier(airport.code), airport.code in SUN - INLAND
    return Locality(key, name, airport.country, lat, lon, airport.zone, size, mapped=centre is not None, shore=shore)


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
    """Cities of more than 15,000 people by country."""
    found: dict[str, list[_City]] = {}
    for town in towns():
        known = _City(town.name.casefold(), town.lat, town.lon, town.population)
        found.setdefault(town.country, []).append(known)
    return found
