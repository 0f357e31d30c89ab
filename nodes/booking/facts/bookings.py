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
    return {
        "booking_id": line.booking_id,
        "item_type": line.item_type,
        "title": line.title,
        "paid": money(line.paid),
        "fee": money(line.fee),
        "refund": money(line.refund),
        "refund_to": line.refund_to,
        "problem": line.problem,
        "message": line.message,
        "simulated": line.simulated,
    }


def item_facts(item: CancelledItem) -> dict[str, JsonValue]:
    """Return what became of one item."""
    return {
        "title": item.booking.title,
        "state": item.state,
        "fee": money(item.fee),
        "refund": money(item.refund),
        "refund_to": item.refund_to,
        "message": item.message,
    }


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
        "total": money(outcome.total),
        "cheaper_by": money(outcome.cheaper_by),
        "dearer_by": money(outcome.dearer_by),
        "already": outcome.already,
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
    if isinstance(outcome, Failed):
        return "purchase_failed", _bookings(trip, outcome.bookings) | {
            "message": outcome.message,
            "state": outcome.state,
            "declined": outcome.declined,
        }
    return "in_review", _bookings(trip, outcome.bookings) | {
        "message": outcome.message,
        "state": outcome.state,
        "loss": money(outcome.loss),
    }


def _bookings(trip: TripIntent, bookings: tuple[Booking, ...]) -> dict[str, Any]:
    return {
        "bookings": [booking_facts(b) for b in as_planned(trip, bookings)],
        "simulated": any(b.simulated for b in bookings),
    }


def booking_facts(booking: Booking) -> dict[str, Any]:
    """Return what a receipt shows of one booking."""
    return {
        "booking_id": booking.booking_id,
        "item_type": booking.item_type,
        "title": booking.title,
        "locator": booking.locator,
        "tickets": list(booking.tickets),
        "total": money(booking.total),
        "status": booking.status,
        "stale": booking.stale,
        "requests": request_facts(booking.item_type, booking.requests),
    }
