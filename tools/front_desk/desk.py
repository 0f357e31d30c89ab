"""The offline desk of one organisation: which functions answer, and their specialists."""

import asyncio
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

from tripintent.state.caps import readable
from tripintent.state.concierge.front import CLARIFY, FOR_STAFF, Decision, Intent
from tripintent.state.concierge.memory import CHOICE, FORWARD, OFFERED, Memory, StayWish, references, without_references
from tripintent.state.concierge.service import GOES_ON, SELLS_ROOMS, Function, Service
from tripintent.tools.front_desk import answers, availability, check_in, outings, private, requests
from tripintent.tools.front_desk.hearing import (
    KEPT,
    MOST_NAMES,
    PERSON,
    ROOMS,
    URGENT,
    Clause,
    agrees,
    bare,
    clauses_of,
    group_size,
    heard,
    is_contact,
    parts,
    reachable,
    refuses_or_asks,
    takes_up,
)
from tripintent.tools.front_desk.parts import House
from tripintent.tools.front_desk.requests import MEANING, meant
from tripintent.tools.front_desk.router import ServiceRouter
from tripintent.tools.front_desk.speech import say, turn, words
from tripintent.tools.front_desk.stays import StayReader
from tripintent.tools.ids import new_id
from tripintent.tools.knowledge.index import KnowledgeIndex, terms
from tripintent.tools.knowledge.passages import Passage, fold, glossary
from tripintent.tools.ports.desk_service import Chosen, Message, Reply, Situation
from tripintent.tools.ports.suppliers import HotelSupplier
from tripintent.tools.services.reading import read_knowledge, read_service

CHOSEN, CHOICES, LEAST_WORDS = 0.9, 3, 2
FAQ, STAY, PERSON_FUNCTION, WISHES = "FAQ_AGENT", "AVAILABILITY_AGENT", "HAND_OFF", "GUEST_JOURNEY_AGENT"
THINGS = frozenset(("amenity", "towel", "bed", "cot"))
"""Concepts of what staff bring to a room."""
BESIDE = (FOR_STAFF, PERSON_FUNCTION, FAQ, WISHES, outings.AROUND)
"""Functions that answer or pass on beside people named for a booking, and look for no room."""
ASKED_FOR_STAY = ("day", "people", "time")
"""Answers that a wish for a room, a table or tickets waits for; a mere yes is asked the same again."""
IN_TALK = (*ASKED_FOR_STAY, *OFFERED, availability.CONTACT, availability.PASSED)
"""Answers that the desk waits for while a room, a table or tickets are talked of."""
ASKING = (STAY, private.CHECK_IN, outings.DAY_TRIP)
"""Functions that answer a lone command: they ask for what they need, or need nothing."""
Specialist = Callable[[House, Situation], Reply]
SPECIALISTS: dict[str, Specialist] = {
    FAQ: answers.answer,
    outings.AROUND: outings.nearby,
    outings.DAY_TRIP: outings.day_trip,
    "WEBSITE_SEARCH": answers.answer,
    outings.INTERNET: outings.internet,
    private.CHECK_IN: check_in.check_in,
    WISHES: requests.journey,
    FOR_STAFF: requests.pass_on,
}


