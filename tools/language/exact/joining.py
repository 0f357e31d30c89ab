"""Dates that stand side by side: two ends of a range, days of which any one will do, a day counted from the one before it."""

import re
from datetime import date, timedelta
from functools import cache

from tripintent.state.frame import When
from tripintent.tools.language.exact.calendar import parsed, weekday_in_week
from tripintent.tools.language.exact.either import days_in_a_row
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.mention import DateMention, choice_of, when_of
from tripintent.tools.language.exact.partial import Partial


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


def joined(text: str, language: str, partials: list[Partial], floor: date, today: date) -> list[DateMention]:
    """Return the dates that partial ones make together, left to right."""
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
            mention = as_window(text, mention) if mention else None
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
    named = parsed(day)
    if named:
        return _single(text, language, one, named, today)
    if floor > today:
        return _single(text, language, one, floor, today)
    if one.weekday is None:
        return None  # nothing to count from
    nearest = one._replace(follows=False, weekday=None, fixed=weekday_in_week(one.weekday, 1, today))
    return _single(text, language, nearest, floor, today)


def _one_of(text: str, row: list[Partial], floor: date) -> DateMention | None:
    """Read "Friday or Saturday" as an open day that is one of these; each is the next one behind the one before."""
    start, end = row[0].start, row[-1].end
    when = choice_of(text[start:end], row, floor)
    return DateMention(start, end, when) if when else None


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
    return DateMention(
        a.start, b.end, when_of(said, first), when_of(said, last), confidence, loose=loose, ending=ending
    )


_SOMETIME = re.compile(
    r"\b(?:sometime|some time|any ?time|some day|any day|a day|one day)\s+(?:between\s+|from\s+)?(?:the\s+)?$"
)


def as_window(text: str, mention: DateMention) -> DateMention:
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
        return DateMention(one.start, one.end, when_of(said, one.stay[0]), when_of(said, one.stay[1]), 0.9)
    if one.window:
        earliest, latest = one.window
        if one.weekend and earliest and latest:
            friday = max(earliest - timedelta(days=(earliest.weekday() - 4) % 7), today)
            sure = min(0.9, one.confidence)
            return DateMention(one.start, one.end, when_of(said, friday), when_of(said, latest), sure, loose=one)
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
    return DateMention(one.start, one.end, when_of(said, day), None, one.confidence, options, loose)


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
