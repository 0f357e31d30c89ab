"""Undo before the purchase: the change, and never past it the choice."""

from typing import Any

from tests.acts import Event, called, change, choose


async def test_what_was_said_behind_the_choice_is_undone_first(booking: Any, wish: Event) -> None:
    """A request after the choice goes; the choice stays."""
    await booking.do(wish)
    await booking.do(choose(1))
    await booking.do(change(requests=[{"kind": "window seat"}]))
    await booking.do(called("undo"))
    trip = await booking.trip()
    assert not trip.requests
    assert trip.working_memory.selected.bundle_id
