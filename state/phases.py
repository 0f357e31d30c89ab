"""The phase and state that a trip is in, read off the document."""

from typing import NamedTuple

from tripintent.state import derived
from tripintent.state.questions import gaps
from tripintent.state.trip import Phase, TripIntent

STEP_LIMIT = "step_limit"


class TripPhase(NamedTuple):
    """Phase and state as published."""

    phase: Phase
    state: str


_PURCHASE: dict[str, TripPhase] = {
    "MANUAL_REVIEW": TripPhase("book", "manual_review"),
    "PAYMENT_REVIEW": TripPhase("book", "manual_review"),  # the published list has no word for it; purchase_state tells
    "EXECUTING": TripPhase("book", "purchasing"),
    "REPRICING": TripPhase("book", "purchasing"),
    "APPROVED": TripPhase("book", "purchasing"),
    "COMPENSATING": TripPhase("book", "purchasing"),
    "REAPPROVAL_NEEDED": TripPhase("book", "reapproval_needed"),
}


def phase_of(trip: TripIntent) -> TripPhase:
    """Return where the trip is, the furthest step that is true."""
    return _stopped(trip) or _booked(trip) or _quoted(trip)


def _stopped(trip: TripIntent) -> TripPhase | None:
    error = trip.status.last_tool_error
    return TripPhase("error", "retryable") if error and error.code == STEP_LIMIT else None


def _booked(trip: TripIntent) -> TripPhase | None:
    wm = trip.working_memory
    if wm.purchase_state in _PURCHASE:
        return _PURCHASE[wm.purchase_state]
    if wm.approval:
        return TripPhase("book", "awaiting_purchase_approval")
    confirmed = [b for b in wm.bookings if b.status == "confirmed" and not b.stale]
    if confirmed and not derived.open_plan(trip).keys:
        return TripPhase("completed", "completed")
    if wm.bookings and not confirmed and all(b.status in ("changed", "cancelled") for b in wm.bookings):
        return TripPhase("book", "cancelled")
    return None


def _quoted(trip: TripIntent) -> TripPhase:
    if gaps(trip):
        return TripPhase("intake", "collecting_requirements")
    waiting = {a.query.kind for a in derived.unquoted(trip)}
    if waiting:
        return TripPhase("quote", "quoting_flights" if "flight" in waiting else "quoting_hotels")
    if any(q.failure and q.failure.retryable for q in derived.unanswered(trip)):
        return TripPhase("error", "retryable")
    return _decided(trip) if derived.current_ranking(trip) else _found(trip)


def _found(trip: TripIntent) -> TripPhase:
    """Nothing ranked yet: there is something to rank, or the traveller has to change the trip."""
    return (
        TripPhase("quote", "ranking_bundles") if derived.anything_found(trip) else TripPhase("intake", "ready_to_quote")
    )


def _decided(trip: TripIntent) -> TripPhase:
    if not derived.selected_bundle(trip):
        return TripPhase("quote", "presenting_options")
    if not derived.current_risk(trip):
        return TripPhase("quote", "risk_checking")
    if not trip.working_memory.hold_requested:
        return TripPhase("quote", "risk_checked")
    return TripPhase("book", "collecting_travellers" if trip.status.asked else "placing_holds")
