"""A day plan: three to five sights with meals between them, short days of travel, and open days that are named."""

import asyncio
from collections import defaultdict
from datetime import date, datetime, time
from itertools import pairwise
from types import SimpleNamespace

import pytest

from tripintent.nodes.view import after_landing
from tripintent.state.designer.checks import check
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.segments import FlightSegment, HotelSegment
from tripintent.state.planning.facts import Town, TripFacts
from tripintent.state.trip import TripIntent
from tripintent.tools.attractions.offline import OfflineAttractions
from tripintent.tools.places.atlas import GazetteerAtlas
from tripintent.tools.planner.days import plan_days
from tripintent.tools.planning.knowledge import OfflineKnowledge
from tripintent.tools.planning.showing import FileWords
from tripintent.tools.toolbox.days import planned_itinerary
from tripintent.tools.toolbox.frames import ways_of

OWN = SimpleNamespace(attractions=OfflineAttractions(), days=plan_days, knowledge=OfflineKnowledge(), words=FileWords())
MEALS, LEAVES = {"lunch", "dinner"}, {"leaves": True}
ROME = TripFacts(
    destinations=(Town(name="Rome", country="IT"),),
    origin=Town(name="London", code="LHR", country="GB"),
    first_day=date(2027, 5, 5),
    days=6,
    interests=("history", "food"),
)


def plan(facts=ROME, old=None, language="en"):
    """The segments of each day, and what was planned."""
    trip = TripIntent(request={"language": language})
    made, planned = asyncio.run(planned_itinerary(trip, facts, old, OWN))
    days = defaultdict(list)
    for one in made.segments:
        days[one.start_datetime[8:10]].append(one)
    return made, days, planned


def sights(day):
    return [one for one in day if one.category not in MEALS]


@pytest.mark.parametrize(("pace", "least"), [("leisurely", 2), (None, 3), ("packed", 4)])
def test_whole_days_are_full_and_have_meals(pace, least):
    """Three or four sights a day, up to five when packed, lunch and dinner between them, no way to one takes too long."""
    made, days, planned = plan(ROME.model_copy(update={"pace": pace, "days": 5}))
    whole = [days[day] for day in ("06", "07", "08")]
    assert all(least <= len(sights(day)) <= 5 for day in whole)
    assert all([one.category for one in day if one.category in MEALS] == ["lunch", "dinner"] for day in whole)
    assert all(one.start_datetime[11:] >= "15:00" for one in days["05"])
    assert all(one.end_datetime[11:] <= "13:00" for one in days["09"])
    assert not planned.timed
    assert "IMPOSSIBLE_SEQUENCE" not in {one.rule for one in check(made, GazetteerAtlas())}


def test_few_sights_make_full_days_and_open_ones():
    """What is known is not spread thin: the days that it cannot fill are named."""
    _, days, planned = plan(ROME.model_copy(update={"destinations": (Town(name="Krakow", country="PL"),), "days": 9}))
    seen = [len(sights(days[day])) for day in sorted(days)]
    assert max(seen) >= 3
    ((town, room),) = planned.room
    assert town == "Krakow"
    assert all(len(sights(days[f"{day.day:02}"])) < 3 for day in room)
    assert {one.day for one in room} <= set(range(6, 13))


def test_planning_again_keeps_ids_and_what_people_took_over():
    """The same trip gives the same ids; a meal or sight that somebody confirmed is not planned a second time."""
    made, _, _ = plan()
    shuffled = made.model_copy(update={"segments": made.segments[::-1]})
    assert plan(old=made)[0].segments == made.segments
    assert plan(old=shuffled)[0].segments == shuffled.segments  # nothing differs: nothing is written
    taken = {made.segments[1].id, next(one.id for one in made.segments if one.category == "lunch")}
    sure = tuple(one.model_copy(update={"status": "CONFIRMED"} if one.id in taken else {}) for one in made.segments)
    third, _, _ = plan(old=made.model_copy(update={"segments": sure}))
    ids = [one.id for one in third.segments]
    assert len(ids) == len(set(ids))
    assert {one.id for one in third.segments if one.status == "CONFIRMED"} == taken


