"""Rules for single days: absolute dates, weekdays, "tomorrow", "in three weeks", "the 14th"."""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache

from tripintent.tools.language.exact.lexicon import Lexicon, lexicon, small_words
from tripintent.tools.language.exact.mention import Partial, add_months, by_name, partials, safe_date
from tripintent.tools.language.exact.relative_days import RELATIVE_RULES


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
