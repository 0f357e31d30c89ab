"""What is joined for speed says what its parts say, and what is looked up once stays what it was."""

from tripintent.tools.language.exact.option_words import ROLES, all_option_words
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.places.scan import scan

SAID = (
    "the cheapest, hold it", "no wait, the third one please", "mais barato", "y a un parking?", "alles stornieren",
    "put option 2 on hold until Friday", "ok fine 1. book it", "lass die Reservierung los", "non, la deuxième", "tre",
)  # fmt: skip


def test_every_language_has_every_role():
    """Each language's table fills every role and counts to ten."""
    for lexicon in all_option_words():
        assert all(lexicon[role]._by_first for role in ROLES)
        assert list(lexicon.counts) == list(lexicon.ordinals) == list(range(1, 11))
        assert lexicon.qualities.keys() == all_option_words()[0].qualities.keys()


def test_places_of_a_text_are_a_list_of_ones_own():
    """Whoever changes what a scan gave changes nobody else's."""
    said = "Boston, Lisbon"
    scan(said).clear()
    assert [spot.key for spot in scan(said)] == ["boston", "lisbon"]


def test_towns_near_are_the_same_at_every_limit():
    """What was looked up once with one limit answers another."""
    gazetteer = Gazetteer()
    rome = gazetteer.resolve("Rome")
    assert list(gazetteer.near(rome, 150.0, 1)) == list(gazetteer.near(rome, 150.0, 3))[:1]
