"""The phase and state that a trip is in, read off the document."""

from typing import NamedTuple

from tripintent.state import derived
from tripintent.state.questions import gaps
from tripintent.state.trip import Phase, TripIntent


class Standing(NamedTuple):
    """Phase and state as published."""

    phase: Phase
    state: str


_PURCHASE: dict[str, Standing] = {
    "MANUAL_REVIEW": Standing("book", "manual_review"),
    "PAYMENT_REVIEW": Standing("book", "manual_review"),
    "EXECUTING": Standing("book", "purchasing"),
    "REPRICING": Standing("book", "purchasing"),
    "APPROVED": Standing("book", "purchasing"),
    "COMPENSATING": Standing("book", "purchasing"),
    "REAPPROVAL_NEEDED": Standing("book", "reapproval_needed"),
}


def standing_of(trip: TripIntent) -> Standing:
    """Return where the trip stands, the furthest step that is true."""
    return _booked(trip) or _quoted(trip)


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
    if any(q.outcome == "failed" and q.failure and q.failure.retryable for q in derived.unanswered(trip)):
        return Standing("error", "retryable")
    if derived.unquoted(trip):
        return Standing("intake", "ready_to_quote")
    if trip.working_memory.hold_requested and derived.current_risk(trip):
        return Standing("book", "collecting_travellers" if trip.status.asked else "placing_holds")
    if derived.current_risk(trip):
        return Standing("quote", "risk_checked")
    return Standing("quote", "presenting_options" if derived.current_ranking(trip) else "have_flight_quotes")
