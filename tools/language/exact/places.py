"""Places and airports in a phrase, and which of several places of one name is meant beside the other end of a route."""

import re
from collections.abc import Sequence

from tripintent.state.frame import Place
from tripintent.tools.places.airports import shared_catalogue
from tripintent.tools.places.folding import name_key
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.places.metro import METROS, siblings
from tripintent.tools.places.scan import Spot

_JOINT = re.compile(r"[ \t]*[-–/]?[ \t]*|[ \t]*\(")
"""The gap between a city and its airport: "Milan Malpensa", "Rome (FCO)"."""
_BEHIND = re.compile(r"[ \t]*,?[ \t]*|[ \t]*\(")
"""The gap between an airport and its city: "JFK, New York"."""
_ACROSS_TOWN_KM = 100
_NEARER = 2.5
"""The nearest of several places is meant where the next one is so many times farther."""


def find_spots(text: str, gazetteer: Gazetteer) -> list[Spot]:
    """Return the places of a text, left to right; a city said with one of its airports is that airport."""
    found: list[Spot] = []
    for spot in gazetteer.scan(text):
        joined = _joined(text, found[-1], spot, gazetteer) if found else None
        if joined:
            found[-1] = joined
        else:
            found.append(spot)
    return found


def _joined(text: str, first: Spot, second: Spot, gazetteer: Gazetteer) -> Spot | None:
    gap = text[first.end : second.start]
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
    return Spot(first.start, second.end + closed, f"{first.key} {second.key}", None, code)


def _airport_behind(city: Place, other: Place, spot: Spot, gap: str) -> str | None:
    """Return the code of an airport behind a city, by its name, its code, or the town it lies in ("Brussels Charleroi")."""
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


def reading_beside(place: Place, known: Sequence[Place], gazetteer: Gazetteer) -> Place | None:
    """Return which place of its name is meant beside the known ones: in a country of theirs, else by far the nearest.

    The place keeps its readings, so that the choice is named as an assumption and can be taken back. None where nothing
    speaks for another reading than the usual one.
    """
    others = [k for k in known if k.said != place.said]
    countries = {k.country for k in others if k.country}
    if place.code and not place.candidates:
        namesakes = gazetteer.namesakes(place) if others and place.country not in countries else ()
        fitting = [c for c in namesakes if c.country in countries] or list(namesakes[:1])
        readings = namesakes
    else:
        fitting = [c for c in place.candidates if c.country in countries] or _nearest(place.candidates, others)
        readings = place.candidates
    if len(fitting) != 1:
        return None
    kept = readings if fitting[0].code else ()
    return fitting[0].model_copy(update={"said": place.said, "candidates": kept})


def _nearest(candidates: Sequence[Place], known: Sequence[Place]) -> list[Place]:
    """Return the one reading whose way to the other end of the route is by far the shortest; none where two are alike."""
    other = next((k.code for k in known if k.code), None)
    ways = sorted(
        (km, n)
        for n, c in enumerate(candidates)
        if other and c.code and (km := shared_catalogue().distance_km(c.code, other)) is not None
    )
    if len(ways) < len(candidates) or len(ways) < 2 or ways[0][0] * _NEARER > ways[1][0]:
        return []
    return [candidates[ways[0][1]]]