class OfflineDesk:
    """A desk on a service file and its knowledge, without a model."""

    def __init__(self, service: Service, passages: Sequence[Passage], rooms: HotelSupplier | None = None) -> None:
        """Index the examples and the knowledge."""
        self.service = service
        self.parts = self._desk = House(
            service,
            KnowledgeIndex([*passages, *_facts_of(service, passages)]),
            StayReader(service.days_of_weekend),
            rooms,
        )
        self._router = ServiceRouter(
            _with_wishes(service), ((text, (name,)) for name, rows in words("examples").items() for text in rows)
        )

    @classmethod
    def open(cls, path: Path, rooms: HotelSupplier | None = None, **more: object) -> Self:
        """Open the desk of a service file; ``rooms`` is the house's property system, ``more`` what a kind of desk takes beside it.

        Raises ServiceFileError, and ValueError for its knowledge.
        """
        service = read_service(path)
        return cls(service, read_knowledge(path, service)[0], rooms, **more)

    async def intent(self, message: Message) -> Intent:
        """Return no command: without a model only the guest's own count, and they are read before."""
        return Intent()

    async def choose(self, message: Message) -> Chosen:
        """Return the functions that answer a message. What takes time runs in a thread.

        What the rules take for the booking's is the booking's.
        """
        if message.booking:
            going = Decision(function="BOOKING", text=message.text)
            rest = private.sentences_beside_names(message.text) if private.names_somebody(message.text) else ""
            beside = await asyncio.to_thread(self.functions, message._replace(text=rest)) if rest else ()
            return Chosen((going, *(one for one in beside if one.function in BESIDE)))
        return Chosen(await asyncio.to_thread(self.functions, message))

    names_somebody = staticmethod(private.names_somebody)
    guests_named = staticmethod(private.guests_named)
    urgent = staticmethod(requests.urgent)

    def person(self, message: Message) -> str:
        """Return why a person has to answer, or an empty text. Orders to the machine call no one."""
        text = readable(message.text).read
        if heard(("orders",), text):
            return ""
        rules = " ".join(self.service.handoff.when).casefold()
        found = heard(URGENT, text) or ("" if heard(("jokes",), text) else heard(PERSON, text))
        if found and (found != "discount" or "discount" in rules):
            return "illness" if found == "acute" else found
        least = group_size(self.service.handoff.when)
        if least is None or heard(("jokes",), text):
            return ""
        wish = self._stay(message._replace(text=text), message.memory.stay)
        rooms = sum(r.adults + len(r.ages) for r in wish.rooms)
        return "group" if "people" in wish.said and max(wish.people or 0, rooms) >= least else ""

    def functions(self, message: Message) -> Sequence[Decision]:
        """Return the functions that answer the parts of a message, in their order; equal ones once, with all their words."""
        text, memory = readable(message.text).read, message.memory
        message = message._replace(text=text)
        if sealed := references(text):
            served = private.CHECK_IN if self.service.has(private.CHECK_IN) else FOR_STAFF
            rest = without_references(text)
            beside = self.functions(message._replace(text=rest)) if any(one.isalnum() for one in rest) else ()
            said = " ".join((*(one.text for one in beside if one.function == served), *sealed))
            checked = [Decision(function=served, confidence=CHOSEN, text=said)]
            return [*checked, *(one for one in beside if one.function != served)]
        if memory.waiting == MEANING and (name := meant(text, memory.choices, self.service)):
            return [Decision(function=name, confidence=CHOSEN, text=f"{memory.unclear}\n{text}")]
        if answered := self._answered(message):
            return answered
        found, pieces = self._beside_choice(message)
        if len(pieces) == 1 and (choices := self._unclear(message)):
            return [Decision(function=CLARIFY, confidence=0.0, params={"functions": [*choices]}, text=text)]
        for part in pieces:
            name, confidence = self._function(message._replace(text=part))
            same = next((i for i, d in enumerate(found) if d.function == name), None)
            if (
                same is not None
                and name == STAY
                and all(self._is_dated(message, one) for one in (found[same].text, part))
            ):
                same = None  # stays and tables, each with its day
            if same is None:
                found.append(Decision(function=name, confidence=round(confidence, 3), text=part))
            else:
                joined = f"{found[same].text}\n{part}"
                found[same] = found[same].model_copy(update={"text": joined})
        return found

    def _is_dated(self, message: Message, part: str) -> bool:
        return "day" in self._stay(message._replace(text=part)).said

    def _answered(self, message: Message) -> Sequence[Decision]:
        """Return what a yes or a no does: one to an offer to pass a question on, or one to nothing that was asked."""
        text, memory, language = message.text, message.memory, message.language
        said, *more = [one for one in turn("cut").split(text) if one] or [""]
        goes_on = Decision(function=GOES_ON, params={"text": say("all_right", language)}, text=text)
        if memory.waiting == FORWARD and agrees(said) and not refuses_or_asks(said):
            asked = Decision(function=FOR_STAFF, confidence=CHOSEN, text=memory.unclear)
            beside = message._replace(text=" ".join(more), memory=memory.heard())
            return [asked, *(self.functions(beside) if more else ())]
        if not bare(text):
            return ()
        if agrees(text) and memory.waiting in ASKED_FOR_STAY:
            return [Decision(function=STAY, confidence=CHOSEN, text=text)]
        again = (
            {"room": "journey_room", answers.CANCELLING: "cannot_cancel"}.get(memory.waiting) if agrees(text) else ""
        )
        if again:
            words = say(again, language, reach=self._desk.reach(language)).strip()
            return [goes_on.model_copy(update={"params": {"text": words}})]
        return [goes_on] if memory.waiting in (FORWARD, "", *ASKED_FOR_STAY) else ()

    def _beside_choice(self, message: Message) -> tuple[list[Decision], list[str]]:
        """Return what is decided of a message about a room, and its parts that still want an answer: the choice of a room, its wishes."""
        text, memory = message.text, message.memory
        if memory.waiting == "yes" and (taken := _taken_beside(text)):
            return [Decision(function=STAY, confidence=CHOSEN, text=taken[0], takes=1)], parts(taken[1])
        if memory.waiting == availability.CONTACT and reachable(text) and (told := _told_beside(text)):
            return [Decision(function=STAY, confidence=CHOSEN, text=told[0])], parts(told[1])
        choosing = memory.waiting == CHOICE
        if not (self.service.has(STAY) and (choosing or memory.taken)):
            return [], parts(text)
        choice, clauses = availability.taken_in(self._desk, message) if choosing else (None, self._clauses(message))
        if choice is None and memory.taken is None:
            return [], parts(text)
        asked = [one.text for one in clauses if one.asks or "?" in one.text]
        wished = requests.wished(one for one in clauses if one.text not in asked)
        staff = [Decision(function=FOR_STAFF, confidence=CHOSEN, text=text, wishes=wished)] if wished else []
        found = [*([choice] if choice else []), *staff]
        if asked or not found:
            return found, parts(" ".join(asked)) if asked else parts(text)
        return found, []

    def pieces(self, message: Message, before: Sequence[str]) -> Sequence[private.Piece]:
        """Return a message in pieces, each with whether it has to be sealed: whether the house has a check-in or not."""
        function = self.service.function(private.CHECK_IN)
        command = function.base_command if function else ""

        def function_of(part: str) -> str:
            return self._function(message._replace(text=part))[0]

        return private.pieces_of(message, before, command, function_of, self.parts.knowledge.folded)

    async def answer(self, situation: Situation) -> Reply:
        """Answer with the function's specialist, and say when what was passed on is read, where no one is there now."""
        reply = await self._by_specialist(situation)
        later = self._desk.when_read(situation.now, situation.language) if reply.request else ""
        return reply._replace(text=f"{reply.text}\n{later}") if later else reply

    async def _by_specialist(self, situation: Situation) -> Reply:
        """Answer with the function's specialist; a function without one is answered from the knowledge."""
        decision = situation.decision
        if decision.function == PERSON_FUNCTION:
            said, handoff = requests.hand_off(self._desk, situation, new_id("hnd"))
            room = requests.room_in(decision.text, asked=False) or situation.memory.room
            return Reply(said, situation.memory.model_copy(update={"room": room}), decision, handoff)
        if decision.function == GOES_ON:
            courtesy = say("all_right" if situation.history else "hello", situation.language, name=self.service.name)
            return Reply(str(decision.params.get("text") or courtesy), situation.memory, decision)
        if not decision.text.strip() and decision.function not in ASKING:
            return Reply(say("hello", situation.language, name=self.service.name), situation.memory, decision)
        if decision.function == CLARIFY:
            return requests.ask(self._desk, situation)
        if decision.function == STAY:
            return await availability.answer(self._desk, situation)
        return await asyncio.to_thread(SPECIALISTS.get(decision.function, answers.answer), self._desk, situation)

    def _clauses(self, message: Message) -> Sequence[Clause]:
        return self._desk.stays.clauses(message.text, message.now.date())

    def _stay(self, message: Message, before: StayWish | None = None) -> StayWish:
        return self._desk.stays.read(message.text, message.language, message.now.date(), before)

    def _function(self, message: Message) -> tuple[str, float]:
        text, memory = message.text, message.memory
        if heard(KEPT, text) or answers.courteous(text):
            return self._or_faq(FAQ), 0.9
        if not refuses_or_asks(text) and self._tells_for_check_in(message):
            return self._or_faq(private.CHECK_IN), 0.8
        if memory.waiting == availability.CONTACT and not refuses_or_asks(text) and is_contact(text):
            return STAY, 0.8
        clauses = self._clauses(message)
        passed = memory.waiting in (availability.CONTACT, availability.PASSED)
        if passed and (_books_nothing(clauses) or not any(one.asks for one in clauses)):
            return STAY, 0.8  # staff have the request, and hear of it
        outing = outings.wanted(text, memory)
        outing = outing if self.service.has(outing) and (outing in memory.functions or not self._knows(text)) else ""
        if own := outing or (self._or_faq(WISHES) if self._is_of_staff(text, memory) else ""):
            return own, 0.8
        taken = STAY in memory.functions and takes_up(memory.waiting, text)
        if self.service.has(STAY) and (taken or availability.asks_for_link(text)):
            return STAY, 0.9
        concepts = glossary().concepts(fold(text))
        routing = self._router.route(text)
        said = set(self._stay(message).said)
        if "price" in concepts and not said and STAY not in memory.functions and self._knows(text):
            return self._or_faq(FAQ), routing.confidence
        remark, best = _books_nothing(clauses), routing.best[0]
        if self.service.has(STAY) and not remark and self._wants_stay(message, said, concepts, best):
            return STAY, max(0.7, routing.confidence)
        name = best if routing.functions or memory.waiting else FAQ
        if name == WISHES and not self.service.has(WISHES) and "?" in text and self._knows(text):
            name = FAQ
        of_house = self.service.kind != "travel-desk" and answers.about_the_house(text)
        if name != STAY and of_house and (self._knows(text) or not concepts & THINGS):  # staff bring things to a room
            name = FAQ
        name = private.CHECK_IN if self._is_of_check_in(name, text, memory) else name
        if name == STAY and (remark or (not said and not concepts & ROOMS)):
            name = FAQ
        if name == FAQ and _asks_for_something(clauses) and not self._knows(text):
            name = WISHES
        return self._or_faq(name), routing.confidence

    def _wants_stay(self, message: Message, said: set[str], concepts: set[str], best: str) -> bool:
        """Check whether words ask for a room, a table or tickets, or change a wish for them."""
        memory, things = message.memory, concepts & {"room", "table", "ticket", "free_rooms"}
        price, looks = "price" in concepts, best == STAY
        question = (
            best == FAQ and refuses_or_asks(message.text) and bool(concepts - ROOMS - {"child", "hours", "price"})
        )
        if price and (("day" not in said and not looks) or (not things and not said & {"day", "nights"})):
            return False
        dated = "day" in said or {"nights", "people"} <= said
        if dated and (concepts & ROOMS or looks or not concepts - {"early", "late"}):
            return not question
        if "people" in said and concepts & {"room", "table"} and not concepts & {"hours", "wheelchair", "pool"}:
            return True
        in_talk = not question and (STAY in memory.functions or memory.waiting in IN_TALK)
        if in_talk and {"day", "nights", "people", "time"} & set(self._stay(message, memory.stay).said):
            return True
        return looks and bool(things) and not concepts & {"hours", "cancel"}

    def _tells_for_check_in(self, message: Message) -> bool:
        """Check whether words tell what a check-in waits for: all do before its number is known, then an hour and names."""
        text, memory = message.text, message.memory
        if memory.waiting == "booking" or private.CHECK_IN not in memory.functions:
            return memory.waiting == "booking"
        names = "names" not in memory.guest and private.people_in(text, listed=True)
        minute = self._desk.stays.minute(text, message.language, message.now.date())
        return bool(names) or (minute is not None and "arrival" not in memory.guest)

    def _is_of_check_in(self, best: str, text: str, memory: Memory) -> bool:
        """Check whether words ask for a check-in "by internet", or what became of one: "is it done?"."""
        if not self.service.has(private.CHECK_IN) or best == private.CHECK_IN:
            return False
        asks = "?" in text and len(text.split()) <= MOST_NAMES and not glossary().concepts(fold(text))
        after = private.CHECK_IN in memory.functions and asks and not self._knows(text)
        return after or (best == outings.INTERNET and bool(heard(("check_in",), text)))

    def _is_of_staff(self, text: str, memory: Memory) -> bool:
        """Check whether words go on with a matter for staff: a room's number, which booking to cancel, or a hotel's table."""
        room = requests.room_in(text, asked=memory.waiting == "room")
        asks = refuses_or_asks(text) and any(one.asks for one in clauses_of(text))
        wishes = self.service.has(WISHES) and not asks and not glossary().concepts(fold(text)) & {"book", "free_rooms"}
        if room and (wishes or memory.waiting == "room" or len(text.split()) <= MOST_NAMES):
            return True
        if memory.waiting == answers.CANCELLING and "?" not in text:
            return True
        table = "table" in glossary().concepts(fold(text)) and self.service.kind in SELLS_ROOMS
        return table and not refuses_or_asks(text)

    def _unclear(self, message: Message) -> tuple[str, ...]:
        """Return the functions to choose from where none is likely enough, and the house's knowledge says nothing of the words.

        Only words at the start of a talk, or on their own: what goes on with the talk is heard as that. Never twice in a row.
        """
        text, memory = message.text, message.memory
        if memory.waiting or memory.functions or len(text.split()) < LEAST_WORDS or heard(KEPT, text):
            return ()
        name, confidence = self._function(message)
        if (
            answers.about_the_house(text)
            or confidence >= self.service.threshold
            or self._desk.knowledge.search(text, 1)
            or answers.courteous(text)
        ):
            return ()
        routing = self._router.route(text)
        named = [one for one in (name, *routing.best, *routing.others) if self.service.has(one)]
        return tuple(dict.fromkeys(named))[:CHOICES] if len({*named}) > 1 else ()

    def _knows(self, text: str) -> bool:
        """Check whether the house's knowledge plainly says something of the words."""
        return any(hit.score >= answers.CLEAR for hit in self._desk.knowledge.search(text, 1))

    def _or_faq(self, name: str) -> str:
        """Return the function, or who answers where the house has it not: staff see to a wish, the knowledge to all else."""
        return name if self.service.has(name) else FOR_STAFF if name == WISHES else FAQ


