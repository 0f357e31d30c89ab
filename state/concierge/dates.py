"""Dates of the desk's functions, by code: offsets from today, weekends of different countries, feasts."""

import re
from datetime import date, timedelta

WEEKENDS = {"israeli": (3, 4, 5), "western": (5, 6), "saturday_sunday": (5, 6), "friday_saturday": (4, 5)}
"""Weekdays (0 is Monday) that count as weekend."""
_OFFSET = re.compile(r"^(\d{1,3}) (\d{1,3})$")
_DASHED = re.compile(r"^(\d{1,2})-(\d{1,2})-(\d{4})$")


def start_date(value: str, today: date) -> date:
    """Return the day of a startDate: "<weeks> <days>" from today, or DD-MM-YYYY. Raises ValueError for anything else."""
    if match := _OFFSET.match(value):
        return today + timedelta(weeks=int(match[1]), days=int(match[2]))
    if match := _DASHED.match(value):
        return date(int(match[3]), int(match[2]), int(match[1]))
    raise ValueError(f'{value!r} is no start date: write "<weeks> <days>" or DD-MM-YYYY')


def is_weekend(day: date, kind: str) -> bool:
    """Whether a day is in the weekend of a kind. Raises KeyError for an unknown kind."""
    return day.weekday() in WEEKENDS[kind]


def easter(year: int) -> date:
    """Return Easter Sunday of the Western churches (the anonymous Gregorian algorithm)."""
    a, b, c = year % 19, year // 100, year % 100
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    shift = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 19 * shift) // 433
    month = (h + shift - 7 * m + 90) // 25
    return date(year, month, (h + shift - 7 * m + 33 * month + 19) % 32)


def thanksgiving(year: int) -> date:
    """Return the fourth Thursday of November."""
    first = date(year, 11, 1)
    return first + timedelta(days=(3 - first.weekday()) % 7 + 21)


def feast(name: str, year: int) -> tuple[date, date] | None:
    """Return the first and last day of a feast as people take it off; None for an unknown one."""
    key = name.casefold()
    if key == "christmas":
        return date(year, 12, 25), date(year, 12, 26)
    if key == "thanksgiving":
        return thanksgiving(year), thanksgiving(year) + timedelta(days=3)
    if key == "easter":
        return easter(year) - timedelta(days=2), easter(year) + timedelta(days=1)
    return None
