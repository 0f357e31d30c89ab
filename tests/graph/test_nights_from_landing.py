"""Nights that were asked for are hotel nights: they count from the landing, and the way home is as much later."""

from datetime import date

from tests.acts import change, choose
from tests.graph.test_first_night import combined
from tests.graph.test_option_tools import found

from tripintent.state.itinerary import Segment


def days(trip) -> list[str | None]:
    segments: tuple[Segment, ...] = trip.itinerary.segments
    return [one.depart_date for one in segments]


ROME = change(origin="Boston", stops=[{"place": "Rome", "nights": 4}], depart="2027-06-14", party={"adults": 2})


async def test_nights_that_were_asked_for_are_slept(booking):
    """Four nights in Rome behind a flight through the night: four hotel nights, and home on the fifth day after departure."""
    await booking.do(ROME)
    trip = await booking.trip()
    assert days(trip) == ["2027-06-14", "2027-06-19"]
    over_night = [(f, room) for f, room in await combined(booking) if f.night == date(2027, 6, 15)]
    assert over_night
    assert {(room.check_out - room.check_in).days for _, room in over_night} == {4}
    await booking.do(choose(1))
    report = (await booking.trip()).working_memory.risk_report
    assert "fewer_nights" not in {risk.code for risk in report.risks}


async def test_nights_at_several_stops_each_count_from_their_landing(booking):
    """The night on the way is none of London's; nor is the one on the way to Singapore."""
    stops = [{"place": "London", "nights": 3}, {"place": "Singapore", "nights": 4}]
    await booking.do(change(origin="Boston", stops=stops, depart="2027-06-14", party={"adults": 1}, one_way=False))
    trip = await booking.trip()
    assert days(trip)[:2] == ["2027-06-14", "2027-06-18"]
    assert [stay.check_out for stay in trip.itinerary.lodging.stays] == ["2027-06-18", "2027-06-23"]
    east = [{"place": "Singapore", "nights": 3}, {"place": "Seoul", "nights": 4}]
    await booking.do(change(stops=east))
    trip = await booking.trip()
    rooms = [one for option in trip.working_memory.ranking.bundles for one in option.hotel_option_ids]
    found = await booking.ports.offers.options(trip.ledger_id, rooms)
    assert {(one.check_out - one.check_in).days for one in found.values()} == {3, 4}


async def test_other_days_and_other_nights_keep_counting_from_the_landing(booking):
    """A day later, then two nights more, then another town near by: each time as many hotel nights as were asked for."""
    await booking.do(ROME)
    await booking.do(change(depart="2027-06-15"))
    assert days(await booking.trip()) == ["2027-06-15", "2027-06-20"]
    await booking.do(change(stops=[{"place": "Rome", "nights": 6}]))
    assert days(await booking.trip()) == ["2027-06-15", "2027-06-22"]
    await booking.do(change(origin="Paris"))
    assert days(await booking.trip()) == ["2027-06-15", "2027-06-21"]


async def test_a_day_of_landing_that_was_said_begins_the_nights(booking):
    """Who lands on the 15th and stays four nights goes home on the 19th, whichever flight brings them."""
    stops = [{"place": "Rome", "nights": 4, "arrive": "2027-06-15"}]
    await booking.do(change(origin="Boston", stops=stops, party={"adults": 1}))
    trip = await booking.trip()
    assert days(trip)[1] == "2027-06-19"


async def test_a_day_of_return_that_was_said_stays(booking):
    """The nights are what lies between landing and leaving, and options say how many before the choice."""
    await booking.do(change(origin="Boston", stops=[{"place": "Rome"}], depart="2027-06-14", return_day="2027-06-18"))
    await booking.do(change(party={"adults": 1}))
    assert days(await booking.trip()) == ["2027-06-14", "2027-06-18"]
    options = (await found(booking, "list_options"))["options"]
    for one in options:
        landed = date.fromisoformat(one["flights"][0]["arrives"]["local"][:10])
        assert one["hotels"][0]["nights"] == (date(2027, 6, 18) - landed).days


async def test_the_best_trips_have_the_nights_that_were_asked_for(booking):
    """A month is open: the way home counts from the landing of the day that was taken, and a flight by day leaves a night too many."""
    week, august = [{"place": "Lisbon", "nights": 7}], {"earliest": "2027-08-01", "latest": "2027-08-31"}
    await booking.do(change(origin="Boston", stops=week, depart=august, party={"adults": 2}))
    nights = {one["hotels"][0]["nights"] for one in (await found(booking, "list_options"))["options"][:3]}
    assert nights == {7}


async def test_an_option_says_when_it_has_other_nights_than_were_asked_for(booking):
    """A flight by day leaves a night more: the option says how many there are, and how many were asked for."""
    lisbon = [{"place": "Lisbon", "nights": 4}]
    await booking.do(change(origin="Boston", stops=lisbon, depart="2027-06-14", party={"adults": 1}))
    late = [{"fact": "lands", "at_least": "18:00"}]
    options = [o for n in (1, 2, 3) for o in (await found(booking, "list_options", where=late, page=n))["options"]]
    by_day = [one["flights"][0]["arrives"]["local"].startswith("2027-06-14") for one in options]
    assert True in by_day
    for one, sooner in zip(options, by_day, strict=True):
        hotel = one["hotels"][0]
        assert (hotel["nights"], hotel.get("nights_asked")) == ((5, 4) if sooner else (4, None))
