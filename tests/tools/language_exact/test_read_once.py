"""What is joined for speed says what its parts say, and what is looked up once stays what it was."""

from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.places.scan import scan


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
