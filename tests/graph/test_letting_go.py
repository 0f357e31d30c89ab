"""Letting a hold go whose placing is not certain yet."""

from datetime import timedelta
from typing import Any

import pytest
from tests.acts import Event, cheapest, choose, hold, plan, release

from tripintent.tools.errors import SupplierTimeout, Unknown
from tripintent.tools.suppliers.embedded.orders import EmbeddedOrders


async def test_a_hold_in_doubt_that_is_let_go_is_given_back_when_it_turns_up(
    booking: Any, monkeypatch: pytest.MonkeyPatch, people: Event
) -> None:
    """It was placed unheard: what the traveller let go does not come to life again."""
    place = EmbeddedOrders.hold

    async def lost(self: EmbeddedOrders, request: Any) -> None:
        await place(self, request)
        raise Unknown("the line went dead", code="timeout")

    async def silent(*_: Any) -> None:
        raise SupplierTimeout("no answer")

    with monkeypatch.context() as dead:
        dead.setattr(EmbeddedOrders, "hold", lost)
        dead.setattr(EmbeddedOrders, "find", silent)
        await booking.do(plan("Boston", "Lisbon", "2027-06-14", adults=2, lodging={"needed": False}))
        await booking.do(cheapest, hold())
        await booking.do(people)
        said = await booking.do(release())
    assert not any(text.startswith("Nothing is held") for text in said)
    booking.clock.advance(timedelta(minutes=3))
    report = await booking.ports.desk.reconcile()
    assert report.released == 1
    assert [hold.status for hold in (await booking.trip()).working_memory.holds] == ["released"]


async def test_without_its_hotel_the_chosen_flights_stay_held_and_are_asked_about(
    booking: Any, wish: Event, people: Event
) -> None:
    """A part that leaves the trip takes its own hold with it; the rest keeps its choice, its holds and its approval."""
    await booking.do(wish)
    await booking.do(choose(1), hold())
    await booking.do(people)
    before = (await booking.trip()).working_memory
    await booking.say("cancel the hotel only")
    await booking.say("1")
    trip = await booking.trip()
    memory = trip.working_memory
    assert memory.selected.flight_option_ids == before.selected.flight_option_ids
    assert memory.selected.hotel_option_ids == ()
    assert {h.item_type for h in memory.holds if h.status == "held"} == {"flight"}
    assert memory.approval is not None
    assert memory.approval != before.approval
    assert memory.purchase_state == before.purchase_state
