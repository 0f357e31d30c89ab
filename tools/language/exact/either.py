"""Days of which any one will do: "the 19th or the 21st", "June 14-21 or June 21-28, whichever is cheaper"."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import cache

from tripintent.tools.language.exact.calendar import next_month_day, safe_date
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.mention import DaySpan, choice
from tripintent.tools.language.exact.partial import Partial

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
