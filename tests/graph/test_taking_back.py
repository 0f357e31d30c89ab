"""Taking back: a change, a choice, nothing at all, and everything."""

import pytest
from tests.acts import choose

TRIP = "London to Rome 5 to 9 March, 2 adults, no hotel"


async def test_undo_never_forgets_the_trip(booking):
    """The first words are no change: to take them back is to begin anew, and has words of its own."""
    await booking.say(TRIP)
    told = await booking.say("undo that")
    assert "no change to take back" in told[0]
    trip = await booking.trip()
    assert [visit.place.code for visit in trip.frame.visits] == ["ROM"]


async def test_undo_beside_a_choice_takes_the_other_option(booking):
    """The change before the choice stays: what is taken back is the choice."""
    await booking.say(TRIP)
    await booking.say("make it 3 adults")
    await booking.do(choose(2))
    second = (await booking.trip()).working_memory.selected.bundle_id
    await booking.say("undo that, I want the first")
    trip = await booking.trip()
    assert trip.party.travelers.adults == 3
    assert trip.working_memory.selected.bundle_id not in (None, second)


async def test_undo_of_a_change(booking):
    """The trip is as it was, once; then there is nothing left to take back."""
    await booking.say(TRIP)
    await booking.say("make it 3 adults")
    assert "As it was before. Changed: 2 adults." in (await booking.say("undo"))[0]
    assert "no change to take back" in (await booking.say("undo"))[0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("start over", "All right, we begin anew."),
        ("lass uns von vorn anfangen", "Gut, wir fangen von vorn an."),
        ("ricominciare da capo", "Va bene, ricominciamo da capo."),
    ],
)
async def test_beginning_anew_is_said_in_one_sentence(booking, words, said):
    """Nothing that is forgotten is told field by field."""
    await booking.say(TRIP)
    told = await booking.say(words)
    assert told[0] == said
    assert not (await booking.trip()).frame.visits
