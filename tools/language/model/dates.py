"""Days that the model read, against the calendar: code computes what the quoted words mean, and both have to agree."""

import re
from collections.abc import Collection
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from tripintent.state.frame import Frame, When
from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.exact.calendar import day_of
from tripintent.tools.language.exact.days import find_dates
from tripintent.tools.language.exact.detect import detect
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.option_words import all_option_words
from tripintent.tools.language.exact.tokens import tokens_of
from tripintent.tools.language.model.operations import SaidDay
from tripintent.tools.language.model.quotes import iso
from tripintent.tools.places.folding import fold as fold_keeping

_SLOTS = {"depart": "depart", "return": "return_", "check_in": "check_in", "check_out": "check_out"}
_SLOTS |= {slot: slot for slot in ("arrive_day", "arrive_by", "return_arrive_by")}
_FOLLOWS = {
    "return_": "depart",
    "check_out": "check_in",
    "arrive_day": "depart",
    "arrive_by": "depart",
    "return_arrive_by": "depart",
}
"""Days that lie behind another one."""
_SHORTEST_NAME = 3
_DAYS_OF_MONTH = 31
_NEAR, _WEEK = 2, 7
_CLOCK = re.compile(r"\b\d{1,2}(?::\d{2}|\s*[ap]\.?m\b)", re.IGNORECASE)
_NUMERIC = re.compile(r"\b\d{1,4}([./-])\d{1,2}(?:\1\d{2,4})?\b")


class DayRead(NamedTuple):
    """A day, or the days between which the traveller has to say which one is meant."""

    when: When | None
    options: tuple[str, ...] = ()


class DayReader:
    """Reads the words of a day by the calendar, against what is known of the trip."""

    def __init__(self, text: str, today: date, language: str) -> None:
        self._text = text
        self._today = today
        self._language = language or None

    def read(self, entry: SaidDay, phrase: str, known: Frame) -> DayRead:
        """Return the day on which code and model agree, where it is a weekday that the words name; else the readings there are."""
        found = self._agreed(entry, phrase, known)
        other = _other_day(phrase, found.when)
        return DayRead(None, (str(found.when.day), other)) if other and found.when else found

    def _agreed(self, entry: SaidDay, phrase: str, known: Frame) -> DayRead:
        """Return the day on which code and model agree; else the readings there are.

        Where code cannot read the words to their end, every day, month and number that they name has to fit the model's
        day: "the second Friday of May" is a Friday and in May.
        """
        slot = _SLOTS[entry.slot]
        own = _own(entry, phrase)
        computed = self._computed(slot, phrase, known, own)
        said = self._days_of_the_message(known)
        if own and own.day and own.day in said:
            return DayRead(own)
        if own and _other_day(phrase, computed) and not _other_day(phrase, own) and _fits(phrase, own):
            return DayRead(own)  # "Monday the 18th": of this month it would be a Friday
        if own and own.day and _fits(phrase, own) and _beside(own, said | _days_of(known), _WEEK):
            return DayRead(own)  # "the 6th", "Thursday": of several, one is beside the days of the trip
        if own and computed is None and not unread_words(phrase, "") and _beside(own, said | _days_of(known), _NEAR):
            return DayRead(own)  # "the evening before": no word for code to read, and a day beside one that is known
        if own and computed and own.day is None and own.earliest <= (computed.day or "") <= own.latest:  # type: ignore[operator]
            return DayRead(own)  # "5 June give or take 2 days"
        if computed is None or unread_words(phrase, computed.said):
            fits = own is not None and _fits(phrase, own)
            return DayRead(own if fits else None)
        if own is None or _agree(computed, own):
            return DayRead(computed.model_copy(update={"said": phrase}))
        if computed.day is None and own.day and (computed.earliest or "") <= own.day <= (computed.latest or ""):
            return DayRead(own)
        return DayRead(None, tuple(day for one in (computed, own) if (day := one.day or one.earliest)))

    def _days_of_the_message(self, known: Frame) -> frozenset[str]:
        """Return the days that code reads in the message in one piece: "3 to 10 May" says the month of both."""
        spoken, before = self._text, day_of(known.depart)
        found = find_dates(fold_keeping(spoken), detect(spoken, self._language), self._today, before)
        days = (when.day for one in found if not one.options for when in (one.when, one.until) if when)
        return frozenset(day for day in days if day)

    def _computed(self, slot: str, phrase: str, known: Frame, said: When | None) -> When | None:
        """Return what code reads; "three days later" and "the 13th" need the days that they count from."""
        today, before = self._today, day_of(getattr(known, _FOLLOWS.get(slot, slot)))
        mentions = find_dates(fold_keeping(phrase), detect(phrase, self._language), today, before)
        if not mentions:
            return None
        if said and said.day in mentions[0].options:  # both readings of "8/5" are code's
            return said
        own: When | None = getattr(known, slot)
        one = mentions[0].near(own, max(today, before or today)) if own and own.day else mentions[0]
        when = one.until if one.until and slot in _FOLLOWS else one.when
        return when if when.day or when.earliest or when.latest else None


