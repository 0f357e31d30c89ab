"""One stranger's 2,500 legs cost nobody else a turn: each door refuses them with a number, and takes nothing."""

import pytest
from tests.acts import called, change, cheapest, plan

from tripintent.state import caps
from tripintent.state.itinerary import Segment
from tripintent.state.travellers import Travelers


async def test_a_document_with_too_many_legs_is_not_imported(booking):
    """Not its legs, and not the rest of it; nothing of it is kept aside either."""
    document = {"itinerary": {"segments": [{"origin": "JFK", "destination": "SFO"}] * 2500}, "policy": {"a": "b"}}
    said = " ".join(await booking.event(type="INTENT_READY", trip_intent=document))
    assert "That’s 2,500 legs of travel; I can take up to 30." in said
    trip = await booking.trip()
    assert (trip.itinerary.segments, trip.extras) == ((), type(trip)().extras)


async def test_a_call_that_makes_too_many_legs_changes_nothing(booking, monkeypatch):
    """A list of places longer than any trip: the trip is as it was."""
    monkeypatch.setattr(caps, "LEGS", 2)
    days = {"Lisbon": "2027-06-14", "Madrid": "2027-06-18", "Paris": "2027-06-20"}
    stops = [{"place": place, "arrive": day} for place, day in days.items()]
    wish = plan("Boston", "Lisbon", "2027-06-14", "2027-06-25", stops=stops)
    await booking.do(wish)
    (call,) = (await booking.state()).values["turn"].called
    assert "2" in call.outcome.rejected[0].why
    assert (await booking.trip()).itinerary.segments == ()


async def test_a_trip_that_was_edited_beyond_all_measure_is_refused_before_any_work(booking, monkeypatch):
    """A fork or an edit of the state puts 2,500 legs in: no offer is searched for it."""
    await booking.do(plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2))
    trip = await booking.trip()
    many = {"itinerary": trip.itinerary.model_copy(update={"segments": (Segment(),) * 2500})}
    await booking.graph.aupdate_state(booking.config, {"trip_intent": trip.model_copy(update=many)})

    async def never(*arguments):
        raise AssertionError("it was searched")

    with monkeypatch.context() as patch:
        patch.setattr(type(booking.ports.flights), "search", never)
        said = " ".join(await booking.do(cheapest))
    assert "That’s 2,500 legs of travel" in said
    assert "goes on with the first of them" in said


async def test_a_trip_from_before_the_limits_goes_on(booking):
    """It was imported when there were none: it is cut to what a trip may hold, says so once, and can be changed again."""
    await booking.do(plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2))
    trip = await booking.trip()
    many = {"segments": trip.itinerary.segments * 20, "lodging": trip.itinerary.lodging}
    party = trip.party.model_copy(update={"travelers": Travelers(adults=5000)})
    edit = {"itinerary": trip.itinerary.model_copy(update=many), "party": party}
    await booking.graph.aupdate_state(booking.config, {"trip_intent": trip.model_copy(update=edit)})
    await booking.do(change(wishes={"add": ["quiet"]}))
    kept = await booking.trip()
    assert (len(kept.itinerary.segments), sum(kept.party.heads()) <= caps.TRAVELLERS) == (caps.LEGS, True)
    await booking.do(called("start_over"), plan("Oslo", "Rome", "2027-05-20", "2027-05-24", lodging={"needed": False}))
    after = await booking.trip()
    assert len(after.itinerary.segments) == 2


@pytest.mark.parametrize("count", [caps.LEGS])
async def test_what_fits_is_taken(booking, count):
    """As many legs as are allowed."""
    document = {"itinerary": {"segments": [{"origin": "JFK", "destination": "SFO"}] * count}}
    await booking.event(type="INTENT_READY", trip_intent=document)
    assert len((await booking.trip()).itinerary.segments) == count
