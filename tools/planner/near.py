"""Distances on the ground, what lies near together, and how long a way takes on foot or by public transport (estimates by distance)."""

from collections.abc import Sequence
from math import asin, cos, radians, sin, sqrt
from typing import NamedTuple, Protocol, TypeVar

from tripintent.tools.ports.day_planner import DaysRequest, Mode

EARTH_KM = 6371.0


class Located(Protocol):
    """Anything that may have coordinates, in degrees."""

    @property
    def lat(self) -> float | None:
        """Degrees north."""
        ...

    @property
    def lon(self) -> float | None:
        """Degrees east."""
        ...


_Spot = TypeVar("_Spot", bound=Located)


def km(a: Located, b: Located) -> float | None:
    """Return the great-circle distance; None when a position is not known."""
    if a.lat is None or a.lon is None or b.lat is None or b.lon is None:
        return None
    north, east = radians(b.lat - a.lat) / 2, radians(b.lon - a.lon) / 2
    chord = sin(north) ** 2 + cos(radians(a.lat)) * cos(radians(b.lat)) * sin(east) ** 2
    return 2 * EARTH_KM * asin(sqrt(min(1.0, chord)))


def nearest(spot: Located, others: Sequence[_Spot]) -> list[_Spot]:
    """Return the others, the nearest first; those without a position come last, in their own order."""
    far = 2 * EARTH_KM * 4
    return sorted(others, key=lambda other: far if (away := km(spot, other)) is None else away)


_DETOUR = 1.3
"""Streets are longer than the straight line by about this factor."""
_WALK_KMH, _SLOW_WALK_KMH = 4.5, 3.5
_TRANSIT_KMH, _TRANSIT_WAIT = 18.0, 10.0
_FAST_KMH, _FAR_KM = 50.0, 15.0
_UNKNOWN_MINUTES = 20


class Walk(NamedTuple):
    """Minutes, rounded up to five, and how."""

    minutes: int
    mode: Mode


class Ways:
    """Ways for one party."""

    def __init__(self, request: DaysRequest) -> None:
        party = request.party
        self.slow = party.seniors or party.wheelchair or (party.youngest is not None and party.youngest <= 6)
        self.longest_walk_km = 0.8 if request.less_walking or party.wheelchair else 1.2 if self.slow else 1.8

    def between(self, a: Located | None, b: Located | None) -> Walk:
        """Return the way; twenty minutes when a position is not known, none when there is no start."""
        if a is None:
            return Walk(0, "walk")
        straight = km(a, b) if b is not None else None
        if straight is None:
            return Walk(_UNKNOWN_MINUTES, "transit")
        on_the_ground = straight * _DETOUR
        if on_the_ground <= self.longest_walk_km:
            speed = _SLOW_WALK_KMH if self.slow else _WALK_KMH
            return Walk(_to_five(on_the_ground / speed * 60), "walk")
        near = min(on_the_ground, _FAR_KM)
        hours = near / _TRANSIT_KMH + (on_the_ground - near) / _FAST_KMH
        return Walk(_to_five(_TRANSIT_WAIT + hours * 60), "transit")


def _to_five(minutes: float) -> int:
    return int(-(-minutes // 5)) * 5
