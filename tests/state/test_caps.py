"""How much a trip may hold, asked of a trip and of a document before anything of it is read."""

from typing import Any

import pytest

from tripintent.state import caps
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
