"""Words in which nothing about the trip is found are not passed over in silence."""

from typing import Any

from tests.acts import Event, cheapest, hold


async def test_a_question_is_not_asked_twice_in_the_same_words(booking: Any) -> None:
    """Words that do not answer are named, with what an answer may look like; a greeting needs no such word."""
    greeted = await booking.say("hello there")
    assert len(greeted) == 1
    said = await booking.say("write me a poem about jazz")
    assert len(said) == 1
    assert "could not take that from “write me a poem about jazz”" in said[0]
    assert "“from Berlin to Rome on 12 March”" in said[0]
    understood = await booking.say("Boston to Lisbon")
    assert len(understood) == 1


async def test_unread_words_while_options_are_shown(booking: Any, wish: Event) -> None:
    """So it is beside options; thanks are no such words."""
    await booking.do(wish)
    assert "changed nothing" in (await booking.say("write me a poem about jazz"))[0]
    assert len(await booking.say("thanks")) == 1


async def test_the_next_step_is_not_said_twice_in_the_same_words(booking: Any, wish: Event) -> None:
    """Who is not understood again learns what can be said, and which words were not understood."""
    await booking.do(wish)
    first = await booking.say("write me a poem about jazz")
    second = await booking.say("tell me a joke about jazz")
    assert first[-1] not in second
    assert "did not understand “tell me a joke about jazz”" in second[0]
    assert "“the cheapest”" in second[0]


async def test_people_named_before_a_choice_are_no_places(booking: Any, wish: Event) -> None:
    """A name that is a town, and a birth date that cannot be told, change no trip."""
    await booking.do(wish)
    before = (await booking.trip()).itinerary
    await booking.say("Leo Ruiz 2016-05-01; Pedro Ruiz 01-12-1988")
    trip = await booking.trip()
    assert trip.itinerary == before
    assert [g.name for g in trip.party.guests] == ["Leo Ruiz", "Pedro Ruiz"]


async def test_whose_birth_date_is_missing_is_named(booking: Any, wish: Event) -> None:
    """A birth date that can be read in two ways is asked for by the person's name."""
    await booking.do(wish)
    await booking.do(cheapest, hold())
    asked = await booking.say("Ann Smith 03/04/1985 and Bob Smith 1983-07-09, ann@example.org")
    assert "I already know Bob Smith." in asked[-1]
    assert "date of birth of Ann Smith" in asked[-1]
