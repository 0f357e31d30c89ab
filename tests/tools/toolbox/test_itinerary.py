"""The itinerary tools alone: the designer's 23 by their names, edits by id, rides that no move takes along."""

import asyncio
import json
from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.ordering import overlapping
from tripintent.state.designer.segments import ActivitySegment, FlightSegment, RailSegment, TransferSegment, title_of
from tripintent.state.frame import Meeting
from tripintent.state.planning.facts import Town, TripFacts
from tripintent.state.trip import TripIntent
from tripintent.tools.clock import FixedClock
from tripintent.tools.designer.box import ToolBox
from tripintent.tools.designer.reading import Sources
from tripintent.tools.places.atlas import GazetteerAtlas
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.planner.days import plan_days
from tripintent.tools.ports.day_planner import DayFrame, DaysRequest
from tripintent.tools.ports.places import Attraction, Opening
from tripintent.tools.toolbox.base import Scene
from tripintent.tools.toolbox.days import planned_itinerary
from tripintent.tools.toolbox.frames import OneDay, Wishes, frames_of, ways_of
from tripintent.tools.toolbox.plan import plan_facts
from tripintent.tools.toolbox.toolbox import by_name, tools

NAMES = tuple(
    "get_itinerary get_segment update_itinerary update_preferences add_traveler add_flight add_hotel add_activity "  # noqa: SIM905 - a line each would hide them
    "add_transfer add_meeting update_segment delete_segment move_segment reorder_segments search_web search_flights "
    "search_hotels search_transfers store_travel_intelligence retrieve_travel_intelligence get_distance show_route "
    "geocode_location".split()
)
FLIGHT = FlightSegment(
    id="fly", flight_number="TP 210", start_datetime="2027-06-14T10:00", end_datetime="2027-06-14T12:00", source="import",
    origin={"name": "Porto", "code": "OPO"}, destination={"name": "Lisbon", "code": "LIS"},
)  # fmt: skip
TAXI = TransferSegment(
    id="taxi", start_datetime="2027-06-14T12:30", end_datetime="2027-06-14T13:00", depends_on=("fly",),
    pickup_location={"name": "LIS"}, dropoff_location={"name": "Alfama"},
)  # fmt: skip
HOME = FLIGHT.model_copy(
    update={
        "id": "home",
        "depends_on": ("castle",),
        "start_datetime": "2027-06-16T18:00",
        "end_datetime": "2027-06-16T20:00",
    }
)
CASTLE = ActivitySegment(
    id="castle", name="Castle", start_datetime="2027-06-16T10:00", end_datetime="2027-06-16T12:00", source="user"
)
PLAN = ItineraryDocument(
    trip_id="t", segments=(FLIGHT, TAXI, CASTLE, HOME), start_date="2027-06-14", end_date="2027-06-16"
)

FLIGHTS = PLAN.model_copy(update={"segments": (FLIGHT, HOME)})


class Ports:
    """The ports that the tools ask, on real parts."""

    def __init__(self) -> None:
        places = Gazetteer()
        self.atlas, self.attractions, self.numbers = GazetteerAtlas(places), None, iter(range(1000))
        self.new_id = lambda: f"new-{next(self.numbers)}"
        self.tools = ToolBox(Sources(places, self.atlas, None, None), self.new_id)
        self.designer, self.clock = self, FixedClock(datetime(2027, 3, 1, tzinfo=UTC))


def run(name: str, plan: ItineraryDocument = PLAN, **arguments: Any) -> Any:
    scene = Scene(trip=TripIntent(trip_id="t"), ports=Ports(), documents={"itinerary": plan})
    return asyncio.run(by_name()[name].run(scene, arguments))


@pytest.mark.parametrize("name", NAMES)
def test_the_designers_tools_are_there_by_their_names(name: str) -> None:
    """With typed arguments, an effect, a description, and at most 2 kB of schema."""
    tool = by_name()[name]
    assert (tool.toolset, tool.effect) == ("itinerary", tool.effect)
    assert tool.description
    assert len(json.dumps(tool.schema())) < 2000


