"""The ledger's facts about a trip, as the merge of a patch: the trip only mirrors it."""

from tripintent.state.booking import Hold
from tripintent.state.derived import as_planned
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.desk import LedgerStatus


def mirrored(trip: TripIntent, ledger_status: LedgerStatus) -> dict[str, object]:
    """Return the merge that makes the trip show what the ledger holds; bookings stay, stale ones are marked."""
    fields = {
        "holds": ledger_status.holds,
        "approval": ledger_status.approval,
        "bookings": as_planned(trip, ledger_status.bookings),
        "purchase_state": ledger_status.purchase_state,
        "purchase_note": ledger_status.note,
    }
    now = trip.working_memory
    return {k: v for k, v in fields.items() if getattr(now, k) != v}


def newly_expired(trip: TripIntent, ledger_status: LedgerStatus) -> tuple[Hold, ...]:
    """Return the holds that lapsed since the trip last looked: the traveller must be told."""
    kept = {h.hold_id for h in trip.working_memory.holds if h.status == "held"}
    return tuple(h for h in ledger_status.holds if h.status == "expired" and h.hold_id in kept)
