"""Saving the trip and the decisions that led to it."""

from typing import Any

from tripintent.nodes.booking.node import Run
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.desk import AuditEvent
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.trips import VersionConflict


async def publish_trip(trip: TripIntent, journal: list[dict[str, Any]], ports: Ports, run: Run) -> int:
    """Save the trip as the version after the one it came from, and write the journal to the audit.

    When another thread saved meanwhile, its version stays and ours follows it: intake of both adopts the newest.
    """
    events = [AuditEvent(trip_id=trip.trip_id, type=f"node.{e['node']}", data=e) for e in journal]
    await ports.desk.record(events)
    try:
        return await ports.trips.save(trip, trip.version, run.context.traveller)
    except VersionConflict as conflict:
        await ports.desk.record(
            [AuditEvent(trip_id=trip.trip_id, type="trip.version_conflict", data={"found": conflict.found})]
        )
        return await ports.trips.save(trip, conflict.found, run.context.traveller)