def test_there_are_four_more_for_a_model() -> None:
    """Edit, plan, check, import."""
    more = {one.name for one in tools("itinerary")} - set(NAMES)
    assert more == {"edit_itinerary", "plan_days", "check_itinerary", "import_reservation"}


def test_moving_an_entry_never_moves_a_flight() -> None:
    """By the designer's own tool neither a flight itself nor one that hangs on the entry moves: nothing is done, and it is said."""
    for entry, start in (("castle", "2027-06-16T11:00"), ("fly", "2027-06-14T09:00")):
        act = run("move_segment", segmentId=entry, newStartTime=start)
        assert not act.outcome.ok
        assert not act.documents
        assert any("TP 210" in one for one in act.outcome.rejected[0].candidates)
    act = run("edit_itinerary", edits=[{"op": "move", "entry": "castle", "start": "11:00"}])
    plan = act.documents["itinerary"]
    assert [one.start_datetime for one in plan.segments] == [
        "2027-06-14T10:00", "2027-06-14T12:30", "2027-06-16T11:00", "2027-06-16T18:00",
    ]  # fmt: skip
    assert plan.version == PLAN.version + 1


def test_a_flight_bought_elsewhere_gets_new_times_by_name() -> None:
    """`change` is for what the airline changed; `move` is refused and says so."""
    act = run("edit_itinerary", edits=[{"op": "move", "entry": "fly", "start": "11:00"}])
    assert "change" in act.outcome.rejected[0].why
    act = run("edit_itinerary", edits=[{"op": "change", "entry": "fly", "start": "11:00", "end": "13:10"}])
    fly = act.documents["itinerary"].segment("fly")
    assert (fly.start_datetime, fly.end_datetime) == ("2027-06-14T11:00", "2027-06-14T13:10")


def test_a_name_that_is_not_in_the_plan_is_refused_with_those_that_are() -> None:
    """Nothing near is taken for it; the exact name, whatever its capitals, is the entry."""
    act = run("edit_itinerary", edits=[{"op": "remove", "entry": "the museum"}, {"op": "remove", "entry": "CASTLE"}])
    (lost,) = act.outcome.rejected
    assert lost.path == "edits[0].entry"
    assert "castle: Castle, 2027-06-16T10:00" in lost.candidates
    assert act.documents["itinerary"].segment("castle") is None
    gone = run("get_segment", segmentId="museum")
    assert "castle: Castle" in gone.outcome.rejected[0].candidates


def test_rides_and_trains_have_their_names() -> None:
    """Operator and number of a train, what a ride is called."""
    put = [
        {"op": "add", "kind": "train", "name": "IC 523", "operator": "CP", "day": "2027-06-15", "start": "09:00",
         "end": "11:50", "origin": "Lisbon", "destination": "Porto"},
        {"op": "add", "kind": "ride", "name": "Tuk-tuk", "ride": "OTHER", "day": "2027-06-15", "start": "15:00",
         "origin": "Porto", "destination": "Gaia"},
    ]  # fmt: skip
    act = run("edit_itinerary", edits=put)
    assert [one["title"] for one in act.outcome.facts["days"][0]["entries"]] == [
        "CP IC 523 Lisbon – Porto", "Tuk-tuk Porto – Gaia",
    ]  # fmt: skip


def test_a_rental_car_is_one_thing_that_one_has() -> None:
    """It lasts to its last day, takes no hours of the days, and meets nothing."""
    car = {"op": "add", "kind": "ride", "ride": "RENTAL_CAR", "name": "Rental car", "day": "2027-06-14", "start": "13:30",
           "until": "2027-06-16", "end": "17:00"}  # fmt: skip
    act = run("edit_itinerary", edits=[car])
    plan = act.documents["itinerary"]
    new = next(one for one in plan.segments if one.id not in {each.id for each in PLAN.segments})
    assert (new.start_datetime, new.end_datetime) == ("2027-06-14T13:30", "2027-06-16T17:00")
    assert not list(overlapping(plan.segments))
    assert act.outcome.facts["clashes"] == []
    facts = TripFacts(destinations=(Town(name="Lisbon", country="PT"),), first_day=date(2027, 6, 14), days=3)
    days = frames_of(facts.destinations[0], [date(2027, 6, 15)], facts, kept=(new,), ways=(), knowledge=None)
    assert [day.fixed for day in days] == [()]


