"""The moment of a message: the stage of the trip, and what was asked last, in the words that examples are marked with."""

from collections.abc import Mapping

from tripintent.state.derived import shown_ranking
from tripintent.state.questions import asked_for_details
from tripintent.tools.ports.reader import View

_ASKED: Mapping[str, str] = {
    "origin": "origin",
    "visits": "destination",
    "depart": "depart",
    "return_": "return",
    "trip_type": "return",
    "check_in": "depart",
    "check_out": "return",
    "nights": "nights",
    "travelers": "party",
    "adults": "party",
    "children": "party",
    "infants": "party",
    "ages": "ages",
    "budget": "budget",
    "lodging_needed": "hotel",
}


def stage_of(view: View) -> str:
    """Return the stage: start, collecting, options, held, approval, booked, days or documents."""
    trip, memory = view.trip, view.trip.working_memory
    if memory.approval is not None:
        return "approval"
    if view.system == "DESIGNER" and view.talk.stays:
        return "options"
    if view.system == "DESIGNER" and (view.plan.live or view.talk.ideas or view.talk.places):
        return "days"
    if view.system == "PLANNING" and view.documents:
        return "documents"
    if memory.bookings:
        return "booked"
    if any(one.status == "held" for one in memory.holds):
        return "held"
    if shown_ranking(trip) is not None:
        return "options"
    if view.plan.live:
        return "days"
    return "collecting" if trip.status.asked or trip.frame.visits or view.notes.pending else "start"


def asked_in(view: View) -> str:
    """Return what was asked or offered last; empty for nothing."""
    trip = view.trip
    if asked_for_details(trip):
        return "names"
    if view.system == "DESIGNER" and view.talk.stays:
        return "choice"
    named = next((name for slot in view.asked if (name := _ASKED.get(slot))), "")
    if named:
        return named
    if view.system == "PLANNING" and view.notes.offered:
        return "document"
    if view.talk.pending:
        return "yesno"
    if view.talk.places:
        return "place"
    stage = stage_of(view)
    return {"options": "choice", "held": "buy"}.get(stage, "")
