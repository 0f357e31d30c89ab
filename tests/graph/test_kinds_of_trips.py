"""One-way, multi-city, open jaw, hotel only, stops without a hotel, trains, children."""

from typing import Any

import pytest
from tests.graph.test_party_parts import called

from tripintent.state.derived import assumed
from tripintent.state.questions.plan import plan_of


async def test_three_cities_and_back(booking):
    """Four flights and three stays are quoted side by side and ranked whole."""
    document = {
        "party": {"travelers": {"adults": 2, "children": 1, "child_ages": [7]}},
        "itinerary": {
            "trip_type": "multi_city",
            "segments": [
                {"origin": {"code": a}, "destination": {"code": b}, "depart_date": d}
                for a, b, d in [
                    ("BOS", "LIS", "2027-06-01"),
                    ("LIS", "FCO", "2027-06-05"),
                    ("FCO", "CDG", "2027-06-09"),
                    ("CDG", "BOS", "2027-06-12"),
                ]
            ],
            "lodging": {
                "stays": [
                    {"location_code": p, "check_in": a, "check_out": b}
                    for p, a, b in [
                        ("LIS", "2027-06-01", "2027-06-05"),
                        ("FCO", "2027-06-05", "2027-06-09"),
                        ("CDG", "2027-06-09", "2027-06-12"),
                    ]
                ]
            },
        },
    }
    await booking.event(type="INTENT_READY", trip_intent=document)
    trip = await booking.trip()
    assert booking.steps.count("quote_flights") == 4
    assert booking.steps.count("quote_hotels") == 3
    best = trip.working_memory.ranking.bundles[0]
    assert (len(best.flight_option_ids), len(best.hotel_option_ids)) == (4, 3)


async def test_a_train_leg_is_kept_said_and_never_blocks(booking):
    """It is in the plan, not in the quotes."""
    document = {
        "party": {"travelers": {"adults": 1}},
        "itinerary": {
            "trip_type": "multi_city",
            "segments": [
                {"origin": {"code": "BOS"}, "destination": {"code": "FCO"}, "depart_date": "2027-06-01"},
                {
                    "origin": {"said": "Rome", "type": "city"},
                    "destination": {"said": "Florence", "type": "city"},
                    "depart_date": "2027-06-04",
                    "transport_mode": "train",
                },
                {"origin": {"code": "FLR"}, "destination": {"code": "BOS"}, "depart_date": "2027-06-08"},
            ],
            "lodging": {"needed": False},
            "ground": {"needed": True},
        },
    }
    said = " ".join(await booking.event(type="INTENT_READY", trip_intent=document))
    assert "train from Rome to Florence" in said
    assert "can’t quote" in said
    assert booking.steps.count("quote_flights") == 2


TOWNS = {"origin": "Boston", "depart": "2027-06-14", "party": {"adults": 2}}


def slept(trip: Any) -> list[tuple[str, str]]:
    return [(one.query.location, one.query.check_in) for one in plan_of(trip).hotels]


async def test_a_hotel_that_was_not_wanted_anywhere_is_wanted_in_one_town(booking: Any) -> None:
    """Without a hotel in both towns, then in the first: there alone."""
    stops = [{"place": "Lisbon", "nights": 3, "lodging": False}, {"place": "Porto", "nights": 2, "lodging": False}]
    await called(booking, "update_trip", **TOWNS, stops=stops)
    assert slept(await booking.trip()) == []
    back = await called(booking, "update_trip", stops=[{"place": "Lisbon", "lodging": True}, {"place": "Porto"}])
    assert "itinerary.lodging.stays" in back.changed
    assert slept(await booking.trip()) == [("LIS", "2027-06-14")]


@pytest.mark.parametrize("again", [True, None])
async def test_the_only_town_without_a_hotel_and_with_one_again(booking: Any, again: bool | None) -> None:
    """Nobody is told that nights follow the flights where there are none; null takes back that none was wanted."""
    stops = [{"place": "Lisbon", "lodging": False}]
    await called(booking, "update_trip", **TOWNS, return_day="2027-06-18", stops=stops)
    trip = await booking.trip()
    assert slept(trip) == []
    assert not any("hotel" in one for one in assumed(trip))
    await called(booking, "update_trip", stops=[{"place": "Lisbon", "lodging": again}])
    assert slept(await booking.trip()) == [("LIS", "2027-06-14")]


async def test_a_town_without_nights_is_passed_through_on_the_way_home(booking: Any) -> None:
    """No hotel there, and the way home begins there on the day of coming; the only town is one of a single day."""
    stops = [{"place": "Lisbon", "nights": 3}, {"place": "Porto", "nights": 0}]
    await called(booking, "update_trip", **TOWNS, stops=stops)
    trip = await booking.trip()
    assert slept(trip) == [("LIS", "2027-06-14")]
    ways = [(one.origin.name, one.destination.name) for one in trip.itinerary.segments]
    assert ways == [("Boston", "Lisbon"), ("Lisbon", "Porto"), ("Porto", "Boston")]
    assert len({one.depart_date for one in trip.itinerary.segments[1:]}) == 1
    await called(booking, "update_trip", stops=[{"place": "Lisbon", "nights": 0}])
    trip = await booking.trip()
    assert slept(trip) == []
    assert trip.itinerary.segments[0].depart_date == "2027-06-14"
    assert len(trip.itinerary.segments) == 2
