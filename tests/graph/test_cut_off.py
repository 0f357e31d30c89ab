"""A purchase whose process ended before the conversation heard of it: the next act hears what became of it."""

from contextlib import nullcontext
from datetime import timedelta
from typing import Any

import pytest
from tests.acts import Event, again, agreed, choose
from tests.tools.desk.faults import EndsAt

from tripintent.tools.errors import CommitRejected
from tripintent.tools.suppliers.embedded.orders import EmbeddedOrders


async def cut_off(booking: Any, at: str) -> None:
    await booking.to_approval()
    EndsAt(booking.ports, at, SystemError)
    with pytest.raises(SystemError):
        await booking.approve()
    booking.clock.advance(timedelta(minutes=2))
    await booking.ports.desk.reconcile()


@pytest.mark.parametrize("at", ["consume.stored", "pay.stored", "purchase.closed"])
async def test_the_receipt_is_told_once(booking: Any, at: str) -> None:
    """Finished by the recovery: the next act, whatever it is, gets the receipt first, and the one after it does not."""
    await cut_off(booking, at)
    assert (await booking.do(again()))[0].startswith("Booked and paid")
    assert not any("Booked and paid" in text for text in await booking.do(again()))


async def test_what_failed_is_told_and_nothing_goes_on_by_itself(booking: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Declined while nobody listened: the wish ended with it, so that nothing is held or asked without a new one."""

    async def declined(*_: Any) -> None:
        raise CommitRejected("no", code="payment_declined")

    monkeypatch.setattr(EmbeddedOrders, "pay", declined)
    await cut_off(booking, "compensate.started")
    said = await booking.event(type="USER_WANTS_OPTIONS")
    assert said[0].startswith("The payment was declined")
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
    assert not any("Booked and paid" in text for text in await other.do(again()))


async def unheard(booking: Any, at: str = "", decision: str = "approve") -> None:
    """The process is killed in the purchase: the ledger knows what was decided, the conversation still asks."""
    card = await booking.to_approval()
    row, desk = await booking.ports.desk.approval(card["approval_id"]), booking.ports.desk
    EndsAt(booking.ports, at or "nowhere", SystemError)
    with pytest.raises(SystemError) if at else nullcontext():
        if decision == "approve":
            await desk.purchase(row.trip_id, await desk.seal(agreed(row)))
        else:
            await desk.reject(row.trip_id, row.approval_id, "traveller", "no")
    booking.clock.advance(timedelta(minutes=2))
    await desk.reconcile()
    assert (await booking.card())["approval_id"] == card["approval_id"]


@pytest.mark.parametrize("at", ["consume.stored", "pay.stored", "purchase.closed", ""])
async def test_the_card_of_a_bought_trip_waits_for_no_one(booking: Any, at: str) -> None:
    """Going on with the turn that was cut off tells the receipt; the card, whose row is closed, is not shown again."""
    await unheard(booking, at)
    assert (await booking.run(None))[0].startswith("Booked and paid")
    assert not await booking.waits()
    assert len(await booking.bookings()) == 3
    assert not any("Booked and paid" in text for text in await booking.do(again()))


async def test_an_answer_to_the_card_of_a_bought_trip_gets_the_receipt(booking: Any) -> None:
    """Pressed again on a page that was left open: nothing is bought a second time."""
    await unheard(booking)
    assert (await booking.approve())[0].startswith("You’d bought this already; nothing was bought twice.")
    assert (len(await booking.bookings()), await booking.waits()) == (3, False)


@pytest.mark.parametrize("act", [None, choose(1)], ids=["goes on", "another act"])
@pytest.mark.parametrize("at", ["release.planned", "release.stored", ""])
async def test_a_no_that_was_cut_off_holds_nothing_again(booking: Any, act: Event | None, at: str) -> None:
    """The ledger has it, and the holds go back: neither going on nor another act holds or asks anew."""
    await unheard(booking, at, "reject")
    told = await (booking.do(act) if act else booking.run(None))
    assert told[0].startswith("Nothing was bought, and the holds are let go: Flight Boston – Lisbon, ")
    status = await booking.ports.desk.ledger_status((await booking.trip()).ledger_id)
    assert (status.live_holds, status.approval, await booking.waits()) == ((), None, False)
