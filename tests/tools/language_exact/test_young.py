"""Young travellers: counted once, with their ages, and without moving a day of the trip."""

from datetime import date

import pytest

from tripintent.tools.language.exact.people import read_young

TODAY, TRAVEL = date(2026, 11, 25), date(2027, 5, 3)
COUNTED = (
    ("a boy of 6 and her mum", "en", {"children": 1, "ages": (6,)}),
    ("2 kids of 4 and 11", "en", {"children": 2, "ages": (4, 11)}),
    ("our 12 year old grandson", "en", {"children": 1, "ages": (12,)}),
    ("mit einem kind von 9", "de", {"children": 1, "ages": (9,)}),
    ("un enfant de 6 et un bebe de 10 mois", "fr", {"children": 1, "infants": 1, "ages": (6, 0)}),
    ("una nina de 8", "es", {"children": 1, "ages": (8,)}),
    ("un bambino di 7", "it", {"children": 1, "ages": (7,)}),
    ("uma crianca de 5", "pt", {"children": 1, "ages": (5,)}),
)
BORN = (
    ("a baby born 12 february 2027", "en", {"infants": 1, "ages": (0,)}),
    ("an infant turning 2 on 4 may 2027", "en", {"infants": 1, "ages": (1,)}),
    ("an infant turning 2 on 2 may 2027", "en", {"children": 1, "ages": (2,)}),
    ("one infant (born 2026-01-30)", "en", {"infants": 1, "ages": (1,)}),
    ("ein baby, geboren am 8. januar 2027", "de", {"infants": 1, "ages": (0,)}),
    ("un bebe ne le 9 mars 2026", "fr", {"infants": 1, "ages": (1,)}),
    ("un bebe nacido el 9 de marzo de 2026", "es", {"infants": 1, "ages": (1,)}),
)


def read(text: str, language: str) -> dict[str, object]:
    return {claim.slot: claim.value for claim in read_young(text, language, TRAVEL).claims}


@pytest.mark.parametrize(("text", "language", "said"), [*COUNTED, *BORN])
def test_young_travellers(text: str, language: str, said: dict[str, object]):
    assert read(text, language) == said


@pytest.mark.parametrize("text", ["2 kids, 3 to 10 may", "with kids of 2 families", "the kids, 2 rooms"])
def test_what_is_no_age(text: str):
    """A day, a count of families or of rooms behind a word for children is no age."""
    assert "ages" not in read(text, "en")


def test_a_birthday_of_somebody_is_no_traveller():
    """A remark about a daughter's birthday counts nobody."""
    assert read("my daughter turns 12 on 10 may 2027", "en") == {}
