"""The events that a saved trip carries."""

from tripintent.state.trip import EVENTS_KEPT, Audit, TripIntent
from tripintent.tools.ports.ports import Ports


async def with_events(trip: TripIntent, ports: Ports) -> TripIntent:
    """Return the trip as it is saved: with the newest lines of its audit, which no checkpoint needs."""
    events = await ports.desk.audit(trip.ledger_id, EVENTS_KEPT)
    return trip.model_copy(update={"audit": Audit(events=tuple(one.model_dump(mode="json") for one in events))})
