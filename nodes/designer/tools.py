"""tools: the operations at the head of the line are made on the itinerary, one after another, as one change of the turn."""

from collections.abc import Sequence
from itertools import chain

from pydantic import JsonValue

from tripintent.nodes.designer.state import DesignerState, StepUpdate, framed, itinerary_of, with_itinerary
from tripintent.nodes.runtime import Run
from tripintent.state.designer import history
from tripintent.state.designer.applying import apply_operation
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.operations import (
    SETTING,
    WRITES,
    AddThing,
    Operation,
    SetTrip,
    SetWishes,
    Sight,
    Step,
    TakeIdea,
)
from tripintent.state.designer.outcomes import Bench, Done, Refusal, segment_facts
from tripintent.state.designer.setting import tastes_said, with_trip, with_wishes
from tripintent.state.designer.talk import Event, Talk
from tripintent.state.frame import When
from tripintent.state.framing.trip_to_frame import present_frame
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.nearness import sight_named, sights_of

MADE = (*WRITES, *SETTING, Step, TakeIdea)


async def tools(state: DesignerState, ports: Ports, run: Run) -> StepUpdate:
    """Work every operation that writes up to the next one that asks for something else."""
    document, talk, turn = itinerary_of(state), state["talk"], state["design"]
    events: list[Event] = []
    done = 0
    for operation in turn.operations:
        if not isinstance(operation, MADE):
            break
        document, talk, news = _worked(document, talk, await _sighted(operation, document, ports), ports)
        events += news
        done += 1
    left = turn.model_copy(update={"operations": turn.operations[done:], "events": (*turn.events, *events)})
    made: StepUpdate = {"documents": with_itinerary(document), "talk": talk, "design": left}
    said = [o for o in turn.operations[:done] if isinstance(o, SetWishes)]
    likes, dislikes = (chain.from_iterable(lists) for lists in ([o.interests for o in said], [o.avoid for o in said]))
    if tastes := tastes_said(state["trip_intent"], likes, dislikes):
        made["trip_intent"] = tastes
    if any(isinstance(o, Step) and o.what in ("undo", "redo") for o in turn.operations[:done]):
        return made | _days_follow(state["trip_intent"], itinerary_of(state), document)
    return made


def _days_follow(trip: TripIntent, before: ItineraryDocument, after: ItineraryDocument) -> StepUpdate:
    """Return the journey on the days that undo or redo gave the plan, where both had the same and nothing was found for them."""
    frame, wm = present_frame(trip), trip.working_memory
    days = [when.day if when else None for when in (frame.depart, frame.return_)]
    then = (after.start_date, after.end_date)
    if days != [before.start_date, before.end_date] or None in then or wm.quotes or wm.bookings or days == [*then]:
        return {}
    depart, back = (When(said=str(day), day=day) for day in then)
    new = frame.model_copy(update={"depart": depart, "return_": back})
    merge = framed(trip, frame, new)
    return {"trip_intent": Patch(source="user_message", by="tools", event="USER_MESSAGE", merge=merge)}


async def _sighted(operation: Operation, document: ItineraryDocument, ports: Ports) -> Operation:
    """Return the addition of a known sight with its place on the map."""
    if not isinstance(operation, AddThing) or operation.place or operation.meeting:
        return operation
    found = sight_named(operation.name, await sights_of(document, ports.designer.attractions))
    if found is None:
        return operation
    sight = Sight(
        id=found.id,
        lat=found.lat,
        lon=found.lon,
        minutes=found.minutes,
        kind=found.kind,
        names=(found.name, *found.also),
    )
    return operation.model_copy(update={"sight": sight})


def _worked(
    document: ItineraryDocument, talk: Talk, operation: Operation, ports: Ports
) -> tuple[ItineraryDocument, Talk, Sequence[Event]]:
    match operation:
        case Step():
            return _step(document, talk, operation, ports)
        case SetTrip():
            new, event = with_trip(document, operation, ports.designer.atlas)
            return new, _day(talk, operation.start or operation.around), (event,) if event else ()
        case SetWishes():
            new, event = with_wishes(document, operation)
            heard = talk.model_copy(update={"party": operation.party or talk.party})
            return new, heard, (event,) if event else ()
        case TakeIdea():
            return _idea(document, talk, operation, ports)
    return _applied(document, talk, operation, ports, confirmed=False)


