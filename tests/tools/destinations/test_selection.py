"""The towns that may be proposed: each has an airport that exists, in the country that is named."""

from collections import Counter

from tripintent.tools.destinations.selection import OfflineDestinations
from tripintent.tools.language.languages import read_words
from tripintent.tools.places.gazetteer import Gazetteer


def test_every_town_has_an_airport_in_its_country():
    """A wrong code would quote the price of another town."""
    places = Gazetteer()
    towns = OfflineDestinations().all()
    assert len(towns) >= 150
    known = [(t, airports[0].country if (airports := places.airports_for(t.code)) else None) for t in towns]
    assert [(t.name, t.code, country) for t, country in known if country != t.country] == []


def test_no_town_stands_twice_and_each_reason_has_a_word():
    """Names and codes are unique, and what is said for a town can be worded."""
    towns = OfflineDestinations().all()
    assert [name for name, times in Counter(t.name for t in towns).items() if times > 1] == []
    assert [code for code, times in Counter(t.code for t in towns).items() if times > 1] == []
    words = read_words("en", "designer")["words"]
    assert {like for t in towns for like in t.likes if f"like.{like}" not in words} == set()
