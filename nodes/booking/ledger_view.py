"""What the ledger says of a trip, as the merge of a patch: the trip only mirrors it."""

from typing import Any

from tripintent.state.booking import Hold
from tripintent.state.derived import as_planned
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.desk import Standing


def mirrored(trip: TripIntent, standing: Standing) -> dict[str, Any]:
    """Return the merge that makes the trip show what the ledger holds; bookings stay, stale ones are marked."""
    fields = {
        "holds": standing.holds,
        "approval": standing.approval,
        "bookings": as_planned(trip, standing.bookings),
        "purchase_state": standing.purchase_state,
        "purchase_note": standing.note,
    }
    now = trip.working_memory
    return {k: v for k, v in fields.items() if getattr(now, k) != v}


def newly_expired(trip: TripIntent, standing: Standing) -> tuple[Hold, ...]:
    """Return the holds that lapsed since the trip last looked: the traveller must be told."""
    kept = {h.hold_id for h in trip.working_memory.holds if h.status == "held"}
    return tuple(h for h in standing.holds if h.status == "expired" and h.hold_id in kept)
