"""Places near the house: distance as the crow flies, walking time with a detour of a quarter at 4.8 km an hour."""

import json
import math
import re
from functools import cache
from typing import Any, NamedTuple

from tripintent.state.designer.parts import great_circle_km
from tripintent.state.languages import LANGUAGES
from tripintent.tools import shipped
from tripintent.tools.front_desk.speech import turn, words
from tripintent.tools.knowledge.passages import WORD, Glossary, fold

DETOUR, WALK_KMH = 1.25, 4.8
NEAR = 25
"""Minutes on foot within which a place is near."""
LEAST, STEP = 50, 10
"""Metres that are said at least, and to which others are rounded up."""
CUISINES, UNKNOWN, BEYOND, SHORTER = "cuisines", "unknown", "beyond", "shorter"
_SAID = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


class NearbyPlace(NamedTuple):
    """A place of the demonstration town (MultiWOZ 2.2 databases, MIT). ``at`` is latitude, longitude."""

    name: str
    kind: str
    sort: str
    at: tuple[float, float]


class Near(NamedTuple):
    """A place with its distance in km and the walking time in minutes."""

    place: NearbyPlace
    km: float
    minutes: int


@cache
def town() -> tuple[NearbyPlace, ...]:
    """Return the places that are shipped."""
    text = shipped.text("tools/front_desk/data/cambridge.json")
    return tuple(NearbyPlace(**{**row, "at": tuple(row["at"])}) for row in json.loads(text))


@cache
def _kinds() -> dict[str, dict[str, Any]]:
    table: dict[str, dict[str, Any]] = words("kinds")["places"]
    return table


@cache
def _words() -> Glossary:
    """Return the words of all kinds and cuisines, of what the map does not tell, and of a shorter day."""
    other = {**{name: words("kinds")[name] for name in (UNKNOWN, BEYOND, SHORTER)}, **words("kinds")[CUISINES]}
    rows = {
        kind: " ".join(
            text if name == "also" else text.replace(" ", "_") for name, text in row.items() if name != "map"
        )
        for kind, row in _kinds().items()
    }
    return Glossary(rows | other)


def kinds() -> tuple[str, ...]:
    """Return the kinds of place and the cuisines by which a place can be asked for."""
    return (*_kinds(), *words("kinds")[CUISINES])


MEALS = frozenset(("restaurant", "pub", "bar", "café", *words("kinds")[CUISINES]))
"""The kinds of place where one eats, and the cuisines."""


def kinds_in(text: str) -> tuple[str, ...]:
    """Return the kinds of place that words name, in their order; a cuisine instead of any restaurant."""
    folded, cuisines = turn("the_house").sub(" ", fold(text)), {*words("kinds")[CUISINES]}
    first = [found for word in WORD.findall(folded) for found in sorted(_words().concepts(word))]
    known = {*kinds(), *(one.kind for one in town())}
    found = [name for name in dict.fromkeys((*first, *_words().concepts(folded), folded)) if name in known]
    beside = {*found} & cuisines
    return tuple(one for one in found if one != "restaurant" or not beside)


def plainly_in(text: str) -> tuple[str, ...]:
    """Return the kinds that words call by their name in one of the languages, or by a cuisine: "dinner" names no restaurant."""
    names = {kind: [fold(called(kind, one)) for one in LANGUAGES] for kind in kinds_in(text)}
    return tuple(kind for kind, own in names.items() if any(one in fold(text) for one in own) or kind not in _kinds())


def beyond_in(text: str) -> list[str]:
    """Return the words of a text for what a plan of a day cannot take into account."""
    return [word for word in _SAID.findall(text) if {UNKNOWN, BEYOND} & _words().concepts(fold(word))]


def tells(what: str, text: str) -> bool:
    """Check whether words ask for what the map does not tell, for a shorter day, or for a way on foot."""
    return what in _words().concepts(fold(text))


def called(kind: str, language: str) -> str:
    """Return what a kind is called in a language; one that has no name in it as the map calls it."""
    return str(_kinds().get(kind, {}).get(language, kind))


def nearest(kind: str, at: tuple[float, float], house: str) -> list[Near]:
    """Return the places of a kind, the nearest first, without the house itself."""
    on_map = set(_kinds().get(kind, {}).get("map", [kind]))
    fits = (
        one
        for one in town()
        if one.kind in on_map or one.sort == kind or (one.sort == "restaurant" and on_map & set(one.kind.split()))
    )
    others = [one for one in fits if fold(one.name) not in fold(house)]
    return sorted((Near(one, great_circle_km(*one.at, *at), walk(one.at, at)) for one in others), key=lambda n: n.km)


def walk(a: tuple[float, float], b: tuple[float, float]) -> int:
    """Return the minutes on foot from one position to another."""
    return max(1, math.ceil(great_circle_km(*a, *b) * DETOUR / WALK_KMH * 60))


def said_km(km: float) -> str:
    """Return a distance for people, rounded up: what is at the same address is not at none."""
    metres = max(LEAST, math.ceil(km * 1000 / STEP) * STEP)
    return f"{metres} m" if metres < 1000 else f"{km:.1f} km"