def _with_wishes(service: Service) -> Service:
    """Return a service that tells wishes and troubles of a stay from questions; without a function for them they go to staff."""
    if service.kind not in SELLS_ROOMS or service.has(WISHES):
        return service
    heard_too = Function(
        name=WISHES, command="/wish", description="A guest's wish or trouble during the stay, for the staff."
    )
    return service.model_copy(update={"functions": (*service.functions, heard_too)})


def _facts_of(service: Service, passages: Sequence[Passage]) -> list[Passage]:
    """Return what the service file itself says of the house, as knowledge; its hours where the knowledge has none of the house."""
    facts = {"Address": service.address, "Telephone": service.phone, "E-mail": service.email}
    own = {"k_hours", "k_person", "k_stay", *(f"k_{one}" for one in answers.THE_HOUSE.get(service.kind, ()))}
    titled = ({term for term in terms(one.title) if term.startswith("k_")} for one in passages)
    if not any("k_hours" in of and of <= own for of in titled):
        facts["Opening hours"] = "; ".join(f"{when} {hours}" for when, hours in service.opening_hours.items())
    return [Passage(title, f"{title}: {text}.", service.name) for title, text in facts.items() if text]


def _asks_for_something(clauses: Sequence[Clause]) -> bool:
    """Tell whether words ask the house for something that people have to see to: "a bottle of champagne in the room, please"."""
    wished = (one for one in clauses if not one.denied and len(one.text.split()) > LEAST_WORDS)
    return any(
        heard(("request",), one.text) or (not one.asks and "taxi" in glossary().concepts(one.folded)) for one in wished
    )


def _books_nothing(clauses: Sequence[Clause]) -> bool:
    """Check whether words say that nothing is to be booked."""
    return any(one.denied and "book" in glossary().concepts(fold(one.text)) for one in clauses)


def _taken_beside(text: str) -> tuple[str, str] | None:
    """Return the words that take what was offered, and the questions beside them: "yes please, Kev 07700 900321. Is there parking?"."""
    told = _told_beside(text)  # "ok! and where can we park?" takes nothing
    return told if told and agrees(told[0]) and text.strip().startswith(told[0][:9]) and " " in told[0] else None


def _told_beside(text: str) -> tuple[str, str] | None:
    """Return the sentences that tell something, and those that ask or refuse beside them; None where there are not both."""
    sentences = re.split(r"(?<=[.!?])\s+", text.strip())
    asked = [one for one in sentences if refuses_or_asks(one)]
    said = [one for one in sentences if one not in asked]
    return (" ".join(said), " ".join(asked)) if said and asked else None
