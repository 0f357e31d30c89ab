"""Hours and dates of an organisation: opening hours as people write them, and dates that its functions count by code.

Hours are "Mo-Fr 09:00-17:00; Sa 10:00-14:00", "closed", "12:00-14:30, 17:30-22:00". Dates are offsets from today.
"""

import re
from datetime import date, datetime, time, timedelta
from typing import NamedTuple, Self

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_SPAN = re.compile(r"^(\d{1,2})[:.](\d{2})\s*[-–]\s*(\d{1,2})[:.](\d{2})$")
_DAYS = re.compile(r"^([A-Za-z]{2,3})(?:\s*-\s*([A-Za-z]{2,3}))?$")
MIDNIGHT = 24 * 60


class Span(NamedTuple):
    """Open on these weekdays (0 is Monday) from one minute of the day to another; the end may lie after midnight."""

    days: tuple[int, ...]
    start: int
    end: int


class Hours(NamedTuple):
    """All spans of a text; none is always closed."""

    spans: tuple[Span, ...]

    @classmethod
    def read(cls, text: str) -> Self:
        """Read hours. Raises ValueError that says which part is not understood."""
        spans: list[Span] = []
        for part in filter(None, (p.strip() for p in text.split(";"))):
            days, times = _days_and_times(part)
            if times.casefold() in ("closed", "off"):
                continue
            spans += [Span(days, *_minutes(one.strip())) for one in times.split(",")]
        return cls(tuple(spans))

    def on(self, weekday: int) -> tuple[tuple[int, int], ...]:
        """Return the minutes of a weekday in which it is open."""
        return tuple(sorted((s.start, s.end) for s in self.spans if weekday in s.days))

    def open_at(self, moment: datetime) -> bool:
        """Check whether it is open at a local moment."""
        minute = moment.hour * 60 + moment.minute
        today, before = self.on(moment.weekday()), self.on((moment.weekday() - 1) % 7)
        return any(a <= minute < b for a, b in today) or any(a <= minute + MIDNIGHT < b for a, b in before)


def _days_and_times(part: str) -> tuple[tuple[int, ...], str]:
    first, _, rest = part.partition(" ")
    if rest and (found := _weekdays(first)):
        return found, rest.strip()
    return tuple(range(7)), part


def _weekdays(text: str) -> tuple[int, ...]:
    days: list[int] = []
    for one in text.split(","):
        match = _DAYS.match(one.strip())
        if match is None:
            return ()
        ends = [_index(DAYS, match[1]), _index(DAYS, match[2] or match[1])]
        if None in ends:
            return ()
        start, end = int(ends[0] or 0), int(ends[1] or 0)
        days += [(start + i) % 7 for i in range((end - start) % 7 + 1)]
    return tuple(days)


def _index(names: tuple[str, ...], text: str) -> int | None:
    short = text.casefold()
    return next((i for i, name in enumerate(names) if name.startswith(short)), None)


def _minutes(text: str) -> tuple[int, int]:
    match = _SPAN.match(text)
    if match is None:
        raise ValueError(f"{text!r} is no span of hours: write 09:00-17:00, several with commas, or closed")
    a, b, c, d = map(int, match.groups())
    start, end = a * 60 + b, c * 60 + d
    if a > 24 or c > 24 or b > 59 or d > 59:
        raise ValueError(f"{text!r} is no time of a day")
    return start, end if end > start else end + MIDNIGHT


def weekly(hours: dict[str, str], month: int) -> Hours | None:
    """Return the house's hours in a month: by day, by season, or of its only part. None when they are not said."""
    by_day = [Span((i,), s.start, s.end) for i, d in enumerate(DAYS) if d in hours for s in Hours.read(hours[d]).spans]
    if any(day in hours for day in DAYS):
        return Hours(tuple(by_day))
    for key, text in hours.items():
        if (season := _season(key)) and month in season:
            return Hours.read(text)
    return None


def _season(key: str) -> tuple[int, ...]:
    first, _, last = key.partition("-")
    start, end = _index(MONTHS, first[:3]), _index(MONTHS, last[:3]) if last else None
    if start is None or end is None:
        return ()
    return tuple((start + i) % 12 + 1 for i in range((end - start) % 12 + 1))


def clock_of(minute: int) -> str:
    """Return a minute of the day as 07:30."""
    return time(minute // 60 % 24, minute % 60).strftime("%H:%M")


_OFFSET = re.compile(r"^(\d{1,3}) (\d{1,3})$")
_DASHED, _ISO = re.compile(r"^(\d{1,2})-(\d{1,2})-(\d{4})$"), re.compile(r"^\d{4}-\d{2}-\d{2}$")


def start_date(value: str, today: date) -> date:
    """Return the day of a startDate: YYYY-MM-DD, DD-MM-YYYY, or "<weeks> <days>" from today. Raises ValueError for anything else."""
    if match := _OFFSET.match(value):
        return today + timedelta(weeks=int(match[1]), days=int(match[2]))
    if match := _DASHED.match(value):
        return date(int(match[3]), int(match[2]), int(match[1]))
    if _ISO.match(value):
        return date.fromisoformat(value)
    raise ValueError(f'{value!r} is no start date: write YYYY-MM-DD, DD-MM-YYYY or "<weeks> <days>"')
