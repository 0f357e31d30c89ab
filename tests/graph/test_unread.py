"""Words in which nothing about the trip is found are not passed over in silence."""

from typing import Any


async def test_unread_words_are_said_to_be_so_before_the_question(booking: Any) -> None:
    """The traveller learns that nothing changed, and is asked again; a greeting needs no such word."""
    greeted = await booking.say("hello there")
    assert len(greeted) == 1
    said = await booking.say("we fancy jazz music")
    assert len(said) == 2
    assert "changed nothing" in said[0]
    understood = await booking.say("Boston to Lisbon")
    assert len(understood) == 1


async def test_unread_words_while_options_are_shown(booking: Any, wish: str) -> None:
    """So it is beside options; thanks are no such words."""
    await booking.say(wish)
    assert "changed nothing" in (await booking.say("we fancy jazz music"))[0]
    assert len(await booking.say("thanks")) == 1


async def test_people_named_before_a_choice_are_no_places(booking: Any, wish: str) -> None:
    """A name that is a town, and a birth date that cannot be told, change no trip."""
    await booking.say(wish)
    before = (await booking.trip()).itinerary
    await booking.say("Leo Ruiz 2016-05-01; Pedro Ruiz 01-12-1988")
    trip = await booking.trip()
    assert trip.itinerary == before
    assert [g.name for g in trip.party.guests] == ["Leo Ruiz", "Pedro Ruiz"]


async def test_whose_birth_date_is_missing_is_named(booking: Any, wish: str) -> None:
    """A birth date that can be read in two ways is asked for by the person's name."""
    await booking.say(wish)
    await booking.say("the cheapest, hold it")
    asked = await booking.say("Ann Smith 03/04/1985 and Bob Smith 1983-07-09, ann@example.org")
    assert "I already know Bob Smith." in asked[-1]
    assert "date of birth of Ann Smith" in asked[-1]
