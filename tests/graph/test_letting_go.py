"""Letting a hold go whose placing is not certain yet."""

from datetime import timedelta
from typing import Any

import pytest
from tests.acts import Event, change, cheapest, choose, hold, plan, release

from tripintent.state.patch import Patch
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
    await booking.do(change(lodging={"needed": False}, let_hold_go=True))
    trip = await booking.trip()
    memory = trip.working_memory
    assert memory.selected.flight_option_ids == before.selected.flight_option_ids
    assert memory.selected.hotel_option_ids == ()
    assert {h.item_type for h in memory.holds if h.status == "held"} == {"flight"}
    assert memory.approval is not None
    assert memory.approval != before.approval
    assert memory.purchase_state == before.purchase_state


async def called(booking: Any, name: str, **arguments: Any) -> list[str]:
    said: list[str] = await booking.event(type="TOOL_CALL", name=name, arguments=arguments)
    return said


async def chosen_elsewhere(booking: Any) -> set[str]:
    """Hold the cheapest trip, and let the state choose another without a word; return what is held."""
    await booking.to_approval()
    memory = (await booking.trip()).working_memory
    other = next(b for b in memory.ranking.bundles if b.bundle_id != memory.selected.bundle_id)
    chosen = {name: getattr(other, name) for name in ("bundle_id", "flight_option_ids", "hotel_option_ids")}
    patch = Patch(by="elsewhere", merge={"working_memory": {"selected": chosen}})
    await booking.graph.aupdate_state(booking.config, {"trip_intent": patch}, as_node="save_before_wait")
    return await booking.held()


async def test_a_wish_to_buy_something_else_asks_before_what_is_held_goes(booking: Any) -> None:
    """However it came to be chosen: the holds stay, also while it is asked about, and also after a no."""
    before = await chosen_elsewhere(booking)
    said = await called(booking, "request_purchase")
    assert said[-1].startswith("That would let go of what’s held for you")
    assert await booking.held() == before
    await booking.event(type="USER_DECIDES_CHANGE", let_hold_go=False)
    assert await booking.held() == before


async def test_what_else_was_wished_for_is_held_once_the_rest_is_let_go(booking: Any) -> None:
    """The wish that waited is worked then, up to its card."""
    before = await chosen_elsewhere(booking)
    await called(booking, "request_purchase")
    await booking.event(type="USER_DECIDES_CHANGE", let_hold_go=True)
    after = await booking.held()
    assert after
    assert not after & before
    waiting = (await booking.trip()).working_memory.approval
    assert {line.hold_id for line in waiting.lines} == after


async def test_a_leave_to_let_go_is_for_its_own_turn(booking: Any) -> None:
    """The next change asks again."""
    await booking.to_approval()
    await called(booking, "choose", option="1")
    await booking.event(type="USER_DECIDES_CHANGE", let_hold_go=True)
    await called(booking, "request_purchase")
    before = await booking.held()
    assert before
    await called(booking, "choose", option="3")
    assert await booking.held() == before


async def test_a_change_that_nobody_let_go_for_keeps_what_is_held(booking: Any) -> None:
    """Neither a tool's change, nor a typed one, nor another choice; said or not, ``let_hold_go: false`` is no leave."""
    await booking.to_approval()
    before = await booking.held()
    plan = (await booking.trip()).itinerary
    carl = {"given_name": "Carl", "family_name": "Smith", "date_of_birth": "1990-01-02"}
    await called(booking, "update_trip", return_day="2027-06-23", let_hold_go=False)
    await booking.event(type="USER_ADDS_TRAVELLERS", travellers=[carl])
    await called(booking, "choose", option="1")
    assert await booking.held() == before
    assert (await booking.trip()).itinerary == plan
    assert (await booking.trip()).party.heads() == (2, 0, 0)


async def test_a_call_that_is_no_leave_lets_nothing_go_behind_it(booking: Any) -> None:
    """A tool's call that was made without leave, and what waited before it: the holds stay."""
    before = await chosen_elsewhere(booking)
    await called(booking, "update_trip", wishes={"add": ["a quiet room"]}, let_hold_go=False)
    assert await booking.held() == before