def test_minutes_on_foot_and_opening_hours_are_facts() -> None:
    """Between two places on the map; hours of the day itself."""
    spot = {"latitude": 38.7139, "longitude": -9.1334}
    near = {"latitude": 38.7098, "longitude": -9.1326}
    sights = (
        ActivitySegment(
            id="a", name="A", location={"name": "A", "coordinates": spot}, start_datetime="2027-06-15T10:00"
        ),
        ActivitySegment(
            id="b",
            name="B",
            location={"name": "B", "coordinates": near},
            start_datetime="2027-06-15T12:00",
            metadata={"place": "b"},
        ),
    )
    hours = (Opening(weekday=1, opens="10:00", closes="18:00"),)

    class Source:
        async def details(self, name: str) -> Attraction:
            return Attraction(id=name, name="B", place="Lisbon", kind="museum", lat=38.7, lon=-9.1, hours=hours)

    ports = Ports()
    ports.attractions = Source()
    scene = Scene(trip=TripIntent(), ports=ports)
    plan = asyncio.run(plan_facts(scene, ItineraryDocument(segments=sights)))
    a, b = plan.days[0].entries
    assert (a.on_foot, b.opens) == (None, "10:00-18:00")
    assert 3 <= b.on_foot <= 10


def test_a_market_is_for_the_morning() -> None:
    """However the day is filled; one that opens in the evening has its own hours."""
    market = Attraction(id="m", name="Market", place="X", kind="market", lat=1, lon=1, minutes=60)
    others = [
        Attraction(id=f"s{n}", name=f"S{n}", place="X", kind="museum", lat=1, lon=1.001 * n, minutes=90) for n in (1, 2)
    ]
    late = market.model_copy(update={"id": "n", "hours": (Opening(weekday=1, opens="18:00", closes="23:00"),)})
    request = DaysRequest(frames=(DayFrame(day=date(2027, 6, 15)),), places=(*others, market, late), pace="packed")
    visits = {one.ref: one for one in plan_days(request)[0].items if one.kind == "visit"}
    assert visits["m"].ends.isoformat() <= "13:30"
    assert "n" not in visits or visits["n"].starts.isoformat() >= "18:00"


def test_a_train_in_the_middle_of_a_stay_has_its_hours_and_those_around() -> None:
    """Half an hour before and after, on both days of a night train."""
    facts = TripFacts(destinations=(Town(name="Lisbon", country="PT"),), first_day=date(2027, 6, 14), days=5)
    night = RailSegment(id="r", start_datetime="2027-06-16T23:00", end_datetime="2027-06-17T06:40")
    days = [date(2027, 6, 14 + number) for number in range(5)]
    frames = frames_of(facts.destinations[0], days, facts, kept=(night,), ways=ways_of((night,), ()), knowledge=None)
    taken = {frame.day.day: [(f"{one.starts:%H:%M}", f"{one.ends:%H:%M}") for one in frame.fixed] for frame in frames}
    assert taken[16] == [("22:30", "23:59")]
    assert taken[17] == [("00:00", "07:10")]
    assert taken[15] == []


MUSEUMS = tuple(
    Attraction(id=f"s{n}", name=f"Sight {n}", place="Lisbon", kind="museum", lat=38.71 + n / 500, lon=-9.14, minutes=90)
    for n in range(12)
)
HOURS = st.integers(min_value=0, max_value=23 * 4).map(lambda quarter: timedelta(minutes=15 * quarter))


class Lisbon:
    async def search(self, *_: Any, **__: Any) -> tuple[Attraction, ...]:
        return MUSEUMS


