"""The patcher: merge, lists, null, deletion, checks, sharing; and the difference of two trips as a merge."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tripintent.state.itinerary import Itinerary, Point, Segment
from tripintent.state.money import Money
from tripintent.state.patch import DELETE, Patch, PatchError, apply_patch, difference
from tripintent.state.queries import QuoteSet
from tripintent.state.trip import NOTES_KEPT, TripIntent


def test_a_default_document_can_be_made_without_arguments():
    """The channel makes its first value by calling the type."""
    assert TripIntent().model_dump(by_alias=True)["schema"] == "renglo.trip_intent.v1"


def test_merge_is_deep_and_shares_what_it_does_not_name(trip: TripIntent):
    """Only the named leaf changes; the untouched parts are the very same objects."""
    after = apply_patch(trip, Patch(merge={"party": {"contact": {"email": "a@example.org"}}}))
    assert after.party.contact.email == "a@example.org"
    assert after.party.travelers is trip.party.travelers
    assert after.itinerary is trip.itinerary


def test_an_empty_or_equal_merge_returns_the_same_object(trip: TripIntent):
    """A patch that changes nothing costs nothing and invalidates nothing."""
    assert apply_patch(trip, Patch()) is trip
    assert apply_patch(trip, Patch(merge={"party": {"travelers": {"adults": 2}}})) is trip


def test_the_sentinel_gives_the_default_back_and_removes_keys(trip: TripIntent):
    """DELETE on a field restores its default, on a mapping's key removes it."""
    with_extra = apply_patch(trip, Patch(merge={"extras": {"a": 1, "b": 2}}))
    after = apply_patch(with_extra, Patch(merge={"extras": {"a": DELETE}, "party": {"travelers": DELETE}}))
    assert dict(after.extras) == {"b": 2}
    assert after.party.travelers.adults is None


@pytest.mark.parametrize(
    ("merge", "path"),
    [
        ({"itinerary": {"segmnts": []}}, "itinerary.segmnts"),
        ({"party": {"travelers": {"adults": "two"}}}, "party.travelers.adults"),
        ({"constraints": {"budget_total": {"amount": "x", "currency": "USD"}}}, "constraints.budget_total"),
        ({"itinerary": None}, "itinerary"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_path(trip: TripIntent, merge: dict, path: str):
    """A wrong field or value never gets into the document, and the error says where it was."""
    with pytest.raises(PatchError, match=path.replace(".", r"\.")):
        apply_patch(trip, Patch(merge=merge))


def test_a_bare_mapping_is_a_persons_edit_and_passes_the_same_checks(trip: TripIntent):
    """Studio's edits go through the same door."""
    assert apply_patch(trip, {"party": {"travelers": {"adults": 3}}}).party.travelers.adults == 3
    with pytest.raises(PatchError):
        apply_patch(trip, {"nonsense": 1})
    with pytest.raises(PatchError, match="not a patch"):
        apply_patch(trip, {"source": "nobody", "merge": {}})


def test_notes_carry_their_source_and_are_bounded(trip: TripIntent):
    """The last notes are kept, each with who wrote it."""
    for n in range(NOTES_KEPT + 5):
        trip = apply_patch(trip, Patch(source="system_policy", note=f"n{n}"))
    assert len(trip.status.notes) == NOTES_KEPT
    assert trip.status.notes[-1] == f"[system_policy] n{NOTES_KEPT + 4}"


def test_several_patches_are_applied_in_order(trip: TripIntent):
    """Parallel nodes hand in several patches at once."""
    patches = [Patch(merge={"party": {"travelers": {"adults": n}}}) for n in (3, 4)]
    assert apply_patch(trip, patches).party.travelers.adults == 4


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
