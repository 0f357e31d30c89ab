"""Somebody joins a booked trip: the plan is shared out between those who are booked and those who are not."""

import pytest

from tripintent.state.booking import Booking
from tripintent.state.derived import as_planned, open_plan
from tripintent.state.itinerary import Itinerary, Lodging, Point, Segment
from tripintent.state.questions.plan import plan_of
from tripintent.state.rebooking import supplement
from tripintent.state.travellers import Party, Travelers
from tripintent.state.trip import TripIntent, WorkingMemory

WAY = (("BOS", "LIS", "2027-06-14"), ("LIS", "BOS", "2027-06-21"))


def trip(adults: int, children: int = 0, ages: tuple[int, ...] = (), booked: tuple[Booking, ...] = ()) -> TripIntent:
    segments = tuple(Segment(origin=Point(code=a), destination=Point(code=b), depart_date=day) for a, b, day in WAY)
    lodging = Lodging(check_in="2027-06-14", check_out="2027-06-21")
    heads = Travelers(adults=adults, children=children or None, child_ages=ages)
    return TripIntent(
        itinerary=Itinerary(segments=segments, lodging=lodging),
        party=Party(travelers=heads),
        working_memory=WorkingMemory(bookings=booked),
    )


def bought(of: TripIntent) -> tuple[Booking, ...]:
    """Everything that the present plan asks, booked."""
    plan = open_plan(of)
    asked = (*plan.flights, *plan.hotels)
    return tuple(Booking(booking_id=f"{a.key}-{n}", item_type=a.query.kind, key=a.key) for n, a in enumerate(asked))


def test_only_the_newcomers_are_asked_about() -> None:
    """One adult beside two: three questions, for one."""
    joined = trip(3, booked=bought(trip(2)))
    assert [a.query.adults for a in open_plan(joined).flights] == [1, 1]
    assert [a.query.occupancies[0].adults for a in open_plan(joined).hotels] == [1]
    assert not any(b.stale for b in as_planned(joined, joined.working_memory.bookings))


def test_a_second_newcomer_joins_both() -> None:
    """Two, then one, then one more: each is asked about once, and then nothing is open."""
    booked = bought(trip(2))
    for party in (3, 4):
        joined = trip(party, booked=booked)
        assert [a.query.adults for a in open_plan(joined).flights] == [1, 1]
        booked += bought(joined)
    assert open_plan(trip(4, booked=booked)).keys == ()
    shared = supplement(trip(4, booked=booked))
    assert shared is not None
    assert shared.booked == (4, 0, 0)


def test_one_joins_one() -> None:
    """Both ask the same, and the one booking is not taken for two."""
    booked = bought(trip(1))
    joined = trip(2, booked=booked)
    assert [a.query.adults for a in open_plan(joined).flights] == [1, 1]
    assert not set(open_plan(joined).keys) & {b.key for b in booked}
    assert open_plan(trip(2, booked=booked + bought(joined))).keys == ()


def test_a_parent_joins_with_a_child_of_its_age() -> None:
    """The ages of the booked children are theirs, the newcomer's is the newcomer's."""
    joined = trip(3, 2, (5, 11), booked=bought(trip(2, 1, (5,))))
    assert [(a.query.adults, a.query.child_ages) for a in open_plan(joined).flights] == [(1, (11,))] * 2


@pytest.mark.parametrize(
    ("joined", "of"),
    [
        (trip(2, 1, (5,)), trip(2)),  # a child alone is not quoted
        (trip(1), trip(2)),  # somebody stays at home
    ],
)
def test_else_the_whole_party_is_asked_about_as_one(joined: TripIntent, of: TripIntent) -> None:
    """Then what is booked fits no more, and is replaced."""
    whole = joined.model_copy(update={"working_memory": WorkingMemory(bookings=bought(of))})
    assert supplement(whole) is None
    assert open_plan(whole) == plan_of(joined)


def test_a_trip_that_was_booked_by_half_is_asked_about_whole() -> None:
    """Nothing was complete for the smaller party."""
    joined = trip(3, booked=bought(trip(2))[:1])
    assert supplement(joined) is None
