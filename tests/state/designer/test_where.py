"""Which towns fit a wish: weather first, then likes, then the way."""

import pytest

from tripintent.state.designer.operations import TakePlace
from tripintent.state.designer.talk import Talk
from tripintent.state.designer.where import NEAR_KM, PROBED, SHORT_KM, PlaceIdea, Town, Wish, best_by, fitting
from tripintent.state.money import Money


def _town(name, *, band="warm", km=1500.0, likes=("beach",), country=None, rain="dry"):
    return Town(name, country or name[:2].upper(), name[:3].upper(), likes, band, rain, km)


def test_weather_comes_before_the_way():
    """A warm town far away fits "warm" better than a mild one near by; two bands off does not fit at all."""
    towns = [_town("Near", band="mild", km=900), _town("Far", km=3500), _town("Cold", band="cold")]
    assert [t.name for t in fitting(towns, Wish(climate=("warm",)))] == ["Far", "Near"]


def test_near_and_short_stays_bound_the_way():
    """Nearness and a weekend each have a limit; home itself is no idea."""
    towns = [
        _town("Home", km=20),
        _town("Edge", km=NEAR_KM),
        _town("Beyond", km=NEAR_KM + 1),
        _town("Close", km=SHORT_KM),
    ]
    assert {t.name for t in fitting(towns, Wish(near=True))} == {"Edge", "Close"}
    assert {t.name for t in fitting(towns, Wish(nights=2))} == {"Close"}


def test_likes_and_countries_are_musts():
    """A wish for diving shows only towns for diving, those first that are best known for it."""
    towns = [_town("Alpha"), _town("Beta", likes=("beach", "diving")), _town("Gamma", likes=("diving",))]
    assert [t.name for t in fitting(towns, Wish(likes=("diving",)))] == ["Gamma", "Beta"]
    assert [t.name for t in fitting(towns, Wish(countries=("BE",)))] == ["Beta"]
    assert [t.name for t in fitting(towns, Wish(not_again=("Alpha", "Beta")))] == ["Gamma"]


def test_one_country_does_not_fill_the_list():
    """At most two towns of a country are asked for prices, and never more than the bound."""
    towns = [_town(f"T{n:02d}", country="ES") for n in range(9)] + [
        _town(f"U{n:02d}", country=f"C{n}") for n in range(20)
    ]
    found = fitting(towns, Wish())
    assert len(found) == PROBED
    assert sum(t.country == "ES" for t in found) == 2
    assert len(fitting(towns, Wish(countries=("ES",)))) == PROBED


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


def test_what_is_left_out_and_measured_bounds_the_towns():
    """What is declined is no idea, nor what lies beyond the way that was set."""
    towns = [_town("Alpha", km=800), _town("Beta", km=1600, likes=("city",)), _town("Gamma", km=2400)]
    assert [t.name for t in fitting(towns, Wish(not_likes=("beach",)))] == ["Beta"]
    assert [t.name for t in fitting(towns, Wish(within_km=1600))] == ["Alpha"]
    assert [t.name for t in fitting(towns, Wish(beyond_km=1600))] == ["Gamma"]


def test_children_are_met_where_there_is_something_for_them():
    """With children a beach comes before the night life, other things equal."""
    towns = [_town("Night", likes=("nightlife", "city")), _town("Shore", likes=("beach",))]
    assert [t.name for t in fitting(towns, Wish(family=True))] == ["Shore", "Night"]
