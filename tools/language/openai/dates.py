"""Days that the model read, against the calendar: code computes what the quoted words mean, and both have to agree."""

import re
from functools import cache
from typing import NamedTuple

from babel.dates import get_day_names, get_month_names

from tripintent.state.frame import Frame, When
from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.openai.operations import SaidDay
from tripintent.tools.language.openai.quotes import iso
from tripintent.tools.language.reading.commands.languages import lexicons
from tripintent.tools.language.reading.commands.tokens import fold, tokens_of
from tripintent.tools.ports.language import Language, ReadRequest

_SLOTS = {"depart": "depart", "return": "return_", "check_in": "check_in", "check_out": "check_out"}
_QUESTIONS = {
    "depart": "What date do you leave?",
    "return_": "What date do you return?",
    "check_in": "What is your check-in date?",
    "check_out": "What is your check-out date?",
}
_SHORTEST_NAME = 3
_DAYS_OF_MONTH = 31
_CLOCK = re.compile(r"\b\d{1,2}(?::\d{2}|\s*[ap]\.?m\b)", re.IGNORECASE)
_NUMERIC = re.compile(r"\b\d{1,4}([./-])\d{1,2}(?:\1\d{2,4})?\b")


class DayRead(NamedTuple):
    """A day, or the days between which the traveller has to say which one is meant."""

    when: When | None
    options: tuple[str, ...] = ()


class DayReader:
    """Reads the words of a day through the offline engine, as the answer to that very question."""

    def __init__(self, offline: Language, hearing: ReadRequest, opinion: Frame) -> None:
        self._offline = offline
        self._hearing = hearing
        self._opinion = opinion

    async def read(self, entry: SaidDay, phrase: str, known: Frame) -> DayRead:
        """Return the day on which code and model agree; else the readings there are.

        Where code cannot read the words to their end, every day, month and number that they name has to fit the model's
        day: "the second Friday of May" is a Friday and in May.
        """
        slot = _SLOTS[entry.slot]
        own, computed = _own(entry, phrase), await self._computed(slot, phrase, known)
        whole: When | None = getattr(self._opinion, slot)  # as code reads the message in one piece
        if own and whole and own.day and whole.day == own.day:
            return DayRead(own)
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

    async def _computed(self, slot: str, phrase: str, known: Frame) -> When | None:
        """Return what code reads; "three days later" and "the 13th" need the days that they count from."""
        before = Frame(depart=known.depart, return_=known.return_, check_in=known.check_in, nights=known.nights)
        heard = self._hearing.model_copy(
            update={
                "text": phrase,
                "frame": before.model_copy(update={slot: None}),
                "asked": (slot,),
                "last_assistant": _QUESTIONS[slot],
                "history": (),
            }
        )
        when: When | None = getattr((await self._offline.extract(heard)).frame, slot)
        return when


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
    return _named(get_day_names)


@cache
def months() -> dict[str, int]:
    """Return folded names of months and their short forms, in every language, with their numbers."""
    return _named(get_month_names)


def _named(names: object) -> dict[str, int]:
    """Return the folded names and short forms of every language with their numbers."""
    found = {
        fold(name).rstrip("."): number
        for language in LANGUAGES
        for width in ("wide", "abbreviated")
        for number, name in names(width, locale=language).items()  # type: ignore[operator]
    }
    return {word: number for word, number in found.items() if len(word) >= _SHORTEST_NAME}


@cache
def _date_words() -> frozenset[str]:
    """Return names of days and months with their short forms, and ordinals, in every language."""
    ordinals = {word for lexicon in lexicons() for phrases in lexicon.ordinals.values() for word in phrases.firsts}
    last = {word for lexicon in lexicons() for word in lexicon["last"].firsts}
    return frozenset({*_weekdays(), *months()} | ordinals | last)
