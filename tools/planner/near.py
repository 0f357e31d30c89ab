"""Distances on the ground, and what lies near together."""

from collections.abc import Sequence
from math import asin, cos, radians, sin, sqrt
from typing import Protocol, TypeVar

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
