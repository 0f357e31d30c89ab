"""What a person sets aside for a part of the budget: for each, for every day, in six languages; limits of a search are none."""

from decimal import Decimal

import pytest

from tripintent.tools.planning.hearing import WordsReader
from tripintent.tools.ports.planning import Beside

READER = WordsReader()
BUDGET = Beside(has_budget=True)


@pytest.mark.parametrize(
    ("language", "words", "part", "amount", "each", "daily"),
    [
        ("en", "make a budget for us, 200 each for food", "food", 200, True, False),
        ("en", "and 10 per person a day for activities", "activities", 10, True, True),
        ("en", "food 200 each, the rest is up to you", "food", 200, True, False),
        ("en", "we want £50 a day for restaurants", "food", 50, False, True),
        ("de", "50 € pro Tag fürs Essen", "food", 50, False, True),
        ("de", "200 Euro pro Person für Museen", "activities", 200, True, False),
        ("es", "300 euros por persona para comida", "food", 300, True, False),
        ("fr", "40 euros par jour pour les repas", "food", 40, False, True),
        ("it", "150 euro a testa per il cibo", "food", 150, True, False),
        ("pt", "100 euros por pessoa para comida", "food", 100, True, False),
    ],
)
def test_an_own_amount(language, words, part, amount, each, daily):
    """Part, amount, for each and for every day, with the words that say it."""
    (said,) = READER.read(words, language, Beside()).amounts
    assert (said.part, said.amount, said.each, said.daily) == (part, Decimal(amount), each, daily)
    assert said.words in words
    assert str(amount) in said.words


@pytest.mark.parametrize(
    "words",
    [
        "a budget of 2000 for the whole trip",
        "we paid 200 for food yesterday",
        "max 120 a night for the hotel",
        "up to 300 each for flights",
        "2 adults to Rome for 5 days",
    ],
)
def test_what_sets_nothing_aside(words):
    """The trip's budget, an expense, a limit of the search, numbers of other things."""
    assert READER.read(words, "en", BUDGET).amounts == ()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "split it by 4 pls"),
        ("en", "divide the costs between 4 people"),
        ("de", "teile es durch 4"),
        ("es", "divídelo entre 4"),
        ("fr", "partage-le entre 4"),
        ("it", "dividilo per 4"),
        ("pt", "divide por 4"),
    ],
)
def test_a_split_by_number(language, words):
    """Nobody is named: it is a division."""
    for beside in (BUDGET, Beside()):
        said = READER.read(words, language, beside).split
        assert said is not None
        assert (said.count, said.between) == (4, ())


@pytest.mark.parametrize("words", ["we share a room between 4", "divide the trip in 2 parts", "split us with 2 rooms"])
def test_what_is_no_division_of_the_price(words):
    """A room, a trip, people: nothing is divided."""
    assert READER.read(words, "en", Beside()).split is None


@pytest.mark.parametrize(
    ("language", "words", "part", "amount"),
    [
        ("en", "set food to 400", "food", 400),
        ("en", "food: 500 €", "food", 500),
        ("en", "make the food budget 450", "food", 450),
        ("en", "change activities to 300 euros", "activities", 300),
        ("en", "set the flights to 300", "flights", 300),
        ("de", "setz das Essen auf 400 Euro", "food", 400),
        ("es", "sube la comida a 500", "food", 500),
        ("fr", "change la nourriture à 350", "food", 350),
        ("it", "porta il cibo a 500", "food", 500),
        ("pt", "muda a comida para 500", "food", 500),
    ],
)
def test_a_part_of_a_budget_is_set_in_words(language, words, part, amount):
    """A part is named with its amount: the whole stays, no document is made again, and "Essen" is no town."""
    said = READER.read(words, language, BUDGET)
    assert [(one.part, one.amount) for one in said.amounts] == [(part, Decimal(amount))]
    assert said.amounts[0].words == words
    assert not said.trigger


def test_a_price_of_a_night_is_no_part():
    """What a night may cost is a limit of the search."""
    assert READER.read("lower the hotel to 120 a night", "en", BUDGET).amounts == ()
