"""All dates of a message: days and windows found by the rules, ranges joined, months and years filled in."""

import re
from datetime import date
from functools import cache
from typing import NamedTuple

from tripintent.tools.language.exact.clock import TimeMention, find_times, hours_blanked
from tripintent.tools.language.exact.feasts import find_feasts, of_long_weekend
from tripintent.tools.language.exact.joining import as_window, either, is_or, joined, of_one_month
from tripintent.tools.language.exact.lexicon import lexicon, patterns
from tripintent.tools.language.exact.mention import DaySpan, Partial, choice, next_month_day, safe_date
from tripintent.tools.language.exact.named_days import find_days
from tripintent.tools.language.exact.open_days import find_windows
from tripintent.tools.language.exact.relative_days import find_lengths, find_margins
from tripintent.tools.places.folding import fold

_DASH = 3
"""Characters of a dash between blanks."""


class DayContext(NamedTuple):
    """The context for reading days: today, the language, the day that they follow, and the one in whose month "the 5th" lies."""

    today: date
    language: str = "en"
    after: date | None = None
    near: date | None = None


def read_days(phrase: str, context: DayContext) -> tuple[DaySpan, ...]:
    """Return the days, ranges, lengths and margins of a phrase, left to right; what one reading takes, no other has."""
    text = fold(phrase)
    floor = max(context.today, context.after or context.today)
    margins = [DaySpan(m.start, m.end, "flexible", number=m.days or 0) for m in find_margins(text, context.language)]
    mentions = find_dates(text, context.language, context.today, context.after)
    dates = [one.near(context.near, floor) if context.near else one for one in mentions]
    lengths = [
        DaySpan(x.start, x.end, "nights" if x.unit == "night" else "days", number=x.size)
        for x in find_lengths(text, context.language)
    ]
    kept: list[DaySpan] = []
    for one in [*margins, *dates, *lengths]:
        if all(one.end <= k.start or one.start >= k.end for k in kept):
            kept.append(one)
    return tuple(sorted(kept, key=lambda k: k.start))


def find_dates(text: str, language: str, today: date, floor: date | None = None) -> list[DaySpan]:
    """Return the dates of a folded text, left to right.

    ``floor`` is a day that the dates follow (the known departure, for a return): "the 3rd" after 28 March is 3 April.
    """
    start = max(today, floor) if floor else today
    text = hours_blanked(text, language)
    text = _set_apart(language).sub(lambda match: match.group()[:-_DASH] + " " * _DASH, text)
    choices = list(of_one_month(text, language, start))
    ranges = choices + _number_ranges(text, language, start, choices)
    days = [of_long_weekend(text, language, day, start) for day in find_days(text, language, today)]
    partials = [*find_feasts(text, language, today), *days, *find_windows(text, language, today)]
    kept = _without_overlap(partials, [(m.start, m.end) for m in ranges])
    mentions = ranges + joined(text, language, kept, start, today)
    return _either_range(text, language, sorted(mentions, key=lambda m: m.start))


@cache
def _set_apart(language: str) -> re.Pattern[str]:
    """Return the dash after words that are set apart: "the 5th - sorry, the 6th - of March" is not a range."""
    of_month = r"(?<=[a-z\d.,])\s-\s(?=%of%\s+%month_name%(?!\w))"
    day_before = r"(?<=[\d.])\s-\s[^-\n]{2,30}?[\d.]\s-\s(?=%month_name%(?!\w))"
    return lexicon(language).compile(rf"{of_month}|{day_before}")


def _either_range(text: str, language: str, mentions: list[DaySpan]) -> list[DaySpan]:
    """Join ranges of which any one will do ("June 14-21 or June 21-28") to one open first day."""
    found: list[DaySpan] = []
    i = 0
    while i < len(mentions):
        row = [mentions[i]]
        for after in mentions[i + 1 :]:
            both = row[-1].kind == after.kind == "range"
            if not (both and is_or(text[row[-1].end : after.start], language)):
                break
            row.append(after)
        i += len(row)
        days = either([one.first for one in row if one.first]) if row[0].kind == "range" else []
        found += [choice(row[0].start, row[-1].end, days)] if days else row
    return found


def _without_overlap(partials: list[Partial], taken: list[tuple[int, int]]) -> list[Partial]:
    """Keep the longest reading wherever several overlap; rules come most specific first."""
    kept: list[Partial] = []
    for partial in sorted(partials, key=lambda p: -(p.end - p.start)):
        if all(partial.end <= s or partial.start >= e for s, e in taken):
            taken.append((partial.start, partial.end))
            kept.append(partial)
    return sorted(kept, key=lambda p: p.start)


def _number_ranges(text: str, language: str, today: date, taken: list[DaySpan]) -> list[DaySpan]:
    """Read "June 14-21" and "14 to 21 June", where the first number alone would be no date."""
    found: list[DaySpan] = []
    for pattern in (*dict(patterns("ranges", language)).values(), *(() if language == "en" else _NUMBERED)):
        for match in pattern.finditer(text):
            month = _month_of(match["month"], language)
            numbers = match.groups()[:2] if pattern in _NUMBERED else match.groups()
            days = [int(g) for g in numbers if g and g.isdigit() and len(g) <= 2]
            mention = _number_range(match, month, days, today) if month and len(days) == 2 else None
            mention = as_window(text, mention) if mention else None
            if mention and all(mention.end <= m.start or mention.start >= m.end for m in taken + found):
                found.append(mention)
    return found


_NUMBERED = tuple(
    re.compile(
        rf"(?<![\d./:-])(?P<first>\d{{1,2}})\.?\s?(?:[-–]|bis|to|al|au|a|all')\s?(?P<last>\d{{1,2}}){mark}(?P<month>0?[1-9]|1[0-2])"
        rf"(?:{mark}(?P<year>\d{{4}}))?{end}(?![\d:])"
    )
    for mark, end in ((r"\.", r"\.?"), ("/", ""))
)
"""Ranges whose month is a number: "7.-11.12.", "7 al 11/12"."""


def _month_of(said: str, language: str) -> int | None:
    return int(said) if said.isdigit() else lexicon(language).months.get(said.rstrip("."))


def _number_range(match: re.Match[str], month: int, days: list[int], today: date) -> DaySpan | None:
    year = int(match["year"]) if match["year"] else None
    first = safe_date(year, month, days[0]) if year else next_month_day(month, days[0], today)
    last = safe_date(first.year, month, days[1]) if first else None
    return DaySpan(*match.span(), "range", first, last) if first and last else None


def read_times(phrase: str, context: DayContext) -> tuple[TimeMention, ...]:
    """Return the times of a phrase, left to right, beside its days and lengths."""
    days = read_days(phrase, context)
    times = find_times(fold(phrase), context.language)
    return tuple(t for t in times if all(t.end <= d.start or t.start >= d.end for d in days))
