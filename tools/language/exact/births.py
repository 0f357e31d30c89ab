"""Birth dates in free form. A date that can be read in two ways is not read at all: it would end up on a ticket."""

import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache

from tripintent.tools.language.exact.mention import safe_date
from tripintent.tools.language.exact.names import BirthDate
from tripintent.tools.shipped import words

OLDEST = 120
"""Years; no traveller is of that age."""

_DATA = words("tools/language/exact/data/births.yaml")
_STRICT = {
    "STRICT_PARSING": True,
    "REQUIRE_PARTS": ["day", "month", "year"],
    "PARSERS": ["absolute-time"],  # the others ask the machine for its time zone: a file, read on the event loop
    "TIMEZONE": "UTC",
}
_SHAPES = re.compile("|".join(_DATA["shapes"].values()), re.IGNORECASE)


def find_dates(text: str, today: date, *, day_first: bool = False) -> Iterator[tuple[int, int, BirthDate]]:
    """Yield (start, end, date) of everything that has the shape of a full date.

    ``day_first``: the writer's language puts the day first. Whoever writes one date so that it can only be read in one order
    ("15/2/2026") writes all dates of that message so.
    """
    shapes = list(_SHAPES.finditer(text))
    plain = {order for match in shapes if (order := _order(match)) is not None}
    first = next(iter(plain)) if len(plain) == 1 else "day" if day_first and not plain else None
    for match in shapes:
        found = _read(match, today, first)
        if found is not None:
            yield match.start(), match.end(), found


def _order(match: re.Match[str]) -> str | None:
    """Return which part of a date in figures comes first, where only one order is possible."""
    if not match["y2"] or match["s2"] == ".":
        return None
    a, b = int(match["a2"]), int(match["b2"])
    return "day" if a > 12 >= b else "month" if b > 12 >= a else None


def _read(match: re.Match[str], today: date, first: str | None) -> BirthDate | None:
    said = match.group()
    if match["y1"]:
        return _checked(said, safe_date(int(match["y1"]), int(match["m1"]), int(match["d1"])), today)
    if match["y2"]:
        return _numeric(match, today, first)
    n = "3" if match["y3"] else "4"
    month = _month(match["m" + n])
    if month is None:
        return None
    return _checked(said, safe_date(_year(match["y" + n], today), month, int(match["d" + n])), today)


def _numeric(match: re.Match[str], today: date, first: str | None) -> BirthDate:
    """Read day/month/year or month/day/year where only one is possible; dots mean day first in every CLDR locale."""
    said, a, b, year = match.group(), int(match["a2"]), int(match["b2"]), _year(match["y2"], today)
    day_first, month_first = safe_date(year, b, a), safe_date(year, a, b)
    if match["s2"] == "." or day_first == month_first or month_first is None or (first == "day" and day_first):
        return _checked(said, day_first, today)
    if day_first is None or first == "month":
        return _checked(said, month_first, today)
    return BirthDate(said, None, "ambiguous_date", (month_first.isoformat(), day_first.isoformat()))


def month_named(word: str) -> bool:
    """Say whether a word is a month, in any of the languages that births are read in."""
    return _month(word) is not None


@lru_cache(maxsize=512)
def _month(word: str) -> int | None:
    import dateparser  # noqa: PLC0415 - it takes long to load, and few months are written so

    read = dateparser.parse(f"1 {word} 2000", languages=_DATA["languages"].split(), settings=_STRICT)
    return read.month if read and read.day == 1 and read.year == 2000 else None


def _year(said: str, today: date) -> int:
    """Complete a two-digit year to the latest one that is not in the future."""
    digits = said.lstrip("'’")
    if len(digits) == 4:
        return int(digits)
    year = today.year // 100 * 100 + int(digits)
    return year if year <= today.year else year - 100


def _checked(said: str, day: date | None, today: date) -> BirthDate:
    if day is None:
        return BirthDate(said, None, "not_a_date")
    if day > today:
        return BirthDate(said, None, "in_future")
    if today.year - day.year >= OLDEST:
        return BirthDate(said, None, "too_old")
    return BirthDate(said, day)
