"""import_intent: a document from elsewhere is taken over, only as far as it may be trusted."""

import asyncio

from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.in_order import next_event
from tripintent.nodes.runtime import Run, reply
from tripintent.state.caps import excess_of
from tripintent.state.events import IntentReady, UserSelectedOffers, UserWantsPurchase
from tripintent.state.exchange import import_document
from tripintent.state.framing import frame_of
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.turn import Turn
from tripintent.tools.ports.ports import Ports


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
