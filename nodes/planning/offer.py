"""offer: one line when a document has become possible, before the system answers: its outcome is the last word of a turn."""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.journey import taken_in
from tripintent.nodes.planning.aggregate import remark
from tripintent.nodes.planning.check import check
from tripintent.nodes.planning.classify import classify
from tripintent.nodes.planning.state import PlanningState
from tripintent.nodes.runtime import Run
from tripintent.state.planning.command import Command
from tripintent.state.planning.notes import PlanningNotes
from tripintent.state.reading import Reading
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports


class OfferUpdate(TypedDict, total=False):
    """What offer writes."""

    messages: list[AnyMessage]
    planning: PlanningNotes


async def offer(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> OfferUpdate:
    """Offer what these words make possible, or what the turn before did. A first message is not talked over.

    The journey is looked at as it will be; nothing of it is written here.
    """
    earlier = state.get("planning") or PlanningNotes()
    if not earlier.status or own.at_once:
        return {}
    ahead: PlanningState = {**state, "trip_intent": await _ahead(state, ports)}
    heard = await classify(ahead, ports, own, run)
    bare = heard["planning"].model_copy(update={"command": Command()})
    checked = await check({**ahead, "planning": bare}, ports, own, run)
    if not (earlier.due or became_ready(earlier, checked["planning"])):
        return {}
    said = await remark({**ahead, **checked, "results": ()}, ports, own, run)
    told = earlier.model_copy(update={"due": False, "saying": said["planning"].offered})
    return {"planning": told, "messages": said.get("messages", [])}


def became_ready(earlier: PlanningNotes, notes: PlanningNotes) -> bool:
    """Tell whether the checklist, or a document that was asked for, waited for something that this message said."""
    waited = [earlier.status.get(action) for action in ("checklist", *notes.pending)]
    now = [notes.status[action].ready for action in ("checklist", *notes.pending)]
    return any(before is not None and not before.ready and ready for before, ready in zip(waited, now, strict=True))


async def _ahead(state: PlanningState, ports: Ports) -> TripIntent:
    """Return the trip with what the booking's part of the message says of the journey."""
    trip, reading = state["trip_intent"], state.get("reading") or Reading()
    said = reading.part("BOOKING").journey
    return (await taken_in(trip, said, reading, ports)).trip if said and trip.trip_id else trip
