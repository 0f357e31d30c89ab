"""The catalogue of airports that travellers use, from the airportsdata package, loaded when first asked.

Which airports a traveller can plausibly use, and which of two is the more useful, is a documented heuristic: traffic is in
three tiers, where the open data has no passenger numbers.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from math import inf
from types import MappingProxyType

import airportsdata

from tripintent.state.designer.parts import great_circle_km
from tripintent.tools.places.folding import lines, table
from tripintent.tools.places.regions import METROS
from tripintent.tools.places.towns import town_in
from tripintent.tools.ports.places import Airport

TIERS: Mapping[str, int] = MappingProxyType(
    {code: int(tier) for tier, *codes in map(str.split, lines("tiers")) for code in codes}
)
"""Airport code -> 3, 2 or 1; an airport that is not listed has no tier."""


def tier(code: str) -> int:
    """Return 3 for an intercontinental hub, 2 for a large airport, 1 for a well-known one, else 0."""
    return TIERS.get(code, 0)


REMOTE_KM = 110.0
"""An airport farther than this from every tiered one is taken to have service of its own."""

SHADOW_KM = 45.0
"""Within this distance of a tiered airport, an untiered one is taken to have no scheduled service."""

_MILITARY = re.compile(
    r"\b(air base|afb|army|naval|nas|air force|air station|raf|raaf|military|heliport|helipad|seaplane|proving ground)"
    r"\b",
    re.IGNORECASE,
)
_SHARED_USE = re.compile(r"\b(international|regional|municipal)\b", re.IGNORECASE)
_SERVED_BY_NAME = re.compile(r"\b(international|intl|regional)\b", re.IGNORECASE)
_GENERAL_AVIATION = re.compile(
    r"\b(executive|county|municipal|airpark|airstrip|field|aerodrome|mine|station|downs|ranch|private)\b", re.IGNORECASE
)


def is_civil(code: str, name: str) -> bool:
    """Tell whether the airport is open to the public at all, by its name; a tiered one always is."""
    return tier(code) > 0 or not _MILITARY.search(name) or bool(_SHARED_USE.search(name))


def has_service(code: str, name: str, nearest_tiered_km: float) -> bool:
    """Tell whether scheduled flights are plausible, given the distance to the nearest tiered airport."""
    if tier(code):
        return True
    if nearest_tiered_km < SHADOW_KM:
        return False
    if _SERVED_BY_NAME.search(name):
        return True
    return nearest_tiered_km > REMOTE_KM and not _GENERAL_AVIATION.search(name)


def importance(code: str, name: str) -> float:
    """Return how useful the airport is to a traveller, from 0.75 (untiered) to 4 (an intercontinental hub)."""
    named = 0.5 if _SERVED_BY_NAME.search(name) else 0.0
    return named + (tier(code) + 0.5 if tier(code) else 0.75)


KM_PER_DEGREE = 111.0
"""Of latitude, rounded down: a band drawn with it is never too narrow."""

METRES_PER_FOOT = 0.3048

RENAMED: Mapping[str, str] = MappingProxyType(table("airports")["renamed"])
"""Codes of airports that closed or were recoded in recent years -> the airport that passengers use instead."""

CITIES: Mapping[str, str] = MappingProxyType(table("airports")["cities"])
"""Towns that the data package calls by another name than English has."""

CORRECTED: Mapping[str, tuple[float, float]] = MappingProxyType({"BRU": (50.9014, 4.4844)})
"""Positions (latitude, longitude in degrees) that the data package gets wrong by tens of kilometres."""


class AirportCatalogue:
    """Airports by code, by metropolitan area and by position. One instance may be shared by all threads.

    ``airport`` knows every civil airport with an IATA code (about 7,700); ``served`` and ``near`` only those where
    scheduled flights are plausible (``tripintent.tools.places.airports`` says how that is judged).
    """

    def __init__(self) -> None:
        """Nothing is loaded yet."""
        self._made: dict[str, Airport] = {}

    def airport(self, code: str) -> Airport | None:
        """Return the airport of an IATA code; a closed airport's code gives its successor; None when unknown."""
        upper = code.strip().upper()
        return self._of_code(RENAMED.get(upper, upper))

    def airports_for(self, code: str) -> tuple[Airport, ...]:
        """Return the airports of an airport or metropolitan code, main one first; empty when unknown."""
        upper = code.strip().upper()
        members = METROS[upper].airports if upper in METROS else (upper,)
        return tuple(found for found in map(self.airport, members) if found)

    def near(self, lat: float, lon: float, within_km: float = 150.0, limit: int = 3) -> list[tuple[Airport, float]]:
        """Return served airports around a point with their distance in km, the most useful first.

        Useful weighs traffic against the way there: 40 km more are worth one step of importance.
        """
        return list(self._close(lat, lon, within_km)[:limit])

    @lru_cache(maxsize=1024)  # noqa: B019 - one catalogue lives as long as the process
    def _close(self, lat: float, lon: float, within_km: float) -> tuple[tuple[Airport, float], ...]:
        """Return all served airports around a point: the same few towns are asked about again and again."""
        band = self._band(self._by_latitude, lat, within_km)
        measured = ((a, great_circle_km(lat, lon, a.lat, a.lon)) for a in band)
        close = [(a, km) for a, km in measured if km <= within_km and self.is_served(a.code)]
        close.sort(key=lambda pair: (pair[1] / 40.0 - self.importance(pair[0].code), pair[0].code))
        return tuple(close)

    def distance_km(self, a: str, b: str) -> float | None:
        """Return the great-circle distance of two airport or metropolitan codes (main airports); None when unknown."""
        here, there = self.airports_for(a), self.airports_for(b)
        if not here or not there:
            return None
        return great_circle_km(here[0].lat, here[0].lon, there[0].lat, there[0].lon)

    def importance(self, code: str) -> float:
        """Return the usefulness of an airport, 0 to 4; 0 for an unknown code."""
        found = self.airport(code)
        return importance(found.code, found.name) if found else 0.0

    def is_served(self, code: str) -> bool:
        """Tell whether scheduled flights at this airport are plausible."""
        found = self.airport(code)
        return found is not None and has_service(found.code, found.name, self._nearest_tiered_km(found))

    def __iter__(self) -> Iterator[Airport]:
        """Iterate over every civil airport, in no particular order."""
        return iter(self._by_code.values())

    def _nearest_tiered_km(self, airport: Airport) -> float:
        if tier(airport.code):
            return 0.0
        close = self._band(self._tiered, airport.lat, REMOTE_KM)
        return min((great_circle_km(airport.lat, airport.lon, t.lat, t.lon) for t in close), default=inf)

    @staticmethod
    def _band(by_latitude: list[Airport], lat: float, within_km: float) -> list[Airport]:
        half = within_km / KM_PER_DEGREE
        start = bisect_left(by_latitude, lat - half, key=_latitude)
        return by_latitude[start : bisect_right(by_latitude, lat + half, key=_latitude)]

    @cached_property
    def _tiered(self) -> list[Airport]:
        return sorted((a for code in TIERS if (a := self._of_code(code))), key=_latitude)

    @cached_property
    def _by_latitude(self) -> list[Airport]:
        return sorted(self._by_code.values(), key=_latitude)

    def _of_code(self, code: str) -> Airport | None:
        """Return the airport of a code as it is written in the data: made when first asked for, for few are."""
        made = self._made.get(code)
        row = self._rows.get(code) if made is None else None
        return self._made.setdefault(code, _airport(row)) if row else made

    @cached_property
    def _by_code(self) -> dict[str, Airport]:
        return {code: airport for code in self._rows if (airport := self._of_code(code))}

    @cached_property
    def _rows(self) -> dict[str, airportsdata.Airport]:
        return {
            code: row
            for code, row in airportsdata.load("IATA").items()
            if code not in RENAMED and row["tz"] and is_civil(code, row["name"])
        }


