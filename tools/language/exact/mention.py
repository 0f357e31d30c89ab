"""The days of a text: calendar arithmetic, a date that is not whole, and a day, a range, a window or days to choose from."""

import calendar
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Literal, NamedTuple

from tripintent.tools.language.exact.lexicon import Lexicon, lexicon, patterns


def safe_date(year: int, month: int, day: int) -> date | None:
    """Return the date, or None when the calendar has no such day (30 February)."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def next_month_day(month: int, day: int, on_or_after: date) -> date | None:
    """Return the next occurrence of a yearless day: today is today; 29 February waits for its leap year."""
    for year in range(on_or_after.year, on_or_after.year + 9):
        found = safe_date(year, month, day)
        if found and found >= on_or_after:
            return found
    return None


def next_day_of_month(day: int, on_or_after: date) -> date | None:
    """Return the next "14th" from a day on, that day included; months without such a day are skipped."""
    year, month = on_or_after.year, on_or_after.month
    for _ in range(12):
        found = safe_date(year, month, day)
        if found and found >= on_or_after:
            return found
        year, month = (year + 1, 1) if month == 12 else (year, month + 1)
    return None


def monday_of(day: date) -> date:
    """Return the Monday of a day's week; weeks start on Monday."""
    return day - timedelta(days=day.weekday())


def weekday_in_week(weekday: int, weeks: int, today: date) -> date:
    """Return a weekday of this week (0), the next one (1) and so on."""
    return monday_of(today) + timedelta(days=weekday, weeks=weeks)


def coming_weekday(weekday: int, today: date) -> date:
    """Return the nearest such weekday, today included."""
    return today + timedelta(days=(weekday - today.weekday()) % 7)


def month_window(year: int, month: int) -> tuple[date, date]:
    """Return the first and last day of a month."""
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])


def add_months(day: date, months: int) -> date:
    """Return the same day some months later, the month's last day when it is shorter."""
    years, month = divmod(day.month - 1 + months, 12)
    year, month = day.year + years, month + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> date | None:
    """Return the nth such weekday of a month; -1 is the last; None where the month has no such day."""
    first, last = month_window(year, month)
    day = first + timedelta(days=(weekday - first.weekday()) % 7, weeks=nth - 1) if nth > 0 else None
    day = last - timedelta(days=(last.weekday() - weekday) % 7, weeks=-1 - nth) if nth < 0 else day
    return day if day and day.month == month else None


REVERSED = timedelta(days=60)
"""Two days without a year that are reversed by less are a slip of the tongue; by more, the second is next year's."""


class Partial(NamedTuple):
    """Words that name a day or a window.

    Either ``fixed`` is the day, or ``window`` bounds it, or ``weekday`` names it, or ``day``/``month``/``year`` hold what
    was said of it.
    ``options`` are other days that the words may mean. ``weekend``: the window is one.
    ``stay``: the first and the last day of a trip.
    ``nth``: which ``weekday`` of the month, -1 the last. ``follows``: the weekday lies after the day named before it;
    ``plus``: so many days after that day.
    """

    start: int
    end: int
    fixed: date | None = None
    window: tuple[date | None, date | None] | None = None
    day: int | None = None
    month: int | None = None
    year: int | None = None
    weekday: int | None = None
    options: tuple[date, ...] = ()
    weekend: bool = False
    stay: tuple[date, date] | None = None
    nth: int | None = None
    follows: bool = False
    plus: int | None = None

    @property
    def is_loose(self) -> bool:
        """Tell whether the words leave open which month or week is meant ("the 3rd", "Sunday")."""
        if self.nth is not None:
            return False
        return self.weekday is not None or (self.day is not None and self.month is None and self.fixed is None)

    def resolved(self, on_or_after: date) -> date | None:
        """Return the day, the next one from ``on_or_after`` where the year or month is left open."""
        if self.plus is not None:
            return on_or_after + timedelta(days=self.plus)
        if self.nth is not None:
            return self._nth(on_or_after)
        if self.weekday is not None:
            return coming_weekday(self.weekday, on_or_after + timedelta(days=self.follows))
        if self.fixed or self.day is None:
            return self.fixed
        if self.month is None:
            return next_day_of_month(self.day, on_or_after)
        if self.year is None:
            return next_month_day(self.month, self.day, on_or_after)
        return safe_date(self.year, self.month, self.day)

    def _nth(self, on_or_after: date) -> date | None:
        years = (self.year,) if self.year else (on_or_after.year, on_or_after.year + 1)
        found = (nth_weekday(year, self.month or 1, self.weekday or 0, self.nth or 1) for year in years)
        return next((day for day in found if day and (self.year or day >= on_or_after)), None)

    def resolved_behind(self, start: date, today: date) -> date | None:
        """Return the day, the next one from ``start``; one shortly before ``start`` stays there, to be asked about.

        "June 21 to June 14" is not a trip of a year: neither year is said, and one of the two is a slip.
        """
        found = self.resolved(start)
        if found is None or self.month is None or self.year is not None or self.nth is not None:
            return found
        before = safe_date(start.year, self.month, self.day or 1)
        slipped = before is not None and today <= before < start and start - before < REVERSED
        return before if slipped else found


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
        if self.kind == "around":
            return self._replace(first=first - BESIDE, last=first + BESIDE)
        last = self.ending.resolved(first + timedelta(days=1)) if self.ending else None
        return self._replace(first=first, last=last or self.last, options=())


def opened(start: int, end: int, first: date | None, last: date | None) -> DaySpan:
    """Return one day of which only bounds are known."""
    return DaySpan(start, end, "window" if first and last else "since" if first else "until", first, last)


def choice(start: int, end: int, days: Sequence[date]) -> DaySpan:
    """Return one day that is one of these, in order."""
    return DaySpan(start, end, "choice", days[0], days[-1], options=tuple(days))


Rule = Callable[[re.Match[str], Lexicon, date], Partial | None]


def by_name(*rules: Rule) -> dict[str, Rule]:
    """Return rules under the names by which ``data/patterns.yaml`` calls them."""
    return {rule.__name__.removeprefix("_"): rule for rule in rules}


def partials(group: str, rules: Mapping[str, Rule], text: str, language: str, today: date) -> Iterator[Partial]:
    """Yield what the patterns of a group find in a folded text, each as its rule reads it; they may overlap."""
    for name, pattern in patterns(group, language):
        for match in pattern.finditer(text):
            if partial := rules[name](match, lexicon(language), today):
                yield partial
