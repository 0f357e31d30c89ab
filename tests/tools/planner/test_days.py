"""Days from sights: feasible, near together, fitted to the party, and the same for the same request."""

from datetime import date, time, timedelta
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tripintent.tools.planner.days import plan_days
from tripintent.tools.planner.timeline import km
from tripintent.tools.ports.day_planner import DayFrame, DayParty, DaysRequest, Fixed, PlannedDay, Position
from tripintent.tools.ports.places import Attraction, Opening

MONDAY = date(2027, 3, 1)
CENTRE = Position(lat=48.8566, lon=2.3522)


def sight(number: int, north: float = 0.0, east: float = 0.0, **more: object) -> Attraction:
    """A sight so many km north and east of the centre."""
    place = {"lat": CENTRE.lat + north / 111.2, "lon": CENTRE.lon + east / 73.0, "kind": "landmark", "place": "Paris"}
    return Attraction(id=f"s{number}", name=f"Sight {number}", **(place | more))


def frames(count: int, **more: object) -> tuple[DayFrame, ...]:
    return tuple(DayFrame(day=MONDAY + timedelta(days=n), **more) for n in range(count))


def plan(**request: object) -> tuple[PlannedDay, ...]:
    return plan_days(DaysRequest(**request))


def visits(found: tuple[PlannedDay, ...]) -> list[list[str]]:
    return [[item.ref for item in day.items if item.kind == "visit"] for day in found]


def test_near_things_share_a_day():
    """Two groups ten kilometres apart make two days, not two of crossing the town; a quarter that is less known is one day too."""
    north = [sight(n, north=5, east=n / 5) for n in range(3)]
    south = [sight(n, north=-5, east=n / 5) for n in range(3, 6)]
    mixed = [place for pair in zip(north, south, strict=True) for place in pair]
    found = visits(plan(frames=frames(2), places=tuple(mixed)))
    assert sorted(map(sorted, found)) == [["s0", "s1", "s2"], ["s3", "s4", "s5"]]
    quarter = [sight(n, east=6 + n / 5, area="Belém") if n % 3 == 1 else sight(n, north=n / 2) for n in range(9)]
    assert [day for day in visits(plan(frames=frames(3), places=tuple(quarter))) if {"s1", "s4", "s7"} <= set(day)]


def test_no_afternoon_is_empty_while_another_day_is_full():
    """A full day gives one sight to a day with nothing after lunch, one that splits no quarter, and keeps its own afternoon."""
    old = [sight(n, north=n / 5, area="Old Town") for n in range(3)]
    found = plan(frames=frames(2), places=(*old, sight(3, north=0.8), sight(4, east=5)))
    assert sorted(map(sorted, visits(found))) == [["s0", "s1", "s2"], ["s3", "s4"]]
    assert all(any(i.kind == "visit" and i.ends > time(15) for i in day.items) for day in found)


def test_no_zigzag():
    """Sights along a line are seen along that line."""
    places = (sight(0, east=1), sight(1, east=4), sight(2, east=2), sight(3, east=3))
    (day,) = visits(plan(frames=frames(1), places=places))
    assert day == ["s0", "s2", "s3", "s1"]


def test_a_fixed_entry_keeps_its_time_and_the_meals_find_room():
    """A show at two stays at two; lunch is before it, dinner in the evening, nothing overlaps."""
    show = Fixed(id="show", starts=time(14), ends=time(16, 30), spot=CENTRE)
    (day,) = plan(frames=frames(1, fixed=(show,)), places=tuple(sight(n, east=n / 4) for n in range(6)))
    assert [(i.starts, i.ends) for i in day.items if i.ref == "show"] == [(time(14), time(16, 30))]
    assert [i.meal for i in day.items if i.kind == "meal"] == ["lunch", "dinner"]
    assert len([i for i in day.items if i.kind == "visit"]) >= 2


def test_arrival_and_departure_days_are_short():
    """Nothing before one lands, nothing after one has to leave, and the best sight is kept for a whole day."""
    days = (
        DayFrame(day=MONDAY, starts=time(15)),
        DayFrame(day=MONDAY + timedelta(days=1)),
        DayFrame(day=MONDAY + timedelta(days=2), ends=time(12)),
    )
    found = plan(frames=days, places=tuple(sight(n, north=n % 3, east=n / 3) for n in range(9)))
    first, middle, last = found
    assert all(item.starts >= time(15) for item in first.items)
    assert all(item.ends <= time(12) for item in last.items)
    assert "s0" in [item.ref for item in middle.items]


def test_a_free_afternoon_stays_free():
    """What the traveller wants left empty is a rest, and no sight lies in it."""
    (day,) = plan(frames=frames(1, free=("afternoon",)), places=tuple(sight(n) for n in range(6)))
    assert all(item.ends <= time(13) or item.starts >= time(18) for item in day.items if item.kind != "rest")


