"""Nodes that bring what was said into the trip: extract, which applies queued operations as patches, and import_intent.

A document from elsewhere is taken over only as far as it may be trusted.
"""

import asyncio
from typing import Literal, TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.acknowledged import answers_itself
from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.in_order import next_event
from tripintent.nodes.journey import Taken, taken_in
from tripintent.nodes.party import people_in
from tripintent.nodes.runtime import Run, reply
from tripintent.state.bundles import Selected
from tripintent.state.caps import excess_of
from tripintent.state.derived import selected_bundle, unheld
from tripintent.state.events import (
    IntentReady,
    PublicEvent,
    UserReleasesHold,
    UserRequestHold,
    UserSelectedBundle,
    UserSelectedOffers,
    UserSelectedParts,
    UserWantsOptions,
    UserWantsPurchase,
)
from tripintent.state.exchange import import_document
from tripintent.state.framing import frame_of, plan_hash
from tripintent.state.operations import Answer, NamePeople, Question, RemovePerson, Restore, Social
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.reading import Reading, Said
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.language import ParseResult
from tripintent.tools.ports.ports import Ports


class ChoiceTakenBack(TypedDict):
    """Channels that taking back a choice updates."""

    messages: list[AnyMessage]
    trip_intent: list[Patch]
    turn: Turn


class ExtractUpdate(TypedDict, total=False):
    """Channels that ``extract`` updates."""

    messages: list[AnyMessage]
    trip_intent: list[Patch]
    turn: Turn


async def extract(state: BookingState, ports: Ports, run: Run) -> ExtractUpdate:
    """Apply the first operations in the queue. Who travels comes alone; a bare "undo" may take back a choice or a hold."""
    trip, turn = state["trip_intent"], state["turn"]
    said, reading = next_event(turn, Said), state.get("reading") or Reading()
    if isinstance(named := said.operations[0], NamePeople | RemovePerson):
        patches, party, told = await people_in(trip, named, reading, ports)
        clear = party.clear and isinstance(named, NamePeople)
        return {"trip_intent": patches, "turn": _after_people(turn, trip, clear=clear), "messages": told}
    taken = await taken_in(trip, said.operations, reading, ports, anew=_chooses_again(turn, trip))
    step = step_to_take_back(trip, turn, taken.reading)
    if step == "choice":
        return {**await choice_taken_back(trip, turn, ports)}
    if step == "hold":
        return {"turn": hold_taken_back(turn)}
    if taken.over is not None:
        return {"messages": [await reply(ports, trip, "too_much", **taken.over.facts())], "turn": turn.done()}
    after = _turn(turn, said, taken)
    messages = [*taken.messages]
    if not taken.heard and _undid_nothing(taken, turn):
        messages.append(await reply(ports, trip, "nothing_to_undo"))
    return {"trip_intent": [*taken.patches], "turn": after, "messages": messages}


def _undid_nothing(taken: Taken, turn: Turn) -> bool:
    return any(isinstance(one, Restore) for one in taken.reading.operations) and len(turn.queue) == 1


def _after_people(turn: Turn, trip: TripIntent, *, clear: bool) -> Turn:
    """Return the turn behind who travels; names alone, right behind "shall I hold it?", are a yes."""
    alone = clear and len(turn.queue) == 1 and _offered_hold(trip)
    return turn.model_copy(update={"queue": (UserRequestHold(),)}) if alone else turn.done()


def _chooses_again(turn: Turn, trip: TripIntent) -> bool:
    """Tell whether the words choose again: "undo that, I want the first" takes back a choice, and no change of the trip."""
    chooses = any(isinstance(one, UserSelectedBundle | UserSelectedParts) for one in turn.queue[1:])
    return chooses and selected_bundle(trip) is not None


def _turn(turn: Turn, said: Said, taken: Taken) -> Turn:
    """Return the turn behind the words: a yes or no to what was offered is lined up, a question is still to be answered."""
    reading, trip = taken.reading, taken.trip
    queue: tuple[PublicEvent | Said, ...] = turn.queue[1:]
    names = all(isinstance(one, Said) and isinstance(one.operations[0], NamePeople) for one in queue)
    answers = not (turn.news or reading.changed) and names  # who travels may be named beside a yes
    hedged = any(isinstance(one, Answer) and one.stance == "hedge" for one in reading.operations)
    asks = reading.question is not None or "?" in turn.text
    described = trip.working_memory.described
    if reading.stance == "yes" and answers and not (asks or hedged) and described and not selected_bundle(trip):
        queue = (UserSelectedBundle(bundle_id=described), *queue)
    elif reading.stance and answers and not (asks or hedged) and _offered_hold(trip):
        queue = (*queue, UserRequestHold() if reading.stance == "yes" else UserWantsOptions(order="best"))
    return turn.model_copy(
        update={
            "queue": queue,
            "question": reading.question,
            "about": next((_about(one) for one in reading.operations if isinstance(one, Question)), ""),
            "social": next((one.what for one in reading.operations if isinstance(one, Social)), ""),
            "unread": reading.empty and not reading.changed and said.text == turn.text,
            "spoke": turn.spoke or (taken.heard and _says_all(reading, said, trip)),
        }
    )


