"""Undo takes back the last act of the traveller, whatever it was: a change, a choice, a request; never a hold or a purchase."""

from datetime import timedelta
from typing import Any

import pytest
from tests.acts import Event, called, change, choose, hold
from tests.graph.test_after_buying import bought, part
from tests.graph.test_option_tools import called as answered

from tripintent.state.derived import selected_bundle

__all__ = ["bought"]
pytestmark = pytest.mark.usefixtures("ten_a_cancellation")


async def test_what_was_said_behind_the_choice_is_undone_first(booking: Any, wish: Event) -> None:
    """A request after the choice goes, and the choice stays; then the choice goes, and the plan stays."""
    await booking.do(wish)
    await booking.do(choose(1))
    await booking.do(change(requests=[{"kind": "window seat"}]))
    await booking.do(called("undo"))
    trip = await booking.trip()
    assert not trip.requests
    assert trip.working_memory.selected.bundle_id
    undone = await answered(booking, "undo")
    assert undone.facts["of"] == "choose"
    after = await booking.trip()
    assert after.working_memory.selected.bundle_id is None
    await booking.do(called("watch_price"))
    assert (await answered(booking, "undo")).facts["of"] == "watch_price"
    after = await booking.trip()
    assert after.working_memory.price_watch is None
    assert after.itinerary == trip.itinerary


async def test_an_undo_says_that_the_offers_of_before_have_expired(booking: Any, wish: Event) -> None:
    """They are searched again; where they are still on offer nothing is said of it."""
    await booking.do(wish, choose(1), change(return_day={"day": "2027-06-24"}))
    assert "offers_expired" not in (await answered(booking, "undo")).facts
    await booking.do(change(return_day={"day": "2027-06-24"}))
    booking.clock.advance(timedelta(days=1))
    assert (await answered(booking, "undo")).facts["offers_expired"]


async def test_the_choice_before_comes_back(booking: Any, wish: Event) -> None:
    """Another option, undo, redo; to choose what is chosen is no act. A mix that no list has comes back with its days."""
    await booking.do(wish)
    await booking.do(called("choose", option="1", hotel_of="2"))
    mixed = (await booking.trip()).working_memory.selected
    await booking.do(change(return_day={"day": "2027-06-24"}))
    await booking.do(called("undo"))
    assert selected_bundle(await booking.trip()).bundle_id == mixed.bundle_id
    await booking.do(choose(1), choose(2), choose(2))
    second = (await booking.trip()).working_memory.selected
    await booking.do(called("undo"))
    first = (await booking.trip()).working_memory.selected
    assert first.bundle_id == (await booking.trip()).working_memory.ranking.bundles[0].bundle_id
    await booking.do(called("undo", redo=True))
    assert (await booking.trip()).working_memory.selected.bundle_id == second.bundle_id


async def test_a_hold_is_not_undone_by_the_way(booking: Any, wish: Event, people: Event) -> None:
    """To take back the choice of what is held would let it go: that is asked first, and nothing changes."""
    await booking.do(wish, people, choose(1), hold())
    before = (await booking.trip()).working_memory
    assert before.holds
    undone = await answered(booking, "undo")
    assert [one.path for one in undone.rejected] == ["let_hold_go"]
    after = (await booking.trip()).working_memory
    assert (after.holds, after.selected) == (before.holds, before.selected)


async def test_a_requested_change_of_a_booking_is_taken_back(bought: Any) -> None:
    """The plan is as it is booked again, and nothing is asked for."""
    before = await bought.trip()
    home = await part(bought, "home")
    await answered(bought, "request_change", booking_ids=[home.booking_id], date="2027-06-23")
    await bought.do(called("undo"))
    after = await bought.trip()
    assert after.itinerary == before.itinerary
    assert not after.working_memory.replacing
    assert len(await bought.bookings()) == 3
