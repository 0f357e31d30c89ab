"""apply and import_intent: a call of the toolbox, or a document from elsewhere, becomes a patch; what follows is the table's to decide."""

import asyncio
from collections.abc import Sequence

from tripintent.nodes.booking.facts.news import carded
from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.in_order import next_event
from tripintent.nodes.runtime import Run, reply
from tripintent.state.acts import Called, Outcome
from tripintent.state.caps import excess_of
from tripintent.state.events import IntentReady, ToolCall, UserSelectedOffers, UserWantsPurchase
from tripintent.state.exchange import import_document
from tripintent.state.framing import frame_of
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.rebooking import GIVEN_UP
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.ports import Ports, Survey, Surveyed
from tripintent.tools.toolbox.base import Act, Look, Scene
from tripintent.tools.toolbox.toolbox import by_name, unknown_tool


async def apply(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Work the call that is next; the calls after it see what came of it."""
    trip, turn = state["trip_intent"], state["turn"]
    call = next_event(turn, ToolCall)
    act = await acted(call, scene_of(trip, ports, run, said=turn.text))
    called = (*turn.called, Called(call_id=call.call_id, name=call.name, outcome=act.outcome))
    lets_go = turn.lets_go or (act.outcome.ok and call.arguments.get("let_hold_go") is True)
    done = {"queue": (*act.events, *turn.queue[1:]), "called": called, "lets_go": lets_go}
    after = turn.model_copy(update=done)
    patches = [*act.patches, *_framed(trip, act.patches), *(_wanted_again(trip, call) if act.outcome.ok else ())]
    update: BookingUpdate = {"trip_intent": patches, "turn": after}
    return {**update, "messages": [carded(act.card, trip, ports, "watched", {})]} if act.card else update


def scene_of(trip: TripIntent, ports: Ports, run: Run, said: str = "") -> Scene:
    """Return what a tool sees of a trip; with it the way to try calls on a copy, where there is one."""
    look = _look(ports.survey, trip, ports, run) if ports.survey else None
    return Scene(trip=trip, ports=ports, who=run.principal, said=said, survey=look)


def _look(survey: Survey, trip: TripIntent, ports: Ports, run: Run) -> Look:
    async def look(calls: Sequence[ToolCall]) -> tuple[Surveyed, Ports]:
        return await survey(trip, calls, ports, run.principal, run.context)

    return look


async def acted(call: ToolCall, scene: Scene) -> Act:
    """Return what a call does; a READ tool's facts are an act that changes nothing."""
    tool = by_name().get(call.name)
    if tool is None:
        return Act(unknown_tool(call.name))
    done = await tool.run(scene, call.arguments)
    return done if isinstance(done, Act) else Act(Outcome(facts=done.model_dump(mode="json")))


def _framed(trip: TripIntent, patches: tuple[Patch, ...]) -> list[Patch]:
    """Return the patch by which words that come later are read on top of what a call changed."""
    if not patches:
        return []
    after = apply_patch(trip, list(patches))
    return [Patch(by="apply", merge={"frame": frame_of(after)})]


def _wanted_again(trip: TripIntent, call: ToolCall) -> list[Patch]:
    """Return the patch by which hotels are looked for again that a cancellation gave up: the call speaks of hotels."""
    kept = tuple(one for one in trip.working_memory.given_up if not one.startswith(GIVEN_UP))
    stops = call.arguments.get("stops")
    parts = (call.arguments, *(stops if isinstance(stops, list) else ()))
    speaks = any(isinstance(one, dict) and one.get("lodging") for one in parts)
    again = call.name == "update_trip" and speaks and kept != trip.working_memory.given_up
    return [Patch(by="apply", merge={"working_memory": {"given_up": kept}})] if again else []


async def import_intent(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
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
    said = Patch(by="import_intent", merge={"frame": frame_of(after)})
    update: BookingUpdate = {"trip_intent": [taken, said], "turn": _with_choice(turn.done(), event)}
    if imported.problems:
        update["messages"] = [await reply(ports, trip, "import_problems", paths=list(imported.problems))]
    return update


def _with_choice(turn: Turn, event: IntentReady) -> Turn:
    """Return the turn with what was chosen where the document comes from next in line: to be held, and approved by a person."""
    if not event.option_ids:
        return turn
    wishes = (UserSelectedOffers(option_ids=event.option_ids), UserWantsPurchase())
    return turn.model_copy(update={"queue": (*wishes, *turn.queue)})