def filled(plan: ItineraryDocument, trip: TripIntent, wishes: Wishes) -> ItineraryDocument:
    facts = TripFacts(destinations=(Town(name="Lisbon", country="PT"),), first_day=date(2027, 6, 14), days=3)
    words = SimpleNamespace(phrase=lambda key, *_: key)
    own: Any = SimpleNamespace(attractions=Lisbon(), days=plan_days, words=words, knowledge=None)
    return asyncio.run(planned_itinerary(trip, facts, plan, own, wishes=wishes))[0]


@settings(deadline=None, max_examples=60)
@given(
    entries=st.lists(st.tuples(st.integers(14, 16), HOURS, st.none() | st.integers(1, 20)), max_size=5),
    again=st.sampled_from([(), (date(2027, 6, 15),)]),
)
def test_planned_days_never_meet_what_is_in_the_plan(entries: list[Any], again: tuple[date, ...]) -> None:
    """With an end or without, over midnight, planned again in part: what was there stays, and nothing new overlaps."""
    own = []
    for number, (day, starts, quarters) in enumerate(entries):
        begin = datetime(2027, 6, day) + starts  # noqa: DTZ001 - a wall clock
        end = (begin + timedelta(minutes=15 * quarters)).isoformat("T", "minutes") if quarters else None
        start = begin.isoformat("T", "minutes")
        own.append(
            ActivitySegment(id=f"own-{number}", name="Own", start_datetime=start, end_datetime=end, source="user")
        )
    plan = FLIGHTS.model_copy(update={"segments": (*FLIGHTS.segments, *own)})
    there = [(a.id, b.id) for a, b in overlapping(plan.live)]
    for wishes in (Wishes(), Wishes(days={day: OneDay() for day in again})):
        plan = filled(plan, TripIntent(), wishes)
        assert [(a.id, b.id) for a, b in overlapping(plan.live)] == there
        assert all(plan.segment(one.id) == one for one in own)


def test_a_meeting_of_the_trip_keeps_its_hours_free() -> None:
    """It stands in the trip and not in the plan; no sight is planned over it."""
    trip = TripIntent(itinerary={"meetings": (Meeting(day="2027-06-15", start="10:00", end="15:00"),)})
    day = [one for one in filled(FLIGHTS, trip, Wishes()).live if one.id.startswith(("activity", "lunch"))]
    there = [one for one in day if (one.start_datetime or "").startswith("2027-06-15")]
    assert there
    assert all(one.end_datetime <= "2027-06-15T10:00" or one.start_datetime >= "2027-06-15T15:00" for one in there)


def test_a_sight_that_we_planned_gives_way_to_the_travellers_own_hours() -> None:
    """It stands in the plan once; what is then at the same time is told."""
    first = {"op": "add", "name": "Uffizi Gallery", "day": "2027-06-15", "start": "10:00", "end": "11:00"}
    plan = run("edit_itinerary", edits=[first]).documents[ItineraryDocument.kind]
    ours = tuple(
        one.model_copy(update={"source": "agent"}) if title_of(one) == "Uffizi Gallery" else one
        for one in plan.segments
    )
    again = {"op": "add", "name": "the Uffizi", "day": "2027-06-16", "start": "09:30", "end": "12:00"}
    after = run("edit_itinerary", plan.model_copy(update={"segments": ours}), edits=[again])
    named = [one for one in after.documents[ItineraryDocument.kind].live if "Uffizi" in title_of(one)]
    assert [one.start_datetime[:16] for one in named] == ["2027-06-16T09:30"]
    mine = tuple(one.model_copy(update={"id": f"mine-{one.id}"}) for one in plan.segments)
    both = run("edit_itinerary", plan.model_copy(update={"segments": mine}), edits=[again])
    live = both.documents[ItineraryDocument.kind].live
    assert len([one for one in live if "Uffizi" in title_of(one)]) == 2  # the traveller's own stays
    market = {"id": "market", "name": "Old Market"}
    ours = tuple(one.model_copy(update=market) if one.source == "agent" else one for one in ours)
    kind = run("edit_itinerary", plan.model_copy(update={"segments": ours}), edits=[{**again, "name": "Market"}])
    assert len(kind.documents[ItineraryDocument.kind].live) == len(plan.live) + 1  # a kind names no sight
