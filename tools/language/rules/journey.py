"""The booking's words: acts by their verbs, people by name, and all else by the engine or a model, as operations."""

import asyncio
from collections.abc import Iterable
from typing import NamedTuple

from tripintent.state import caps
from tripintent.state.applying import applied, changed_fields
from tripintent.state.derived import selected_bundle, shown_ranking
from tripintent.state.events import (
    PublicEvent,
    UserAddsTravellers,
    UserApprovedPurchase,
    UserMessage,
    UserRejects,
    UserRequestHold,
    UserSelectedBundle,
    UserSelectedParts,
    UserWantsPurchase,
)
from tripintent.state.framing import present_frame
from tripintent.state.operations import Act, Approve, Operation, Question, SetSlot, Social, Unclear, Unread
from tripintent.state.questions import asked_for_details, slots_of
from tripintent.state.trip import TripIntent
from tripintent.state.usage import ModelUse
from tripintent.tools.language.check import moves_apart
from tripintent.tools.language.people.party import people_in
from tripintent.tools.language.rules.withdrawn import as_booked, calls_off_cancelling
from tripintent.tools.ports.language import Language, ParseResult, ReadRequest
from tripintent.tools.ports.people import PeopleReader
from tripintent.tools.ports.reader import View
from tripintent.tools.ports.routing import TextRouter


class JourneySaid(NamedTuple):
    """What words say of the journey and of what is bought for it."""

    operations: tuple[Operation, ...] = ()
    language: str | None = None
    engine: str = "offline"
    fallback: str | None = None
    clarifying: tuple[str, ...] = ()
    use: ModelUse = ModelUse()
    left: tuple[str, ...] = ()
    """Words that would have moved the trip and are about something else: they change nothing."""

    def then(self, other: "JourneySaid") -> "JourneySaid":
        """Return both, one after the other."""
        return JourneySaid(
            (*self.operations, *other.operations),
            other.language or self.language,
            other.engine,
            self.fallback or other.fallback,
            (*self.clarifying, *other.clarifying),
            self.use + other.use,
            (*self.left, *other.left),
        )


class JourneyReader:
    """Reads what is said of the journey."""

    def __init__(self, language: Language, people: PeopleReader, route: TextRouter) -> None:
        self._language = language
        self._people = people
        self._route = route

    def speaking(self, language: Language) -> "JourneyReader":
        """Return the reader over another language engine."""
        return JourneyReader(language, self._people, self._route)

    def acts_in(self, text: str, view: View) -> tuple[PublicEvent, ...]:
        """Return the events that words mean by their verbs alone."""
        return tuple(one for one in self._events(text, view) if not isinstance(one, UserMessage))

    def desk_acts_in(self, text: str, view: View) -> tuple[PublicEvent, ...]:
        """Return the events that words at a desk mean: nothing is on a list there."""
        wm = view.trip.working_memory
        return self._route(text, (), has_bookings=bool(wm.bookings), approval_waiting=wm.approval is not None)

    def names_people(self, text: str, view: View) -> bool:
        """Tell whether words name who travels."""
        return people_in(text, view.trip, view.today, self._people) is not None

    async def read(self, text: str, view: View) -> JourneySaid:
        """Return the operations of a text in their order."""
        if back := as_booked(text, view.trip):
            return JourneySaid(back)
        return await self._all(text, view)

    async def facts(self, text: str, view: View) -> JourneySaid:
        """Return what words say of the trip alone: beside a plan of days nothing is chosen, held or bought."""
        hearing = self._hearing(text, view, chooses=False)
        bare = {
            "asked": (),
            "history": (),
            "earlier": (),
            "undone": (),
            "hotels": (),
            "areas": (),
            "days": (),
            "shown": 0,
        }
        hearing = hearing.model_copy(update={**bare, "home": None})
        return _said(await self._language.extract(hearing), hearing)

    async def _all(self, text: str, view: View) -> JourneySaid:
        events = await asyncio.to_thread(self._events, text, view)
        said, many = JourneySaid(), len(events) > caps.WISHES  # more than a message may ask for is refused unread
        chooses = any(isinstance(one, UserSelectedBundle | UserSelectedParts) for one in events[1:])
        for event in events:
            if isinstance(event, UserMessage) and many:
                said = said.then(JourneySaid((Unread(text=event.text),)))
            elif isinstance(event, UserMessage):
                said = said.then(await self._words(event.text, view, chooses=chooses))
            elif isinstance(event, UserApprovedPurchase):
                said = said.then(JourneySaid((Approve(text=text, event=event),)))
            else:
                said = said.then(JourneySaid((Act.model_validate({"text": text, "event": event}),)))
        return said

    async def _words(self, text: str, view: View, *, chooses: bool) -> JourneySaid:
        people = await asyncio.to_thread(people_in, text, view.trip, view.today, self._people)
        if people is not None:
            return JourneySaid((people,))
        hearing = self._hearing(text, view, chooses=chooses)
        return _said(await self._language.extract(hearing), hearing)

    def _hearing(self, text: str, view: View, *, chooses: bool) -> ReadRequest:
        trip = view.trip
        anew = chooses and selected_bundle(trip) is not None  # "undo that, I want the first" takes back a choice
        return ReadRequest(
            text=text,
            frame=view.frame or present_frame(trip),
            last_assistant=view.last_assistant,
            asked=slots_of(trip.status.asked),
            history=view.history,
            today=view.today,
            home=view.home,
            language=view.language or None,
            turn=view.turn,
            earlier=() if anew else trip.earlier,
            undone=trip.undone,
            hotels=view.hotels,
            areas=view.areas,
            days=view.days,
            shown=view.shown,
        )

    def _events(self, text: str, view: View) -> tuple[PublicEvent, ...]:
        """Return the events of a message: who travels comes first, apart from what else it says."""
        if calls_off_cancelling(text, view.trip):
            return (UserRejects(reason=text),)
        people, rest = self._people.apart(text, view.today)
        whole = self._split(text, view)
        if not (people and rest) or any(isinstance(event, UserAddsTravellers) for event in whole):
            return whole
        events = self._split(rest, view)
        acts = any(not isinstance(event, UserMessage) for event in events)
        apart = acts or not asked_for_details(view.trip)
        return (UserMessage(text=people), *events) if apart else (UserMessage(text=text),)

    def _split(self, text: str, view: View) -> tuple[PublicEvent, ...]:
        """Split words into events; a bare number answers a question that was asked."""
        trip, wm = view.trip, view.trip.working_memory
        ranking = shown_ranking(trip)
        answering = trip.status.asked and len(text.split()) == 1
        events = self._route(
            text,
            ranking.bundles if ranking and not answering else (),
            shown=wm.shown,
            has_bookings=bool(wm.bookings),
            approval_waiting=_may_refuse(trip),
            described=wm.described,
        )
        return _of_the_one_meant(events, trip)


