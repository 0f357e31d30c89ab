"""The map of a route as SVG: its window on the world, great circles over an outline of land, and labels that do not overlap.

The outline ships in the wheel (``land.json`` says where it comes from).
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from math import asin, atan2, ceil, cos, degrees, pi, radians, sin, sqrt
from typing import NamedTuple
from xml.etree.ElementTree import Element

from tripintent.app.pictures.route_of import MapLeg, MapPoint
from tripintent.app.pictures.svg import ACCENT, INK, LAND, PAPER, Xy, add, path_of, picture, text_of
from tripintent.app.words import Catalogue, catalogue
from tripintent.tools.places.towns import town_in
from tripintent.tools.shipped import text

LonLat = tuple[float, float]
STEP_DEGREES = 2.0


def great_circle(origin: LonLat, destination: LonLat) -> list[LonLat]:
    """Return points along the great circle, about every two degrees.

    Longitudes are continuous: a flight from 170 E to 170 W ends at 190, so that no line is drawn around the world.
    Of two exactly opposite points any way is the shortest; the one over the nearer pole is drawn.
    """
    a, b = _radians(origin), _radians(destination)
    angle = _angle(a, b)
    if angle < 1e-9 or pi - angle < 1e-6:
        return [origin, (origin[0] + _short_way(destination[0] - origin[0]), destination[1])]
    steps = max(1, ceil(degrees(angle) / STEP_DEGREES))
    points = [origin]
    for i in range(1, steps + 1):
        lon, lat = _between(a, b, angle, i / steps)
        points.append((points[-1][0] + _short_way(lon - points[-1][0]), lat))
    return points


def _between(origin: LonLat, destination: LonLat, angle: float, part: float) -> LonLat:
    """Return the point at a part of the way (spherical linear interpolation): radians in, degrees out."""
    (lon_a, lat_a), (lon_b, lat_b) = origin, destination
    a, b = sin((1 - part) * angle) / sin(angle), sin(part * angle) / sin(angle)
    x = a * cos(lat_a) * cos(lon_a) + b * cos(lat_b) * cos(lon_b)
    y = a * cos(lat_a) * sin(lon_a) + b * cos(lat_b) * sin(lon_b)
    z = a * sin(lat_a) + b * sin(lat_b)
    return degrees(atan2(y, x)), degrees(atan2(z, sqrt(x * x + y * y)))


def _angle(origin: LonLat, destination: LonLat) -> float:
    (lon_a, lat_a), (lon_b, lat_b) = origin, destination
    half = sin((lat_b - lat_a) / 2) ** 2 + cos(lat_a) * cos(lat_b) * sin((lon_b - lon_a) / 2) ** 2
    return 2 * asin(min(1.0, sqrt(half)))


def _short_way(difference: float) -> float:
    """Return a difference of longitudes as -180 to 180 degrees."""
    return (difference + 180) % 360 - 180


def _radians(point: LonLat) -> LonLat:
    return radians(point[0]), radians(point[1])


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


class Ring(NamedTuple):
    """A closed outline, its longitudes continuous, and the longitudes and latitudes that it spans."""

    points: tuple[LonLat, ...]
    west: float
    east: float
    south: float
    north: float


@cache
def land() -> tuple[Ring, ...]:
    """Return all outlines, in degrees."""
    raw = json.loads(text("app/pictures/land.json"))
    return tuple(_ring([(lon, lat) for lon, lat in ring]) for ring in raw["rings"])


def _ring(points: list[LonLat]) -> Ring:
    run_on = [points[0]]
    for lon, lat in points[1:]:
        step = lon - run_on[-1][0]
        run_on.append((lon - 360 * round(step / 360), lat))
    lons, lats = [p[0] for p in run_on], [p[1] for p in run_on]
    return Ring(tuple(run_on), min(lons), max(lons), min(lats), max(lats))


WIDTH = 720


def route_map(legs: Sequence[MapLeg], language: str = "en", title: str = "") -> str:
    """Return the map as SVG with words in a language, or an empty text when there is nothing to draw.

    The text alternative names every leg. The window follows the route over the date line; a route around the world is
    cut there instead, so that no band crosses the map.
    """
    if not legs:
        return ""
    lines = _lines(legs)
    window = window_of(lines, WIDTH)
    width, height = window.size
    words, spoken = catalogue(language), language.partition("-")[0]
    towns = {p: town_in(p.label, spoken) for leg in legs for p in (leg.origin, leg.destination)}
    twins = {town for town, count in Counter(towns.values()).items() if count > 1}
    named = {p: p._replace(label=f"{town} ({p.code})" if town in twins else town) for p, town in towns.items()}
    legs = [MapLeg(named[leg.origin], named[leg.destination], leg.mode) for leg in legs]
    described = f"{'; '.join(_described(leg, words) for leg in legs)}."
    root = picture(width, height, title or words.say("pictures", "map"), described)
    add(root, "rect", width=width, height=height, fill=PAPER)
    add(root, "path", d="".join(_shore(ring, window) for ring in land()), fill=LAND, fill_opacity="0.35", stroke="none")
    for leg, line in zip(legs, lines, strict=True):
        _draw_line(root, window, leg, line)
    drawn = [window.place(p, turn) for line in lines for turn in window.turns(*_ends(line)) for p in line]
    _draw_points(root, window, list(named.values()), drawn)
    return text_of(root)


def _lines(legs: Sequence[MapLeg]) -> list[list[LonLat]]:
    """Return each leg's line; a leg starts at the turn of the globe where the one before it ended."""
    lines: list[list[LonLat]] = []
    at = legs[0].origin.lon
    for leg in legs:
        line = great_circle((leg.origin.lon, leg.origin.lat), (leg.destination.lon, leg.destination.lat))
        turn = 360 * round((at - line[0][0]) / 360)
        lines.append([(lon + turn, lat) for lon, lat in line])
        at = lines[-1][-1][0]
    return lines


