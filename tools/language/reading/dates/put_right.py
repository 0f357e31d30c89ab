"""Days put right: "May, not December", "not Monday, Tuesday", "the 5th, sorry, the 6th", "the day that is asked about again"."""

import re
from collections.abc import Iterator
from datetime import timedelta
from functools import cache

from tripintent.state.frame import Frame, When
from tripintent.tools.language.exact.calendar import DATE_SLOTS, day_of, safe_date
from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.reading.message import Message

_NOT = r"(?:not|instead\s+of|rather\s+than|no|non|nicht|pas|nao|statt|en\s+vez\s+de|au\s+lieu\s+de|em\s+vez\s+de|invece\s+di)"
_MONTHS = rf"\b(?P<new>%month_name%)\s*,?\s*(?:and\s+)?{_NOT}\s+(?:in\s+|for\s+|en\s+)?(?P<old>%month_name%)\b(?!\s*\d)"
_MONTHS_BACK = (
    rf"\b{_NOT}\s+(?:in\s+|for\s+)?(?P<old>%month_name%)\b(?!\s*\d)\s*[,;!.-]*\s*(?:but\s+|sondern\s+"
    rf"|sino\s+)?(?:in\s+)?(?P<new>%month_name%)\b(?!\s*\d)"
)
_WEEKDAYS = (
    rf"\b{_NOT}\s+(?:on\s+|the\s+|el\s+|am\s+|le\s+)?(?P<old>%weekday%)\b\s*[,;!.-]*\s*(?:but\s+|sondern\s+"
    rf"|sino\s+)?(?:on\s+|am\s+|el\s+)?(?P<new>%weekday%)\b(?!\s+\d)"
)
_WEEKDAYS_BACK = rf"\b(?P<new>%weekday%)\s*,?\s*(?:and\s+)?{_NOT}\s+(?:on\s+|am\s+)?(?P<old>%weekday%)\b(?!\s+\d)"
_N = r"(?:(?:on|the|am|den|der|el|le|il|o|dia|del|du|do|al)\s+)*(?P<{}>\d{{1,2}})(?:st|nd|rd|th|\.|er|o)?(?!\d|\s*%month_name%|[:.]\d)"
_NUMBERS = (
    rf"\b{_NOT}\s+{_N.format('old')}\s*[,;!.-]*\s*(?:but\s+|sondern\s+|sino\s+|mais\s+|ma\s+|mas\s+)?{_N.format('new')}"
)
_SLIP = re.compile(
    r"(?:the\s+)?\d{1,2}(?:st|nd|rd|th)\b[\s,–—.-]*(?:no|sorry|wait|i mean|actually|make that|or rather|perdon"
    r"|pardon|desculpa|scusa)\b[\s,–—-]*"
    r"(?=(?:the\s+|el\s+|le\s+)?\d{1,2}(?:st|nd|rd|th)?\b)"
)
_DASH_OF = re.compile(r"(?<=\d[snrt][tdh])\s+[–—-]\s+(?=of\b)")
_WEEK = timedelta(days=6)


@cache
def _pattern(name: str, language: str) -> re.Pattern[str]:
    sources = {
        "months": _MONTHS,
        "months_back": _MONTHS_BACK,
        "days": _WEEKDAYS,
        "days_back": _WEEKDAYS_BACK,
        "numbers": _NUMBERS,
    }
    return lexicon(language).compile(sources[name])


def without_slips(message: Message) -> None:
    """Close the words of a day that the next words take back ("the 5th — sorry, the 6th — of March")."""
    for pattern in (_SLIP, _DASH_OF):
        for match in pattern.finditer(message.folded):
            message.take(*match.span(), soft=True)


def put_right(message: Message, language: str, frame: Frame) -> Iterator[SlotValue]:
    """Yield the known days with another month or weekday, and take the words that say so."""
    words = lexicon(language)
    for name in ("months", "months_back"):
        match = _pattern(name, language).search(message.open)
        if match:
            old, new = (words.months.get(match[part].rstrip(".")) for part in ("old", "new"))
            found = list(_in_month(frame, old, new, match)) if old and new else []
            if found or _is_so_already(frame, old, new):
                message.take(*match.span())
                yield from found
                return
    for name in ("days", "days_back"):
        match = _pattern(name, language).search(message.open)
        if match:
            old, new = (words.weekdays.get(match[part].rstrip(".")) for part in ("old", "new"))
            claim = _on_weekday(frame, old, new, match) if old is not None and new is not None else None
            if claim:
                message.take(*match.span())
                yield claim
                return
    numbers = _pattern("numbers", language).search(message.open)
    claim = _on_number(frame, int(numbers["old"]), int(numbers["new"]), numbers) if numbers else None
    if numbers and claim:
        message.take(*numbers.span())
        yield claim


def _on_number(frame: Frame, old: int, new: int, match: re.Match[str]) -> SlotValue | None:
    """Return the known day with another number: "not the 28th, the 29th" means the end that is on the 28th."""
    for slot in DATE_SLOTS:
        day = day_of(getattr(frame, slot))
        moved = safe_date(day.year, day.month, new) if day and day.day == old else None
        if moved:
            return SlotValue(slot, When(said=match.group(), day=moved.isoformat()), *match.span(), 0.9)
    return None


def _is_so_already(frame: Frame, old: int | None, new: int | None) -> bool:
    months = {day.month for slot in DATE_SLOTS if (day := day_of(getattr(frame, slot)))}
    return new in months and old not in months


def _in_month(frame: Frame, old: int, new: int, match: re.Match[str]) -> Iterator[SlotValue]:
    known = {slot: day_of(getattr(frame, slot)) for slot in DATE_SLOTS}
    months = {day.month for day in known.values() if day}
    start = min((day for day in known.values() if day), default=None)
    if start is None or ((old not in months and months != {old}) and new in months):
        return
    for slot, day in known.items():
        if day is None or (day.month != old and old in months):
            continue
        year = start.year + (1 if (new, day.day) < (start.month, start.day) and day.month == start.month else 0)
        moved = safe_date(year, new, day.day)
        if moved:
            yield SlotValue(slot, When(said=match.group(), day=moved.isoformat()), *match.span(), 0.9)


def _on_weekday(frame: Frame, old: int, new: int, match: re.Match[str]) -> SlotValue | None:
    for slot in DATE_SLOTS:
        day = day_of(getattr(frame, slot))
        if day and day.weekday() == old:
            step = (new - old) % 7
            moved = day + timedelta(days=step if step <= 3 else step - 7)
            return SlotValue(slot, When(said=match.group(), day=moved.isoformat()), *match.span(), 0.9)
    return None
