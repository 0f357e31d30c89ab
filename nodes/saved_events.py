"""The newest lines of its audit, in a trip that is saved."""

from collections.abc import Sequence

from tripintent.state.trip import EVENTS_KEPT, Audit, TripIntent
from tripintent.tools.ports.desk import AuditEvent
from tripintent.tools.ports.ports import Ports


async def recorded(trip: TripIntent, events: Sequence[AuditEvent], ports: Ports) -> TripIntent:
    """Append to the audit, and return the trip as it is saved: with the audit's newest lines, which no checkpoint needs."""
    events = await ports.desk.record(events, trip.ledger_id, EVENTS_KEPT)
    return trip.model_copy(update={"audit": Audit(events=tuple(one.model_dump(mode="json") for one in events))})
