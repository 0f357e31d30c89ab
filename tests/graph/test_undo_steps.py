"""Undo before the purchase: the hold, then the choice, then the changes, and never past them."""

from typing import Any

from tests.acts import Event, choose, hold


async def test_undo_takes_back_the_hold_then_the_choice_then_the_change(booking: Any, wish: Event, people: str) -> None:
    """Each step says what it took back; what stands before it stays."""
    await booking.do(wish)
    await booking.say("window seat please")
    await booking.do(choose(1), hold())
    await booking.do(people)
    said = " ".join(await booking.say("undo"))
    memory = (await booking.trip()).working_memory
    assert "I let the hold go" in said
    assert {hold.status for hold in memory.holds} == {"released"}
    assert (memory.approval, bool(memory.selected.bundle_id)) == (None, True)
    said = " ".join(await booking.say("undo"))
    assert "Your choice is taken back" in said
    assert (await booking.trip()).working_memory.selected.bundle_id is None
    assert "Which one would you like?" in said
    assert (await booking.trip()).requests
    await booking.say("undo")
    assert not (await booking.trip()).requests


async def test_what_was_said_behind_the_choice_is_undone_first(booking: Any, wish: Event) -> None:
    """A request after the choice goes; the choice stays."""
    await booking.do(wish)
    await booking.do(choose(1))
    await booking.say("window seat please")
    await booking.say("undo")
    trip = await booking.trip()
    assert not trip.requests
    assert trip.working_memory.selected.bundle_id


async def test_where_nothing_is_held_there_is_nothing_to_cancel(booking: Any, wish: Event) -> None:
    """It is said in words; the choice stays."""
    await booking.do(wish)
    await booking.do(choose(1))
    assert "nothing to cancel" in " ".join(await booking.say("cancel it"))
    assert (await booking.trip()).working_memory.selected.bundle_id


async def test_forget_that_right_behind_a_change_undoes_it_and_nothing_else(booking: Any, wish: Event) -> None:
    """Later, or behind an answer, there is nothing to forget."""
    await booking.do(wish)
    await booking.say("make it 3 adults")
    said = " ".join(await booking.say("ok, undo that. take the cheapest"))
    trip = await booking.trip()
    assert "As it was before" in said
    assert trip.party.heads()[0] != 3
    assert trip.working_memory.selected.bundle_id
    await booking.say("is breakfast included?")
    await booking.say("never mind")
    assert (await booking.trip()).frame == trip.frame


async def test_other_days_for_some_of_the_party_change_nothing_for_all(booking: Any, wish: Event) -> None:
    await booking.do(wish)
    before = await booking.trip()
    said = " ".join(await booking.say("can one of us fly back a day later instead"))
    after = await booking.trip()
    assert "for some of you" in said
    assert (after.party, after.itinerary) == (before.party, before.itinerary)
