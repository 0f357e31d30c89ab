"""From one call of update_trip to options: no sentence is read on the way, and later calls change what is shown."""

from typing import Any

from tests.graph.test_option_tools import called


async def test_from_update_trip_to_options_without_a_sentence(booking: Any) -> None:
    """A whole trip in one call is searched and ranked; a wish for one leg asks for that leg alone; undo finds the old answers."""
    outcome = await called(
        booking,
        "update_trip",
        origin="Boston",
        stops=[{"place": "Lisbon"}],
        depart="2027-06-14",
        return_day="2027-06-21",
        party={"adults": 2},
    )
    assert outcome.ok
    assert not outcome.rejected
    trip = await booking.trip()
    first = trip.working_memory.ranking
    assert trip.status.state == "presenting_options"
    assert first.bundles
    assert trip.frame.visits[0].place.code == "LIS"
    await called(booking, "update_trip", legs=[{"leg": 2, "max_stops": 0, "cabin": "business"}])
    after = (await booking.trip()).working_memory
    assert after.ranking.flight_keys[0] == first.flight_keys[0]
    assert after.ranking.flight_keys[1] != first.flight_keys[1]
    assert after.ranking.hotel_keys == first.hotel_keys
    home = [b.flight_option_ids[1] for b in after.ranking.bundles]
    trip = await booking.trip()
    offers = await booking.ports.offers.options(trip.ledger_id, home)
    assert home
    assert {offer.stops for offer in offers.values()} == {0}
    undone = await called(booking, "undo")
    assert undone.changed == ("itinerary.segments",)
    assert (await booking.trip()).working_memory.ranking.flight_keys == first.flight_keys


async def test_a_call_keeps_what_the_one_before_said(booking: Any) -> None:
    """A wish behind a whole trip is laid on top of it."""
    await called(
        booking,
        "update_trip",
        origin="Boston",
        stops=[{"place": "Rome", "nights": 3}, {"place": "Florence", "nights": 4, "mode": "train"}],
        depart="2027-06-14",
        party={"adults": 2},
        flights={"avoid_via": ["IST"], "leave": {"after": "10:00"}},
        requests=[{"kind": "window seat"}],
    )
    await called(booking, "update_trip", flights={"max_stops": 0})
    trip = await booking.trip()
    assert trip.preferences.flight.max_stops == 0
    assert trip.preferences.flight.avoid_via == ("IST",)
    assert [s.transport_mode for s in trip.itinerary.segments] == ["flight", "train", "flight"]
    assert trip.itinerary.segments[0].depart_time_window.start == "10:00"
    assert [one.kind for one in trip.requests] == ["window seat"]


async def test_what_a_call_assumed_is_told_beside_the_options(booking: Any) -> None:
    """Days that stay as they were are told in the result alone; a town without an airport on the card, with city and distance."""
    plain = {"depart": "2027-06-14", "return_day": "2027-06-21", "party": {"adults": 2}}
    await called(booking, "update_trip", origin="Boston", stops=[{"place": "Lisbon"}], **plain)
    outcome = await called(booking, "update_trip", stops=[{"place": "Madrid"}])
    kept = "stops[0]: days and nights as they were for Lisbon"
    assert kept in outcome.assumed
    assert kept not in (await booking.trip()).status.assumptions
    await called(booking, "update_trip", stops=[{"place": "Sintra", "arrive": "2027-06-14", "nights": 7}])
    said = (await booking.state()).values["messages"][-1].content
    assert "Sintra has no airport of its own: flying via Lisbon (LIS)" in said
