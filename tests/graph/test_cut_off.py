"""A purchase whose process ended before the conversation heard of it: the next words hear what became of it."""

from datetime import timedelta
from typing import Any

import pytest

from tripintent.tools.errors import Rejected
from tripintent.tools.suppliers.embedded.orders import EmbeddedOrders


class Killed:
    """The process ends at a boundary."""

    def __init__(self, at: str) -> None:
        self.at = at

    def reach(self, name: str) -> None:
        if name == self.at:
            self.at = ""
            raise SystemError(name)


async def cut_off(booking: Any, at: str) -> None:
    await booking.to_approval()
    booking.ports.desk._ctx.__dict__["faults"] = Killed(at)
    with pytest.raises(SystemError):
        await booking.approve()
    booking.clock.advance(timedelta(minutes=2))
    await booking.ports.desk.reconcile()


@pytest.mark.parametrize("at", ["consume.stored", "pay.stored", "purchase.closed"])
async def test_the_receipt_is_told_once(booking: Any, at: str) -> None:
    """Finished by the recovery: the next words, whatever they are, get the receipt first, and those after them do not."""
    await cut_off(booking, at)
    assert (await booking.say("hello"))[0].startswith("Booked and paid")
    assert not any("Booked and paid" in text for text in await booking.say("thank you"))


async def test_what_failed_is_told_and_nothing_goes_on_by_itself(booking: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Declined while nobody listened: the wish ended with it, so that nothing is held or asked without a new one."""

    async def declined(*_: Any) -> None:
        raise Rejected("no", code="payment_declined")

    monkeypatch.setattr(EmbeddedOrders, "pay", declined)
    await cut_off(booking, "compensate.started")
    said = await booking.say("hello")
    assert said[0].startswith("The purchase failed")
    assert not (await booking.trip()).working_memory.hold_requested
    assert not await booking.waits()


async def test_another_thread_of_a_trip_that_was_told_hears_nothing_twice(booking: Any) -> None:
    """What one conversation about the trip has told is known to the others by the published trip."""
    await booking.to_approval()
    await booking.approve()
    other = booking.on("t2")
    trip = await booking.trip()
    named = trip.model_copy(update={"version": 0, "working_memory": type(trip.working_memory)()})
    await other.graph.aupdate_state(other.config, {"trip_intent": named}, as_node="publish")
    assert not any("Booked and paid" in text for text in await other.say("hello"))
