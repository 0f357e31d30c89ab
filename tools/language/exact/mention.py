"""The days of a text: a day, a range, a window or days to choose from, with what their words leave open."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Literal, NamedTuple

from tripintent.tools.language.exact.partial import Partial

Kind = Literal[
    "day", "range", "window", "choice", "since", "until", "around", "no_such_day", "nights", "days", "flexible"
]
BESIDE = timedelta(days=3)
"""Days either way that "around the 5th" leaves open."""


class DaySpan(NamedTuple):
    """A day, days, or a length, and its place in the phrase.

    ``day``: ``first``. ``range``: from ``first`` to ``last``. ``window``, ``around`` and ``choice``: one day from ``first`` to ``last``, of
    ``options`` where only these are meant. ``since`` and ``until`` have one end. ``nights``, ``days`` and ``flexible`` (days either way): ``number``.
    A ``day`` with ``options`` may be one of these as well. ``loose`` and ``ending`` are the first and the last day as said,
    where the words leave the month or week open.
    """

    start: int
    end: int
    kind: Kind
    first: date | None = None
    last: date | None = None
    number: int | None = None
    options: tuple[date, ...] = ()
    loose: Partial | None = None
    ending: Partial | None = None

    @property
    def named(self) -> date | None:
        """Return the day from which a later one counts ("two days later")."""
        if self.kind == "around" and self.last:
            return self.last - BESIDE
        return self.first if self.kind == "day" else self.last

    def near(self, known: date, floor: date) -> "DaySpan":
        """Return the days in the month of the one that they correct ("the 5th")."""
        if self.loose is None or (self.kind == "range" and self.ending is None):
            return self
        first = self.loose.resolved(max(known.replace(day=1), floor))
        if first is None:
            return self
        last = self.ending.resolved(first + timedelta(days=1)) if self.ending else None
        return self._replace(first=first, last=last or self.last, options=())


def opened(start: int, end: int, first: date | None, last: date | None) -> DaySpan:
    """Return one day of which only bounds are known."""
    return DaySpan(start, end, "window" if first and last else "since" if first else "until", first, last)


def choice(start: int, end: int, days: Sequence[date]) -> DaySpan:
    """Return one day that is one of these, in order."""
    return DaySpan(start, end, "choice", days[0], days[-1], options=tuple(days))
