"""Facts of bookings for words and cards: what was bought, what is cancelled or replaced, what was paid, lost and brought back."""

from typing import Any

from pydantic import JsonValue

from tripintent.nodes.booking.facts.options import money, request_facts
from tripintent.state.booking import Booking, CancelLine
from tripintent.state.derived import as_planned
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.desk import Bought, Cancelled, CancelledItem, Failed, InReview, ReapprovalNeeded, Refused


def line_facts(line: CancelLine) -> dict[str, JsonValue]:
    """Return one item that is to be cancelled. Without ``fee`` and ``refund`` it cannot be, or no one knows what it costs."""
    return line.model_dump(mode="json", exclude={"expires_at"})


def item_facts(item: CancelledItem) -> dict[str, JsonValue]:
    """Return what became of one item."""
    return {"title": item.booking.title, **item.model_dump(mode="json", exclude={"booking"})}


def cancelled_facts(outcome: Cancelled) -> dict[str, JsonValue]:
    """Return what became of a plan."""
    return {
        "items": [item_facts(item) for item in outcome.items],
        "fee": money(outcome.fee),
        "refund": money(outcome.refund),
        "simulated": any(item.booking.simulated for item in outcome.items),
    }


def bought_facts(outcome: Bought, trip: TripIntent) -> dict[str, JsonValue]:
    """Return the facts of a receipt."""
    return _bookings(trip, outcome.bookings) | {
        **outcome.model_dump(mode="json", include={"total", "cheaper_by", "dearer_by", "already"}),
        "replaced": [item_facts(item) for item in outcome.replaced],
    }


def outcome_message(
    outcome: ReapprovalNeeded | Refused | Failed | InReview, trip: TripIntent
) -> tuple[str, dict[str, JsonValue]]:
    """Return the kind of message that tells an outcome that bought nothing or not everything, and its facts."""
    if isinstance(outcome, ReapprovalNeeded):
        return "reapproval_needed", {
            "differences": list(outcome.differences),
            "dearer_by": money(outcome.dearer_by),
            "simulated": any(h.simulated for h in trip.working_memory.holds),
        }
    if isinstance(outcome, Refused):
        return "refused", {"code": outcome.code, "message": outcome.message}
    told = outcome.model_dump(mode="json", include={"message", "state", "declined", "loss"})
    kind = "purchase_failed" if isinstance(outcome, Failed) else "in_review"
    return kind, _bookings(trip, outcome.bookings) | told


def _bookings(trip: TripIntent, bookings: tuple[Booking, ...]) -> dict[str, Any]:
    return {
        "bookings": [booking_facts(b) for b in as_planned(trip, bookings)],
        "simulated": any(b.simulated for b in bookings),
    }


def booking_facts(booking: Booking) -> dict[str, Any]:
    """Return what a receipt shows of one booking."""
    shown = {"booking_id", "item_type", "title", "locator", "tickets", "total", "status", "stale"}
    requests = request_facts(booking.item_type, booking.requests)
    return {**booking.model_dump(mode="json", include=shown), "requests": requests}
