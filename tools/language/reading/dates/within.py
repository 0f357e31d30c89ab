"""How long, said like when: "Rome and Venice in 10 days, in May" takes ten days; alone, "in 10 days" is a day."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache

from tripintent.state.frame import When
from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.lengths import Length, find_lengths
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.mention import DateMention
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.reading.message import Message

_MONTH, _PART = 27, 6
"""Days, at least, between the first and the last day of a window that is a month, or a part of one ("end of May")."""

_WITHIN = r"%in%\s+(?:%num%|%a%)\s+(?:%week%|%day%)"
_END = re.compile(r"\b(?:return\w*|back|home|until|till?|to|leav\w*|check\w*|or)\W+(?:\w+\W+)?$")
"""Before a day that ends or replaces what another began."""


@cache
def _within(language: str) -> re.Pattern[str]:
    return lexicon(language).compile(_WITHIN)


def lengths_within(text: str, language: str, mentions: list[DateMention]) -> tuple[list[DateMention], list[Length]]:
    """Return the dates, without those that are lengths because another day says when, and these lengths."""
    spans = [m for m in mentions if _within(language).fullmatch(text[m.start : m.end].strip())]
    others = [m for m in mentions if m not in spans]
    if len(spans) != 1 or not others or any(_END.search(text[: m.start]) for m in others):
        return mentions, []
    (span,) = spans
    found = [
        x._replace(start=x.start + span.start, end=x.end + span.start)
        for x in find_lengths(text[span.start : span.end], language)
    ]
    return (others, found) if found else (mentions, [])


@cache
def _weekend(language: str) -> re.Pattern[str]:
    return lexicon(language).compile(r"\b(?:(?P<long>%long_weekend%)|%weekend%)\b")


def on_weekends(
    text: str, language: str, mentions: list[DateMention], lengths: list[Length]
) -> tuple[list[DateMention], list[Length]]:
    """Read a weekend apart from its month as one of that month ("a weekend in Porto in March"), with its nights."""
    said = _weekend(language).search(text)
    months = [m for m in mentions if not m.until and _is_long(m.when, _PART)]
    if said is None or len(months) != 1 or any(m.start < said.end() and m.end > said.start() for m in mentions):
        return mentions, lengths
    month = months[0]
    ends = {m: day for m in mentions if not m.until and (day := _AROUND.get(_weekday(m), -1)) >= 0}
    if ends:
        among, nights = _of_weekdays(month.when, sorted(ends.values()))
        rest = [m._replace(when=among) if m is month else m for m in mentions if m not in ends]
        return rest, lengths or [Length(*said.span(), nights, "night")]
    found = [m._replace(when=m.when.model_copy(update={"weekends": True})) if m is month else m for m in mentions]
    longer = [x for x in lengths if x.end < said.start() or x.start > said.end()]  # "a week, leaving on a weekend"
    return found, longer or [Length(*said.span(), 3 if said["long"] else 2, "night")]


def _weekday(mention: DateMention) -> int | None:
    return mention.loose.weekday if mention.loose else None


def _of_weekdays(month: When, days: list[int]) -> tuple[When, int]:
    """Return the open day and the nights of "a weekend in January, Friday evening to Sunday": ``days`` are from its Friday."""
    first = days[0] if len(days) > 1 or days[0] <= _AROUND[5] else _AROUND[4]
    last = days[-1] if days[-1] > first else _AROUND[6]
    friday, end = date.fromisoformat(str(month.earliest)), date.fromisoformat(str(month.latest))
    friday += timedelta(days=(4 - friday.weekday()) % 7)
    starts = [friday + timedelta(days=first + 7 * n) for n in range((end - friday).days // 7 + 1)]
    among = tuple(day.isoformat() for day in starts if day <= end)
    return month.model_copy(update={"among": among, "earliest": among[0], "latest": among[-1]}), last - first


def of_one_way(text: str, language: str, mentions: list[DateMention], *, stay: bool) -> list[DateMention]:
    """Read a weekend of one way as an open day: "back next weekend", "fly this weekend"; else it is the whole trip's, Friday to Sunday."""
    weekends = [m for m in mentions if _is_weekend(m)]
    mentions = [_of_weekend(m, weekends[0]) if len(weekends) == 1 else m for m in mentions]
    others = [m for m in mentions if not _is_weekend(m)]
    kept = [m for m in mentions if m in others or not any(_in_weekend(other, m) for other in others)]
    alone = len(kept) == 1
    whole = [m in others or (alone and (stay or not _of_a_way(text, language, m))) for m in kept]
    return [m if as_said else _open(m) for m, as_said in zip(kept, whole, strict=True)]


