"""Places and airports in a phrase, and which of several places of one name is meant beside the other end of a route."""

import re

from tripintent.state.frame import Place
from tripintent.tools.places.airports import shared_catalogue
from tripintent.tools.places.folding import name_key
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.places.regions import METROS, siblings
from tripintent.tools.places.scan import PlaceSpot

_JOINT = re.compile(r"[ \t]*[-–/]?[ \t]*|[ \t]*\(")
"""The gap between a city and its airport: "Milan Malpensa", "Rome (FCO)"."""
_BEHIND = re.compile(r"[ \t]*,?[ \t]*|[ \t]*\(")
"""The gap between an airport and its city: "JFK, New York"."""
_ACROSS_TOWN_KM = 100


def find_spots(text: str, gazetteer: Gazetteer) -> list[PlaceSpot]:
    """Return the places of a text, left to right; a city said with one of its airports is that airport."""
    found: list[PlaceSpot] = []
    for spot in gazetteer.scan(text):
        joined = _joined(text, found[-1], spot, gazetteer) if found else None
        if joined:
            found[-1] = joined
        else:
            found.append(spot)
    return found


def _joined(text: str, first: PlaceSpot, second: PlaceSpot, gazetteer: Gazetteer) -> PlaceSpot | None:
    gap = text[first.end : second.start]
    if first.key == second.key:
        return None
    one, other = gazetteer.place(text, first), gazetteer.place(text, second)
    if one.kind == "airport" and second.sure and other.kind in {"city", "metro"} and _BEHIND.fullmatch(gap):
        code = one.code if _serves(one.code, other, gazetteer) else None
    elif one.kind in {"city", "metro"} and _JOINT.fullmatch(gap):
        behind = _airport_behind(one, other, second, gap)
        code = behind if behind == one.code or _serves(behind, one, gazetteer) else None
    else:
        code = None
    if code is None:
        return None
    closed = "(" in gap and text[second.end : second.end + 1] == ")"
    return PlaceSpot(first.start, second.end + closed, f"{first.key} {second.key}", None, code)


def _airport_behind(city: Place, other: Place, spot: PlaceSpot, gap: str) -> str | None:
    """Return the code of an airport named after a city, by its name, its code, or the town it lies in ("Brussels Charleroi")."""
    if other.kind == "airport" or spot.code or city.code is None or gap.strip():
        return other.code if other.kind == "airport" or spot.code else None
    group = METROS[city.code].airports if city.code in METROS else siblings(city.code)
    airports = (shared_catalogue().airport(code) for code in group)
    return next((a.code for a in airports if a and spot.key in name_key(f"{a.name} {a.city}").split()), None)


def _serves(code: str | None, city: Place, gazetteer: Gazetteer) -> bool:
    """Tell whether an airport, or a metropolitan code, is a city's own."""
    here = gazetteer.position(city)
    airports = gazetteer.airports_for(code) if code else ()
    if not (here and airports) or (city.country and airports[0].country != city.country):
        return False
    members = METROS[city.code].airports if city.code and city.code in METROS else ()
    near = {airport.code for airport, _ in shared_catalogue().near(*here, _ACROSS_TOWN_KM, 12)}
    return any(airport.code in near or airport.code in members for airport in airports)