def test_what_was_taken_out_does_not_come_back():
    """A sight and a meal that somebody removed stay out when the days are planned again, until they are put back."""
    made, _, _ = plan()
    gone = {"activity-rome-colosseum", "lunch-2027-05-07"}
    assert gone < {one.id for one in made.segments}
    worked = made.model_copy(update={"segments": tuple(one for one in made.segments if one.id not in gone)})
    again, _, _ = plan(old=worked)
    third, _, _ = plan(old=again)
    assert not gone & {one.id for one in (*again.segments, *third.segments)}
    back = third.model_copy(update={"segments": (*third.segments, made.segment("activity-rome-colosseum"))})
    assert "activity-rome-colosseum" in {one.id for one in plan(old=back)[0].segments}


def hotel(town, first, last):
    days = {"check_in_date": first, "check_out_date": last}
    times = {"start_datetime": f"{first}T15:00", "end_datetime": f"{last}T11:00"}
    return HotelSegment(id="h1", property={"name": town}, location={"name": town, "city": town}, **days, **times)


def flight(number, leaves, lands):
    return FlightSegment(id=f"f{number}", flight_number=f"Q{number}", start_datetime=leaves, end_datetime=lands)


def test_flights_with_known_times_begin_and_end_the_stay():
    """Nothing before one has landed and come into town, nothing after one has to leave; hops are one journey."""
    out = (flight(1, "2027-05-05T06:00", "2027-05-05T08:00"), flight(2, "2027-05-05T09:30", "2027-05-05T11:00"))
    home = flight(3, "2027-05-10T18:10", "2027-05-10T19:30")
    assert len(ways_of((*out, home), ())) == 2
    _, days, planned = plan(old=ItineraryDocument(segments=(*out, home)))
    first, last = ([one for one in days[day] if one.id[0] != "f"] for day in ("05", "10"))
    assert min(one.start_datetime[11:] for one in first) >= "12:00"
    assert len(sights(first)) >= 2
    assert max(one.end_datetime[11:] for one in last) <= "14:10"  # three hours at the airport, as the checklist says
    assert planned.timed


def test_a_day_of_moving_is_a_day_of_both_towns():
    """Until one has to leave in the one, and from the landing on in the other."""
    hotels = (hotel("Rome", "2027-05-05", "2027-05-08"), hotel("Madrid", "2027-05-08", "2027-05-10"))
    towns = (*ROME.destinations, Town(name="Madrid", country="ES"))
    moves = ItineraryDocument(segments=(*hotels, flight(1, "2027-05-08T15:00", "2027-05-08T16:00")))
    _, days, _ = plan(ROME.model_copy(update={"destinations": towns}), moves)
    seen = [one for one in days["08"] if one.id.startswith("activity")]
    assert seen[0].location.city == "Rome"
    assert all(one.end_datetime[11:] <= "12:00" for one in seen if one.location.city == "Rome")


def test_a_day_trip_lies_between_its_two_flights():
    """Out and home on one day: the plan is between them."""
    there, home = flight(1, "2027-05-05T06:00", "2027-05-05T08:00"), flight(2, "2027-05-05T19:00", "2027-05-05T21:00")
    _, days, _ = plan(ROME.model_copy(update={"days": 1}), ItineraryDocument(segments=(there, home)))
    planned = [one for one in days["05"] if one.id[0] != "f"]
    _, bare, _ = plan(ROME.model_copy(update={"days": 1}))
    assert len(sights(bare["05"])) >= 2
    assert planned
    assert all("09:00" <= one.start_datetime[11:] < one.end_datetime[11:] <= "16:00" for one in planned)