def test_rain_less_walking_children_and_pace():
    """Each wish changes the plan in its direction."""
    places = tuple(sight(n, east=n / 3, indoor=n % 2 == 1) for n in range(8))
    assert set(visits(plan(frames=frames(1), places=places, rainy=True))[0]) <= {"s1", "s3", "s5", "s7"}
    park = sight(9, kind="zoo", interests=("family",))
    with_child = plan(frames=frames(1), places=(*places, park), party=DayParty(youngest=5))
    assert "s9" in visits(with_child)[0]
    many = [len(visits(plan(frames=frames(1), places=places, pace=p))[0]) for p in ("leisurely", "balanced", "packed")]
    assert many == [3, 4, 5]


def test_opening_hours_are_kept_where_they_are_known():
    """A museum that is closed on Mondays is not planned on one; another opens at two and is seen after that."""
    closed = sight(0, hours=tuple(Opening(weekday=d, opens=time(10), closes=time(18)) for d in range(1, 7)))
    late = sight(1, hours=(Opening(weekday=0, opens=time(14), closes=time(18)),))
    (day,) = plan(frames=frames(1), places=(closed, late))
    seen = {item.ref: item for item in day.items if item.kind == "visit"}
    assert "s0" not in seen
    assert seen["s1"].starts >= time(14)


def test_a_house_that_closes_at_noon_is_seen_before_or_after():
    """Not over its own break; nor is one let in during the last hour before it closes."""
    spans = ((time(9), time(12)), (time(15), time(18)))
    hours = tuple(Opening(weekday=0, opens=opens, closes=closes) for opens, closes in spans)
    (day,) = plan(frames=frames(1, starts=time(11)), places=(sight(0, hours=hours, minutes=120),))
    assert [(i.starts, i.ends) for i in day.items if i.ref == "s0"] == [(time(15), time(17))]
    (late,) = plan(frames=frames(1, starts=time(17, 10)), places=(sight(1, hours=hours, minutes=30),))
    assert "s1" not in [item.ref for item in late.items]


def test_what_was_asked_for_by_name_is_planned_or_named():
    """A wanted sight comes first, however little known; one that cannot be reached in time is in no day."""
    places = tuple(sight(n, east=n / 4) for n in range(12))
    shut = sight(20, hours=(Opening(weekday=5, opens=time(10), closes=time(18)),))
    found = plan(frames=frames(1), places=(*places, shut), wanted=("s11", "s20"))
    assert "s11" in visits(found)[0]
    assert "s20" not in visits(found)[0]
    assert plan(frames=frames(1), places=())[0].items != ()


_HOURS = tuple(
    Opening(weekday=d, opens=a, closes=b) for d in range(7) for a, b in ((time(9), time(13)), (time(15), time(19)))
)


@st.composite
def requests(draw) -> DaysRequest:
    offset = st.floats(-6, 6, allow_nan=False)
    places = tuple(
        sight(
            n,
            north=draw(offset),
            east=draw(offset),
            minutes=draw(st.sampled_from([30, 60, 90, 180, 360])),
            indoor=draw(st.booleans()),
            hours=draw(st.sampled_from([(), _HOURS])),
        )
        for n in range(draw(st.integers(0, 14)))
    )
    start = draw(st.sampled_from([None, time(8), time(14, 15)]))
    end = draw(st.sampled_from([None, time(13), time(20)]))
    fixed = (Fixed(id="f", starts=time(15), ends=time(16)),) if draw(st.booleans()) else ()
    return DaysRequest(
        frames=frames(draw(st.integers(1, 4)), starts=start, ends=end, fixed=fixed),
        places=places,
        pace=draw(st.sampled_from(["leisurely", "balanced", "packed"])),
        party=DayParty(youngest=draw(st.sampled_from([None, 2, 9])), seniors=draw(st.booleans())),
        rainy=draw(st.booleans()),
        less_walking=draw(st.booleans()),
    )


@settings(max_examples=75, deadline=None)
@given(requests())
def test_any_plan_is_feasible(request_: DaysRequest):
    """No overlap with ways included, nothing twice or invented, the same again; lunch and houses in their hours, none in its last."""
    found = plan_days(request_)
    known = {place.id: place for place in request_.places}
    seen = [ref for day in visits(found) for ref in day]
    assert len(seen) == len(set(seen))
    assert set(seen) <= set(known)
    for day in found:
        for before, after in pairwise(day.items):
            way = after.travel_minutes if after.kind == "visit" else 0
            assert minutes(before.ends) + way <= minutes(after.starts), day
        there = [known[item.ref] for item in day.items if item.kind == "visit"]
        assert all(min(km(a, b) for b in there if b != a) <= 8.5 for a in there if len(there) > 1)
        for item in day.items:
            if item.meal == "lunch":
                assert time(12) <= item.starts < item.ends <= time(14, 30)
            if item.kind == "visit" and known[item.ref].hours:
                spans = [(o.opens, o.closes) for o in known[item.ref].hours if o.weekday == day.day.weekday()]
                assert any(a <= item.starts <= time(b.hour - 1) and item.ends <= b for a, b in spans)
    assert plan_days(request_) == found


def minutes(clock: time) -> int:
    return clock.hour * 60 + clock.minute
