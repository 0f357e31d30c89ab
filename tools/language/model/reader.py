"""The reader port over a chat model: one call reads a message for all systems, and code checks every operation.

Personal details are kept from the model: marks stand in their place ("<document 1>"), and code puts them back into its answer.
"""

import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any, NamedTuple

from tripintent.state.designer.operations import (
    WRITES,
    Design,
    Import,
)
from tripintent.state.operations import Approve, Unread
from tripintent.state.reading import Part, Reading
from tripintent.state.usage import ModelUse
from tripintent.tools.errors import LanguageUnavailable
from tripintent.tools.language.approval_text import approval_of
from tripintent.tools.language.exact.births import find_dates
from tripintent.tools.language.exact.contacts import EMAIL
from tripintent.tools.language.model.client import ChatModel, ModelFailed
from tripintent.tools.language.model.offered import kinds_for, schema_of
from tripintent.tools.language.model.prompting import Asked, reading_messages
from tripintent.tools.language.model.replies import json_in
from tripintent.tools.language.model.understanding import Understanding
from tripintent.tools.language.parts import of_the_system, parts_of
from tripintent.tools.language.pasted import pasted
from tripintent.tools.ports.language import Language
from tripintent.tools.ports.people import PeopleReader
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.reader import Reader, View
from tripintent.tools.ports.registry import ToolRegistry

ROUNDS = 3
"""Rounds of one message: in a later one the model sees what came of its operations."""
SEEN = 24
"""Lines of the screen that a later look is shown of the one before."""
_LOG = logging.getLogger(__name__)
_NAME = "what_the_message_says"


class _Heard(NamedTuple):
    """The content of a model's answer, with the details that were kept from the model put back."""

    language: str
    operations: list[object]
    reply: str


class ModelReader:
    """Reads with a model and checks with code. ``offline`` reads whenever the model does not, and then alone.

    ``Reading.engine`` says who read, ``fallback`` why it was not the model (rate_limited, timeout, resting, unreachable, server_error,
    key_refused, unknown_model, request_refused, refused, truncated, malformed, model_error), and ``use`` what was spent.
    """

    def __init__(
        self,
        model: ChatModel,
        offline: Reader,
        places: Places,
        registry: ToolRegistry,
        people: PeopleReader,
        *,
        personal: bool = True,
        designs: bool = True,
    ) -> None:
        self._model = model
        self._offline = offline
        self._places = places
        self._registry = registry
        self._people = people
        self._personal = personal
        self._designs = designs

    def speaking(self, language: Language) -> Reader:
        """Return the offline reader over a host's own engine, which outranks the model."""
        return self._offline.speaking(language)

    def goes_on(self, text: str, view: View) -> bool:
        """Tell whether words at a desk go on with a booking, before anything is stored or sent: by rules."""
        return self._offline.goes_on(text, view)

    async def read(self, text: str, view: View) -> Reading:
        """Read one message; what was pasted is data, and no model reads it."""
        if view.desk and not self.goes_on(text, view):
            return Reading(text=text, language=view.language or "en", engine="openai")
        if view.desk or view.plain or not text.strip():  # a guest's names and papers stay in the house
            return await self._offline.read(text, view)
        if token := approval_of(text):  # code alone reads what approves a purchase, and no model sees its token
            part = Part(system="BOOKING", text=text, operations=(Approve(text=text, event=token),))
            return Reading(text=text, language=view.language or "en", parts=(part,), engine="openai")
        if paste := pasted(text):
            alone = Import(text=paste, anyway=len(text) > len(paste) + 1, said=text[:80])
            part = Part(system="DESIGNER", text=text, operations=(alone,))
            return Reading(text=text, language=view.language or "en", parts=(part,), engine="openai")
        use = ModelUse()
        try:
            asked = Asked(text, view, kinds_for(view, designs=self._designs))
            marks = marks_of(text, view, personal=self._personal, people=self._people)
            messages = reading_messages(asked, self._registry, marks.hidden)
            schema = schema_of(asked.kinds, reply=view.before is not None)
            answer = await self._model.structured(messages, _NAME, schema)
            use = self._model.use_of(answer)
            heard = _heard(marks.put_back(json_in(answer, "operations")), view)
        except LanguageUnavailable as error:
            _LOG.warning("the model did not read the message (%s): the offline reader did", error)
            spent = error.use if isinstance(error, ModelFailed) else use
            stand_in = await self._offline.read(text, replace(view, plain=True, before=None))
            return stand_in.model_copy(update={"fallback": str(error), "use": spent})
        return self._read(text, replace(view, language=heard.language), heard).model_copy(update={"use": use})

    def _read(self, text: str, view: View, heard: _Heard) -> Reading:
        understood = Understanding(text, view, self._places)
        understood.take(heard.operations)
        for one in understood.dropped:
            _LOG.info("not believed: %s", one.why)
        doubted = tuple(dict.fromkeys(one.words for one in understood.dropped if one.words))
        round_ = view.before.round + 1 if view.before else 1
        made = [of_the_system(one, view) for one in understood.operations]
        if any(isinstance(one, Design) for one in made):  # the tools work all of it
            made = [one for one in made if not isinstance(one, WRITES)]
        nothing = not made and not understood.later and not doubted and not heard.reply
        parts = parts_of([Unread(text=text)] if nothing else made, text, view)
        return Reading(
            text=text,
            language=heard.language,
            parts=parts,
            doubted=doubted,
            later=tuple(understood.later) if round_ < ROUNDS and (made or round_ == 1) else (),
            seen=_seen(view) if understood.later else (),
            round=round_,
            reply=heard.reply,
            engine="openai",
        )


