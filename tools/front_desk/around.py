"""Places near the house: distance as the crow flies, walking time with a detour of a quarter at 4.8 km an hour."""

import json
import math
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from rapidfuzz import fuzz

from tripintent.tools.knowledge.text import WORD, fold, glossary, stem

EARTH_KM, DETOUR, WALK_KMH, NEAR_KM = 6371.0, 1.25, 4.8, 3.0


class Place(NamedTuple):
    """A place of the demonstration town (MultiWOZ 2.2 databases, MIT). ``at`` is latitude, longitude."""

    name: str
    kind: str
    sort: str
    at: tuple[float, float]


class Near(NamedTuple):
    """A place with its distance in km and the walking time in minutes."""

    place: Place
    km: float
    minutes: int


@cache
def town() -> tuple[Place, ...]:
    """Return the places that are shipped."""
    text = files("tripintent.tools.front_desk").joinpath("data/cambridge.json").read_text("utf-8")
    return tuple(Place(**{**row, "at": tuple(row["at"])}) for row in json.loads(text))


_SORTS = {
    "restaurant": {"restaurant", "meal", "dinner", "lunch", "menu"},
    "hotel": {"stay"},
    "museum": {"museum"},
    "park": {"park"},
    "theatre": {"event"},
    "swimmingpool": {"pool"},
    "nightclub": {"bar"},
    "cinema": {"event"},
    "boat": {"boat"},
}


def near(phrase: str, at: tuple[float, float], limit: int = 3) -> list[Near]:
    """Return the nearest places that fit a phrase, within walking distance."""
    folded = fold(phrase)
    words = {stem(w) for w in WORD.findall(folded)}
    concepts = glossary().concepts(folded)
    fits = [place for place in town() if _fits(place, words, concepts)]
    found = sorted((_measured(place, at) for place in fits), key=lambda n: n.km)
    return [n for n in found if n.km <= NEAR_KM][:limit]


def _fits(place: Place, words: set[str], concepts: set[str]) -> bool:
    kind = fold(place.kind)
    if any(stem(k) in words or any(fuzz.ratio(k, w) > 88 for w in words if len(w) > 4) for k in kind.split()):
        return True
    if place.sort == "restaurant" and concepts & _SORTS["restaurant"] and not words & _cuisines():
        return True
    if place.sort == "hotel" and "stay" in concepts:
        return True
    return place.sort == "attraction" and (
        bool(concepts & _SORTS.get(kind, set()))
        or ("sights" in concepts and kind in ("museum", "park", "architecture", "college"))
    )


@cache
def _cuisines() -> frozenset[str]:
    return frozenset(stem(w) for p in town() if p.sort == "restaurant" for w in fold(p.kind).split())


def _measured(place: Place, at: tuple[float, float]) -> Near:
    km = distance(place.at, at)
    return Near(place, km, max(1, round(km * DETOUR / WALK_KMH * 60)))


def distance(a: Sequence[float], b: Sequence[float]) -> float:
    """Return the distance of two positions in km (haversine)."""
    la, lb = math.radians(a[0]), math.radians(b[0])
    turn = math.sin((lb - la) / 2) ** 2 + math.cos(la) * math.cos(lb) * math.sin(math.radians(b[1] - a[1]) / 2) ** 2
    return 2 * EARTH_KM * math.asin(math.sqrt(turn))


def said_km(km: float) -> str:
    """Return a distance for people."""
    return f"{round(km * 1000, -1):.0f} m" if km < 1 else f"{km:.1f} km"
