"""A day left open within a range: several days are searched and the cheapest taken, instead of asking "which day?"."""

from tests.acts import called, change, plan

from tripintent.state.frame import When
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.questions.windows import window_of
from tripintent.tools.toolbox.known_trip import known_facts

RANGE = {"earliest": "2027-06-10", "latest": "2027-06-16"}
OPEN = change(
    origin="Boston",
    stops=[{"place": "Lisbon", "nights": 5}],
    depart=RANGE,
    party={"adults": 2},
    lodging={"needed": True},
)
NEAR = {"day": "2027-06-14", "around": 2}
FLEXIBLE = plan("Boston", "Lisbon", NEAR, "2027-06-21", adults=2)


async def test_the_cheapest_day_of_a_range_is_taken_and_the_next_best_are_said(booking):
    """The plan gets a day of the range, the options' card names three days with their prices."""
    said = await booking.do(OPEN)
    trip = await booking.trip()
    out, back = trip.itinerary.segments
    assert "2027-06-10" <= out.depart_date <= "2027-06-16"
    assert trip.frame.depart.earliest == "2027-06-10"
    assert "compare_days" in booking.steps
    (days,) = (line for line in said[-1].splitlines() if line.startswith("Days compared: "))
    assert days.count("$") == 3
    assert trip.working_memory.ranking.bundles
    assert (back.depart_date > out.depart_date, trip.itinerary.lodging.check_out) == (True, back.depart_date)


async def test_another_day_can_be_said_afterwards(booking):
    """The day that was taken is no more than a proposal."""
    await booking.do(OPEN)
    await booking.do(change(depart="2027-06-16"))
    assert (await booking.trip()).itinerary.segments[0].depart_date == "2027-06-16"


async def test_a_first_and_a_last_day_said_afterwards_are_both_taken(booking):
    """The length that was said before gives way to the days."""
    may = {"earliest": "2027-05-01", "latest": "2027-05-31"}
    await booking.do(change(origin="Boston", stops=[{"place": "Lisbon", "nights": 3}], depart=may, party={"adults": 1}))
    await booking.do(change(depart="2027-05-10", return_day="2027-05-14"))
    assert [leg.depart_date for leg in (await booking.trip()).itinerary.segments] == ["2027-05-10", "2027-05-14"]


async def test_days_are_not_compared_while_more_is_missing(booking):
    """Nothing is searched while it is not known how many travel, or for a range of months."""
    await booking.do(change(origin="Boston", stops=[{"place": "Lisbon", "nights": 5}], depart=RANGE))
    trip = await booking.trip()
    assert window_of(trip) is None
    wide = When(said="", earliest="2027-06-10", latest="2027-12-01")
    merge = {"frame": trip.frame.model_copy(update={"depart": wide, "adults": 2})}
    assert window_of(apply_patch(trip, Patch(merge=merge))) is None


async def test_a_range_without_any_flight_is_asked_about(booking):
    """When no day brings a flight, the traveller is asked, and the turn ends."""

    class NoFlights:
        capabilities = booking.ports.flights.capabilities

        async def search(self, query):
            return ()

    grounded = booking.rebuilt(flights=NoFlights())
    said = await grounded.do(OPEN)
    assert "which day" in said[-1].lower()


async def test_dates_that_may_move_stay_and_cheaper_days_are_told(booking):
    """The days that were said are searched; those near them are compared, and taken when the traveller says so."""
    said = await booking.do(FLEXIBLE)
    trip = await booking.trip()
    assert trip.itinerary.segments[0].depart_date == "2027-06-14"
    days = trip.working_memory.ranking.days
    assert (days.earliest, days.latest, len(days.prices)) == ("2027-06-12", "2027-06-16", 5)
    assert "Days compared: " in said[-1]
    await booking.do(change(depart=days.prices[0].day, return_day=days.prices[0].back))
    out, back = (await booking.trip()).itinerary.segments
    assert (out.depart_date, back.depart_date) == (days.prices[0].day, days.prices[0].back)


async def test_days_are_compared_again_only_for_other_flights(booking):
    """A wish for the hotel keeps the prices of other days; a wish for the flights has them searched anew."""
    await booking.do(FLEXIBLE)
    days = (await booking.trip()).working_memory.ranking.days
    await booking.do(change(lodging={"amenities": ["pool"]}))
    assert "compare_days" not in booking.steps
    assert (await booking.trip()).working_memory.ranking.days == days
    await booking.do(change(flights={"max_stops": 0}))
    assert "compare_days" in booking.steps


async def test_two_days_said_for_each_way_are_compared(booking):
    """Days that are open are searched, first those of departure, then those of the way back; nothing is asked again."""
    there = {"earliest": "2027-06-14", "latest": "2027-06-15"}
    back = {"earliest": "2027-06-21", "latest": "2027-06-22"}
    said = await booking.do(plan("Boston", "Lisbon", there, back, adults=2, lodging={"needed": False}))
    out, back = (await booking.trip()).itinerary.segments
    assert out.depart_date in {"2027-06-14", "2027-06-15"}
    assert back.depart_date in {"2027-06-21", "2027-06-22"}
    assert "Days compared: " in said[-1]


async def test_a_month_for_a_hotel_alone_is_compared_and_taken_back(booking):
    """Without flights the rooms are compared; a day said afterwards ends it, and undo leaves no day that nobody said."""
    june = {"earliest": "2027-06-01", "latest": "2027-06-30"}
    stay = change(stops=[{"place": "Paris", "nights": 7}], depart=june, flights_needed=False, party={"adults": 2})
    await booking.do(stay)
    lodging = (await booking.trip()).itinerary.lodging
    assert "compare_days" in booking.steps
    assert (lodging.flex.earliest, lodging.flex.latest) == ("2027-06-01", "2027-06-30")
    assert "2027-06-01" <= lodging.check_in < lodging.check_out
    await booking.do(called("undo"))
    lodging = (await booking.trip()).itinerary.lodging
    assert (lodging.check_in, lodging.check_out, lodging.flex) == (None, None, None)


async def test_flights_that_are_not_wanted_after_all_leave_the_month(booking):
    """The days that were said for the journey are those of the hotel; one of them said afterwards is the day."""
    june = {"earliest": "2027-06-01", "latest": "2027-06-30"}
    await booking.do(change(stops=[{"place": "Paris", "nights": 7}], depart=june, party={"adults": 2}))
    await booking.do(change(flights_needed=False))
    trip = await booking.trip()
    assert not trip.itinerary.segments
    assert trip.working_memory.ranking.days.earliest == "2027-06-01"
    await booking.do(change(stops=[{"place": "Paris", "nights": 7, "arrive": "2027-06-15"}]))
    lodging = (await booking.trip()).itinerary.lodging
    assert (lodging.check_in, lodging.check_out, lodging.flex) == ("2027-06-15", "2027-06-22", None)


async def test_the_open_month_of_a_stay_is_kept_while_it_is_not_known_how_many_travel(booking):
    """It is a fact of the card; nothing is searched."""
    june = {"earliest": "2027-06-01", "latest": "2027-06-30"}
    await booking.do(change(stops=[{"place": "Paris", "nights": 7}], depart=june, flights_needed=False))
    assert "compare_days" not in booking.steps
    out = known_facts(await booking.trip()).out
    assert (out.day, out.earliest, out.latest) == (None, "2027-06-01", "2027-06-30")
