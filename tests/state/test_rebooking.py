"""A booking is a fact: it takes its part of the plan whatever the plan says, and what is left is asked for alone."""

from datetime import UTC, date, datetime

import pytest

from tripintent.state.booking import BookedFor, Booking
from tripintent.state.changing import changed_by
from tripintent.state.derived import as_planned, open_plan
from tripintent.state.events import BookedPart, UserChangesBooking
from tripintent.state.itinerary import Itinerary, Lodging, Point, Segment, Stay
from tripintent.state.patch import merge_model
from tripintent.state.queries import FlightQuery
from tripintent.state.questions.plan import PlanQuery, plan_of
from tripintent.state.rebooking import coverage, replaced
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
    return tuple(
        Booking(booking_id=f"{a.key}-{n}", item_type=a.query.kind, key=a.key, part=part_of(a))
        for n, a in enumerate(asked)
    )


def part_of(asked: PlanQuery) -> BookedFor:
    query, heads = asked.query, asked.heads
    if isinstance(query, FlightQuery):
        return BookedFor(origin=query.origin, destination=query.destination, day=query.depart_date, heads=heads)
    return BookedFor(place=query.location, day=query.check_in, until=query.check_out, heads=heads)


def moved(of: TripIntent, *days: str, until: str = "2027-06-21") -> TripIntent:
    """Return the trip with its legs on other days, and the stay until another one."""
    legs = zip(of.itinerary.segments, days, strict=True)
    segments = tuple(leg.model_copy(update={"depart_date": day}) for leg, day in legs)
    lodging = of.itinerary.lodging.model_copy(update={"check_out": until})
    return of.model_copy(update={"itinerary": Itinerary(segments=segments, lodging=lodging)})


def asked_otherwise(of: TripIntent, event: UserChangesBooking) -> TripIntent:
    """Return the trip with a change of what is booked."""
    merge = changed_by(of, event)
    assert merge is not None
    return merge_model(of, merge)


def why(of: TripIntent) -> set[str]:
    return {one.why for one in coverage(of).misfits}


def test_only_the_newcomers_are_asked_about() -> None:
    """One adult beside two: three questions, for one."""
    joined = trip(3, booked=bought(trip(2)))
    assert [a.query.adults for a in open_plan(joined).flights] == [1, 1]
    assert [a.query.occupancies[0].adults for a in open_plan(joined).hotels] == [1]
    assert [a.who for a in open_plan(joined).flights] == [("t3",)] * 2
    assert not any(b.stale for b in as_planned(joined, joined.working_memory.bookings))


def test_a_second_newcomer_joins_both() -> None:
    """Two, then one, then one more: each is asked about once, and then nothing is open."""
    booked = bought(trip(2))
    for party in (3, 4):
        joined = trip(party, booked=booked)
        assert [a.query.adults for a in open_plan(joined).flights] == [1, 1]
        booked += bought(joined)
    assert open_plan(trip(4, booked=booked)).keys == ()


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
    ("now", "of", "said"),
    [
        (trip(2, 1, (5,)), trip(2), {"without_adult"}),  # a child alone is not quoted
        (trip(1), trip(2), {"fewer_people"}),  # somebody stays at home
    ],
)
def test_what_cannot_be_added_is_said_and_nothing_is_asked_again(
    now: TripIntent, of: TripIntent, said: set[str]
) -> None:
    """What is booked stays, whoever travels by now."""
    whole = now.model_copy(update={"working_memory": WorkingMemory(bookings=bought(of))})
    assert open_plan(whole).keys == ()
    assert why(whole) == said


def test_a_part_without_a_booking_is_asked_about_whole() -> None:
    """The way out is booked for two, the rest for nobody: of it all three are asked about."""
    joined = trip(3, booked=bought(trip(2))[:1])
    assert [a.query.adults for a in open_plan(joined).flights] == [1, 3]
    assert not coverage(joined).misfits


def test_a_booked_leg_that_the_plan_moves_stays_and_nothing_is_asked_for_it() -> None:
    """Neither the leg nor the nights: what no longer fits is said."""
    booked = trip(2, booked=bought(trip(2)))
    later = moved(booked, "2027-06-14", "2027-06-23", until="2027-06-23")
    assert open_plan(later).keys == ()
    assert why(later) == {"other_day", "ends_early"}


def test_a_request_that_names_the_leg_opens_that_leg_alone() -> None:
    """The hotel and the way out stay, whatever follows from the new day."""
    booked = trip(2, booked=bought(trip(2)))
    home = next(b for b, a in coverage(booked).parts.items() if a.number == 1 and a.query.kind == "flight")
    after = asked_otherwise(booked, UserChangesBooking(booking_ids=(home,), date=date(2027, 6, 23)))
    assert [(a.query.origin, a.query.depart_date) for a in open_plan(after).flights] == [("LIS", "2027-06-23")]
    assert open_plan(after).hotels == ()
    assert [b.booking_id for b in replaced(after)] == [home]
    assert why(after) == {"ends_early"}


