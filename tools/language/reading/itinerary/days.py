"""Days in a folded text, as a trip means them: "Thursday" is the trip's, "13 to 15" lies in its month."""

import re
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from tripintent.tools.language.exact.calendar import parsed, safe_date
from tripintent.tools.language.exact.days import find_dates
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.tables import pattern, phrases
from tripintent.tools.language.languages import read_words
from tripintent.tools.places.folding import fold

_DAY_NAME = r"%weekday%s?"
_N = r"(\d{1,2})(?:st|nd|rd|th)?"
_TO = r"\s*(?:-|–|to|till|until|through|bis)\s*(?:the\s+)?"
_RANGE = (
    rf"\b(?:(?:from|for)\s+)?(?:the\s+)?(?:{_DAY_NAME}\.?,?\s+(?:the\s+)?)?{_N}{_TO}(?:{_DAY_NAME}\.?,?\s+(?:the\s+)?)?{_N}"
    r"(?:\s+(?:of\s+)?(%month_name%)(?!\w))?(?:\s+(20\d\d))?(?![\d:.]\d|\s*(?:am|pm|%|h\b|hours?|minutes?|people|o'?clock))"
)
_NUMBERED = (
    rf"\b{_DAY_NAME}\.?,?\s+(?:the\s+)?{_N}\b(?!\s*(?::|am|pm|\.\d|%month_name%|of\b|(?:-|–|to|till|until)\s*\d))"
)
_NTH = re.compile(r"\b(?:day|tag|dia|jour|giorno) (?P<n>\d{1,2})\b")
_SAME = re.compile(r"\b(?:on\s+)?(?:the\s+)?(?:same|that) (?:day|evening|night|morning|afternoon)\b")
_NEXT = re.compile(r"\b(?:the\s+)?(?:next|following) (?:day|morning)\b|\bthe day after\b")
_NTHS = 10
"""Ordinals that are words ("first" to "tenth"); later days are "day 12"."""


@cache
def _compiled(form: str, language: str) -> re.Pattern[str]:
    return lexicon(language).compile(form)


@cache
def _order(language: str) -> re.Pattern[str]:
    """Return a day by its place in the trip: "the first day", "am dritten Tag", "la primera mañana"; a part of it stays to be read."""
    words = read_words(language, "commands")
    rows = [*words["ordinals"].split("|")[:_NTHS], words["last"]]
    named = "|".join(
        rf"(?P<n{n}>{'|'.join(re.escape(fold(w).strip()) for w in re.split(r'[|/]', row))})\w{{0,2}}"
        for n, row in enumerate(rows, 1)
    )
    parts = "|".join(phrases("itinerary", part, language) for part in ("morning", "afternoon", "evening"))
    return re.compile(
        rf"(?<!\w)(?:(?:the|on the|am|le|la|el|il|o|a|no|na|l')\s*)?(?:{named})\s+(?:{lexicon(language).part('day')}(?!\w)|(?:{parts}|manana))"
    )


class DayMention(NamedTuple):
    """A day, or days with ``until``, and where they stand in the text. ``loose``: its month or week was left open."""

    start: int
    end: int
    day: date
    until: date | None = None
    loose: bool = False


class TripDays(NamedTuple):
    """What days are read against: today, the trip's first and last day, and the day spoken of last."""

    today: date
    first: date | None = None
    last: date | None = None
    spoken: date | None = None


def window_start(text: str, language: str, trip: TripDays) -> date | None:
    """Return the first day of a month or week that is named without a day ("in June")."""
    found = (parsed(m.when.earliest) for m in find_dates(text, language, trip.today) if not m.when.day)
    return next((day for day in found if day), None)


