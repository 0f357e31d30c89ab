"""Foreign documents: what is taken, what is only kept, what cannot be read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from tripintent.state.exchange import import_document
from tripintent.state.foreign import MANY, Lines, Ref
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.plain import LINE, paragraphs, plain
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
    assert set(imported.kept) == {"schema", "policy", "working_memory", "request"}
    assert imported.kept["request"] == {"now_date": "1999-01-01"}
    assert (trip.external_id, trip.trip_id) == ("theirs", "")
    assert imported.problems == []


def test_ids_of_profiles_are_kept_aside():
    """They come from the context of a run alone; what else the party says is taken."""
    imported = import_document({"party": {"travelers": {"adults": 1}, "traveler_profile_ids": ["anna"], "contact": 7}})
    trip = apply_patch(TripIntent(), Patch(merge=imported.merge))
    assert (trip.party.travelers.adults, trip.party.traveler_profile_ids) == (1, ())
    assert imported.kept == {"party.traveler_profile_ids": ["anna"], "party.contact": 7}


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


def test_one_bad_row_or_field_loses_only_itself():
    """A leg that is null, a day that is a number, a name that nobody knows and a count below zero: the rest is taken."""
    there = {"origin": {"code": "BOS"}, "destination": {"code": "LIS"}, "depart_date": "2027-06-14", "weird": 1}
    back = {"origin": {"code": "LIS"}, "destination": {"code": "BOS"}, "depart_date": 17}
    travelers = {"adults": 2, "children": -3}
    found = import_document({"itinerary": {"segments": [there, None, back]}, "party": {"travelers": travelers}})
    legs = found.merge["itinerary"]["segments"]
    assert [leg.get("depart_date") for leg in legs] == ["2027-06-14", None]
    assert [leg["destination"]["code"] for leg in legs] == ["LIS", "BOS"]
    assert found.merge["party"]["travelers"] == {"adults": 2}
    assert set(found.problems) == {
        "party.travelers.children",
        "itinerary.segments[0].weird",
        "itinerary.segments[1]",
        "itinerary.segments[2].depart_date",
    }


@pytest.mark.parametrize(
    ("legs", "kind"), [("BOS-LIS LIS-BOS", "round_trip"), ("BOS-LIS LIS-OPO", "multi_city"), ("BOS-LIS", None)]
)
def test_a_kind_that_is_left_open_follows_from_the_legs(legs, kind):
    """``trip_type: null`` is how earlier documents leave it; one leg alone is asked about."""
    ends = [leg.split("-") for leg in legs.split()]
    segments = [{"origin": {"code": a}, "destination": b} for a, b in ends]
    found = import_document({"itinerary": {"trip_type": None, "segments": segments}})
    assert found.merge["itinerary"]["trip_type"] == kind


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Hôtel  de la\tPaix\r\n", "Hôtel de la Paix"),
        ("a\x1b[31mb\x00c\x9bd\x7f", "a [31mb c d"),
        ("\u202efed\u2066 abc\ufeff", "fed abc"),
        ("Inn" + chr(0xE0041) + "\ud800\ue000", "Inn"),
        ("one\u2028two\u00a0three", "one two three"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("", ""),
    ],
)
def test_a_text_is_one_line_of_what_can_be_seen(said: str, shown: str) -> None:
    """White space and controls become one space, invisible characters go, joiners within words stay."""
    assert plain(said) == shown


@pytest.mark.parametrize("letter", ["x", "\x00", " ", "é\n"])
def test_a_long_text_is_cut(letter: str) -> None:
    """Whatever it consists of, it is no longer than it may be."""
    assert len(plain(letter * 1_000_000)) <= LINE
    assert len(paragraphs(letter * 1_000_000, 500)) <= 500


def test_paragraphs_keep_their_lines() -> None:
    """A text of several lines stays one, with its columns and without controls."""
    assert paragraphs("Where to?\n  a  1\x1b[2J\r\n\r\nWho\u202e?") == "Where to?\n  a  1 [2J\n\nWho?"


def test_of_many_texts_the_first_are_kept() -> None:
    """A list has an end, and each of its texts is plain."""
    kept = TypeAdapter(Lines).validate_python(["a\x00"] * (MANY + 1))
    assert (len(kept), set(kept)) == (MANY, {"a"})


@pytest.mark.parametrize("said", ["a\x00", "a\n", "\ud800", "a\u202e", "x" * 2_001])
def test_an_id_is_never_changed_but_refused(said: str) -> None:
    """An id that was cut or cleaned would name something else."""
    with pytest.raises(ValidationError):
        TypeAdapter(Ref).validate_python(said)
    assert TypeAdapter(Ref).validate_python("kind=hotel&holds=H1%7CH2") == "kind=hotel&holds=H1%7CH2"
