"""assess: stamp what is missing, wrong and doubtful, and where the trip is. The edge behind it decides what is next."""

from typing import TypedDict

from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.runtime import Run
from tripintent.state.derived import as_planned
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.questions import invalid, missing
from tripintent.state.standing import phase_of
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports


class AssessUpdate(TypedDict):
    """What assess writes."""

    trip_intent: Patch


async def assess(state: BookingState, ports: Ports, run: Run) -> AssessUpdate:
    """Stamp the status of the trip as it is now."""
    return {"trip_intent": status_patch(state["trip_intent"], "assess")}


def status_patch(trip: TripIntent, by: str) -> Patch:
    """Return the patch that makes the status say what the trip says."""
    wm = trip.working_memory
    bookings = Patch(merge={"working_memory": {"bookings": as_planned(trip, wm.bookings)}} if wm.bookings else {})
    phase, ledger_status = phase_of(apply_patch(trip, bookings))
    status = {"missing_required": missing(trip), "invalid": invalid(trip), "phase": phase, "state": ledger_status}
    return Patch(by=by, merge={**bookings.merge, "status": status})
