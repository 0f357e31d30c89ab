"""Towns are called as the reader calls them."""

import pytest

from tripintent.state.languages import LANGUAGES
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.places.tables import table
from tripintent.tools.places.towns import town_in


@pytest.mark.parametrize(
    ("name", "language", "written"),
    [
        ("Rome", "de", "Rom"),
        ("Munich", "it", "Monaco di Baviera"),
        ("Lisbon", "fr", "Lisbonne"),
        ("Reykjavík", "es", "Reikiavik"),
        ("Madrid", "pt", "Madrid"),
        ("Vienna", "en", "Vienna"),
        ("Nowhere Town", "de", "Nowhere Town"),
    ],
)
def test_a_town_has_the_name_of_the_language(name, language, written):
    """A town that has no other name there keeps its own."""
    assert town_in(name, language) == written


def test_every_name_is_understood_again():
    """Who reads "Nizza" in a reply and writes it back means Nice."""
    places = Gazetteer()
    strange = []
    for english, names in table("town_names").items():
        code = places.resolve(english).code
        strange += [
            f"{english} in {language}: {name}"
            for language, name in names.items()
            if language not in LANGUAGES or places.resolve(name).code != code
        ]
    assert strange == []
