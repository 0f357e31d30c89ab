"""park: the end of a turn that waits for a person. Everything is saved before the wait, which may last for days.

Without it the answer to "where does this trip stand?" would be the one before the approval for every other thread, the
decisions of this turn would reach the audit only with the answer, and a host that mounts the graph would lose the turn
when new words come instead of an answer.
"""

from typing import TypedDict

from tripintent.nodes.booking.assess import status_patch
from tripintent.nodes.booking.parts.publishing import publish_trip
from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.runtime import Run
from tripintent.state.patch import apply_patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.ports import Ports


class SaveUpdate(TypedDict):
    """What park writes."""

    trip_intent: TripIntent
    turn: Turn
    journal: None


async def save_before_wait(state: BookingState, ports: Ports, run: Run) -> SaveUpdate:
    """Stamp the status, save the trip for others, and write the journal to the audit."""
    trip = state["trip_intent"]
    saved = await publish_trip(apply_patch(trip, status_patch(trip, "save_before_wait")), state, ports, run)
    return {"trip_intent": saved, "turn": state["turn"].model_copy(update={"parked": True}), "journal": None}