def _seen(view: View) -> tuple[str, ...]:
    """Return what is on the screen before anything changes; of an earlier look where there was one."""
    return view.before.seen if view.before and view.before.seen else view.screen[:SEEN]


def _heard(value: dict[str, object], view: View) -> _Heard:
    """Return the parts of an answer. Raises LanguageUnavailable ``malformed`` without a list of operations."""
    operations = value.get("operations")
    if not isinstance(operations, list):
        raise LanguageUnavailable("malformed")
    said = str(value.get("language") or "").strip().lower()[:2]
    language = said if said.isalpha() and len(said) == len("en") else view.language or "en"
    return _Heard(language, operations, str(value.get("reply") or "").strip())


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


class Marks:
    """The marks of one prompt. The same detail has the same mark everywhere in it."""

    def __init__(self) -> None:
        self._mark_of: dict[str, str] = {}
        self._count: dict[str, int] = {}

    def keep(self, kind: str, details: Iterable[str]) -> None:
        """Give each detail a mark of its kind: person, date, contact, document."""
        for detail in details:
            if detail.strip() and detail not in self._mark_of:
                self._count[kind] = self._count.get(kind, 0) + 1
                self._mark_of[detail] = f"<{kind} {self._count[kind]}>"

    def hidden(self, text: str) -> str:
        """Return a text with marks in the place of details, the longest first."""
        for detail in sorted(self._mark_of, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(detail)}(?!\w)", self._mark_of[detail], text)
        return text

    def put_back(self, value: Any) -> Any:
        """Return a value of JSON with the details in the place of their marks."""
        if isinstance(value, str):
            for detail, mark in self._mark_of.items():
                value = value.replace(mark, detail)
            return value
        if isinstance(value, Mapping):
            return {name: self.put_back(one) for name, one in value.items()}
        return [self.put_back(one) for one in value] if isinstance(value, list) else value


def marks_of(text: str, view: View, *, personal: bool, people: PeopleReader) -> Marks:
    """Return the marks for one message and what is shown beside it.

    Numbers of documents always have one; names, births, contacts and locators unless ``personal``.
    """
    marks, trip = Marks(), view.trip
    told = (
        text,
        *(line.partition(": ")[2] or line for line in view.history),
        view.last_reply,
        view.last_assistant or "",
    )
    for words in told:
        marks.keep("document", (match.group() for shape in (_DOCUMENT, _MIXED) for match in shape.finditer(words)))
        marks.keep("document", (match[1] for match in _SAID.finditer(words)))
    if personal:
        return marks
    said = [one for words in told if words for one in people.read(words, view.today, trip.request.language).travellers]
    names = [(one.given_name, one.family_name) for one in said]
    names += [(one.given_name, one.family_name) for one in trip.party.guests]
    marks.keep("person", (f"{given} {family}".strip() for given, family in names))
    marks.keep("person", (part for parts in names if all(parts) for part in parts if part.istitle()))
    for words in told:
        marks.keep("date", _births(words, view.today))
        marks.keep("contact", (match.group() for match in (*_EMAIL.finditer(words), *_PHONE.finditer(words))))
    marks.keep("date", (one.date_of_birth for one in trip.party.guests if one.date_of_birth))
    contact = trip.party.contact
    marks.keep("contact", (detail for detail in (contact.email, contact.phone) if detail))
    marks.keep("locator", (one.locator for one in trip.working_memory.bookings if one.locator))
    return marks


def _births(text: str, today: date) -> Iterator[str]:
    """Yield what has the shape of a full date that is past, or that could be."""
    return (text[start:end] for start, end, birth in find_dates(text, today) if birth.day is None or birth.day < today)
