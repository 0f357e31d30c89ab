"""The phase and state that a trip is in, read off the document."""

from typing import NamedTuple

from tripintent.state import derived
from tripintent.state.questions import gaps
from tripintent.state.trip import Phase, TripIntent

STEP_LIMIT = "step_limit"


class Standing(NamedTuple):
    """Phase and state as published."""

    phase: Phase
    state: str


_PURCHASE: dict[str, Standing] = {
    "MANUAL_REVIEW": Standing("book", "manual_review"),
    "PAYMENT_REVIEW": Standing("book", "manual_review"),  # the published list has no word for it; purchase_state tells
    "EXECUTING": Standing("book", "purchasing"),
    "REPRICING": Standing("book", "purchasing"),
    "APPROVED": Standing("book", "purchasing"),
    "COMPENSATING": Standing("book", "purchasing"),
    "REAPPROVAL_NEEDED": Standing("book", "reapproval_needed"),
}


def standing_of(trip: TripIntent) -> Standing:
    """Return where the trip stands, the furthest step that is true."""
    return _stopped(trip) or _booked(trip) or _quoted(trip)


def _stopped(trip: TripIntent) -> Standing | None:
    error = trip.status.last_tool_error
    return Standing("error", "retryable") if error and error.code == STEP_LIMIT else None


def _booked(trip: TripIntent) -> Standing | None:
    wm = trip.working_memory
    if wm.purchase_state in _PURCHASE:
        return _PURCHASE[wm.purchase_state]
    if wm.approval:
        return Standing("book", "awaiting_purchase_approval")
    confirmed = [b for b in wm.bookings if b.status == "confirmed" and not b.stale]
    if confirmed and not derived.open_plan(trip).keys:
        return Standing("completed", "completed")
    if wm.bookings and not confirmed and all(b.status == "cancelled" for b in wm.bookings):
        return Standing("book", "cancelled")
    return None


def _quoted(trip: TripIntent) -> Standing:
    if gaps(trip):
        return Standing("intake", "collecting_requirements")
    waiting = {a.query.kind for a in derived.unquoted(trip)}
    if waiting:
        return Standing("quote", "quoting_flights" if "flight" in waiting else "quoting_hotels")
    if any(q.failure and q.failure.retryable for q in derived.unanswered(trip)):
        return Standing("error", "retryable")
    return _decided(trip) if derived.current_ranking(trip) else _found(trip)


def _found(trip: TripIntent) -> Standing:
    """Nothing ranked yet: there is something to rank, or the traveller has to change the trip."""
    return (
        Standing("quote", "ranking_bundles") if derived.anything_found(trip) else Standing("intake", "ready_to_quote")
    )


def _decided(trip: TripIntent) -> Standing:
    if not derived.selected_bundle(trip):
        return Standing("quote", "presenting_options")
    if not derived.current_risk(trip):
        return Standing("quote", "risk_checking")
    if not trip.working_memory.hold_requested:
        return Standing("quote", "risk_checked")
    return Standing("book", "collecting_travellers" if trip.status.asked else "placing_holds")
