"""Where the names of places stand, so that neighbours such as JFK and EWR do not cover each other."""

from collections.abc import Sequence
from typing import NamedTuple

LETTER, HEIGHT, GAP = 13.5, 22.0, 9.0


class Label(NamedTuple):
    """A name on the map: the box that it fills, in pixels."""

    text: str
    left: float
    top: float

    @property
    def right(self) -> float:
        """The right edge, by the width of a usual letter."""
        return self.left + LETTER * len(self.text)

    def covers(self, other: "Label") -> bool:
        """Tell whether two names overlap."""
        across = self.left < other.right and other.left < self.right
        return across and abs(self.top - other.top) < HEIGHT


def label_for(text: str, at: tuple[float, float], size: tuple[int, int], placed: Sequence[Label]) -> Label:
    """Return the name beside a point, in the first place that is free and inside; right of it where none is."""
    tried = [Label(text, *spot) for reach in (1, 2, 3) for spot in _spots(at, LETTER * len(text), reach)]
    free = (t for t in tried if _inside(t, size) and not any(t.covers(other) for other in placed))
    return next(free, tried[0])


def _spots(at: tuple[float, float], wide: float, reach: int) -> list[tuple[float, float]]:
    """Return the left and top of names around a point: right, left, above, below, then the corners; reach is in rows."""
    x, y = at
    right, left, centre = x + GAP, x - GAP - wide, x - wide / 2
    beside, above, below = y - HEIGHT / 2, y - GAP - reach * HEIGHT, y + GAP + (reach - 1) * HEIGHT
    sides = [(right, beside), (left, beside)] if reach == 1 else []
    return [*sides, *((across, up) for across in (centre, right, left) for up in (above, below))]


def _inside(label: Label, size: tuple[int, int]) -> bool:
    return label.left >= 0 and label.right <= size[0] and label.top >= 0 and label.top + HEIGHT <= size[1]
