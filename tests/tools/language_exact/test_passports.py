"""Passports: their countries are read in six languages, and are no places of the journey."""

import pytest

from tripintent.tools.language.exact.passports import read_passports
from tripintent.tools.places.folding import fold
from tripintent.tools.planning.knowledge import OfflineKnowledge, visa


@pytest.mark.parametrize(
    ("text", "language", "countries"),
    [
        ("our passports are from Canada", "en", ["CA"]),
        ("a passport issued by Japan", "en", ["JP"]),
        ("Irish and Mexican passports", "en", ["IE", "MX"]),
        ("mein Pass ist aus Frankreich", "de", ["FR"]),
        ("un passeport suisse", "fr", ["CH"]),
        ("pasaporte español y mexicano", "es", ["ES", "MX"]),
        ("my passport expires on 1 September", "en", []),
    ],
)
def test_countries_of_passports(text: str, language: str, countries: list[str]):
    found = read_passports(fold(text), language)
    assert [one.country for one in found] == countries
    assert all(0 <= one.start < one.end <= len(text) for one in found)


def test_a_question_about_entry_is_about_the_journey():
    """The country of a passport is not the one that is asked about; a country beside it is."""
    places = OfflineKnowledge().places_in
    assert [town.country for town in places("My passport is from the UK, visa?")] == []
    assert [town.country for town in places("UK passport: a visa for India?")] == ["IN"]


def test_an_entry_rule_that_changed_carries_its_day():
    """European passports need an authorisation for the United Kingdom since April 2025; Irish ones never did."""
    french = visa("FR", "GB")
    assert french is not None
    assert (french.rule, french.as_of.isoformat()) == ("eta", "2025-04-02")
    assert getattr(visa("IE", "GB"), "rule", None) == "free"
    assert getattr(visa("FR", "JP"), "rule", None) == "free"
