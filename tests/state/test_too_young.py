"""Births that do not fit the party that was priced are asked about before anything is held."""

import pytest

from tripintent.state.questions import too_young
from tripintent.state.travellers import Guest, Party, Travelers
from tripintent.state.trip import TripIntent


def guest(kind: str) -> Guest:
    return Guest.model_validate({"given_name": "Bo", "date_of_birth": "2025-01-01", "passenger_type": kind})


@pytest.mark.parametrize(
    ("heads", "kinds", "doubted"),
    [
        ((1, 0, 1), ("adult", "infant"), ()),
        ((1, 0, 1), ("adult", "child"), (1,)),
        ((1, 1, 0), ("adult", "infant"), ()),
        ((1, 1, 1), ("adult", "child", "child"), (2,)),
        ((2, 0, 0), ("adult", "infant"), (1,)),
        ((1, 1, 1), ("adult", "infant", "child"), ()),
        ((2, 0, 1), ("adult", "adult", "adult"), (2,)),
    ],
)
def test_whoever_is_too_old_for_a_lap_or_no_adult(
    heads: tuple[int, int, int], kinds: tuple[str, ...], doubted: tuple[int, ...]
):
    travelers = Travelers(adults=heads[0], children=heads[1], infants=heads[2])
    trip = TripIntent(party=Party(travelers=travelers, guests=tuple(guest(kind) for kind in kinds)))
    assert too_young(trip) == doubted