def _said(reading: ParseResult, hearing: ReadRequest) -> JourneySaid:
    kept: tuple[Operation, ...] = reading.operations
    left: tuple[str, ...] = ()
    if not hearing.asked:
        kept, left = moves_apart(reading.operations, hearing.text, reading.language, hearing.frame)
    words = _operations(reading.model_copy(update={"operations": kept}), hearing, whole=not left)
    if left and not kept:
        words = ()
    made = JourneySaid(words, reading.language, reading.engine, reading.fallback, reading.clarifying, reading.use)
    return made._replace(left=left)


def _operations(reading: ParseResult, hearing: ReadRequest, *, whole: bool) -> tuple[Operation, ...]:
    """Return a reading as operations alone: its doubts and its question among them."""
    asked = any(isinstance(one, Question) for one in reading.operations)
    found: list[Operation] = [*reading.operations, *(_told_whole(reading, hearing) if whole else ()), *_doubts(reading)]
    if reading.question and not asked:
        found.append(Question(text=reading.question))
    if reading.empty or not found:
        found.append(Unread(text=hearing.text) if reading.empty else Social(text=hearing.text))
    return tuple(found)


def _told_whole(reading: ParseResult, hearing: ReadRequest) -> Iterable[SetSlot]:
    """Yield what a host's own engine changed in the frame and says by no operation."""
    said = applied(hearing.frame, reading.operations, hearing.earlier, hearing.undone, hearing.turn)
    for slot in changed_fields(said, reading.frame):
        yield SetSlot(text=hearing.text, slot=slot, value=getattr(reading.frame, slot))


def _doubts(reading: ParseResult) -> Iterable[Unclear]:
    for one in reading.doubts:
        yield Unclear(slot=one.slot, reason=one.reason, text=one.said, options=one.options)


def _of_the_one_meant(events: tuple[PublicEvent, ...], trip: TripIntent) -> tuple[PublicEvent, ...]:
    """Put the one option that was just described, or is alone on the list, before "hold it", where none is chosen."""
    ranking = shown_ranking(trip)
    bundles = ranking.bundles if ranking and selected_bundle(trip) is None else ()
    one = trip.working_memory.described or (bundles[0].bundle_id if len(bundles) == 1 else None)
    wants = events and isinstance(events[0], UserRequestHold | UserWantsPurchase)
    return (UserSelectedBundle(bundle_id=one), *events) if wants and bundles and one else events


def _may_refuse(trip: TripIntent) -> bool:
    """Whether a no refuses something: the approval that waits, or holds still wished for after its time was over."""
    wm = trip.working_memory
    held = wm.hold_requested and any(hold.status == "held" for hold in wm.holds)
    return wm.approval is not None or (held and not trip.status.asked)