def _applied(
    document: ItineraryDocument, talk: Talk, operation: Operation, ports: Ports, *, confirmed: bool
) -> tuple[ItineraryDocument, Talk, Sequence[Event]]:
    bench = Bench(ports.designer.atlas, ports.designer.new_id, talk, confirmed=confirmed)
    applied = apply_operation(document, operation, bench)
    waits = any(e.kind == "preview" for e in applied.events)
    talk = talk.model_copy(
        update={
            "spoken_of": (*(i for i in talk.spoken_of if i not in applied.spoken), *applied.spoken)[-8:],
            "pending": (operation,) if waits else (),
        }
    )
    if operation.op == "keep_free":
        talk = talk.model_copy(update={"free": (*talk.free, (operation.day, operation.stretch))})
    return applied.document, _day(talk, _day_of(applied.document, applied.spoken)), applied.events


def _step(
    document: ItineraryDocument, talk: Talk, step: Step, ports: Ports
) -> tuple[ItineraryDocument, Talk, Sequence[Event]]:
    if step.what in ("undo", "redo"):
        outcome = history.undo(document) if step.what == "undo" else history.redo(document)
        if isinstance(outcome, Refusal):
            return document, talk, (Event(kind="refused", facts={"code": outcome.code}),)
        kind: Event = Event(
            kind="undone" if step.what == "undo" else "redone",
            ids=(*outcome.added, *outcome.changed, *outcome.removed),
            facts=_restored(document, outcome),
        )
        return outcome.document, talk.model_copy(update={"pending": ()}), (kind,)
    if step.what == "no":
        return document, talk.model_copy(update={"pending": ()}), (Event(kind="declined"),)
    events: list[Event] = []
    for operation in talk.pending:
        document, talk, news = _applied(document, talk, operation, ports, confirmed=True)
        events += news
    return document, talk, events or (Event(kind="agreed"),)


def _restored(before: ItineraryDocument, outcome: Done) -> dict[str, JsonValue]:
    """Return what an undo or a redo changed: what came back, what went, what is otherwise, and the trip's own days."""
    after = outcome.document

    def told(document: ItineraryDocument, ids: Sequence[str]) -> list[JsonValue]:
        return [segment_facts(s) for i in ids if (s := document.segment(i)) is not None]

    dates = bool({"start_date", "end_date", "destinations"} & set(outcome.fields))
    return {
        "back": told(after, outcome.added),
        "out": told(before, outcome.removed),
        "again": told(after, outcome.changed),
        "start": after.start_date if dates else None,
        "end": after.end_date if dates else None,
        "destination": ", ".join(d.name for d in after.destinations) if dates else None,
        "other": bool(outcome.fields) and not dates,
    }


def _idea(
    document: ItineraryDocument, talk: Talk, operation: TakeIdea, ports: Ports
) -> tuple[ItineraryDocument, Talk, Sequence[Event]]:
    if not 1 <= operation.number <= len(talk.ideas):
        return document, talk, (Event(kind="which_one", facts={"words": operation.said, "options": []}),)
    idea = talk.ideas[operation.number - 1]
    minutes = operation.when.minutes or (None if operation.when.end else idea.minutes)
    when = operation.when.model_copy(update={"minutes": minutes})
    sight = None
    if idea.ref and idea.lat is not None and idea.lon is not None:
        sight = Sight(id=idea.ref, lat=idea.lat, lon=idea.lon, minutes=idea.minutes, kind=idea.kind)
    thing = AddThing(name=idea.name, when=when, sight=sight, said=operation.said)
    return _applied(document, talk, thing, ports, confirmed=False)


def _day(talk: Talk, day: str | None) -> Talk:
    return talk.model_copy(update={"spoken_day": day}) if day else talk


def _day_of(document: ItineraryDocument, ids: Sequence[str]) -> str | None:
    segment = document.segment(ids[-1]) if ids else None
    return segment.start_datetime[:10] if segment and segment.start_datetime else None
