"""The reader port offline: clauses, what each may mean, operations by slot functions; sure it acts, unsure it asks which was meant."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property

from tripintent.state.caps import readable
from tripintent.state.concierge.front import System
from tripintent.state.designer.operations import Import
from tripintent.state.designer.segments import title_of
from tripintent.state.events import UserAcceptsChange, UserRejects
from tripintent.state.frame import When
from tripintent.state.framing import present_frame
from tripintent.state.operations import Act, Answer, Approve, Ask, NamePeople, Question, SetSlot, Social, Unread, Want
from tripintent.state.questions import asked_for_details
from tripintent.state.reading import Choice, Operation, Part, Reading
from tripintent.tools.language.approval_text import accepts_change, approval_of, keeps_booked
from tripintent.tools.language.exact.calendar import day_of
from tripintent.tools.language.offline import host_words
from tripintent.tools.language.offline.acts import acts
from tripintent.tools.language.offline.cards import settled, without_cards
from tripintent.tools.language.offline.choices import answered, led, refused
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.clauses import Moment, clauses_in
from tripintent.tools.language.offline.deciding import Decided, decided
from tripintent.tools.language.offline.documents import DOCUMENTS
from tripintent.tools.language.offline.going_on import going_on
from tripintent.tools.language.offline.known import Known
from tripintent.tools.language.offline.message import Message, Names
from tripintent.tools.language.offline.model import Linear, shipped
from tripintent.tools.language.offline.moment import asked_in, stage_of
from tripintent.tools.language.offline.plan import PLAN
from tripintent.tools.language.offline.readings import Slots
from tripintent.tools.language.offline_language import OfflineLanguage
from tripintent.tools.language.parts import of_the_system, ordered, parts_of
from tripintent.tools.language.pasted import pasted
from tripintent.tools.language.pressed import is_data, pressed
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.language import Language
from tripintent.tools.ports.people import PeopleReader
from tripintent.tools.ports.reader import View

IN_VAIN = 2
"""Questions in a row that are put; then it is said what can be done."""


@dataclass(frozen=True)
class OfflineReader:
    """Reads without a model or network. ``host`` is a host's own language engine, which then reads the journey."""

    language: Language
    people: PeopleReader
    gazetteer: Gazetteer
    host: bool = False
    intents: Linear | None = field(default=None, repr=False)
    """Says what a clause may be, fitted with a host's own examples (``tripintent examples``); None for the wheel's own."""

    def speaking(self, language: Language) -> "OfflineReader":
        """Return the reader over another language engine: a host's own."""
        return replace(self, language=language, host=not isinstance(language, OfflineLanguage))

    async def read(self, text: str, view: View) -> Reading:
        """Read one message. What takes time runs in a thread: a stranger's words may be long, and others' turns go on."""
        language = await self.language.detect(text, view.language or None)
        view = replace(view, language=language)
        if view.desk and not await asyncio.to_thread(self.goes_on, text, view):
            return Reading(text=text, language=language)
        if view.trip.working_memory.bookings and accepts_change(text):
            return _alone("BOOKING", Act(text=text, event=UserAcceptsChange()), text, language)
        if keeps_booked(text, view.trip.working_memory.approval):
            return _alone("BOOKING", Act(text=text, event=UserRejects(reason=text)), text, language)
        if whole := _as_a_whole(text):
            return Reading(text=text, language=language, parts=(whole,))
        if self.host:
            return await self._with_host(text, view)
        reading = await asyncio.to_thread(self._read, text, view)
        return _without_questions(reading) if view.desk else reading

    def goes_on(self, text: str, view: View) -> bool:
        """Tell whether words at a desk go on with a booking that began there: people it asked for, a no, a wish to buy or cancel."""
        memory = view.trip.working_memory
        if memory.selected.bundle_id is None and not memory.bookings:
            return False
        made = [one for part in self._decided(text, view) for one in part.operations]
        return _goes_on(made, asked_names=asked_for_details(view.trip))

    def _read(self, text: str, view: View) -> Reading:
        last = view.last
        if last and last.choices and (chosen := answered(text, last.choices, view.language)):
            return _reading(text, view, chosen.operations)
        if last and last.choices and refused(text, view.language):
            return _reading(text, view, (Answer(text=text, stance="hedge"),))
        first: tuple[Operation, ...] = ()
        if last and last.choices and (begun := led(text, last.choices)):
            first, text = begun[0].operations, begun[1]
        found = self._decided(readable(text).read, view)
        operations = going_on(_in_order(found, text, waits=bool(view.talk.pending or view.notes.offered)), text, view)
        choices = _choices(found, stage=stage_of(view), asked=asked_in(view))
        operations = (*first, *operations)
        lost = _lost(found) if operations and not choices else ()
        vain = (last.in_vain if last else 0) + 1 if choices else 0
        if vain > IN_VAIN:
            return _reading(text, view, (*operations, Unread(text=text)))
        return _reading(text, view, operations, choices, vain).model_copy(update={"doubted": lost})

    async def _with_host(self, text: str, view: View) -> Reading:
        """Read a message whose words of the journey are read by a host's own engine."""
        found = await asyncio.to_thread(self._decided, readable(text).read, view)
        ours = [made for one in found if host_words.is_ours(one) for made in one.operations]
        if not (words := host_words.left_to_host(found, text)):
            return _reading(text, view, ours)
        asked = host_words.request_of(words, view)
        heard = await self.language.extract(asked)
        made = _reading(text, view, [*ours, *host_words.operations_of(heard, asked)])
        told = {name: getattr(heard, name) for name in ("language", "clarifying", "engine", "fallback", "use")}
        return made.model_copy(update=told)

    def _decided(self, text: str, view: View) -> list[Decided]:
        clauses = self.clauses(without_cards(text), view)
        return settled(decided(clauses, view, known_of(view), self._slots), text)

    @cached_property
    def _slots(self) -> Slots:
        return {**acts(self.people), **PLAN, **DOCUMENTS}

    def clauses(self, text: str, view: View) -> list[Clause]:
        """Return the clauses of a message with what each may mean."""
        frame = view.frame or present_frame(view.trip)
        near = frame.depart or frame.check_in
        names = Names(view.hotels, tuple(map(title_of, view.plan.live)))
        message = Message(text, view.language or "en", view.today, self.gazetteer, names, near=_begins(near))
        at, asked = stage_of(view), asked_in(view)
        told, waits = at in _NAMED or "@" in text, asked == "names"
        named = self.people.passages(text, view.today, asked=waits) if told or waits else ()
        called = [guest.given_name for guest in view.trip.party.guests if guest.given_name]
        named = [_with_name(text, start, end, called) for start, end in named]
        return clauses_in(message, Moment(at, asked, self.intents or shipped("intents"), named))