def _says_all(reading: ParseResult, said: Said, trip: TripIntent) -> bool:
    """Tell whether what was noted is the whole answer; any other question beside it is still to be answered."""
    asks = reading.question is not None or "?" in said.text
    return answers_itself(reading) or (trip.status.phase == "completed" and not (asks or reading.changed))


def _about(asked: Question) -> str:
    return f"option {asked.number}" if asked.about == "option" and asked.number else str(asked.about)


def _offered_hold(trip: TripIntent) -> bool:
    """Return whether the traveller was just offered to hold the chosen trip: then "yes" means hold."""
    wm = trip.working_memory
    return (
        trip.status.state == "risk_checked"
        and bool(selected_bundle(trip))
        and not wm.hold_requested
        and bool(unheld(trip))
    )


def step_to_take_back(trip: TripIntent, turn: Turn, reading: ParseResult) -> Literal["hold", "choice"] | None:
    """Return what a bare "undo" takes back, where that is not a change of the trip: what was done after the last change."""
    bare = [(one.op, one.what) for one in reading.operations if isinstance(one, Restore)] == [("restore", "last")]
    said = [one for one in reading.operations if not isinstance(one, Question)]
    if not bare or len(said) > 1 or len(turn.queue) > 1 or not selected_bundle(trip):
        return None
    frame, memory = trip.frame, trip.working_memory
    changed_last = max((one.turn for one in frame.evidence.values()), default=0) if frame else 0
    if changed_last > memory.selected.turn or any(one.status == "confirmed" for one in memory.bookings):
        return None
    return "hold" if any(one.status == "held" for one in memory.holds) else "choice"


def hold_taken_back(turn: Turn) -> Turn:
    """Return the turn that gives the hold back; the choice stays."""
    return turn.model_copy(update={"queue": (UserReleasesHold(),)})


async def choice_taken_back(trip: TripIntent, turn: Turn, ports: Ports) -> ChoiceTakenBack:
    """Return the update that forgets the choice and shows the options once more."""
    forget = Patch(
        source="user_message",
        by="extract",
        note="the choice is taken back",
        merge={"working_memory": {"selected": Selected(), "hold_requested": False}},
    )
    shown = turn.model_copy(update={"queue": (UserWantsOptions(order="best"),)})
    return {"messages": [await reply(ports, trip, "choice_taken_back")], "trip_intent": [forget], "turn": shown}


class ImportUpdate(TypedDict, total=False):
    """Channels that ``import_intent`` updates."""

    messages: list[AnyMessage]
    trip_intent: list[Patch]
    turn: Turn


async def import_intent(state: BookingState, ports: Ports, run: Run) -> ImportUpdate:
    """Import request, party, itinerary, preferences and constraints; keep the rest aside, and say what could not be read."""
    trip, turn = state["trip_intent"], state["turn"]
    event = next_event(turn, IntentReady)
    document = event.trip_intent
    if document is None:
        return {"turn": _with_choice(turn.done(), event)}
    if (over := excess_of(document)) is not None:
        return {"messages": [await reply(ports, trip, "too_much", **over.facts())], "turn": turn.done()}
    imported = await asyncio.to_thread(import_document, document)
    merge: dict[str, object] = {**imported.merge, "extras": {"imported": imported.kept}}
    note = f"kept aside: {', '.join(imported.kept)}" if imported.kept else ""
    taken = Patch(source="operator_override", by="import_intent", event="INTENT_READY", note=note, merge=merge)
    after = apply_patch(trip, taken)
    said = Patch(by="import_intent", merge={"frame": frame_of(after), "frame_plan_hash": plan_hash(after)})
    update: ImportUpdate = {"trip_intent": [taken, said], "turn": _with_choice(turn.done(), event)}
    if imported.problems:
        update["messages"] = [await reply(ports, trip, "import_problems", paths=list(imported.problems))]
    return update


def _with_choice(turn: Turn, event: IntentReady) -> Turn:
    """Return the turn with what was chosen where the document comes from next in line: to be held, and approved by a person."""
    if not event.option_ids:
        return turn
    wishes = (UserSelectedOffers(option_ids=event.option_ids), UserWantsPurchase())
    return turn.model_copy(update={"queue": (*wishes, *turn.queue)})
