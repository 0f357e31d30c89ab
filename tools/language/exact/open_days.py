"""Rules for open dates: "mid June", "in May", "any weekend in May", "next week", "around Easter"."""

import re
from collections.abc import Iterator
from datetime import date, timedelta

from tripintent.tools.language.exact.lexicon import Lexicon
from tripintent.tools.language.exact.mention import (
    Partial,
    add_months,
    by_name,
    monday_of,
    month_window,
    next_day_of_month,
    next_month_day,
    partials,
)

_ORDINAL_WEEK = {"first": 0, "1st": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3}

_WEEK = timedelta(days=7)
"""Of the month that runs, less is left than anybody means who names it."""


def _year_of(match: re.Match[str], month: int, today: date) -> int:
    if match.groupdict().get("year"):
        return int(match["year"])
    over = (
        month == today.month
        and not match.groupdict().get("late")
        and month_window(today.year, month)[1] - today < _WEEK
    )
    return today.year if month >= today.month and not over else today.year + 1


def _named_month(match: re.Match[str], words: Lexicon, today: date) -> tuple[date, date] | None:
    month = words.months.get(match["month"].rstrip("."))
    return month_window(_year_of(match, month, today), month) if month else None


def _part_of_month(match: re.Match[str], words: Lexicon, today: date) -> Partial | None:
    """Read early (1-10), mid (11-20) and late (21-end) of a month, named or "this"/"next"."""
    said = match.groupdict()
    if said.get("month"):
        found = _named_month(match, words, today)
        if not found:
            return None
        first, last = found
    else:
        first, last = month_window(*_shifted(today, 1 if said.get("next") else 0))
    if said.get("early"):
        last = first.replace(day=10)
    elif said.get("mid"):
        first, last = first.replace(day=11), first.replace(day=20)
    elif said.get("late"):
        first = first.replace(day=21)
    return Partial(*match.span(), window=(max(first, today) if last >= today else first, last))


def _shifted(today: date, months: int) -> tuple[int, int]:
    day = add_months(today.replace(day=1), months)
    return day.year, day.month


def _week_of_month(match: re.Match[str], words: Lexicon, today: date) -> Partial | None:
    found = _named_month(match, words, today)
    if not found:
        return None
    first, last = found
    which = match["which"]
    if match["weekend"]:
        saturdays = [d for d in (first + timedelta(days=n) for n in range((last - first).days + 1)) if d.weekday() == 5]
        saturday = saturdays[-1 if which == "last" else min(_ORDINAL_WEEK[which], len(saturdays) - 1)]
        return Partial(*match.span(), window=(saturday, saturday + timedelta(days=1)), weekend=True)
    if which == "last":
        return Partial(*match.span(), window=(last - timedelta(days=6), last))
    start = first + timedelta(weeks=_ORDINAL_WEEK[which])
    return Partial(*match.span(), window=(start, start + timedelta(days=6)))


def _weekend_of(match: re.Match[str], words: Lexicon, today: date) -> Partial | None:
    """Read "the weekend of the 12th", "the weekend of 12 December": Saturday and Sunday around the day."""
    month = words.months.get((match["month"] or "").rstrip(".")) if match["month"] else None
    number = int(match["day"])
    day = next_month_day(month, number, today) if month else next_day_of_month(number, today)
    if day is None:
        return None
    saturday = day + timedelta(days=(5 - day.weekday()) % 7) if day.weekday() != 6 else day - timedelta(days=1)
    return Partial(*match.span(), window=(saturday, saturday + timedelta(days=1)), weekend=True)


def _share_of_month(match: re.Match[str], words: Lexicon, today: date) -> Partial | None:
    """Read "the second half of January", "the first two weeks of September", "the last ten days of May"."""
    found = _named_month(match, words, today)
    if not found:
        return None
    first, last = found
    if match["half"]:
        early = match["which"] == "first"
        window = (first, first.replace(day=15)) if early else (first.replace(day=16), last)
    else:
        days = (words.number(match["num"]) or 1) * (7 if match["weeks"] else 1)
        window = (
            (first, first + timedelta(days=days - 1))
            if match["which"] == "first"
            else (last - timedelta(days=days - 1), last)
        )
    return Partial(*match.span(), window=window)


def _week(match: re.Match[str], _words: Lexicon, today: date) -> Partial:
    said = match.groupdict()
    weeks = 2 if said.get("after_next") else 1 if said.get("next") else 0
    monday = monday_of(today) + timedelta(weeks=weeks)
    if match["weekend"]:
        saturday = monday + timedelta(days=5)
        window = (max(saturday, today), saturday + timedelta(days=1))
        return Partial(*match.span(), window=window, weekend=saturday > today)
    return Partial(*match.span(), window=(max(monday, today), monday + timedelta(days=6)))


_RULES = by_name(_part_of_month, _week_of_month, _weekend_of, _share_of_month, _week)


def find_windows(text: str, language: str, today: date) -> Iterator[Partial]:
    """Yield the open dates of a folded text; they may overlap the days."""
    return partials("open", _RULES, text, language, today)
