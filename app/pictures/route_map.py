"""The map of a route: great circles over an outline of land."""

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from tripintent.app.pictures.great_circle import LonLat, great_circle
from tripintent.app.pictures.labels import Label, label_for
from tripintent.app.pictures.land import Ring, land
from tripintent.app.pictures.route_of import MapLeg, MapPoint
from tripintent.app.pictures.svg import ACCENT, INK, LAND, PAPER, add, path_of, picture, text_of
from tripintent.app.pictures.window import Window, window_of
from tripintent.app.words import Catalogue, catalogue

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
    words = catalogue(language)
    described = "; ".join(_described(leg, words) for leg in legs)
    root = picture(width, height, title or words.say("pictures", "map"), f"{described}.")
    add(root, "rect", width=width, height=height, fill=PAPER)
    shores = "".join(_shore(ring, window) for ring in land())
    add(root, "path", d=shores, fill=LAND, fill_opacity="0.35", stroke="none")
    for leg, line in zip(legs, lines, strict=True):
        _draw_line(root, window, leg, line)
    _draw_points(root, window, list(dict.fromkeys(p for leg in legs for p in (leg.origin, leg.destination))))
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


def _draw_line(root: Element, window: Window, leg: MapLeg, line: Sequence[LonLat]) -> None:
    lons = [lon for lon, _ in line]
    dashes = {} if leg.mode == "flight" else {"stroke_dasharray": "6 5"}
    for turn in window.turns(min(lons), max(lons)):
        data = path_of(window.place(p, turn) for p in line)
        add(root, "path", d=data, fill="none", stroke=ACCENT, stroke_width="2.5", stroke_linecap="round", **dashes)


def _draw_points(root: Element, window: Window, points: Sequence[MapPoint]) -> None:
    placed: list[Label] = []
    for point in points:
        for x, y in _visible(window, point):
            add(root, "circle", cx=x, cy=y, r="4.5", fill=ACCENT)
            placed.append(label_for(point.label, (x, y), window.size, placed))
    for label in placed:
        add(root, "text", label.text, x=label.left, y=label.top + 18, fill=INK, font_weight="600")


def _visible(window: Window, point: MapPoint) -> Iterator[tuple[float, float]]:
    for turn in window.turns(point.lon - 0.01, point.lon + 0.01):
        yield window.place((point.lon, point.lat), turn)