@cache
def shared_catalogue() -> AirportCatalogue:
    """Return the one catalogue that this process needs; it is read-only and loads itself when first asked."""
    return AirportCatalogue()


def city_in(code: str, language: str) -> str:
    """Return the town of an airport or metropolitan code as people of the language write it; an unknown code stays."""
    found = shared_catalogue().airports_for(code)
    return town_in(found[0].city, language) if found else code


def with_towns(title: str, codes: Iterable[str], language: str) -> str:
    """Return a title with the towns of its airports before their codes: Boston (BOS) – Lisbon (LIS)."""
    for code in codes:
        title = re.sub(rf"\b{code}\b", f"{city_in(code, language)} ({code})", title)
    return title


def _airport(row: airportsdata.Airport) -> Airport:
    # model_construct: the package's data are trusted, and 7,700 validations would slow every start
    lat, lon = CORRECTED.get(row["iata"], (row["lat"], row["lon"]))
    return Airport.model_construct(
        code=row["iata"],
        name=row["name"],
        city=CITIES.get(row["iata"], row["city"]),
        country=row["country"],
        region=row["subd"] or None,
        lat=lat,
        lon=lon,
        zone=row["tz"],
        metres=round(row["elevation"] * METRES_PER_FOOT),
    )


def _latitude(airport: Airport) -> float:
    return airport.lat
