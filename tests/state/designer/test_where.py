"""Which towns fit a wish: weather first, then likes, then the way."""

import pytest

from tripintent.state.designer.operations import TakePlace
from tripintent.state.designer.talk import Talk
from tripintent.state.designer.where import PlaceIdea, best_by
from tripintent.state.money import Money


def _idea(name, *, total, minutes=120, band="mild"):
    money = Money(amount=total, currency="EUR")
    days = {"depart": "2027-03-05", "back": "2027-03-07"}
    return PlaceIdea(
        name=name, country="XX", code=name[:3].upper(), band=band, minutes=minutes, flights=money, total=money, **days
    )


PLACES = (_idea("Alpha", total=300), _idea("Beta", total=200, minutes=240), _idea("Gamma", total=400, band="warm"))


@pytest.mark.parametrize(
    ("measure", "number"), [("cheaper", 2), ("closer", 1), ("farther", 2), ("warmer", 3), ("cooler", 2)]
)
def test_a_measure_names_one_of_the_towns(measure, number):
    """The best in something is one town; of equals the cheapest."""
    assert best_by(PLACES, measure) == number
    assert Talk(places=PLACES).chosen(TakePlace(by=measure)) == PLACES[number - 1]


def test_a_choice_that_is_not_on_the_list_chooses_nothing():
    """Neither a number beyond the list nor the code of a town that could not be had."""
    talk = Talk(places=PLACES)
    assert talk.chosen(TakePlace(number=4)) is None
    assert talk.chosen(TakePlace(code="ZZZ")) is None
    assert talk.chosen(TakePlace(code="GAM")) == PLACES[2]
