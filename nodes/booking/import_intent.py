"""import_intent: take over a document from elsewhere, as far as it may be trusted."""

from typing import Any, TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.node import Run
from tripintent.nodes.booking.speech import say
from tripintent.nodes.booking.state import BookingState
from tripintent.state.events import IntentReady
from tripintent.state.framing import frame_of, plan_fingerprint
from tripintent.state.importing import import_document
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.turn import Turn
from tripintent.tools.ports.ports import Ports


class ImportUpdate(TypedDict, total=False):
    """What import_intent writes."""

    messages: list[AnyMessage]
    trip_intent: list[Patch]
    turn: Turn


async def import_intent(state: BookingState, ports: Ports, run: Run) -> ImportUpdate:
    """Import request, party, itinerary, preferences and constraints; keep the rest aside, and say what could not be read."""
    trip, turn = state["trip_intent"], state["turn"]
    event = turn.queue[0]
    imported = import_document(event.trip_intent if isinstance(event, IntentReady) else {})
    merge: dict[str, Any] = {**imported.merge, "extras": {"imported": imported.kept}}
    note = f"kept aside: {', '.join(imported.kept)}" if imported.kept else ""
    taken = Patch(source="operator_override", by="import_intent", event="INTENT_READY", note=note, merge=merge)
    after = apply_patch(trip, taken)
    said = Patch(by="import_intent", merge={"said": frame_of(after), "said_plan": plan_fingerprint(after)})
    update: ImportUpdate = {"trip_intent": [taken, said], "turn": turn.done()}
    if imported.problems:
        update["messages"] = [await say(ports, trip, "import_problems", paths=list(imported.problems))]
    return update
