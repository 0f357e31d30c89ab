"""Places without an airport of their own: which airport serves them, said as an assumption."""

from collections.abc import Iterator
from typing import NamedTuple

from tripintent.state.frame import Frame, Place
from tripintent.tools.ports.places import Places


class NearAirports(NamedTuple):
    """Codes by the place as said, and what to tell the traveller about them."""

    codes: dict[str, str]
    assumptions: tuple[str, ...]


def near_airports(places: Places, frame: Frame) -> NearAirports:
    """Choose the most useful airport near each city that has none."""
    codes: dict[str, str] = {}
    notes: list[str] = []
    for place in _without_airport(frame):
        found = places.near(place)
        if found and place.said not in codes:
            airport, km = found[0]
            codes[place.said] = airport.code
            notes.append(f"near:{place.name or place.said}:{airport.city or airport.name}:{airport.code}:{round(km)}")
    return NearAirports(codes, tuple(notes))


def _without_airport(frame: Frame) -> Iterator[Place]:
    ends = [frame.origin, frame.return_from, frame.return_to, *(v.place for v in frame.visits)]
    for leg in frame.legs:
        ends += [leg.origin, leg.destination]
    for place in ends:
        if place and place.code is None and place.kind in ("city", "station") and not place.candidates:
            yield place
