"""How much a trip may hold, and how much of a message is read: nothing is lost, and it is cut between words."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tripintent.state import caps
from tripintent.state.caps import LIMITS, READ_CHARACTERS, readable
from tripintent.state.itinerary import Itinerary, Lodging, Segment, Stay
from tripintent.state.travellers import Party, Travelers
from tripintent.state.trip import TripIntent


def trip(legs: int = 0, stays: int = 0, **party: Any) -> TripIntent:
    lodging = Lodging(stays=(Stay(),) * stays)
    return TripIntent(itinerary=Itinerary(segments=(Segment(),) * legs, lodging=lodging), party=Party(**party))


@pytest.mark.parametrize(
    ("wanted", "what"),
    [
        (trip(legs=caps.LEGS + 1), "legs"),
        (trip(stays=caps.STAYS + 1), "stays"),
        (trip(travelers=Travelers(adults=caps.TRAVELLERS + 1)), "travellers"),
        (trip(traveler_profile_ids=("p",) * (caps.TRAVELLERS + 1)), "travellers"),
    ],
)
def test_a_trip_with_too_much_says_what(wanted: TripIntent, what: str) -> None:
    """One more than the limit is too much; what, how many and the limit are said."""
    over = caps.excess(wanted)
    assert over is not None
    assert (over.what, over.count) == (what, over.limit + 1)


def test_a_trip_at_the_limit_is_none_too_many() -> None:
    """The limit itself is allowed."""
    assert caps.excess(trip(caps.LEGS, caps.STAYS, travelers=Travelers(adults=caps.TRAVELLERS))) is None


@pytest.mark.parametrize(
    ("document", "what"),
    [
        ({"itinerary": {"segments": [{}] * 2500}}, "legs"),
        ({"itinerary": {"lodging": {"stays": [{}] * 2500}}}, "stays"),
        ({"party": {"guests": [{}] * 100}}, "travellers"),
        ({"party": {"travelers": {"adults": 100}}}, "travellers"),
        ({"party": {"travelers": {"adults": " 100 "}}}, "travellers"),
        ({"party": {"travelers": {"adults": "9" * 5000}}}, "characters"),
        ({"party": {"travelers": {"adults": "9" * 3000}}}, "travellers"),
        ({"preferences": {"airlines": ["LH"] * 201}}, "entries"),
        ({"constraints": {"notes": {"deep": [{"er": "x" * 4001}]}}}, "characters"),
    ],
)
def test_a_document_is_measured_before_it_is_read(document: dict[str, Any], what: str) -> None:
    """Whatever shape it has, at whatever depth; what is only kept aside is not looked into."""
    over = caps.excess_of(document)
    assert over is not None
    assert over.what == what


def test_a_usual_document_passes() -> None:
    """A booked trip of another system, with its long lists of quotes."""
    document = {"itinerary": {"segments": [{}] * 4}, "party": {"travelers": {"adults": "2"}}, "quotes": [{}] * 5000}
    assert caps.excess_of(document) is None


LONG = st.text(max_size=6_000) | st.lists(
    st.sampled_from(["a", "12", ",", ".", "?", "\n", "\t", "é", "中", "😀", "-"]), max_size=4_000
).map("".join)


@given(text=LONG)
def test_nothing_is_lost_and_the_part_is_read_whole(text):
    """Both parts together are the message, but for blanks between them; what was parted is not parted again."""
    said = readable(text)
    assert len(said.read) <= READ_CHARACTERS or said.read == text
    assert "".join((said.read + said.rest).split()) == "".join(text.split())
    assert readable(said.read) == (said.read, "")


def test_it_ends_behind_a_sentence():
    """The part that is read is whole sentences where one ends near the limit."""
    said = readable("We would like to go to Rome in May with our two kids. " * 60)
    assert said.read.endswith("two kids.")
    assert said.rest.startswith("We would")


def test_a_letter_of_a_page_is_read_whole():
    """What people write at once is within every limit."""
    letter = (
        "Hello, we are two adults and a child (7). We'd like to fly from Vienna to Lisbon on 3 May 2027, back on the 12th, "
        "about 800 € each; a hotel near the sea, 4 stars, with breakfast. "
    ) * 8
    assert readable(letter[:READ_CHARACTERS]).rest == ""


def test_each_kind_of_piece_has_its_limit():
    """Words, numbers, sentences and signs are counted each for itself."""
    for kind, piece in {"word": "a ", "number": "1 ", "end": "a. ", "mark": ", "}.items():
        assert readable(piece * LIMITS[kind]).rest == ""
        assert readable(piece * (LIMITS[kind] + 2)).rest != ""
