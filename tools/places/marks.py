"""The places that a text names, for a map: airports by code, towns by name, each once."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

from tripintent.tools.places.gazetteer import Gazetteer

_CODE = re.compile(r"\b[A-Z]{3}\b")
_SMALL_CODE = re.compile(r"\b(?:from|to|at|via|into|out of)\s+([a-z]{3})\b")
_TOWNS = ("city", "metro")


class Mark(NamedTuple):
    """A pin on a map, in degrees."""

    lat: float
    lng: float
    label: str
    type: Literal["flight", "destination"]


@cache
def _gazetteer() -> Gazetteer:
    return Gazetteer()


def marks_in(text: str) -> list[Mark]:
    """Return airports in the order of their codes in the text, then towns; a code in small letters counts behind "from" or "to"."""
    found = [*_airports(text), *_cities(text)]
    return list({mark.label: mark for mark in reversed(found)}.values())[::-1]


def _airports(text: str) -> Iterator[Mark]:
    codes = [(m.start(), m.group()) for m in _CODE.finditer(text)]
    codes += [(m.start(1), m.group(1).upper()) for m in _SMALL_CODE.finditer(text)]
    for _, code in sorted(codes):
        airport = _gazetteer().airport(code)
        if airport and airport.code == code:
            yield Mark(airport.lat, airport.lon, f"{code} ({airport.city})", "flight")


def _cities(text: str) -> Iterator[Mark]:
    gazetteer = _gazetteer()
    for spot in gazetteer.scan(text):
        said = text[spot.start : spot.end]
        place = gazetteer.place(text, spot)
        small = len(said) <= 3 and said.islower()
        if place.kind not in _TOWNS or small or _CODE.fullmatch(said):
            continue
        position = gazetteer.position(place)
        if position:
            yield Mark(*position, place.name or said, "destination")
