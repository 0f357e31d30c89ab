"""Where the names of places stand, so that neighbours such as JFK and EWR do not cover each other."""

from collections.abc import Sequence
from typing import NamedTuple

LETTER, HEIGHT, GAP = 8.5, 14.0, 8.0


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
    """Return the name beside a point: right of it, left, above or below, the first place that is free and inside."""
    x, y = at
    wide = LETTER * len(text)
    spots = (
        (x + GAP, y - HEIGHT / 2),
        (x - GAP - wide, y - HEIGHT / 2),
        (x - wide / 2, y - GAP - HEIGHT),
        (x - wide / 2, y + GAP),
    )
    tried = [Label(text, left, top) for left, top in spots]
    free = (t for t in tried if _inside(t, size) and not any(t.covers(other) for other in placed))
    return next(free, tried[0])


def _inside(label: Label, size: tuple[int, int]) -> bool:
    return label.left >= 0 and label.right <= size[0] and label.top >= 0 and label.top + HEIGHT <= size[1]