def _other_day(phrase: str, when: When | None) -> str | None:
    """Return the nearest day with a weekday that the words name, where the day read has none of them ("Monday 19 January")."""
    day = iso(when.day) if when else None
    named = {number for token in tokens_of(phrase) if (number := _weekdays().get(token.word)) is not None}
    if day is None or not named or day.weekday() in named:
        return None
    near = sorted((day + timedelta(days=n) for n in range(-3, 4)), key=lambda one: abs((one - day).days))
    return next(one.isoformat() for one in near if one.weekday() in named)


def _days_of(known: Frame) -> frozenset[str]:
    """Return the days of the trip that are known."""
    days = (getattr(known, slot) for slot in _SLOTS.values())
    return frozenset(when.day for when in days if when and when.day)


def _beside(own: When, days: Collection[str], most: int) -> bool:
    """Tell whether a day is at most so many days from one of those."""
    day = iso(own.day)
    return day is not None and any(abs((day - other).days) <= most for one in days if (other := iso(one)))


def slot_of(entry: SaidDay) -> str:
    """Return the frame's name of the day's slot."""
    return _SLOTS[entry.slot]


def _own(entry: SaidDay, phrase: str) -> When | None:
    """Return the model's own day or days; None where it gave none that the calendar has."""
    if iso(entry.day):
        return When(said=phrase, day=entry.day)
    if iso(entry.earliest) and iso(entry.latest) and entry.earliest < entry.latest:  # type: ignore[operator]
        return When(said=phrase, earliest=entry.earliest, latest=entry.latest)
    return None


def _agree(computed: When, own: When) -> bool:
    """Say whether two readings mean the same; of two ranges that overlap, code's counts."""
    if computed.day or own.day:
        return computed.day == own.day
    return (computed.earliest or "") <= (own.latest or "") and (own.earliest or "") <= (computed.latest or "")


def _fits(phrase: str, own: When) -> bool:
    """Say whether the words name something of the calendar, and nothing that the day or range contradicts."""
    first, last = iso(own.day or own.earliest), iso(own.day or own.latest)
    assert first is not None, "checked by _own"  # noqa: S101
    assert last is not None, "checked by _own"  # noqa: S101
    if _NUMERIC.search(phrase):
        parts = {int(part) for part in re.findall(r"\d+", _NUMERIC.search(phrase)[0])}  # type: ignore[index]
        return {first.day, first.month} <= parts
    words = [token.word for token in tokens_of(_CLOCK.sub(" ", phrase))]
    days = {number for word in words if (number := _weekdays().get(word)) is not None}
    in_months = {number for word in words if (number := months().get(word)) is not None}
    numbers = {int(word) for word in words if word.isdigit() and 0 < int(word) <= _DAYS_OF_MONTH}
    ends = (first, last)
    return (
        bool(days or in_months or numbers)
        and (not days or any(end.weekday() in days for end in ends) or own.day is None)
        and (not in_months or any(end.month in in_months for end in ends))
        and (not numbers or any(end.day in numbers for end in ends))
    )


def unread_words(phrase: str, read: str) -> tuple[str, ...]:
    """Return the words of a phrase that name days, months or numbers and are not among the words read."""
    left = [token.word for token in tokens_of(read)]
    unread: list[str] = []
    for token in tokens_of(_CLOCK.sub(" ", phrase)):
        if token.word in left:
            left.remove(token.word)
        elif token.kind == "number" or token.word in _date_words():
            unread.append(token.word)
    return tuple(unread)


@cache
def _weekdays() -> dict[str, int]:
    return _long_enough({word: n for language in LANGUAGES for word, n in lexicon(language).weekdays.items()})


@cache
def months() -> dict[str, int]:
    """Return folded names of months and their short forms, in every language, with their numbers."""
    return _long_enough({word: n for language in LANGUAGES for word, n in lexicon(language).months.items()})


def _long_enough(found: dict[str, int]) -> dict[str, int]:
    return {word: number for word, number in found.items() if len(word) >= _SHORTEST_NAME}


@cache
def _date_words() -> frozenset[str]:
    """Return names of days and months with their short forms, and ordinals, in every language."""
    ordinals = {
        word for lexicon in all_option_words() for phrases in lexicon.ordinals.values() for word in phrases.firsts
    }
    last = {word for lexicon in all_option_words() for word in lexicon["last"].firsts}
    return frozenset({*_weekdays(), *months()} | ordinals | last)
