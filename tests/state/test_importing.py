"""Foreign documents: what is taken, what is only kept, what cannot be read."""

from hypothesis import given
from hypothesis import strategies as st

from tripintent.state.importing import import_document
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.trip import TripIntent


def test_the_plan_is_taken_and_the_rest_is_kept_aside():
    """Policy, quotes, holds and bookings of a foreign document never act."""
    document = {
        "schema": "renglo.trip_intent.v1",
        "trip_id": "theirs",
        "party": {"travelers": {"adults": "2", "children": None}},
        "itinerary": {
            "segments": [
                {"origin": "BOS", "destination": {"type": "airport", "code": "LIS"}, "depart_date": "2027-06-14"}
            ]
        },
        "policy": {"rules": {"require_user_approval_to_purchase": False}},
        "working_memory": {"holds": [{"hold_id": "h", "status": "held"}]},
        "request": {"locale": "pt-PT", "now_date": "1999-01-01"},
    }
    imported = import_document(document)
    trip = apply_patch(TripIntent(), Patch(merge=imported.merge))
    assert trip.party.travelers.adults == 2
    assert trip.itinerary.segments[0].origin.code == "BOS"
    assert trip.policy.rules.require_user_approval_to_purchase
    assert trip.working_memory.holds == ()
    assert trip.request.locale == "pt-PT"
    assert trip.request.now_date == ""
    assert set(imported.kept) == {"schema", "trip_id", "policy", "working_memory"}
    assert imported.problems == []


def test_ids_of_profiles_are_kept_aside():
    """They come from the context of a run alone; what else the party says is taken."""
    imported = import_document({"party": {"travelers": {"adults": 1}, "traveler_profile_ids": ["anna"], "contact": 7}})
    trip = apply_patch(TripIntent(), Patch(merge=imported.merge))
    assert (trip.party.travelers.adults, trip.party.traveler_profile_ids) == (1, ())
    assert imported.kept == {"party.traveler_profile_ids": ["anna"], "party.contact": 7}


def test_wrong_types_lose_only_themselves():
    """One bad field does not cost the good ones beside it."""
    imported = import_document(
        {"party": {"travelers": {"adults": 2}, "contact": 7}, "itinerary": {"segments": "tomorrow"}}
    )
    trip = apply_patch(TripIntent(), Patch(merge=imported.merge))
    assert trip.party.travelers.adults == 2
    assert set(imported.problems) == {"party.contact", "itinerary.segments"}
    assert imported.kept["itinerary.segments"] == "tomorrow"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["segments", "origin", "code", "travelers", "adults", "x"]), inner, max_size=3
        )
    ),
    max_leaves=12,
)


@given(
    st.dictionaries(
        st.sampled_from(["party", "itinerary", "preferences", "constraints", "request", "policy", "z"]), json_values
    )
)
def test_no_document_makes_the_import_fail(document: dict):
    """Whatever comes in, the result is a patch that fits."""
    imported = import_document(document)
    apply_patch(TripIntent(), Patch(merge=imported.merge))
