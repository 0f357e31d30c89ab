"""park: the end of a turn that waits for a person. Everything is saved before the wait, which may last for days.

Without it the answer to "where does this trip stand?" would be the one before the approval for every other thread, the
decisions of this turn would reach the audit only with the answer, and a host that mounts the graph would lose the turn
when new words come instead of an answer.
"""

from typing import TypedDict

from tripintent.nodes.booking.assess import status_patch
from tripintent.nodes.booking.node import Run
from tripintent.nodes.booking.publishing import publish_trip
from tripintent.nodes.booking.state import BookingState
from tripintent.state.patch import apply_patch
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports


class ParkUpdate(TypedDict):
    """What park writes."""

    trip_intent: TripIntent
    journal: None


async def park(state: BookingState, ports: Ports, run: Run) -> ParkUpdate:
    """Stamp the status, save the trip for others, and write the journal to the audit."""
    trip = state["trip_intent"]
    saved = await publish_trip(apply_patch(trip, status_patch(trip, "park")), state, ports, run)
    return {"trip_intent": saved, "journal": None}
