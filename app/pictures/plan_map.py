"""The places of a day plan on one sheet: numbered in their order, a line for each day, a bar for the scale. No tiles are fetched."""

from collections.abc import Iterator, Sequence
from math import cos, hypot, radians
from typing import NamedTuple
from xml.etree import ElementTree as ET  # written here, never parsed: nothing to expand

from tripintent.app.pictures.svg import ACCENT, INK, Xy, add, path_of, picture, text_of

WIDTH, HEIGHT, MARGIN = 700, 420, 36
KM_PER_DEGREE = 111.2
FARTHEST_KM = 60.0
"""Places farther from the first one are on a map of their own: one airport would make a dot of the town."""
_ROUND_KM = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50)
_DASHES = ("none", "6 4", "2 4", "10 4 2 4", "1 6", "12 6", "4 2")
_CLOSE = 18


class MapStop(NamedTuple):
    """A place of the plan: its number, of which entry it is, what it is called, its day, and where it lies in degrees."""

    number: int
    of: str
    title: str
    day: str
    lat: float
    lon: float


def plan_maps(stops: Sequence[MapStop], title: str) -> Iterator[str]:
    """Yield a map for each town as SVG: of the places near its first one; none for a place that lies alone."""
    while stops:
        at, wide = stops[0], KM_PER_DEGREE * cos(radians(stops[0].lat))
        near = [s for s in stops if hypot((s.lat - at.lat) * KM_PER_DEGREE, (s.lon - at.lon) * wide) < FARTHEST_KM]
        stops = [s for s in stops if s not in near]
        if len(near) > 1:
            yield _plan_map(near, title)


def _plan_map(shown: Sequence[MapStop], title: str) -> str:
    described = "; ".join(f"{s.number} {s.title}" for s in shown)
    root = picture(WIDTH, HEIGHT, title, described)
    scale, points = _drawn(shown)
    for number, day in enumerate(dict.fromkeys(s.day for s in shown)):
        way = [points[s.number] for s in shown if s.day == day]
        if len(way) > 1:
            dashes = _DASHES[number % len(_DASHES)]
            add(root, "path", d=path_of(way), fill="none", stroke=ACCENT, stroke_width=2, stroke_dasharray=dashes)
    taken: list[Xy] = []
    for stop in shown:
        _mark(root, stop.number, points[stop.number], taken)
    _bar(root, scale)
    return text_of(root)


def _drawn(stops: Sequence[MapStop]) -> tuple[float, dict[int, Xy]]:
    """Return pixels a kilometre, and where each place is: north is up, both ways have one scale."""
    middle = sum(s.lat for s in stops) / len(stops)
    flat = {s.number: (s.lon * KM_PER_DEGREE * cos(radians(middle)), s.lat * KM_PER_DEGREE) for s in stops}
    left, low = min(x for x, _ in flat.values()), min(y for _, y in flat.values())
    width, height = max(x for x, _ in flat.values()) - left, max(y for _, y in flat.values()) - low
    room_x, room_y = WIDTH - 2 * MARGIN, HEIGHT - 3 * MARGIN
    scale = min(room_x / max(width, 0.2), room_y / max(height, 0.2))
    x0, y0 = MARGIN + (room_x - width * scale) / 2, MARGIN + (room_y - height * scale) / 2
    return scale, {n: (x0 + (x - left) * scale, y0 + (low + height - y) * scale) for n, (x, y) in flat.items()}


def _mark(root: ET.Element, number: int, at: Xy, taken: list[Xy]) -> None:
    """Draw a point with its number, moved down where another number is."""
    x, y = at
    label = y
    while any(abs(x - a) < _CLOSE and abs(label - b) < _CLOSE for a, b in taken):
        label += _CLOSE
    taken.append((x, label))
    add(root, "circle", cx=x, cy=y, r=5, fill=ACCENT)
    add(root, "text", str(number), x=x + 8, y=label + 6, fill=INK)


def _bar(root: ET.Element, scale: float) -> None:
    length = max((km for km in _ROUND_KM if km * scale <= WIDTH / 4), default=_ROUND_KM[0])
    y = HEIGHT - MARGIN / 2
    add(root, "path", d=path_of([(MARGIN, y), (MARGIN + length * scale, y)]), fill="none", stroke=INK, stroke_width=2)
    add(root, "text", f"{length:g} km", x=MARGIN + length * scale + 8, y=y + 6, fill=INK)