def test_a_way_between_two_towns_moves_the_nights_on_both_sides() -> None:
    """The first stay ends and the next one begins with it: what their hotels do not fit is said."""
    ends = (("BOS", "LIS", "2027-06-14"), ("LIS", "MAD", "2027-06-17"), ("MAD", "BOS", "2027-06-21"))
    legs = tuple(Segment(origin=Point(code=a), destination=Point(code=b), depart_date=day) for a, b, day in ends)
    days = (("LIS", "2027-06-14", "2027-06-17"), ("MAD", "2027-06-17", "2027-06-21"))
    stays = tuple(Stay(location_code=place, check_in=first, check_out=last) for place, first, last in days)
    planned = merge_model(trip(2), {"itinerary": {"segments": legs, "lodging": Lodging(stays=stays)}})
    booked = planned.model_copy(update={"working_memory": WorkingMemory(bookings=bought(planned))})
    way = next(b for b, a in coverage(booked).parts.items() if a.number == 1 and a.query.kind == "flight")
    after = asked_otherwise(booked, UserChangesBooking(booking_ids=(way,), date=date(2027, 6, 18)))
    nights = [f"{one.check_in} {one.check_out}" for one in after.itinerary.lodging.stays]
    assert nights == ["2027-06-14 2027-06-18", "2027-06-18 2027-06-21"]
    assert why(after) == {"ends_early", "longer"}


def test_a_night_more_is_quoted_alone() -> None:
    """Beside the nights that are booked, for those who sleep there."""
    booked = trip(2, booked=bought(trip(2)))
    after = asked_otherwise(booked, UserChangesBooking(part=BookedPart(item="hotel"), until=date(2027, 6, 22)))
    (night,) = open_plan(after).hotels
    assert (night.query.check_in, night.query.check_out) == ("2027-06-21", "2027-06-22")
    assert open_plan(after).flights == ()
    assert replaced(after) == ()


def test_a_leg_that_leaves_the_plan_keeps_its_booking() -> None:
    """Another way home is an addition; the booked one is said to be in no plan."""
    booked = trip(2, booked=bought(trip(2)))
    home = booked.itinerary.segments[1].model_copy(update={"origin": Point(code="OPO")})
    segments = (booked.itinerary.segments[0], home)
    after = merge_model(booked, {"itinerary": {"segments": segments}})
    assert [a.query.origin for a in open_plan(after).flights] == ["OPO"]
    assert why(after) == {"not_in_plan"}
    assert replaced(after) == ()


def test_a_child_flies_home_earlier() -> None:
    """A leg for some of the party is asked for these; all others keep the leg of all."""
    family = trip(2, 1, (9,))
    out, home = family.itinerary.segments
    apart = (
        out,
        home.model_copy(update={"depart_date": "2027-06-18", "traveler_ids": ("t1", "t3")}),
        home.model_copy(update={"traveler_ids": ("t2",)}),
    )
    plan = open_plan(merge_model(family, {"itinerary": {"segments": apart}}))
    assert [(a.query.adults, a.query.child_ages, a.who) for a in plan.flights] == [
        (2, (9,), ("t1", "t2", "t3")),
        (1, (9,), ("t1", "t3")),
        (1, (), ("t2",)),
    ]


def test_nights_that_were_added_are_of_the_same_people() -> None:
    """Two bookings one after the other are no four people; two at once are."""
    two = trip(2, booked=bought(trip(2)))
    hotel = next(one for one in bought(trip(2)) if one.item_type == "hotel")
    assert hotel.part
    nights = hotel.part.model_copy(update={"day": "2027-06-21", "until": "2027-06-23"})
    added = hotel.model_copy(update={"booking_id": "more", "key": "other", "part": nights})
    longer = moved(two, "2027-06-14", "2027-06-21", until="2027-06-23")
    longer = longer.model_copy(update={"working_memory": WorkingMemory(bookings=(*two.working_memory.bookings, added))})
    assert not coverage(longer).misfits
    beside = added.model_copy(update={"part": hotel.part})
    both = longer.model_copy(update={"working_memory": WorkingMemory(bookings=(*two.working_memory.bookings, beside))})
    assert "fewer_people" in why(both)


def test_what_another_booking_replaced_takes_no_part() -> None:
    """The ticket of the old day stays booked beside that of the new one; a third person is asked about all the same."""
    two = trip(2, booked=bought(trip(2)))
    later = moved(two, "2027-06-14", "2027-06-23")
    home = next(b for b, a in coverage(two).parts.items() if a.number == 1 and a.query.kind == "flight")
    early, late = (datetime(2027, 3, day, tzinfo=UTC) for day in (1, 2))
    old = tuple(one.model_copy(update={"booked_at": early}) for one in two.working_memory.bookings)
    opened = merge_model(later, {"working_memory": {"replacing": {home: plan_of(later).flights[1].key}}})
    (new,) = (one.model_copy(update={"booking_id": "new", "booked_at": late}) for one in bought(opened))
    after = later.model_copy(update={"working_memory": WorkingMemory(bookings=(*old, new))})
    assert [one.booking_id for one in as_planned(after, (*old, new)) if one.has_successor] == [home]
    assert home not in coverage(after).parts
    third = after.model_copy(update={"party": Party(travelers=Travelers(adults=3))})
    assert [a.query.adults for a in open_plan(third).flights] == [1, 1]
