"""The gazetteer: what a place name or code means, from local catalogues (port ``Places``)."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from tripintent.state.frame import Place
from tripintent.tools.places.airports import shared_catalogue
from tripintent.tools.places.folding import name_key, table
from tripintent.tools.places.index import corrected, is_preferred, name_index, nearest
from tripintent.tools.places.ports import own_town
from tripintent.tools.places.readings import CURATED, PlaceCandidate, by_code, of_city
from tripintent.tools.places.regions import Region, abbreviations, admin_code, region_name, regions
from tripintent.tools.places.scan import PlaceSpot, scan
from tripintent.tools.places.towns import GeoTown, countries, towns
from tripintent.tools.ports.places import Airport

_CANDIDATES = 4
_TOWNS = frozenset(("city", "metro"))
_LARGEST = 40
_UNLIKELY = 30.0
_CITY_WINS = 5e6
"""Weight from which a city outranks the state of the same name."""

_AIRPORT_WORDS = re.compile(r"( (international|intl))? airport$| intl$")


class Gazetteer:
    """Resolves names; loads its catalogues at first use, then answers from memory."""

    def resolve(self, said: str) -> Place:
        """Resolve the name or code of one place; never raises (``kind='unknown'`` when nothing fits, beside near names)."""
        return _resolve(said)

    def airport(self, code: str) -> Airport | None:
        """Return the airport of an IATA airport code."""
        found = shared_catalogue().airport(code)
        return _served(found) if found else None

    def airports_for(self, code: str) -> Sequence[Airport]:
        """Return the airports of an airport or metropolitan code, main one first; empty when unknown."""
        return tuple(map(_served, shared_catalogue().airports_for(code)))

    def near(self, place: Place, within_km: float = 150.0, limit: int = 3) -> Sequence[tuple[Airport, float]]:
        """Return served airports near a place, the most useful first; those of a state or country with distance 0."""
        return [(_served(airport), km) for airport, km in self._near(place, within_km, limit)]

    def _near(self, place: Place, within_km: float, limit: int) -> Sequence[tuple[Airport, float]]:
        if place.kind in {"region", "country"}:
            served = table("regions")["served"].get(name_key(place.name or place.said), "").split()
            if served:
                return [(shared_catalogue().airports_for(code)[0], 0.0) for code in served[:limit]]
            state = place.name if place.kind == "region" else None
            return [(airport, 0.0) for airport in _main_airports(place.country, state)[:limit]]
        here = _position(place)
        return shared_catalogue().near(*here, within_km, limit) if here else []

    def position(self, place: Place) -> tuple[float, float] | None:
        """Return latitude and longitude of a resolved place; None for one that is unknown or ambiguous."""
        return _position(place) if place.kind != "unknown" else None

    def distance_km(self, a: str, b: str) -> float | None:
        """Return the great-circle distance between two airport or metropolitan codes."""
        return shared_catalogue().distance_km(a, b)

    def scan(self, text: str) -> list[PlaceSpot]:
        """Return the place names in a text, left to right."""
        return scan(text)

    def place(self, text: str, spot: PlaceSpot) -> Place:
        """Resolve what ``scan`` found; ``said`` is the text's own spelling."""
        return _of_spot(text[spot.start : spot.end], spot)


@cache
def _served(airport: Airport) -> Airport:
    """Return an airport with the town that it serves, not the municipality in which it is."""
    return airport.model_copy(update={"city": own_town(airport)})


def _position(place: Place) -> tuple[float, float] | None:
    readings = name_index().readings(name_key(place.name or place.said))
    fitting = [r for r in readings if place.country in (None, r.country)]
    exact = [r for r in fitting if place.region is None or region_name(r.country, r.region) in (None, place.region)]
    for reading in (*exact, *fitting):
        if reading.lat is not None and reading.lon is not None:
            return reading.lat, reading.lon
    airports = shared_catalogue().airports_for(place.code) if place.code else ()
    return (airports[0].lat, airports[0].lon) if airports else None


@cache
def _by_state() -> dict[tuple[str, str | None], list[GeoTown]]:
    """Return the cities of each state, and of each country as a whole."""
    found: dict[tuple[str, str | None], list[GeoTown]] = {}
    for town in towns():
        state = region_name(town.country, admin_code(town.country, town.admin1))
        for key in {(town.country, None), (town.country, state)}:
            found.setdefault(key, []).append(town)
    return found


