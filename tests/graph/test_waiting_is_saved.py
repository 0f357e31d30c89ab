"""What is saved while an approval waits."""

from typing import Any

from tests.acts import change, hold

from tripintent.state.context import Principal
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.trip import TripIntent


async def test_others_see_that_a_trip_waits(booking: Any) -> None:
    """The published trip says that it awaits approval, with the people that were named, before anybody answers."""
    await booking.to_approval()
    trip = await booking.trip()
    published = await booking.ports.documents.get(booking.principal, trip.trip_id, TripIntent)
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
    await booking.do(hold())
    nodes = [e.type for e in await booking.ports.desk.audit(trip_id)]
    assert nodes.count("node.hold") == 1


class Overtaken:
    """Documents as saved; while one that waits is being saved, another conversation about it says no, and saves that first."""

    def __init__(self, booking: Any) -> None:
        self._documents, self._desk = booking.ports.documents, booking.ports.desk

    def __getattr__(self, name: str) -> Any:
        """Hand everything else on."""
        return getattr(self._documents, name)

    async def save(self, owner: Principal, trip: TripIntent, version: int) -> int:
        approval = trip.working_memory.approval
        if approval is not None and (await self._desk.approval(approval.approval_id)).state == "open":
            await self._desk.reject(trip.ledger_id, approval.approval_id, "traveller", "no")
            now = await self._documents.get(owner, trip.trip_id, TripIntent)
            theirs = apply_patch(now, Patch(merge={"working_memory": {"approval": None, "hold_requested": False}}))
            await self._documents.save(owner, theirs, now.version)
        return int(await self._documents.save(owner, trip, version))


async def test_what_was_decided_elsewhere_while_it_was_saved_waits_no_more(booking: Any) -> None:
    """Two conversations on one trip: the other one's no comes in with its changes, and nothing is asked about nothing."""
    await booking.to_approval()
    overtaken = booking.rebuilt(documents=Overtaken(booking))
    await overtaken.do(change(wishes={"add": ["quiet"]}))
    assert not await overtaken.waits()
    assert (await overtaken.trip()).working_memory.approval is None
    assert [e for e in await booking.ports.desk.audit() if e.type == "trip.rebased"]