def find_days(text: str, language: str, trip: TripDays, *, nights: bool = False) -> list[DayMention]:
    """Return the days of a folded text, left to right. ``nights`` reads two bare numbers as days ("13 to 15")."""
    found = [
        *_ranges(text, language, trip, nights=nights),
        *_numbered(text, language, trip),
        *_relative(text, language, trip),
    ]
    for mention in find_dates(text, language, trip.today):
        if not mention.when.day:
            continue
        try:
            day = date.fromisoformat(mention.when.day)
        except ValueError:
            continue
        until = parsed(mention.until.day) if mention.until else None
        loose = mention.loose is not None
        if mention.loose is not None:
            near = mention.loose.resolved(_anchor(trip))
            until = mention.ending.resolved(near) if mention.ending and near else until
            day = near or day
        found.append(DayMention(mention.start, mention.end, day, until, loose))
    kept: list[DayMention] = []
    for one in sorted(found, key=lambda f: (f.start - f.end, f.loose)):
        if all(one.end <= k.start or one.start >= k.end for k in kept):
            kept.append(one)
    return sorted(kept, key=lambda k: k.start)


def _anchor(trip: TripDays) -> date:
    """Return the day from which an open weekday or number counts: the trip's first, else the day spoken of."""
    return max(trip.today, trip.first or trip.spoken or trip.today)


def _ranges(text: str, language: str, trip: TripDays, *, nights: bool) -> list[DayMention]:
    found = []
    for match in _compiled(_RANGE, language).finditer(text):
        low, high, month, year = int(match[1]), int(match[2]), match[3], match[4]
        named = _compiled(r"(%weekday%)", language).search(match.group())
        marked = named or re.search(r"\d(?:st|nd|rd|th)", match.group())
        if not month and not (nights or marked):
            continue
        number = lexicon(language).months.get((month or "").rstrip("."))
        span = _span(low, high, number, int(year) if year else None, trip)
        if span and named and not month and span[0].weekday() != lexicon(language).weekdays[named[1]]:
            continue  # "saturday 9 to 12" are hours
        if span:
            found.append(DayMention(*match.span(), *span, loose=not month))
    return found


def _span(low: int, high: int, number: int | None, year: int | None, trip: TripDays) -> tuple[date, date] | None:
    anchor = _anchor(trip)
    if number:
        first = safe_date(year or trip.today.year, number, low)
        if first and not year and first < trip.today:
            first = safe_date(trip.today.year + 1, number, low)
    else:
        start = trip.first or trip.spoken or anchor
        first = safe_date(start.year, start.month, low)
        if first and first < max(start - timedelta(days=14), trip.today):
            first = safe_date(start.year + start.month // 12, start.month % 12 + 1, low)
    if first is None:
        return None
    last = (
        safe_date(first.year, first.month, high)
        if high > low
        else safe_date(first.year + first.month // 12, first.month % 12 + 1, high)
    )
    return (first, last) if last and (last - first).days < 60 else None


def _numbered(text: str, language: str, trip: TripDays) -> list[DayMention]:
    """Read "Friday 5" and "Saturday the 8th": a weekday with its number, without a month."""
    found = []
    for match in _compiled(_NUMBERED, language).finditer(text):
        named = _compiled(r"(%weekday%)", language).search(match.group())
        wanted, number = lexicon(language).weekdays[named[1]] if named else None, int(match[1])
        day = _anchor(trip) - timedelta(days=3)
        for _ in range(400):
            if day.day == number and day.weekday() == wanted:
                found.append(DayMention(*match.span(), day, loose=True))
                break
            day += timedelta(days=1)
    return found


def _relative(text: str, language: str, trip: TripDays) -> list[DayMention]:
    found = []
    if trip.last and trip.last != trip.first:  # the last night ends on the last day
        evening = trip.last - timedelta(days=1)
        found += [DayMention(*m.span(), evening) for m in pattern("itinerary", "last_evening", language).finditer(text)]
    for match in (*_order(language).finditer(text), *_NTH.finditer(text)):
        groups = match.groupdict()
        named = next((int(name[1:]) for name, said in groups.items() if said and name != "n"), None)
        number = named or int(groups["n"])
        day = trip.last if named == _NTHS + 1 else trip.first + timedelta(days=number - 1) if trip.first else None
        if day:
            found.append(DayMention(*match.span(), day))
    if trip.spoken:
        found += [DayMention(*m.span(), trip.spoken) for m in _SAME.finditer(text)]
        found += [DayMention(*m.span(), trip.spoken + timedelta(days=1)) for m in _NEXT.finditer(text)]
    return found
