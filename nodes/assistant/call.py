"""call: one call of the tools of days and documents is worked on the trip's documents, which are saved for their owner."""

from collections.abc import Mapping
from typing import Any, TypedDict, cast

from langchain_core.messages import AnyMessage

from tripintent.nodes.assistant.state import AssistantState
from tripintent.nodes.booking.apply import acted
from tripintent.nodes.booking.intake import parse_input
from tripintent.nodes.booking.publish import publish_trip
from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.opening import adopted_trip, disowned, stamps
from tripintent.nodes.planning.publish import KINDS, saved
from tripintent.nodes.runtime import Run, reply
from tripintent.nodes.view import newest_plan, plan_of_trip
from tripintent.state.acts import Called, Outcome
from tripintent.state.derived import card_waits, selected_bundle
from tripintent.state.designer.itinerary import ItineraryDocument, itinerary_of
from tripintent.state.document import Document, TripDocuments, block_hashes
from tripintent.state.events import ToolCall
from tripintent.state.patch import apply_patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.desk_service import AssistantPorts
from tripintent.tools.ports.documents import NOT_YOURS, NotYours
from tripintent.tools.toolbox.base import Scene


class CallUpdate(TypedDict, total=False):
    """Channels that ``call`` updates."""

    messages: list[AnyMessage]
    trip_intent: TripIntent
    documents: TripDocuments
    turn: Turn
    journal: None


async def call(state: AssistantState, ports: AssistantPorts, run: Run) -> CallUpdate:
    """Work the call on the newest documents, save what it changed, and keep what came of it with the turn."""
    own, within = ports.booking, state["turn"].cards_alone
    adopted = await adopted_trip(state["trip_intent"], own, run)
    trip = apply_patch(adopted, await stamps(adopted, own, run, begins=not within))
    heard = parse_input(cast("BookingState", state), own)
    opened_now = {"start": block_hashes(adopted), "queue": (), "cards_alone": within, "began": len(state["messages"])}
    turn = heard.turn.model_copy(update=opened_now)
    event = heard.turn.queue[0] if heard.turn.queue else None
    if heard.refusal or not isinstance(event, ToolCall):
        kind, facts = heard.refusal or ("malformed_event", {"where": "event", "problem": "it is no call of a tool"})
        return {"messages": [await reply(own, trip, kind, **facts)], "turn": turn.model_copy(update={"refused": True})}
    newest = await _newest(state, trip, ports, run)
    plan = await plan_of_trip(itinerary_of({"documents": newest}), trip, own)
    documents = {**newest, ItineraryDocument.kind: plan}
    seen = documents
    if selected_bundle(trip):
        seen = {**documents, ItineraryDocument.kind: await plan_of_trip(plan, trip, own, chosen=True)}
    scene = Scene(trip=trip, ports=own, who=run.principal, documents=seen, planning=ports.planning, said=turn.text)
    act = await acted(event, scene)
    outcome, changed = act.outcome, dict(act.documents)
    opened = cast("BookingState", {**state, "turn": turn})
    try:
        kept = {kind: await saved(newest.get(kind), one, own, ports.planning, run) for kind, one in changed.items()}
        trip = await publish_trip(apply_patch(trip, list(act.patches)), opened, own, run)
    except NotYours:  # a grant that was taken back while the call ran
        kept, outcome, trip = {}, Outcome.refused(NOT_YOURS), disowned(trip)
    called = (Called(call_id=event.call_id, name=event.name, outcome=outcome),)
    done = turn.model_copy(update={"called": called, "parked": card_waits(trip, run.thread_id)})
    return {"trip_intent": trip, "documents": {**documents, **kept}, "turn": done, "journal": None}


async def _newest(state: AssistantState, trip: TripIntent, ports: AssistantPorts, run: Run) -> dict[str, Document]:
    """Return the newest documents of the trip: those of this conversation, or newer ones that another saved."""
    have: Mapping[str, Any] = state.get("documents") or {}
    found: dict[str, Document] = {}
    for kind in KINDS:
        mine = have.get(kind.kind)
        stored = await ports.booking.documents.get(run.principal, trip.trip_id, kind) if trip.trip_id else None
        newest = stored if stored is not None and (mine is None or stored.version > mine.version) else mine
        if newest is not None:
            found[kind.kind] = newest
    plan = have.get(ItineraryDocument.kind) or ItineraryDocument()
    return {**found, ItineraryDocument.kind: await newest_plan(plan, trip, ports.booking, run)}
