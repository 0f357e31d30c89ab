"""A date as far as its own words say: maybe without month or year, maybe a window."""

from datetime import date
from typing import NamedTuple

from tripintent.tools.language.offline.dates.calendar import next_day_of_month, next_month_day, safe_date


class Partial(NamedTuple):
    """Words that name a day or a window.

    Either ``fixed`` is the day, or ``window`` bounds it, or ``day``/``month``/``year`` hold what was said of it.
    ``options`` are other days that the words may mean; ``confidence`` is low when there are any.
    """

    start: int
    end: int
    fixed: date | None = None
    window: tuple[date | None, date | None] | None = None
    day: int | None = None
    month: int | None = None
    year: int | None = None
    around: bool = False
    confidence: float = 1.0
    options: tuple[date, ...] = ()

    def resolved(self, on_or_after: date) -> date | None:
        """Return the day, the next one from ``on_or_after`` where the year or month is left open."""
        if self.fixed or self.day is None:
            return self.fixed
        if self.month is None:
            return next_day_of_month(self.day, on_or_after)
        if self.year is None:
            return next_month_day(self.month, self.day, on_or_after)
        return safe_date(self.year, self.month, self.day)
