"""All dates of a message: single days and windows found by the rules, ranges joined, months and years filled in."""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import NamedTuple

from tripintent.tools.language.exact.clock import TimeMention, find_times, hours_blanked
from tripintent.tools.language.exact.feasts import find_feasts, of_long_weekend
from tripintent.tools.language.exact.joining import as_window, either, is_or, joined, of_one_month
from tripintent.tools.language.exact.lexicon import Lexicon, lexicon, patterns, small_words
from tripintent.tools.language.exact.mention import (
    DaySpan,
    Partial,
    add_months,
    by_name,
    choice,
    next_month_day,
    partials,
    safe_date,
)
from tripintent.tools.language.exact.open_days import find_windows
from tripintent.tools.language.exact.relative_days import RELATIVE_RULES, find_lengths, find_margins
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


def _number(match: re.Match[str], words: Lexicon) -> int | None:
    found = match.groupdict()
    if found.get("day"):
        return int(found["day"])
    word = found.get("dayword")
    return words.ordinals.get(" ".join(word.replace("-", " ").split())) if word else None


def _month_day(match: re.Match[str], words: Lexicon, _today: date) -> Partial | None:
    day = _number(match, words)
    month = words.months.get(match["month"].rstrip("."))
    year = int(match["year"]) if match["year"] else None
    return Partial(*match.span(), day=day, month=month, year=year) if day and month else None


def _iso(match: re.Match[str], _words: Lexicon, _today: date) -> Partial | None:
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    return Partial(*match.span(), year=year, month=month, day=day) if 1 <= month <= 12 else None


def _numeric(match: re.Match[str], words: Lexicon, today: date) -> Partial | None:
    """Read 5/3: month first in English, day first elsewhere; when both readings are days, both are offered."""
    a, b = int(match[1]), int(match[3])
    year = int(match[4]) if match[4] else None
    year = year + 2000 if year is not None and year < 100 else year
    month, day = (a, b) if words.language == "en" and match[2] == "/" else (b, a)
    if month > 12 and day <= 12:
        month, day = day, month
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    partial = Partial(*match.span(), day=day, month=month, year=year)
    if words.language == "en" and match[2] == "/" and day <= 12 and day != month:
        other = Partial(*match.span(), day=month, month=day, year=year).resolved(today)
        return partial._replace(options=(other,) if other else ())
    return partial


def _day_of_named_month(match: re.Match[str], words: Lexicon, today: date) -> Partial | None:
    """Read "the 12th of this month", "the 3rd of next month", "next month on the 10th"."""
    day = _number(match, words)
    base = add_months(today.replace(day=1), 1 if match["next"] or match.groupdict().get("next_after") else 0)
    found = safe_date(base.year, base.month, day) if day else None
    return Partial(*match.span(), fixed=found) if found else None


def _day_alone(match: re.Match[str], words: Lexicon, _today: date) -> Partial | None:
    if match.groupdict().get("dayword") and _counts(match, words):
        return None
    day = _number(match, words)
    return Partial(*match.span(), day=day) if day and 1 <= day <= 31 else None


def _counts(match: re.Match[str], words: Lexicon) -> bool:
    """Tell whether an ordinal in letters counts the noun after it: "on the first full day", "in the second museum"."""
    behind = re.match(r"\s+([a-z]{2,})", match.string[match.end() :])
    return behind is not None and behind[1] not in small_words(words.language)


def _day_of_span(match: re.Match[str], words: Lexicon, _today: date) -> Partial | None:
    """Read one end of "de 8 a 15", which is all that its clause says: ages and hours have a noun after them."""
    day = _number(match, words)
    return Partial(*match.span("day"), day=day) if day and 1 <= day <= 31 else None


_RULES = by_name(_iso, _numeric, _month_day, _day_of_named_month, _day_alone, _day_of_span) | RELATIVE_RULES


def find_days(text: str, language: str, today: date) -> Iterator[Partial]:
    """Yield the days of a folded text, the most specific rule first; they may overlap."""
    if _hints(lexicon(language)).search(text):
        for group in ("named", "relative", "in_english" if language == "en" else "abroad"):
            yield from partials(group, _RULES, text, language, today)


@cache
def _hints(words: Lexicon) -> re.Pattern[str]:
    """A cheap look whether a text can name a day at all."""
    return words.compile(r"\d|%weekday%|%month_name%|%relative%|%ordinal%|%month%|%week%|%fortnight%|%later%")
