"""A leg that is rejected changes nothing: not itself, and not the one that has its number in the trip as it stands."""

from typing import Any

import pytest
from tests.graph.test_after_buying import bought
from tests.graph.test_option_tools import called

__all__ = ["bought"]
pytestmark = pytest.mark.usefixtures("ten_a_cancellation")
WAY = {
    "origin": "Boston",
    "stops": [{"place": "Lisbon", "nights": 3}, {"place": "Madrid", "nights": 3}],
    "depart": "2027-06-14",
    "party": {"adults": 2},
}


@pytest.mark.parametrize(
    ("given", "paths"),
    [
        pytest.param(
            {
                "legs": [
                    {"origin": "Nowhereville Qqq", "destination": "Madrid", "cabin": "business", "day": "2027-06-15"}
                ]
            },
            {"legs[0].origin", "legs"},
            id="a place that is not known",
        ),
        pytest.param(
            {"legs": [{"leg": 3, "origin": "Porto", "day": "2027-06-25", "cabin": "first"}]},
            {"legs[0].origin"},
            id="a number and a place",
        ),
        pytest.param(
            {"legs": [{"leg": 3, "cabin": "first"}, {"origin": "Madrid", "destination": "Porto", "day": "2027-06-22"}]},
            {"legs"},
            id="numbers and the whole way",
        ),
        pytest.param(
            {
                "stops": [{"place": "Lisbon"}, {"place": "Nowhereville Qqq"}, {"place": "Madrid"}],
                "legs": [{"leg": 3, "cabin": "business", "day": "2027-06-22"}],
            },
            {"stops[1].place", "stops", "legs[0]"},
            id="numbers of stops that are not taken",
        ),
    ],
)
async def test_what_is_rejected_changes_no_leg(booking: Any, given: dict[str, Any], paths: set[str]) -> None:
    """Each leg is as it was, and the answer says which was not taken."""
    await called(booking, "update_trip", **WAY)
    before = (await booking.trip()).itinerary
    assert len(before.segments) == 3
    outcome = await called(booking, "update_trip", **given)
    assert {one.path for one in outcome.rejected} == paths
    assert (await booking.trip()).itinerary == before


async def test_the_others_of_a_call_are_taken(booking: Any) -> None:
    """One of two numbered legs is wrong: the other gets its wish, and stays at its place."""
    await called(booking, "update_trip", **WAY)
    await called(
        booking,
        "update_trip",
        legs=[{"leg": 1, "destination": "Porto", "cabin": "first"}, {"leg": 2, "cabin": "business"}],
    )
    cabins = [one.wishes and one.wishes.cabin for one in (await booking.trip()).itinerary.segments]
    assert cabins == [None, "business", None]


async def test_numbers_of_stops_that_a_booking_forbids_are_not_taken(bought: Any) -> None:
    """The way is booked: without the new stops leg 2 would be the way home."""
    before = (await bought.trip()).itinerary
    stops = [{"place": "Lisbon", "nights": 3}, {"place": "Madrid", "nights": 4}]
    outcome = await called(bought, "update_trip", stops=stops, legs=[{"leg": 2, "cabin": "business"}])
    assert {"stops", "legs"} <= {one.path for one in outcome.rejected}
    assert (await bought.trip()).itinerary.segments == before.segments