def _described(leg: MapLeg, words: Catalogue) -> str:
    mode = leg.mode if leg.mode in words.sections["pictures"] else "other"
    return words.say("pictures", mode, origin=leg.origin.label, destination=leg.destination.label)


def _shore(ring: Ring, window: Window) -> str:
    if ring.south > window.north or ring.north < window.south:
        return ""
    turns = window.turns(ring.west, ring.east)
    return "".join(path_of((window.place(p, turn) for p in ring.points), closed=True) for turn in turns)


def _ends(line: Sequence[LonLat]) -> tuple[float, float]:
    """Return the westernmost and the easternmost degree of a line."""
    lons = [lon for lon, _ in line]
    return min(lons), max(lons)


def _draw_line(root: Element, window: Window, leg: MapLeg, line: Sequence[LonLat]) -> None:
    dashes = {} if leg.mode == "flight" else {"stroke_dasharray": "6 5"}
    for turn in window.turns(*_ends(line)):
        data = path_of(window.place(p, turn) for p in line)
        add(root, "path", d=data, fill="none", stroke=ACCENT, stroke_width="2.5", stroke_linecap="round", **dashes)


def _draw_points(root: Element, window: Window, points: Sequence[MapPoint], drawn: Sequence[Xy]) -> None:
    placed: list[Label] = []
    spots = [(point, at) for point in points for at in _visible(window, point)]
    for point, (x, y) in spots:
        add(root, "circle", cx=x, cy=y, r="4.5", fill=ACCENT)
        placed.append(label_for(point.label, (x, y), window.size, placed, drawn))
    for label, (_, (x, _)) in zip(placed, spots, strict=True):
        anchor, at = label.held(x)
        add(root, "text", label.text, x=at, y=label.top + 18, fill=INK, font_weight="600", text_anchor=anchor)


def _visible(window: Window, point: MapPoint) -> Iterator[tuple[float, float]]:
    for turn in window.turns(point.lon - 0.01, point.lon + 0.01):
        yield window.place((point.lon, point.lat), turn)


LETTER, HEIGHT, GAP = 18.0, 22.0, 9.0


class Label(NamedTuple):
    """A name on the map: the box that it fills, in pixels."""

    text: str
    left: float
    top: float

    @property
    def right(self) -> float:
        """The right edge, by the width of a usual letter."""
        return self.left + LETTER * len(self.text)

    def held(self, x: float) -> tuple[str, float]:
        """Return by which end it is held, and where, for it to stand close to a point: its letters may be narrow."""
        if self.right < x:
            return "end", self.right
        return ("start", self.left) if self.left > x else ("middle", (self.left + self.right) / 2)

    def covers(self, other: "Label") -> bool:
        """Tell whether two names overlap."""
        across = self.left < other.right and other.left < self.right
        return across and abs(self.top - other.top) < HEIGHT

    def holds(self, point: Xy) -> bool:
        """Tell whether a point lies under the name."""
        return self.left < point[0] < self.right and self.top < point[1] < self.top + HEIGHT


def label_for(text: str, at: Xy, size: tuple[int, int], placed: Sequence[Label], drawn: Sequence[Xy] = ()) -> Label:
    """Return the name beside a point, in the first place that is free and inside; right of it where none is.

    One that lies on nothing ``drawn`` goes before one that only covers no other name.
    """
    tried = [Label(text, *spot) for reach in (1, 2, 3) for spot in _spots(at, LETTER * len(text), reach)]
    free = [t for t in tried if _inside(t, size) and not any(t.covers(other) for other in placed)]
    return next((t for t in free if not any(map(t.holds, drawn))), next(iter(free), tried[0]))


def _spots(at: tuple[float, float], wide: float, reach: int) -> list[tuple[float, float]]:
    """Return the left and top of names around a point: right, left, above, below, then the corners; reach is in rows."""
    x, y = at
    right, left, centre = x + GAP, x - GAP - wide, x - wide / 2
    beside, above, below = y - HEIGHT / 2, y - GAP - reach * HEIGHT, y + GAP + (reach - 1) * HEIGHT
    sides = [(right, beside), (left, beside)] if reach == 1 else []
    return [*sides, *((across, up) for across in (centre, right, left) for up in (above, below))]


def _inside(label: Label, size: tuple[int, int]) -> bool:
    return label.left >= 0 and label.right <= size[0] and label.top >= 0 and label.top + HEIGHT <= size[1]
