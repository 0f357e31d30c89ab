"""What was said to be ideal and nothing shown has is named, in the traveller's language."""

import pytest

from tripintent.nodes.booking.facts.unmet import unmet_wishes
from tripintent.state.frame import Frame

SHOWN = [
    {"hotels": [{"board": "breakfast", "amenities": ["Pool"], "stars": 3}], "flights": [{"stops": 1}]},
    {"hotels": [{"board": "room_only", "amenities": [], "stars": 4}], "flights": [{"stops": 2}]},
]


@pytest.mark.parametrize(
    ("wish", "unmet"),
    [
        ({"board": "breakfast"}, []),
        ({"board": "full_board"}, ["board"]),
        ({"amenities": ("pool",), "stars": 5.0}, ["stars"]),
        ({"amenities": ("pool", "parking"), "stars": 4.0}, ["amenities"]),
        ({"max_stops": 0}, ["max_stops"]),
    ],
)
def test_a_wish_that_no_option_meets(wish, unmet):
    """Only wishes that rank are looked at; one option that meets a wish is enough."""
    assert [one["slot"] for one in unmet_wishes(Frame(**wish, soft=tuple(wish)), SHOWN)] == unmet
    assert not list(unmet_wishes(Frame(**wish), SHOWN))