@lru_cache(maxsize=1024)
def _main_airports(country: str | None, state: str | None) -> list[Airport]:
    """Return the airports of the cities of a state, or of a whole country, the largest first."""
    found = _by_state().get((country or "", state), [])
    largest = sorted(found, key=lambda town: -town.population)[:_LARGEST]
    ranked = sorted(map(of_city, largest), key=lambda reading: -reading.weight)
    codes = dict.fromkeys(reading.code for reading in ranked if reading.code)
    return [shared_catalogue().airports_for(code)[0] for code in codes]


@lru_cache(maxsize=4096)
def _resolve(said: str) -> Place:
    text = said.strip(" \t\n.,;:!?\"'()")
    code = text.upper()
    if len(text) == 3 and text.isalpha() and (text.isupper() or not _known(name_key(text))) and by_code(code):
        return _place(said, by_code(code))
    spots = scan(text)
    if spots and spots[0].start == 0 and spots[0].end >= len(text.rstrip()):
        return _of_spot(said, spots[0])
    key = _AIRPORT_WORDS.sub("", name_key(text))
    if _known(key):
        return _of_spot(said, PlaceSpot(0, len(said), key))
    if len(key) == 3 and by_code(key.upper()):
        return _place(said, by_code(key.upper()))
    for region in abbreviations().get(key, ()):
        return _region(said, region)
    fixed = corrected(key)
    if fixed:
        return _of_spot(said, PlaceSpot(0, len(said), fixed))
    near = (_of_spot(name, PlaceSpot(0, len(name), name)) for name in nearest(key))
    return Place(
        said=said, candidates=tuple({one.name: one for one in near if one.kind in _TOWNS}.values())[:_CANDIDATES]
    )


def _known(key: str) -> bool:
    return key in name_index() or key in regions()


@lru_cache(maxsize=4096)
def _of_spot(said: str, spot: PlaceSpot) -> Place:
    if spot.code:
        return _place(said, by_code(spot.code)) if by_code(spot.code) else Place(said=said)
    region = regions().get(spot.key)
    if region and not spot.qualifier and _means_region(spot.key, region):
        return _region(said, region)
    if spot.qualifier:
        return _place(said, _qualified(spot.key, spot.qualifier))
    clear, others = name_index().dominant(spot.key)
    if clear:
        return _place(said, clear)
    options = _distinct(others)
    if not options:
        return _region(said, region) if region else Place(said=said)
    return Place(said=said, name=options[0].name, kind="city", candidates=tuple(_place(said, r) for r in options))


def _means_region(key: str, region: Region) -> bool:
    """Tell whether a name shared by a city and a region means the region ("Georgia", not "New York" or "Singapore")."""
    readings = name_index().readings(key)
    if not readings:
        return True
    if readings[0].weight >= CURATED:
        return False
    if region.is_country:
        return not is_preferred(key) and not any(
            r.country == region.country and name_key(r.name) == key for r in readings
        )
    return readings[0].weight < _CITY_WINS


def _qualified(key: str, region: Region) -> PlaceCandidate | None:
    here = [r for r in name_index().readings(key) if r.country == region.country]
    exact = here if region.is_country else [r for r in here if r.region == region.code]
    loose = [r for r in here if r.region is None]
    return next(iter((*exact, *loose)), None)


def _distinct(readings: Sequence[PlaceCandidate]) -> list[PlaceCandidate]:
    """Keep the readings a traveller may mean: the likely ones, one per airport, a few at most."""
    kept: list[PlaceCandidate] = []
    for reading in readings:
        likely = not kept or reading.weight * _UNLIKELY > kept[0].weight
        if likely and len(kept) < _CANDIDATES and all(k.code != reading.code or not k.code for k in kept):
            kept.append(reading)
    return kept


def _place(said: str, reading: PlaceCandidate | None) -> Place:
    if reading is None:
        return Place(said=said)
    return Place(
        said=said,
        name=reading.name,
        kind=reading.kind,
        code=reading.code,
        country=reading.country,
        region=region_name(reading.country, reading.region),
        town=_town(reading) if reading.beside else None,
    )


def _town(reading: PlaceCandidate) -> str | None:
    """Return the name that means this town alone: with its state or country after it."""
    nation = countries().get(reading.country or "")
    for behind in (region_name(reading.country, reading.region), nation):
        name = f"{reading.name}, {behind}"
        spot = next(iter(scan(name)), None) if behind else None
        if spot and spot.qualifier and spot.end == len(name) and _qualified(spot.key, spot.qualifier) == reading:
            return name
    return None


def _region(said: str, region: Region) -> Place:
    kind = "country" if region.is_country else "region"
    return Place(said=said, name=region.name, kind=kind, country=region.country)