def test_a_long_way_east_lands_a_day_later():
    """From Chicago to Tokyo nothing is planned for the day that is spent in the air."""
    far = {"destinations": (Town(name="Tokyo", code="NRT", country="JP"),)}
    _, days, _ = plan(ROME.model_copy(update={**far, "origin": Town(name="Chicago", code="ORD", country="US")}))
    assert "05" not in days
    assert all(datetime.fromisoformat(one.start_datetime).time() >= time(15) for one in days["06"])


def test_a_day_between_two_places_is_short():
    """On the day of the way from Rome to Florence nothing begins before one."""
    two = (Town(name="Rome", country="IT"), Town(name="Florence", country="IT"))
    _, days, _ = plan(ROME.model_copy(update={"destinations": two}))
    assert {one.location.city for one in sights(days["08"])} == {"Florence"}
    assert all(one.start_datetime[11:] >= "13:00" for one in days["08"])


def test_a_meal_is_near_what_one_comes_from():
    """Dinner is near the last sight only when it follows it; after a day out of town it is near nothing."""
    _, days, _ = plan(ROME.model_copy(update={"destinations": (Town(name="Cancun", country="MX"),), "days": 8}))
    seen = set()
    for day in days.values():
        for before, after in pairwise(day):
            if after.category == "dinner":
                gap = datetime.fromisoformat(after.start_datetime) - datetime.fromisoformat(before.end_datetime)
                seen.add(gap.seconds <= 5400)
                assert ("near" in after.name) == (gap.seconds <= 5400)
                assert before.category != "day_trip" or after.name == "Dinner"
    assert seen


def test_what_a_waiting_change_replaces_is_no_second_hotel():
    """Booked and held nights are one stay while the change waits."""
    old, new = hotel("Rome", "2027-05-05", "2027-05-10"), hotel("Rome", "2027-05-06", "2027-05-10")
    both = [ItineraryDocument(segments=(old.model_copy(update={"id": "o", "metadata": m}), new)) for m in ({}, LEAVES)]
    found = [{one.rule for one in check(one, GazetteerAtlas())} for one in both]
    assert ["TWO_HOTELS_IN_ONE_NIGHT" in rules for rules in found] == [True, False]


def test_meals_are_named_in_the_language_of_the_trip():
    """A meal says where, in words of the traveller."""
    _, days, _ = plan(language="de")
    assert {one.name.split()[0] for one in days["06"] if one.category in MEALS} == {"Mittagessen", "Abendessen"}


def test_a_room_is_taken_and_a_transfer_made_before_the_first_sight():
    """An hour at the airport and one on the way; from when the room is ready half an hour is kept for it."""
    out = flight(1, "2027-05-05T10:00", "2027-05-05T11:40")
    _, days, _ = plan(old=ItineraryDocument(segments=(out, hotel("Rome", "2027-05-05", "2027-05-10"))))
    first = [one for one in days["05"] if one.id not in ("f1", "h1")]
    assert first
    assert min(one.start_datetime[11:] for one in first) >= "13:40"
    assert all(one.end_datetime[11:] <= "15:00" or one.start_datetime[11:] >= "15:30" for one in first)


@pytest.mark.parametrize(("landing", "begins"), [("16:45", "18:15"), ("14:45", "16:15"), ("11:40", "15:00")])
def test_a_room_is_entered_after_the_landing_of_its_day(landing, begins):
    """A booked stay begins a ride behind the flight that brings its guests, whatever the hour of check-in."""
    stay = hotel("Rome", "2027-05-05", "2027-05-10")
    out = flight(1, "2027-05-05T10:00", f"2027-05-05T{landing}:00+02:00")
    assert after_landing(stay, (out, stay)).start_datetime == f"2027-05-05T{begins}"
    onward = flight("1-1", "2027-05-06T06:30", "2027-05-06T07:35:00+02:00")  # a night on the way, in one order
    hops = (out.model_copy(update={"id": "f1-0"}), onward)
    assert after_landing(stay, (*hops, stay)).start_datetime == "2027-05-06T09:05"
