"""Localities of stays (a code or name becomes a city with country, zone and size), and routes of holidays and old ties.

The holiday airports follow what is commonly known of charter traffic in the mid 2020s; they are not a data set.
"""

from functools import cache
from typing import Any, NamedTuple

from babel.languages import get_official_languages

from tripintent.state.designer.parts import great_circle_km
from tripintent.tools.places.airports import AirportCatalogue, tier
from tripintent.tools.places.folding import name_key
from tripintent.tools.places.towns import towns
from tripintent.tools.ports.places import Airport, Places
from tripintent.tools.shipped import table
from tripintent.tools.suppliers.embedded.faults import SUPPLIER
from tripintent.tools.suppliers.shared.questions import city_meant

_CITY_WITHIN_KM = 130.0
"""A city of the right name farther from its airport than this is another city of the same name."""


def invented(name: str) -> Any:
    """Return one table of the invented world (``world.yaml``)."""
    return table("tools/suppliers/embedded/world.yaml")[name]


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
        name, airport = city_meant(said, self._airports.airports_for, self._places, SUPPLIER)
        spot = _centre(name, airport)
        lat, lon = spot or (airport.lat, airport.lon)
        key = f"{airport.country}/{name_key(name)}"
        size, shore = tier(airport.code), airport.code in SUN - INLAND
        return Locality(key, name, airport.country, lat, lon, airport.zone, size, mapped=spot is not None, shore=shore)


def _centre(name: str, airport: Airport) -> tuple[float, float] | None:
    """Return the coordinates of the city of that name near an airport; None when the city list has none.

    The list has New York City for New York: a name that begins with the other counts, the largest city first.
    """
    wanted = name_key(name)
    near = (
        city
        for city in _cities().get(airport.country, ())
        if (city.name.startswith(wanted) or wanted.startswith(city.name) or wanted in city.others)
        and great_circle_km(airport.lat, airport.lon, city.lat, city.lon) < _CITY_WITHIN_KM
    )
    best = max(near, key=lambda city: (city.name == wanted, city.population), default=None)
    return (best.lat, best.lon) if best else None


class _City(NamedTuple):
    name: str
    lat: float
    lon: float
    population: int
    others: tuple[str, ...]


@cache
def _cities() -> dict[str, list[_City]]:
    """Cities of more than 15,000 people by country."""
    found: dict[str, list[_City]] = {}
    for town in towns():
        known = _City(name_key(town.name), town.lat, town.lon, town.population, tuple(town.exonyms))
        found.setdefault(town.country, []).append(known)
    return found


SUN = frozenset(invented("sun").split())
"""Holiday airports: seaside, islands, theme parks."""

INLAND = frozenset({"MCO", "SFB", "LAS", "PSP", "RAK"})
"""Those of them that have no shore."""

NEAR_KM = 1_800.0
SUNWARD_KM = 4_800.0
"""A holiday flight: short in any direction, or longer towards the equator."""

SUNWARD_DEGREES = 3.0
FAR_KM = {3: 9_500.0, 2: 7_500.0}
"""By the tier of the origin: how far it sends holiday flights over an ocean."""

OWN_AREA_KM = 200.0
"""A large airport farther than this from every world hub serves an area of its own, and so has its own long holiday flights."""

TIED_REACH = 1.35
TIED_SHARE = 1.15
"""Countries that speak one language fly this much farther to each other, and on this many more of the routes."""

_SPOKEN = {"US": {"en"}, "AU": {"en"}, "NZ": {"en"}, "MX": {"es"}}
"""Languages that all speak where the Unicode data does not call them official."""


def holiday_flights(home: Airport, sun: Airport, km: float, nearest_hub_km: float) -> int:
    """Return the non-stop flights a day from a home airport to a holiday airport; 0 where there would be none.

    Args:
        home: Where the travellers live; a known airport, tier 1 or above.
        sun: Where they go.
        km: Great-circle distance of the two.
        nearest_hub_km: From the home airport to the nearest world hub, 0 for a hub itself.
    """
    if sun.code not in SUN or not tier(home.code):
        return 0
    size = tier(home.code)
    sunward = abs(home.lat) - abs(sun.lat) >= SUNWARD_DEGREES or home.country == sun.country
    if km <= NEAR_KM or (km <= SUNWARD_KM and sunward):
        return max(1, size - int(km > NEAR_KM))
    own_area = size == 3 or nearest_hub_km > OWN_AREA_KM
    known = tier(sun.code) >= 2 or (size == 3 and tied(home.country, sun.country))
    return int(sunward and known and own_area and km <= FAR_KM.get(size, 0.0))


@cache
def tied(one: str, other: str) -> bool:
    """Tell whether two countries (ISO 3166-1 alpha-2) share an official language, or the one that all speak there."""
    return one != other and bool(_languages(one) & _languages(other))


def _languages(country: str) -> set[str]:
    return {*get_official_languages(country)} | _SPOKEN.get(country, set())
