"""The towns that may be proposed: each has an airport that exists, in the country that is named."""

from collections import Counter

from tripintent.tools.attractions.offline import destinations
from tripintent.tools.places.gazetteer import Gazetteer


def test_every_town_has_an_airport_in_its_country():
    """A wrong code would quote the price of another town."""
    places = Gazetteer()
    towns = destinations()
    assert len(towns) >= 150
    known = [(t, airports[0].country if (airports := places.airports_for(t.code)) else None) for t in towns]
    assert [(t.name, t.code, country) for t, country in known if country != t.country] == []
    named = [(town, places.resolve(town.name)) for town in towns]  # one may ask which of several, but knows the name
    assert [
        town.name
        for town, place in named
        if not place.candidates and town.country != place.country and town.code != place.code
    ] == []


def test_no_town_stands_twice():
    """Names and codes are unique."""
    towns = destinations()
    assert [name for name, times in Counter(t.name for t in towns).items() if times > 1] == []
    assert [code for code, times in Counter(t.code for t in towns).items() if times > 1] == []
