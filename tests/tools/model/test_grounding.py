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
        "As of May 2026.",
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
        ("As of June 2026", "2026"),
    ],
)
def test_stray(text, stray):
    """Another figure or another currency is named."""
    assert grounded(text, SOURCE) == (stray,)


def test_hours_and_minutes_are_minutes():
    """A connection of 115 minutes is one of 1 h 55 min, and none of 1 h 50."""
    assert grounded("1 h 55 min in Madrid, 1 hour and 55 minutes", ['{"minutes": 115}']) == ()
    assert "50" in grounded("1 h 50 min", ['{"minutes": 115}'])


def test_amounts_in_the_words_of_a_tool():
    """An amount beside its currency in a tool's text may be repeated, with thousands or without."""
    assert grounded("That is 12.50 USD", ["about 12.50 USD a day"]) == ()
    assert grounded("1200 USD", ["about 1,200 USD"]) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Of the hotels 2 out of 3 have breakfast, and I found out 3 of them are near.",
        "I set 2 of them aside for you, a set of 3 and 2 set apart.",
        "These 3 may be cheaper, and you may 2 times change it.",
        "That was 2 ago, and the 3 march past.",
        "Die 3 mag ich nicht, und wir gehen 2 gen Norden.",
        "Non sono mai 2 le camere, e mai 3 persone in una.",
        "Il y a 2 sets et la mar 3 est avec la plage, pour vous.",
    ],
)
def test_a_plain_word_is_no_month(text):
    """Short forms of other languages, and words that are also months, make no day of the figure beside them."""
    source = ['{"rooms": 2, "people": 3}']
    assert grounded(text, source) == ()


@pytest.mark.parametrize(
    ("text", "stray"),
    [
        ("You leave on 3 May with the hotel until Mar 4.", {"0-5-3", "0-3-4"}),
        ("O voo sai no dia 3 out e a volta é para si no dia 4 set.", {"0-10-3", "0-9-4"}),
        ("El vuelo sale el 3 mar y la vuelta es el 4 de ago para ti.", {"0-3-3", "0-8-4"}),
        ("Il volo parte il 3 mag e il ritorno è il 4 gen per te.", {"0-5-3", "0-1-4"}),
        ("Der Flug geht am 3. Mai und zurück am 4. Okt mit euch.", {"0-5-3", "0-10-4"}),
        ("Le vol part le 3 mai et le retour est le 4 sept pour vous.", {"0-5-3", "0-9-4"}),
    ],
)
def test_a_short_month_is_one_in_its_own_language(text, stray):
    """Days that stand in no source are found in each of the six languages."""
    assert set(grounded(text, ['{"rooms": 3, "people": 4}'])) == stray
