"""Which entries of a document words mean."""

import pytest

from tripintent.tools.planning.editing import WordMatcher

ITEMS = {"1": "Passports", "2": "Passport photos", "3": "My camera", "4": "Sunscreen, factor 50"}


@pytest.mark.parametrize(
    ("what", "ids"),
    [
        ("the passports", ("1",)),
        ("camera", ("3",)),
        ("photos", ("2",)),
        ("the sunscreens", ("4",)),
        ("sunscren", ("4",)),
        ("the boat", ()),
        ("", ()),
    ],
)
def test_words_mean_entries(what, ids):
    """What is it, begins with it or holds it, else what is nearly written so."""
    assert WordMatcher().match(what, ITEMS) == ids


@pytest.mark.parametrize(
    ("language", "what"), [("en", "dinner"), ("de", "Abendessen"), ("fr", "restaurants"), ("en", "food")]
)
def test_words_mean_a_category(language, what):
    """In the language of the thread, and in English."""
    assert WordMatcher().category(what, language, {"a": "food", "b": "flights"}) == ("a",)
