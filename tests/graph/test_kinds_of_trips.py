"""One-way, multi-city, open jaw, hotel only, trains, children."""

from tests.acts import change


async def test_hotel_only(booking):
    """No flight is asked about."""
    nights = {"place": "Lisbon", "check_in": "2027-06-14", "check_out": "2027-06-16"}
    said = await booking.do(change(flights_needed=False, party={"adults": 2}, lodging={"stays": [nights]}))
    trip = await booking.trip()
    assert trip.itinerary.segments == ()
    assert "Hotel: " in said[-1]
    assert "Flight: " not in said[-1]


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
    assert "cannot quote" in said
    assert booking.steps.count("quote_flights") == 2