def _begins(when: When | None) -> date | None:
    """Return a known day, or the first one of a window: in its month a bare "the 5th" lies."""
    return day_of(when) or (date.fromisoformat(when.earliest) if when and when.earliest else None)


def _with_name(text: str, start: int, end: int, called: Sequence[str]) -> tuple[int, int]:
    """Return a passage about people with the first name of somebody known just before it: "Bob was" "born on …"."""
    found = [
        hit.start()
        for name in called
        if (hit := re.search(rf"\b{re.escape(name)}\b(?:'s)?(?:\s+\w+){{0,2}}\s*$", text[:start]))
    ]
    return (min(found, default=start), end)


def _as_a_whole(text: str) -> Part | None:
    """Return what a message says other than talk: an approval with its token, a button, what was pasted, or data; else None."""
    if token := approval_of(text):
        return Part(system="BOOKING", text=text, operations=(Approve(text=text, event=token),))
    if button := pressed(text):
        return Part(system="PLANNING", text=text, operations=(button,))
    if paste := pasted(text):
        found = Import(text=paste, anyway=len(text) > len(paste) + 1, said=text[:80])
        return Part(system="DESIGNER", text=text, operations=(found,))
    return Part(system="BOOKING", text=text, operations=(Unread(text=text),)) if is_data(text) else None


