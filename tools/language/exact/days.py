"""All dates of a message: days and windows found by the rules, ranges joined, months and years filled in."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from tripintent.state.frame import When
from tripintent.tools.language.exact.calendar import next_month_day, safe_date, weekday_in_week
from tripintent.tools.language.exact.either import days_in_a_row, either, is_or, of_one_month, same_nights
from tripintent.tools.language.exact.feasts import find_feasts, of_long_weekend
from tripintent.tools.language.exact.named_days import find_days
from tripintent.tools.language.exact.open_days import find_windows
from tripintent.tools.language.exact.partial import Partial
from tripintent.tools.language.reading.lexicon import lexicon

_BESIDE = timedelta(days=1)
"""A day beside a window still means that one: the Friday before "the weekend of the 12th"."""


class DateMention(NamedTuple):
    """A date, or a range when ``until`` is given; ``options`` are other days the words may mean.

    ``loose`` and ``ending`` are the first and the last day as said, where the words leave the month or week open.
    ``nights``: of each of the ranges that the words leave to choose from. ``row``: the days that they leave to choose from,
    where the month or week of all of them is open.
    """

    start: int
    end: int
    when: When
    until: When | None = None
    confidence: float = 1.0
    options: tuple[str, ...] = ()
    loose: Partial | None = None
    ending: Partial | None = None
    nights: int | None = None
    row: tuple[Partial, ...] = ()

    def near(self, known: When, floor: date) -> "DateMention":
        """Return the mention inside a window said before, or in the month of the day that it corrects ("the 5th")."""
        if self.loose is None or (self.until and self.ending is None):
            return self
        start = known.earliest if not known.day else known.day[:8] + "01"
        if not start or not _is_iso(start):
            return self
        edge = timedelta() if known.day else _BESIDE
        day = self.loose.resolved(max(date.fromisoformat(start) - edge, floor))
        if day is None or (not known.day and known.latest and day - edge > date.fromisoformat(known.latest)):
            return self
        when = self.when.model_copy(update={"day": day.isoformat()})
        last = self.ending.resolved(day + timedelta(days=1)) if self.ending else None
        until = self.until.model_copy(update={"day": last.isoformat()}) if self.until and last else self.until
        return self._replace(when=when, until=until, confidence=1.0, options=())

    def not_before(self, floor: date) -> "DateMention":
        """Return the mention with its day after another one, where the words leave the week or month open."""
        first = self.when.day or (self.when.earliest if self.row else None)
        return self if not first or first > floor.isoformat() else self.behind(floor)

    def behind(self, floor: date) -> "DateMention":
        """Return the mention with the first day after another one that its words allow; itself where they leave nothing open."""
        choice = _choice(self.when.said, self.row, floor + timedelta(days=1)) if self.row else None
        if choice:
            return self._replace(when=choice)
        day = self.loose.resolved(floor + timedelta(days=1)) if self.loose and not self.until else None
        if day is None:
            return self
        when = self.when.model_copy(update={"day": day.isoformat()})
        return self._replace(when=when, confidence=1.0, options=())


_DAY = r"(\d{1,2})(?:\s?%ordinal_mark%|\.)?"
_WEEKDAY = r"(?:%weekday%\.?,?\s+)?"
_RANGE_FORMS = (
    (
        (
            rf"\b(?P<month>%month_name%)\s+(?:%the%\s+)?{_DAY}\s*(?:%to%|-|%and%)\s*(?:%the%\s+)?{_DAY}(?![\d:]"
            rf"|\s*(?:am|pm|%month_name%|%person%|%adult%)\b)(?:\.?\s*,?\s*(?P<year>20\d\d)\b)?"
        ),
        False,
    ),
    (
        (
            rf"\b{_WEEKDAY}(?:%the%\s+)?{_DAY}\s*(?:%to%|-"
            rf"|%and%)\s*{_WEEKDAY}(?:%the%\s+)?{_DAY}\s+(?:%of%\s+)?(?P<month>%month_name%)\b(?:\.?\s*,?\s*(?:%of%\s+)?(?P<year>20\d\d)\b)?"
        ),
        True,
    ),
)


@cache
def _range_patterns(language: str) -> list[re.Pattern[str]]:
    return [lexicon(language).compile(pattern) for pattern, _ in _RANGE_FORMS]


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


def find_dates(text: str, language: str, today: date, floor: date | None = None) -> list[DateMention]:
    """Return the dates of a folded text, left to right.

    ``floor`` is a day that the dates follow (the known departure, for a return): "the 3rd" after 28 March is 3 April.
    """
    start = max(today, floor) if floor else today
    choices = [DateMention(a, b, when, nights=nights) for a, b, when, nights in of_one_month(text, language, start)]
    ranges = choices + _number_ranges(text, language, start, choices)
    days = [of_long_weekend(text, language, day, start) for day in find_days(text, language, today)]
    partials = [*find_feasts(text, language, today), *days, *find_windows(text, language, today)]
    kept = _without_overlap(partials, [(m.start, m.end) for m in ranges])
    mentions = ranges + _joined(text, language, kept, start, today)
    return _either_range(text, language, sorted(mentions, key=lambda m: m.start))


def _either_range(text: str, language: str, mentions: list[DateMention]) -> list[DateMention]:
    """Join ranges of which any one will do ("June 14-21 or June 21-28") to one open first day and its nights."""
    found: list[DateMention] = []
    i = 0
    while i < len(mentions):
        row = [mentions[i]]
        for after in mentions[i + 1 :]:
            if not (row[-1].until and after.until and is_or(text[row[-1].end : after.start], language)):
                break
            row.append(after)
        i += len(row)
        said = text[row[0].start : row[-1].end]
        spans = [
            (date.fromisoformat(m.when.day), date.fromisoformat(m.until.day))
            for m in row
            if m.until and m.when.day and m.until.day
        ]
        when = either(said, [first for first, _ in spans])
        found += [DateMention(row[0].start, row[-1].end, when, nights=same_nights(spans))] if when else row
    return found


def _without_overlap(partials: list[Partial], taken: list[tuple[int, int]]) -> list[Partial]:
    """Keep the longest reading wherever several overlap; rules come most specific first."""
    kept: list[Partial] = []
    for partial in sorted(partials, key=lambda p: -(p.end - p.start)):
        if all(partial.end <= s or partial.start >= e for s, e in taken):
            taken.append((partial.start, partial.end))
            kept.append(partial)
    return sorted(kept, key=lambda p: p.start)


def _number_ranges(text: str, language: str, today: date, taken: list[DateMention]) -> list[DateMention]:
    """Read "June 14-21" and "14 to 21 June", where the first number alone would be no date."""
    found: list[DateMention] = []
    for pattern in _range_patterns(language):
        for match in pattern.finditer(text):
            month = lexicon(language).months.get(match["month"].rstrip("."))
            days = [int(g) for g in match.groups() if g and g.isdigit() and len(g) <= 2]
            mention = _number_range(match, month, days, today) if month and len(days) == 2 else None
            mention = _as_window(text, mention) if mention else None
            if mention and all(mention.end <= m.start or mention.start >= m.end for m in taken + found):
                found.append(mention)
    return found


def _number_range(match: re.Match[str], month: int, days: list[int], today: date) -> DateMention | None:
    year = int(match["year"]) if match["year"] else None
    first = safe_date(year, month, days[0]) if year else next_month_day(month, days[0], today)
    last = safe_date(first.year, month, days[1]) if first else None
    if not first or not last:
        return None
    return DateMention(*match.span(), _when(match.group(), first), _when(match.group(), last))


def _joined(text: str, language: str, partials: list[Partial], floor: date, today: date) -> list[DateMention]:
    mentions: list[DateMention] = []
    i = 0
    while i < len(partials):
        one = partials[i]
        row = days_in_a_row(text, language, partials[i:])
        choice = _one_of(text, row, floor) if len(row) > 1 else None
        if choice:
            mentions.append(choice)
            i += len(row)
            continue
        if i + 1 < len(partials) and _is_range(text, language, one, partials[i + 1]):
            mention = _range(text, one, partials[i + 1], floor)
            mention = _as_window(text, mention) if mention else None
            i += 2
        else:
            mention = _behind(text, language, one, mentions, floor, today)
            i += 1
        if mention:
            mentions.append(mention)
    return mentions


def _behind(  # noqa: PLR0917 - the same words as those of its neighbours
    text: str, language: str, one: Partial, before: list[DateMention], floor: date, today: date
) -> DateMention | None:
    """Return one date by itself; "two days later" and "the following Monday" count from the day named before."""
    if not one.follows and one.plus is None:
        return _single(text, language, one, floor, today)
    last = before[-1].until or before[-1].when if before else None
    day = last.day or last.latest if last else None
    if day and _is_iso(day):
        return _single(text, language, one, date.fromisoformat(day), today)
    if floor > today:
        return _single(text, language, one, floor, today)
    if one.weekday is None:
        return None  # nothing to count from
    nearest = one._replace(follows=False, weekday=None, fixed=weekday_in_week(one.weekday, 1, today))
    return _single(text, language, nearest, floor, today)


def _one_of(text: str, row: list[Partial], floor: date) -> DateMention | None:
    """Read "Friday or Saturday" as an open day that is one of these; each is the next one behind the one before."""
    start, end = row[0].start, row[-1].end
    when = _choice(text[start:end], row, floor)
    loose = tuple(row) if all(one.is_loose for one in row) else ()
    return DateMention(start, end, when, row=loose) if when else None


def _choice(said: str, row: Sequence[Partial], floor: date) -> When | None:
    days: list[date] = []
    for one in row:
        day = one.resolved(days[-1] if days else floor)
        if day:
            days.append(day)
    return either(said, days) if len(days) == len(row) else None


def _is_iso(day: str) -> bool:
    try:
        date.fromisoformat(day)
    except ValueError:
        return False
    return True


def _is_range(text: str, language: str, a: Partial, b: Partial) -> bool:
    gap = text[a.end : b.start]
    if _gap(language).fullmatch(gap):
        return True
    return bool(_and(language).fullmatch(gap) and _before(language)["between"].search(text[: a.start]))


def _range(text: str, a: Partial, b: Partial, today: date) -> DateMention | None:
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
    if last is None:
        return None
    said = text[a.start : b.end]
    confidence = min(a.confidence, b.confidence)
    return DateMention(a.start, b.end, _when(said, first), _when(said, last), confidence, loose=loose, ending=ending)


_SOMETIME = re.compile(
    r"\b(?:sometime|some time|any ?time|some day|any day|a day|one day)\s+(?:between\s+|from\s+)?(?:the\s+)?$"
)


def _as_window(text: str, mention: DateMention) -> DateMention:
    """Read "sometime between the 5th and the 10th" as one open date."""
    if not mention.until or not _SOMETIME.search(text[: mention.start]):
        return mention
    when = When(said=mention.when.said, earliest=mention.when.day, latest=mention.until.day)
    return DateMention(mention.start, mention.end, when)


def _single(text: str, language: str, one: Partial, floor: date, today: date) -> DateMention | None:
    said = text[one.start : one.end]
    lead = text[max(0, one.start - 40) : one.start]
    marks = _before(language)
    if one.stay:
        return DateMention(one.start, one.end, _when(said, one.stay[0]), _when(said, one.stay[1]), 0.9)
    if one.window:
        earliest, latest = one.window
        if one.weekend and earliest and latest:
            friday = max(earliest - timedelta(days=(earliest.weekday() - 4) % 7), today)
            sure = min(0.9, one.confidence)
            return DateMention(one.start, one.end, _when(said, friday), _when(said, latest), sure, loose=one)
        when = When(said=said, earliest=_iso(earliest), latest=_iso(latest), weekends=one.weekends)
        return DateMention(one.start, one.end, when, None, one.confidence)
    day = one.resolved_behind(floor, today)
    if day is None:
        return _impossible(said, one)
    options = tuple(d.isoformat() for d in one.options)
    if marks["around"].search(lead):
        near = When(
            said=said,
            day=day.isoformat(),
            around=True,
            earliest=_iso(day - timedelta(days=3)),
            latest=_iso(day + timedelta(days=3)),
        )
        return DateMention(one.start, one.end, near, None, one.confidence, options)
    if marks["after"].search(lead):
        return DateMention(one.start, one.end, When(said=said, earliest=_iso(day)), None, one.confidence, options)
    if marks["before"].search(lead) and one.weekday is None:
        return DateMention(one.start, one.end, When(said=said, latest=_iso(day)), None, one.confidence, options)
    loose = one if one.is_loose else None
    return DateMention(one.start, one.end, _when(said, day), None, one.confidence, options, loose)


def _impossible(said: str, one: Partial) -> DateMention | None:
    """Keep a day that no calendar has as said (2026-02-30): it is asked about, not dropped."""
    if one.year and one.month and one.day:
        return DateMention(
            one.start, one.end, When(said=said, day=f"{one.year:04d}-{one.month:02d}-{one.day:02d}"), None, 0.3
        )
    if one.month and (one.day or one.nth):
        return DateMention(one.start, one.end, When(said=said), None, 0.3)
    return None


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _when(said: str, day: date) -> When:
    return When(said=said, day=day.isoformat())
