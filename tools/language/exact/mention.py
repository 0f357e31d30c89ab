"""A date of a text: a day, a range or a window, with what its words leave open."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from tripintent.state.frame import When
from tripintent.tools.language.exact.calendar import parsed
from tripintent.tools.language.exact.either import either
from tripintent.tools.language.exact.partial import Partial

_BESIDE = timedelta(days=1)
"""A day beside a window still means that one: the Friday before "the weekend of the 12th"."""


class DateMention(NamedTuple):
    """A date, or a range when ``until`` is given; ``options`` are other days the words may mean.

    ``loose`` and ``ending`` are the first and the last day as said, where the words leave the month or week open.
    ``nights``: of each of the ranges that the words leave to choose from.
    """

    start: int
    end: int
    when: When
    until: When | None = None
    confidence: float = 1.0
    options: tuple[str, ...] = ()
    loose: Partial | None = None
    ending: Partial | None = None
    nights: int | None = None

    def near(self, known: When, floor: date) -> "DateMention":
        """Return the mention inside a window said before, or in the month of the day that it corrects ("the 5th")."""
        if self.loose is None or (self.until and self.ending is None):
            return self
        start = known.earliest if not known.day else known.day[:8] + "01"
        if parsed(start) is None or not start:
            return self
        edge = timedelta() if known.day else _BESIDE
        day = self.loose.resolved(max(date.fromisoformat(start) - edge, floor))
        if day is None or (not known.day and known.latest and day - edge > date.fromisoformat(known.latest)):
            return self
        when = self.when.model_copy(update={"day": day.isoformat()})
        last = self.ending.resolved(day + timedelta(days=1)) if self.ending else None
        until = self.until.model_copy(update={"day": last.isoformat()}) if self.until and last else self.until
        return self._replace(when=when, until=until, confidence=1.0, options=())


def choice_of(said: str, row: Sequence[Partial], floor: date) -> When | None:
    """Return the open day that is one of a row; each is the next one behind the one before."""
    days: list[date] = []
    for one in row:
        day = one.resolved(days[-1] if days else floor)
        if day:
            days.append(day)
    return either(said, days) if len(days) == len(row) else None


def when_of(said: str, day: date) -> When:
    """Return a day with its words."""
    return When(said=said, day=day.isoformat())
