"""Figures of an answer must stand in what it was made from."""

import pytest

from tripintent.tools.model.grounding import grounded

SOURCE = ['{"total": {"amount": "1200.50", "currency": "USD"}, "date": "2026-05-05T18:30:00", "stops": 2, "km": 1.2}']


@pytest.mark.parametrize(
    "text",
    [
        "It costs 1,200.50 USD.",
        "Es kostet 1.200,50 USD.",
        "It costs $1200.50",
        "Il coûte 1\u202f200,50 USD",
        "On May 5, 2026 at 18:30, with 2 stops.",
        "1.2 km away",
        "On 5 May 2026, the 5th, at 6:30 pm.",
        "Am 5. Mai um 18:30 Uhr",
        "el 5 de mayo, 05/05/2026",
        "No figures at all.",
    ],
)
def test_grounded(text):
    """The same figure counts however its separators are written."""
    assert grounded(text, SOURCE) == ()


@pytest.mark.parametrize(
    ("text", "stray"),
    [
        ("It costs 1,200.51 USD.", "1,200.51"),
        ("It costs 999 USD.", "999"),
        ("About 120050 USD", "120050"),
        ("That is 1,200.50 EUR", "EUR"),
        ("That is €1,200.50", "€"),
        ("1,200 km away", "1,200"),
        ("12 stops", "12"),
        ("It costs 18 USD", "18"),
        ("It costs $30", "30"),
        ("nur 2 Euro", "2"),
        ("It will be 5 degrees", "5"),
        ("There are 30 seats left", "30"),
        ("On 6 May", "0-5-6"),
        ("At 18:31", "18:31"),
        ("Built in 2026", "2026"),
    ],
)
def test_stray(text, stray):
    """Another figure or another currency is named."""
    assert grounded(text, SOURCE) == (stray,)


def test_separators_of_a_source():
    """A figure written with thousands in a tool's text is the same figure."""
    assert grounded("1200 USD", ["about 1,200 USD"]) == ()


def test_amounts_in_the_words_of_a_tool():
    """An amount beside its currency in a tool's text may be repeated."""
    assert grounded("That is 12.50 USD", ["about 12.50 USD a day"]) == ()
