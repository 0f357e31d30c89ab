"""Marks in the place of personal details: a chat model sees the mark, code puts the detail back.

Numbers of papers, e-mail addresses and telephone numbers never reach a model. Names, births and locators do only where the setting
says so; a name that was never on the trip cannot be told from other words, so the message that brings it is read with it once.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from tripintent.state.trip import TripIntent
from tripintent.tools.language.exact.births import find_dates
from tripintent.tools.language.exact.contacts import EMAIL

_DOCUMENT = re.compile(r"(?<![\w<])(?=[A-Z0-9]*\d{5})[A-Z]{1,3}\d[A-Z0-9]{5,9}(?!\w)", re.IGNORECASE)
"""Numbers of passports and identity cards: letters, then at least six figures. Flight numbers and locators are shorter."""
_MIXED = re.compile(r"(?<![\w<])(?=(?:[A-Z]*\d){4})[A-Z][A-Z0-9]{8}(?!\w)")
"""Numbers whose letters and figures are mixed, as Germany and others write them: nine signs, four of them figures."""
_SAID = re.compile(
    r"(?:passport|pass|pasaporte|passeport|passaporto|reisepass|\bid)\W+(?:\w+\W+){0,3}?"
    r"((?=(?:[A-Z]*\d){4})[A-Z0-9]{7,10})(?!\w)",
    re.IGNORECASE,
)
"""A number that is said to be one, with letters or without."""
_EMAIL = re.compile(EMAIL)
_PHONE = re.compile(r"\+\d[\d\s().-]{6,18}\d")


LONG = 5
"""Letters of a name that is hardly a word of its own."""


class Marks:
    """The marks of one prompt. The same detail has the same mark everywhere in it."""

    def __init__(self, *, loose: bool = False) -> None:
        """``loose``: a name of some length has its mark in small letters, too."""
        self._loose = loose
        self._mark_of: dict[str, str] = {}
        self._count: dict[str, int] = {}

    def keep(self, kind: str, details: Iterable[str]) -> None:
        """Give each detail a mark of its kind: person, date, contact, document."""
        for detail in details:
            if detail.strip() and detail not in self._mark_of:
                self._count[kind] = self._count.get(kind, 0) + 1
                self._mark_of[detail] = f"<{kind} {self._count[kind]}>"

    def called(self, name: str, detail: str) -> None:
        """Give a part of a detail the mark of the whole: a first name alone is somebody who was named."""
        self._mark_of.setdefault(name, self._mark_of[detail])

    def hidden(self, text: str) -> str:
        """Return a text with marks in the place of details, the longest first."""
        for detail in sorted(self._mark_of, key=len, reverse=True):
            shape = rf"(?<![\w@]){re.escape(detail)}(?!\w|[\w.-]*@)"  # a name in an address is a part of it
            text = re.sub(shape, self._mark_of[detail], text, flags=self._case(detail))
        return text

    def _case(self, detail: str) -> re.RegexFlag:
        """Return how a detail is looked for: a whole name however it is written, and a part of one as it is ("Will", "will")."""
        return re.IGNORECASE if " " in detail or (self._loose and len(detail) >= LONG) else re.NOFLAG

    def put_back(self, value: Any) -> Any:
        """Return a value of JSON with the details in the place of their marks."""
        if isinstance(value, str):
            for detail, mark in self._mark_of.items():
                value = value.replace(mark, detail)
            return value
        if isinstance(value, Mapping):
            return {name: self.put_back(one) for name, one in value.items()}
        return [self.put_back(one) for one in value] if isinstance(value, list) else value


def marks_for(texts: Sequence[str], trip: TripIntent, today: date, personal: bool) -> Marks:  # noqa: FBT001 - a port
    """Return the marks for what a model is shown: the texts of a conversation, and the trip that goes with them."""
    marks = Marks()
    for words in texts:
        marks.keep("document", (match.group() for shape in (_DOCUMENT, _MIXED) for match in shape.finditer(words)))
        marks.keep("document", (match[1] for match in _SAID.finditer(words)))
        marks.keep("contact", (match.group() for match in (*_EMAIL.finditer(words), *_PHONE.finditer(words))))
    reached = [trip.party.contact, *(one.contact for one in trip.party.guests if one.contact)]
    marks.keep("contact", (detail for one in reached for detail in (one.email, one.phone) if detail))
    if personal:
        return marks
    names = [*dict.fromkeys(_named(trip))]
    marks.keep("person", (f"{given} {family}".strip() for given, family in names))
    marks.keep("person", (part for parts in names if all(parts) for part in parts if part.istitle()))
    for words in texts:
        marks.keep("date", _births(words, today))
    marks.keep("date", (one.date_of_birth for one in trip.party.guests if one.date_of_birth))
    marks.keep("locator", (one.locator for one in trip.working_memory.bookings if one.locator))
    return marks


def _named(trip: TripIntent) -> Iterator[tuple[str, str]]:
    """Yield given and family names of all who are or were on the trip: messages still name who was corrected or left."""
    yield from ((one.given_name, one.family_name) for one in trip.party.guests)
    for step in (*trip.steps, *trip.taken_back):
        party = step.merge.get("party")
        guests = party.get("guests") if isinstance(party, Mapping) else None
        for one in guests if isinstance(guests, Sequence) else ():
            if isinstance(one, Mapping):
                yield str(one.get("given_name") or ""), str(one.get("family_name") or "")


def _births(text: str, today: date) -> Iterator[str]:
    """Yield what has the shape of a full date that is past, or that could be."""
    return (text[start:end] for start, end, birth in find_dates(text, today) if birth.day is None or birth.day < today)
