"""What is saved while an approval waits."""

from typing import Any


async def test_others_see_that_a_trip_waits(booking: Any) -> None:
    """The published trip says that it awaits approval, with the people that were named, before anybody answers."""
    await booking.to_approval()
    trip = await booking.trip()
    published = await booking.ports.trips.get(trip.org, trip.trip_id)
    assert published.status.state == "awaiting_purchase_approval"
    assert published.working_memory.approval.state == "open"
    assert len(published.party.guests) == 2
    assert published.version == trip.version


async def test_the_decisions_of_a_waiting_turn_are_in_the_audit(booking: Any) -> None:
    """The audit holds the turn that led to the approval, also when new words come instead of an answer; nothing twice."""
    await booking.to_approval()
    trip_id = (await booking.trip()).ledger_id
    nodes = [e.type for e in await booking.ports.desk.audit(trip_id)]
    assert nodes.count("node.hold") == 1
    assert nodes.count("node.request_approval") == 1
    await booking.say("hold it")
    nodes = [e.type for e in await booking.ports.desk.audit(trip_id)]
    assert nodes.count("node.hold") == 1
