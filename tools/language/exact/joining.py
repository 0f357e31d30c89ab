"""Dates that stand side by side: two ends of a range, days of which any one will do, a day counted from the one before it."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import cache

from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.mention import (
    BESIDE,
    DaySpan,
    Partial,
    choice,
    next_month_day,
    opened,
    safe_date,
    weekday_in_week,
)


@cache
def _gap(language: str) -> re.Pattern[str]:
    return lexicon(language).compile(
        r"\s*,?\s*(?:and\s+)?(?:%to%|->|through to|ending|ends?(?: on)?)\s*(?:on\s+)?(?:%the%)?\s*"
    )


@cache
def _and(language: str) -> re.Pattern[str]:
    return lexicon(language).compile(r"\s*%and%\s*(?:%the%)?\s*")


@cache
def _before(language: str) -> dict[str, re.Pattern[str]]:
    words = lexicon(language)
    lead = r"\b%{}%\s*(?:the\s+|on\s+)?(?:day\s+of\s+)?$"
    names = ("around", "before", "after", "between")
    return {name: words.compile(lead.replace("{}", name)) for name in names}


def joined(text: str, language: str, partials: list[Partial], floor: date, today: date) -> list[DaySpan]:
    """Return the dates that partial ones make together, left to right."""
    mentions: list[DaySpan] = []
    i = 0
    while i < len(partials):
        one = partials[i]
        row = days_in_a_row(text, language, partials[i:])
        if len(row) > 1 and (any_of := _one_of(row, floor)):
            mentions.append(any_of)
            i += len(row)
            continue
        if i + 1 < len(partials) and _is_range(text, language, one, partials[i + 1]):
            mention = _range(one, partials[i + 1], floor)
            mention = as_window(text, mention) if mention else None
            i += 2
        else:
            mention = _behind(text, language, one, mentions, floor, today)
            i += 1
        if mention:
            mentions.append(mention)
    return mentions


def _behind(  # noqa: PLR0917 - the same words as those of its neighbours
    text: str, language: str, one: Partial, before: list[DaySpan], floor: date, today: date
) -> DaySpan | None:
    """Return one date by itself; "two days later" and "the following Monday" count from the day named before."""
    if not one.follows and one.plus is None:
        return _single(text, language, one, floor, today)
    named = before[-1].named if before else None
    if named:
        return _single(text, language, one, named, today)
    if floor > today:
        return _single(text, language, one, floor, today)
    if one.weekday is None:
        return None  # nothing to count from
    nearest = one._replace(follows=False, weekday=None, fixed=weekday_in_week(one.weekday, 1, today))
    return _single(text, language, nearest, floor, today)


def _one_of(row: list[Partial], floor: date) -> DaySpan | None:
    """Read "Friday or Saturday" as an open day that is one of these; each is the next one after the one before."""
    days: list[date] = []
    for one in row:
        day = one.resolved(days[-1] if days else floor)
        if day is None:
            return None
        days.append(day)
    ordered = either(days)
    return choice(row[0].start, row[-1].end, ordered) if ordered else None


def _is_range(text: str, language: str, a: Partial, b: Partial) -> bool:
    gap = text[a.end : b.start]
    if _gap(language).fullmatch(gap):
        return True
    return bool(_and(language).fullmatch(gap) and _before(language)["between"].search(text[: a.start]))


def _range(a: Partial, b: Partial, today: date) -> DaySpan | None:
    """Join two ends: a month or a year said once holds for both."""
    loose, ending = (a, b) if a.is_loose and b.is_loose else (None, None)
    if a.day and not a.month and b.month:
        month = b.month if b.day is None or a.day <= b.day else (b.month - 2) % 12 + 1
        a = a._replace(month=month)
    if a.month and a.year is None and b.year and a.day:
        a = a._replace(year=b.year if (a.month, a.day) <= (b.month or 12, b.day or 31) else b.year - 1)
    first = a.resolved(today) or (a.window[0] if a.window else None)
    if first is None:
        return None
    if b.day and not b.month and a.month and not a.fixed:
        b = b._replace(month=a.month if b.day >= (a.day or 0) else a.month % 12 + 1)
    last = b.resolved_behind(first, today) or (b.window[1] if b.window else None)
    return None if last is None else DaySpan(a.start, b.end, "range", first, last, loose=loose, ending=ending)


_SOMETIME = re.compile(
    r"\b(?:sometime|some time|any ?time|some day|any day|a day|one day)\s+(?:between\s+|from\s+)?(?:the\s+)?$"
)


def as_window(text: str, mention: DaySpan) -> DaySpan:
    """Read "sometime between the 5th and the 10th" as one open date."""
    if not _SOMETIME.search(text[: mention.start]):
        return mention
    return opened(mention.start, mention.end, mention.first, mention.last)


def _single(text: str, language: str, one: Partial, floor: date, today: date) -> DaySpan | None:
    place, marks, lead = (one.start, one.end), _before(language), text[max(0, one.start - 40) : one.start]
    if one.stay:
        return DaySpan(*place, "range", *one.stay)
    if one.window:
        earliest, latest = one.window
        if one.weekend and earliest and latest:
            friday = max(earliest - timedelta(days=(earliest.weekday() - 4) % 7), today)
            return DaySpan(*place, "range", friday, latest)
        return opened(*place, earliest, latest)
    day = one.resolved_behind(floor, today)
    if day is None:  # one that no calendar has (2026-02-30) is asked about, not dropped
        return DaySpan(*place, "no_such_day") if one.month and (one.day or one.nth) else None
    if marks["around"].search(lead):
        return DaySpan(*place, "around", day - BESIDE, day + BESIDE, loose=one if one.is_loose else None)
    if marks["after"].search(lead):
        return DaySpan(*place, "since", day)
    if marks["before"].search(lead) and one.weekday is None:
        return DaySpan(*place, "until", None, day)
    return DaySpan(*place, "day", day, options=one.options, loose=one if one.is_loose else None)


_NUMBER = r"\d{1,2}(?:\s?%ordinal_mark%|\.)?"
_END = rf"(?:%the%\s+)?{_NUMBER}"
_ONE = rf"{_END}(?:\s*(?:%to%|-)\s*{_END})?"
_YEAR = r"(?:\.?\s*,?\s*(?:%of%\s+)?(?P<year>20\d\d)\b)?"
_SHARED = (
    rf"\b(?P<month>%month_name%)\s+(?P<days>{_ONE}(?:\s*,?\s*%or%\s+{_ONE})+)(?![\d:]|\s*(?:am|pm|%person%|%adult%|%month_name%)\b){_YEAR}",
    rf"(?<![\d.])(?P<days>{_ONE}(?:\s*,?\s*%or%\s+{_ONE})+)\s+(?:%of%\s+)?(?P<month>%month_name%)\b{_YEAR}",
)
"""Several days of one month, whose name is said once."""
_WIDEST = timedelta(days=62)
"""Days farther apart are not two choices of one journey."""


@cache
def _shared(language: str) -> tuple[re.Pattern[str], ...]:
    return tuple(lexicon(language).compile(form) for form in _SHARED)


@cache
def _or(language: str) -> re.Pattern[str]:
    return lexicon(language).compile(r"[\s,]*\b%or%\b\s*(?:%on%\s+)?(?:%the%\s*)?")


@cache
def _each(language: str) -> re.Pattern[str]:
    return lexicon(language).compile(r"\b%or%\b")


def is_or(gap: str, language: str) -> bool:
    """Tell whether words between two dates say that either will do."""
    return _or(language).fullmatch(gap) is not None


def of_one_month(text: str, language: str, today: date) -> Iterator[DaySpan]:
    """Yield "March 3 or 4" and "16-20 or 18-22 March", where most numbers alone are not a date."""
    for form in _shared(language):
        for match in form.finditer(text):
            month = lexicon(language).months.get(match["month"].rstrip("."))
            numbers = [[int(n) for n in re.findall(r"\d+", part)] for part in _each(language).split(match["days"])]
            first = _first(month, numbers[0][0], match["year"], today) if month else None
            days = [[safe_date(first.year, first.month, n) for n in part] for part in numbers] if first else []
            spans = [(part[0], part[-1]) for part in days if part[0] and part[-1]]
            if len(spans) == len(numbers) and (ordered := either([a for a, _ in spans])):
                yield choice(*match.span(), ordered)


def _first(month: int, day: int, year: str | None, today: date) -> date | None:
    return safe_date(int(year), month, day) if year else next_month_day(month, day, today)


def either(days: Sequence[date]) -> list[date]:
    """Return days of which any one will do, in order; none where they are one, or too far apart for one journey."""
    ordered = sorted(set(days))
    return [] if len(ordered) < 2 or ordered[-1] - ordered[0] > _WIDEST else ordered


def days_in_a_row(text: str, language: str, partials: Sequence[Partial]) -> list[Partial]:
    """Return the days at the head that "or" parts; a month or a year said once, behind, holds for those before."""
    row = [partials[0]]
    for after in partials[1:]:
        if row[-1].window or after.window or not is_or(text[row[-1].end : after.start], language):
            break
        row.append(after)
    for i in range(len(row) - 2, -1, -1):
        after = row[i + 1]
        if row[i].day and row[i].month is None and after.month:
            row[i] = row[i]._replace(month=after.month, year=after.year)
    return row
