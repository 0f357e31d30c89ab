"""Saving the trip and the decisions that led to it."""

from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.opening import disowned
from tripintent.nodes.runtime import Run
from tripintent.nodes.saved_events import with_events
from tripintent.state.document import merge_concurrent
from tripintent.state.trip import TripIntent
from tripintent.tools.errors import StoreError
from tripintent.tools.ports.desk import AuditEvent
from tripintent.tools.ports.documents import NotYours, VersionConflict
from tripintent.tools.ports.ports import Ports

SAVES = 5


async def publish_trip(trip: TripIntent, state: BookingState, ports: Ports, run: Run) -> TripIntent:
    """Save the trip as the version after the one it came from, and write the journal to the audit.

    When another thread saved meanwhile, our changes go on top of its version; an older one than ours is what a power cut
    left, and ours takes its place. Returns the trip as saved; somebody else's comes back without its name (``disowned``).
    """
    journal = state.get("journal", [])
    await ports.desk.record([AuditEvent(trip_id=trip.ledger_id, type=f"node.{e['node']}", data=e) for e in journal])
    if not trip.trip_id:
        return trip  # a client's jump past intake: there is no trip yet
    for _ in range(SAVES):
        try:
            version = await ports.documents.save(run.principal, await with_events(trip, ports), trip.version)
        except NotYours:  # also where a grant was taken back while the turn ran
            return disowned(trip)
        except VersionConflict as conflict:
            event = AuditEvent(trip_id=trip.ledger_id, type="trip.rebased", data={"onto": conflict.found})
            await ports.desk.record([event])
            theirs = await ports.documents.get(run.principal, trip.trip_id, TripIntent)
            if theirs and theirs.version > trip.version:
                trip = merge_concurrent(state["turn"].start, trip, theirs)
            else:
                trip = trip.model_copy(update={"version": theirs.version if theirs else 0})
        else:
            return trip.model_copy(update={"version": version, "updated_at": int(ports.clock.now().timestamp())})
    raise StoreError(f"the trip {trip.trip_id} is being changed too often elsewhere: try again")