def _choices(found: Sequence[Decided], *, stage: str, asked: str) -> tuple[Choice, ...]:
    """Return the readings of the first words in doubt, with when they were said."""
    choices = next((one.choices for one in found if one.choices), ())
    return tuple(one.model_copy(update={"stage": stage, "asked": asked}) for one in choices)


def _lost(found: Sequence[Decided]) -> tuple[str, ...]:
    """Return the words of which nothing was made while something was made of others: they are asked about, never dropped.

    A word or two beside the rest are a turn of phrase.
    """
    made = any(one.operations for one in found)
    said = [one.clause.text.strip(" ,;…") for one in found if one.lost and one.clause.top not in _PHRASES]
    return tuple(words for words in said if made and (len(words.split()) > _PHRASE or any(map(str.isdigit, words))))


_NAMED = frozenset({"options", "held", "approval", "booked"})
"""Stages at which a birth or an address names who travels, wherever in a message it is."""
_PHRASES = frozenset({"filler", "social", "yes", "no", "hedge", "complaint", "out"})
"""Intents of clauses that need not lead to an operation."""
_PHRASE = 2
_GO_ON = frozenset(
    {
        "USER_REQUEST_HOLD", "USER_WANTS_PURCHASE", "USER_REJECTS", "USER_RETRIES", "USER_RELEASES_HOLD", "USER_CANCELS_BOOKING",
    }
)  # fmt: skip


def _without_questions(reading: Reading) -> Reading:
    """Return what people named for a booking at a desk come to: what is asked beside them is the desk's to answer."""
    if not any(isinstance(one, NamePeople) for one in reading.operations):
        return reading
    parts = [
        part.model_copy(update={"operations": tuple(o for o in part.operations if not isinstance(o, Question))})
        for part in reading.parts
    ]
    return reading.model_copy(update={"parts": tuple(part for part in parts if part.operations), "doubted": ()})


def _goes_on(made: Sequence[Operation], *, asked_names: bool) -> bool:
    """Tell whether operations go on with a booking that began at a desk: people it asked for, a no, a wish to buy or cancel."""
    acts = any(isinstance(one, Act) and one.event.type in _GO_ON for one in made)
    return acts or (asked_names and any(isinstance(one, NamePeople) for one in made))


def known_of(view: View) -> Known:
    """Return what is known of the journey beside the words."""
    frame = view.frame or present_frame(view.trip)
    return Known(frame, view.asked, view.hotels, view.areas, view.home, view.times, view.stars, view.trip.earlier)


def _in_order(found: Sequence[Decided], text: str, *, waits: bool) -> tuple[Operation, ...]:
    """Return the operations of all clauses; a bare yes beside an order is part of it, and small talk alone stays small talk.

    ``waits``: something was offered that a yes takes, beside facts of the trip too ("yes, and we are two").
    """
    made = _once([one for part in found for one in part.operations])
    acts = [one for one in made if not isinstance(one, Answer | Social | Question)]
    if acts:
        answers = waits and all(isinstance(one, SetSlot | Want | Ask) for one in acts)
        made = [
            one
            for one in made
            if not (isinstance(one, Social) or (isinstance(one, Answer) and one.stance == "yes" and not answers))
        ]
    if not made and not any(one.choices for one in found):
        return (Unread(text=text),) if any(one.lost for one in found) else (Social(text=text),)
    return tuple(made)


def _once(made: Sequence[Operation]) -> list[Operation]:
    """Return the operations with each answer once: "yes, add it" is one yes."""
    stances = [one.stance if isinstance(one, Answer) else "" for one in made]
    return [one for n, one in enumerate(made) if not stances[n] or stances[n] not in stances[:n]]


def _alone(system: System, said: Operation, text: str, language: str) -> Reading:
    """Return the reading of a text that is not a sentence and says one thing."""
    return Reading(text=text, language=language, parts=(Part(system=system, text=text, operations=(said,)),))


def _reading(
    text: str, view: View, operations: Sequence[Operation], choices: Sequence[Choice] = (), in_vain: int = 0
) -> Reading:
    made = [of_the_system(one, view) for one in operations]
    return Reading(
        text=text,
        language=view.language,
        parts=ordered(parts_of(made, text, view)),
        choices=tuple(choices),
        in_vain=in_vain,
    )
