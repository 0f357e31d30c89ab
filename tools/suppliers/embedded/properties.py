"""The invented hotels of a city: names, stars, parts of town, amenities and boards, and the words travellers use for these."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import cos, pi, radians, sin
from typing import NamedTuple

from tripintent.state.frame import Board, StayKind
from tripintent.tools.places.airports import KM_PER_DEGREE
from tripintent.tools.ports.suppliers import AMENITIES
from tripintent.tools.suppliers.embedded.ids import SeededRandom
from tripintent.tools.suppliers.embedded.localities import Locality, invented

STEMS: Sequence[str] = invented("stems")
NOUNS: Mapping[int, Sequence[str]] = invented("nouns")
KINDS: Mapping[str, StayKind] = invented("kinds")
"""Kinds of stay by words of the name; the others are hotels."""


class Area(NamedTuple):
    """A part of town, how far from the centre it lies in km, and how its prices compare."""

    name: str
    nearest: float
    farthest: float
    price: float
    words: tuple[str, ...]


AREAS = tuple(Area._make((*one[:4], tuple(one[4]))) for one in invented("areas"))


def area_meant(said: str) -> Area | None:
    """Return the part of town that words like "near the river" mean; None for the name of a real quarter."""
    text = said.casefold()
    return next((area for area in AREAS if area.name.casefold() in text or any(w in text for w in area.words)), None)


_COUNT = (14, 26, 40, 56)
_STARS = (1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5)
_COMMON = ("wifi", "non_smoking")
_BOARDS: Sequence[tuple[Board, int, float]] = invented("boards")
"""Board, the fewest stars of hotels that serve it, and the share of those that do."""

_BY_THE_SEA = 0.3
"""Share of a holiday place's hotels that are there because of the sea."""

_WATERFRONT = next(area for area in AREAS if area.name == "Waterfront")


def _kind_of(name: str) -> StayKind:
    """Return the kind of a house by the noun of its name."""
    for noun, kind in KINDS.items():
        if name.endswith(noun):
            return kind
    return "hotel"


class Property(NamedTuple):
    """One hotel. ``price`` scales the city's level; ``free_days`` before arrival a flexible rate can be cancelled."""

    hotel_id: str
    name: str
    kind: StayKind
    stars: int
    area: Area
    km: float
    lat: float
    lon: float
    amenities: tuple[str, ...]
    boards: tuple[Board, ...]
    price: float
    free_days: int


class Properties:
    """Hotels by city, a pure function of the seed."""

    def __init__(self, dice: SeededRandom) -> None:
        self._dice = dice
        self.of = lru_cache(maxsize=512)(self._of)

    def _of(self, city: Locality) -> tuple[Property, ...]:
        """Return the city's hotels; the larger its airport, the more."""
        names = self._names(city)
        return tuple(self._property(city, place, *names[place]) for place in range(_COUNT[city.tier]))

    def _names(self, city: Locality) -> list[tuple[str, int]]:
        """Return distinct (name, stars) pairs, each with the stars its name suits."""
        every = [(f"{stem} {noun}", star) for star, nouns in NOUNS.items() for noun in nouns for stem in STEMS]
        by_stars = {star: self._dice.shuffled([e for e in every if e[1] == star], "names", city.key) for star in NOUNS}
        return [by_stars[self._stars(city, place)].pop() for place in range(_COUNT[city.tier])]

    def _stars(self, city: Locality, place: int) -> int:
        return _STARS[place] if place < len(_STARS) else self._dice.pick(_STARS, "stars", city.key, place)

    def _property(self, city: Locality, place: int, name: str, stars: int) -> Property:
        words = (city.key, place)
        by_the_sea = city.shore and self._luck(_BY_THE_SEA, "sea", words)
        area = _WATERFRONT if by_the_sea else self._dice.pick(AREAS, "area", *words)
        km = round(self._dice.between(area.nearest, area.farthest, "km", *words), 1)
        lat, lon = self._position(city, km, place)
        return Property(
            hotel_id=f"hot_{self._dice.number('hotel', *words):016x}",
            name=f"{name} {city.name}",
            kind=_kind_of(name),
            stars=stars,
            area=area,
            km=km,
            lat=lat,
            lon=lon,
            amenities=self._amenities(stars, words),
            boards=("room_only", *(b for b, least, share in _BOARDS if stars >= least and self._luck(share, b, words))),
            price=self._dice.between(0.8, 1.3, "price", *words) * area.price,
            free_days=self._dice.pick((1, 1, 2, 3, 7), "free", *words),
        )

    def _position(self, city: Locality, km: float, place: int) -> tuple[float, float]:
        angle = self._dice.between(0.0, 2 * pi, "angle", city.key, place)
        lat = city.lat + km * cos(angle) / KM_PER_DEGREE
        lon = city.lon + km * sin(angle) / (KM_PER_DEGREE * max(0.1, cos(radians(city.lat))))
        return round(lat, 5), round((lon + 540.0) % 360.0 - 180.0, 5)

    def _amenities(self, stars: int, words: tuple[object, ...]) -> tuple[str, ...]:
        share = 0.12 + 0.14 * stars
        return tuple(a for a in AMENITIES if a in _COMMON or self._luck(share, a, words))

    def _luck(self, share: float, what: str, words: tuple[object, ...]) -> bool:
        return self._dice.unit("has", what, *words) < share
