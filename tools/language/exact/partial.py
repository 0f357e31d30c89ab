"""A date as far as its own words say: maybe without month or year, maybe a window."""

from datetime import date, timedelta
from typing import NamedTuple

from tripintent.tools.language.exact.calendar import (
    coming_weekday,
    next_day_of_month,
    next_month_day,
    nth_weekday,
    safe_date,
)

REVERSED = timedelta(days=60)
"""Two days without a year that are reversed by less are a slip of the tongue; by more, the second is next year's."""


class Partial(NamedTuple):
    """Words that name a day or a window.

    Either ``fixed`` is the day, or ``window`` bounds it, or ``weekday`` names it, or ``day``/``month``/``year`` hold what
    was said of it.
    ``options`` are other days that the words may mean. ``weekend``: the window is one.
    ``stay``: the first and the last day of a trip.
    ``nth``: which ``weekday`` of the month, -1 the last. ``follows``: the weekday lies behind the day named before it;
    ``plus``: so many days behind that day.
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
