"""The part of the world that a map shows, and where a point lies on it."""

from collections.abc import Sequence
from typing import NamedTuple

from tripintent.app.pictures.great_circle import LonLat
from tripintent.app.pictures.svg import Xy

MARGIN = 8.0
SMALLEST = 24.0
WORLD = 360.0


class Window(NamedTuple):
    """A piece of the plate carrée map: degrees of the edges, and the scale in pixels for each degree."""

    west: float
    east: float
    south: float
    north: float
    scale: float

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return round((self.east - self.west) * self.scale), round((self.north - self.south) * self.scale)

    def place(self, point: LonLat, turn: float = 0.0) -> Xy:
        """Return where a point lies; ``turn`` moves it by whole turns of the globe (360 degrees)."""
        return (point[0] + turn - self.west) * self.scale, (self.north - point[1]) * self.scale

    def turns(self, west: float, east: float) -> list[float]:
        """Return the turns by which something that spans these longitudes is visible; often one, at the edge two."""
        return [t for t in (-720.0, -360.0, 0.0, 360.0, 720.0) if west + t < self.east and east + t > self.west]


def window_of(lines: Sequence[Sequence[LonLat]], width: int) -> Window:
    """Return the window around a route. A route around the world gets the whole world, cut at the date line."""
    lons = [p[0] for line in lines for p in line]
    lats = [p[1] for line in lines for p in line]
    west, east = _around(min(lons), max(lons), SMALLEST)
    if east - west > WORLD:
        west, east = -180.0, 180.0
    south, north = _around(min(lats), max(lats), (east - west) * 0.45)
    south, north = max(south, -88.0), min(north, 88.0)
    return Window(west, east, south, north, width / (east - west))


def _around(low: float, high: float, least: float) -> tuple[float, float]:
    """Return the range with a margin, widened to the least extent around its middle."""
    half = max((high - low) / 2 + MARGIN, least / 2)
    middle = (low + high) / 2
    return middle - half, middle + half
