"""The difference of two trips as a merge."""

from collections.abc import Mapping
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tripintent.state.itinerary import Itinerary, Point, Segment
from tripintent.state.money import Money
from tripintent.state.patch import Patch, apply_patch, difference
from tripintent.state.queries import QuoteSet
from tripintent.state.trip import TripIntent

CODES = st.sampled_from(["JFK", "SFO", "LIS", None])
SEGMENTS = st.lists(st.builds(Segment, origin=st.builds(Point, code=CODES), depart_date=CODES), max_size=3).map(tuple)
QUOTES = st.dictionaries(
    st.sampled_from("abc"), st.builds(QuoteSet, key=st.just("k"), kind=st.just("flight"), count=st.integers(0, 2))
)
EXTRAS = st.dictionaries(
    st.sampled_from("xyz"), st.recursive(st.integers(0, 2), lambda v: st.dictionaries(st.sampled_from("pq"), v))
)
BUDGETS = st.sampled_from([None, Money(amount="100", currency="EUR"), Money(amount="100", currency="USD")])


@st.composite
def trips(draw: st.DrawFn) -> TripIntent:
    blank = TripIntent()
    return blank.model_copy(
        update={
            "trip_id": draw(st.sampled_from(["", "t1"])),
            "itinerary": Itinerary(segments=draw(SEGMENTS)),
            "constraints": blank.constraints.model_copy(update={"budget_total": draw(BUDGETS)}),
            "working_memory": blank.working_memory.model_copy(update={"quotes": draw(QUOTES)}),
            "extras": draw(EXTRAS),
        }
    )


@given(trips(), trips())
def test_a_difference_leads_from_one_trip_to_the_other(before: TripIntent, after: TripIntent) -> None:
    """Applied as a patch to the first trip, the difference gives the second."""
    assert apply_patch(before, Patch(merge=difference(before, after))) == after


@given(trips())
def test_equal_trips_have_no_difference(trip: TripIntent) -> None:
    """Nothing changed is an empty merge, copies included."""
    assert difference(trip, trip.model_copy(deep=True)) == {}


@given(trips(), trips())
def test_only_what_changed_is_named(before: TripIntent, after: TripIntent) -> None:
    """A value equal on both sides never appears, so that somebody else's change of it is not undone."""

    def leaves(merge: Mapping[str, Any], old: Any, new: Any) -> None:
        for name in merge:
            assert getattr(old, name) != getattr(new, name)

    leaves(difference(before, after), before, after)
