"""Hotel nights that nobody said begin when the flight lands; nights that were said stay as they were said."""

from datetime import date

from tests.acts import change, choose, plan
from tests.graph.conftest import Booking

from tripintent.state.derived import open_plan
from tripintent.state.offers import FlightOffer, HotelOffer

WISH = plan("New York", "London", "2027-06-14", "2027-06-21", adults=2)


NO_HOTEL = plan(
    "New York", "London", "2027-06-14", "2027-06-21", adults=2, lodging={"needed": False}, flights={"max_stops": 0}
)


async def combined(booking: Booking) -> list[tuple[FlightOffer, HotelOffer]]:
    """Return the first flight and the hotel of every trip on offer."""
    trip = await booking.trip()
    assert trip.working_memory.ranking
    pairs = []
    for bundle in trip.working_memory.ranking.bundles:
        ids = (*bundle.flight_option_ids[:1], *bundle.hotel_option_ids)
        known = await booking.ports.offers.options(trip.ledger_id, ids)
        flight, room = (known[i] for i in ids)
        assert isinstance(flight, FlightOffer)
        assert isinstance(room, HotelOffer)
        pairs.append((flight, room))
    return pairs


async def test_the_hotel_begins_when_one_lands(booking):
    """Over the Atlantic most flights land a day later: each trip has its hotel from then on, and nothing to confirm."""
    await booking.do(WISH)
    pairs = await combined(booking)
    assert all(flight.night == room.check_in for flight, room in pairs)
    assert date(2027, 6, 15) in {room.check_in for _, room in pairs}
    assert {room.check_out for _, room in pairs} == {date(2027, 6, 21)}
    await booking.do(choose(1))
    report = (await booking.trip()).working_memory.risk_report
    assert report
    assert not {"arrives_after_check_in", "nights_without_hotel"} & {risk.code for risk in report.risks}


async def test_nights_that_were_said_are_kept(booking):
    """Who asks for the room from the day of departure has it ready in the early morning, and pays for it."""
    legs = [("JFK", "LHR", "2027-06-14"), ("LHR", "JFK", "2027-06-21")]
    document = {
        "party": {"travelers": {"adults": 2}},
        "itinerary": {
            "trip_type": "round_trip",
            "segments": [{"origin": {"code": a}, "destination": {"code": b}, "depart_date": d} for a, b, d in legs],
            "lodging": {"needed": True, "check_in": "2027-06-14", "check_out": "2027-06-21"},
        },
    }
    await booking.event(type="INTENT_READY", trip_intent=document)
    pairs = await combined(booking)
    assert date(2027, 6, 15) in {flight.night for flight, _ in pairs}
    assert {room.check_in for _, room in pairs} == {date(2027, 6, 14)}


async def test_a_short_flight_asks_once(booking):
    """Nothing lands on another day: one search, from the day of departure."""
    await booking.do(plan("London", "Paris", "2027-06-14", "2027-06-21", adults=2))
    trip = await booking.trip()
    (stay,) = open_plan(trip).hotels
    offers = await booking.ports.offers.get(trip.ledger_id, stay.key)
    assert {offer.check_in for offer in offers} == {date(2027, 6, 14)}


async def test_a_hotel_to_flights_that_are_booked_begins_when_they_land(booking, people):
    """The flight is no longer on offer; the one that was bought says the night."""
    await booking.to_approval(NO_HOTEL)
    await booking.approve()
    trip = await booking.trip()
    flight = trip.working_memory.bookings[0]
    offer = (await booking.ports.offers.options(trip.ledger_id, [flight.option_id]))[flight.option_id]
    assert isinstance(offer, FlightOffer)
    await booking.do(change(lodging={"needed": True}))
    ranking = (await booking.trip()).working_memory.ranking
    assert ranking
    ids = {i for bundle in ranking.bundles for i in bundle.hotel_option_ids}
    rooms = await booking.ports.offers.options(trip.ledger_id, ids)
    assert rooms
    assert {room.check_in for room in rooms.values()} == {offer.night}


async def test_fewer_nights_than_were_said_are_told(booking):
    """Five nights were wanted, and to leave late; a flight over night eats one: said before the hold, and not paid."""
    late = {"stops": [{"place": "New York", "nights": 5}], "flights": {"leave": {"after": "20:00"}}}
    await booking.do(change(origin="San Francisco", depart="2027-06-14", party={"adults": 2}, **late))
    overnight = next(n for n, (_, room) in enumerate(await combined(booking)) if room.check_in == date(2027, 6, 15))
    (chosen,) = await booking.do(choose(overnight + 1))
    assert "is for 4 nights, not 5" in chosen
    report = (await booking.trip()).working_memory.risk_report
    assert report
    assert "fewer_nights" not in {risk.code for risk in report.required_user_confirmations}