_AROUND: dict[int | None, int] = {4: 0, 5: 1, 6: 2, 0: 3}
"""Weekdays of a weekend (Monday is 0), in days from its Friday."""


def _of_weekend(other: DateMention, weekend: DateMention) -> DateMention:
    """Return "Friday" beside "next weekend" as the Friday of that weekend."""
    weekday = other.loose.weekday if other.loose and not other.until else None
    if weekday not in _AROUND or _is_weekend(other):
        return other
    day = date.fromisoformat(str(weekend.when.day)) + timedelta(days=_AROUND[weekday])
    return other._replace(when=other.when.model_copy(update={"day": day.isoformat()}), loose=None)


def _in_weekend(other: DateMention, weekend: DateMention) -> bool:
    """Tell whether a day that is said beside a weekend is one of its days ("next weekend, Friday evening to Sunday")."""
    first, last = str(weekend.when.day), weekend.until.day if weekend.until else None
    return bool(other.when.day and last and first <= other.when.day <= last)


def _is_weekend(mention: DateMention) -> bool:
    return bool(mention.until and mention.loose and mention.loose.weekend)


def _of_a_way(text: str, language: str, mention: DateMention) -> bool:
    before = text[max(0, mention.start - _NEAR) : mention.start]
    return any(pattern("clock", way, language).search(before) for way in ("leave", "back"))


_NEAR = 40
"""Characters before a weekend in which the way stands that is meant."""


def _open(mention: DateMention) -> DateMention:
    friday, sunday = mention.when.day, mention.until.day if mention.until else None
    saturday = (date.fromisoformat(str(friday)) + timedelta(days=1)).isoformat()
    when = When(said=mention.when.said, earliest=saturday, latest=sunday)
    return DateMention(mention.start, mention.end, when, None, mention.confidence)


@cache
def _between(language: str) -> re.Pattern[str]:
    return lexicon(language).compile(r"\b%between%\s+(?:the\s+)?$")


def between_days(text: str, language: str, mentions: list[DateMention], lengths: list[Length]) -> list[DateMention]:
    """Read "between the 3rd and the 12th for 4 nights" as one open first day.

    It is early enough for the nights to end with the days, or, where the days are fewer, any of them.
    """
    nights = [x.size for x in lengths if x.unit == "night"]
    return [
        _open_day(m, nights[0]) if len(nights) == 1 and _between(language).search(text[: m.start]) else m
        for m in mentions
    ]


def _open_day(mention: DateMention, nights: int) -> DateMention:
    if not mention.until or not mention.until.day or not mention.when.day:
        return mention
    first, last = date.fromisoformat(mention.when.day), date.fromisoformat(mention.until.day)
    spare = (last - first).days - nights
    if spare == 0:
        return mention
    latest = first + timedelta(days=spare) if spare > 0 else last
    when = When(said=mention.when.said, earliest=first.isoformat(), latest=latest.isoformat())
    return DateMention(mention.start, mention.end, when)


def of_known_month(message: Message, language: str, known: When | None) -> Iterator[SlotValue]:
    """Yield the weekends of the month that is known, and their nights: "we can only do weekends" behind "in May"."""
    said = _weekend(language).search(message.open)
    if said and known and _is_long(known) and not known.weekends:
        message.take(*said.span())
        yield SlotValue("depart", known.model_copy(update={"weekends": True}), *said.span())
        yield SlotValue("nights", 3 if said["long"] else 2, *said.span())


def _is_long(when: When, least: int = _MONTH) -> bool:
    first, last = when.earliest, when.latest
    if when.day or not first or not last:
        return False
    return (date.fromisoformat(last) - date.fromisoformat(first)).days >= least


def of_weekends(text: str, language: str, mentions: list[DateMention]) -> Iterator[Length]:
    """Yield the length that "a weekend in May" says beside its month: two nights, or three of a long one."""
    for mention in mentions:
        if mention.when.weekends:
            found = find_lengths(text[mention.start : mention.end], language)
            size = max((x.size for x in found if x.unit == "night"), default=2)
            yield Length(mention.start, mention.end, size, "night")


def of_choices(mentions: list[DateMention]) -> Iterator[Length]:
    """Yield the nights of the ranges of which any one will do ("June 14-21 or June 21-28")."""
    yield from (Length(m.start, m.end, m.nights, "night") for m in mentions if m.nights)
