"""Money said."""

from decimal import Decimal

import pytest

BUDGETS = [
    ("under $3k", "3000", "USD", None),
    ("€1.500 max", "1500", "EUR", None),
    ("2000 USD each", "2000", "USD", True),
    ("5 grand", "5000", None, None),
    ("our budget is $4,200 in total", "4200", "USD", False),
    ("no more than 900 pounds per person", "900", "GBP", True),
    ("up to 1,250.50 euros", "1250.50", "EUR", None),
    ("budget 31,000", "31000", None, None),
    ("a tight budget of 1700", "1700", None, None),
    ("A$12,000", "12000", "AUD", None),
    ("3500 bucks", "3500", "USD", None),
    ("I have about 4000 to spend", "4000", None, None),
]


@pytest.mark.parametrize(("text", "amount", "currency", "each"), BUDGETS)
def test_budgets(hear, text, amount, currency, each):
    """The amount, its currency, and whether it is for each traveller."""
    frame = hear(f"To Rome, {text}")
    assert (frame.budget, frame.currency, frame.budget_per_person) == (Decimal(amount), currency, each)


def test_ranges(hear):
    """The word "between" has a floor and a ceiling."""
    frame = hear("between 800 and 1000 euros")
    assert (frame.budget_min, frame.budget) == (Decimal(800), Decimal(1000))


def test_a_nightly_rate_is_no_budget(hear):
    """An amount a night limits the room only."""
    frame = hear("a hotel for at most $150 per night")
    assert (frame.max_nightly, frame.budget) == (Decimal(150), None)


@pytest.mark.parametrize(
    "text", ["something cheap", "flight 755 to Rome", "in 2027", "two of us, 3 nights", "room 1204"]
)
def test_other_numbers_are_no_money(hear, text):
    """Cheap is no number, and not every number is money."""
    assert hear(text).budget is None


def test_a_bare_amount_answers_the_question(hear):
    """Asked for the budget, a bare number is one."""
    assert hear("1500", "What is your budget?").budget == Decimal(1500)


@pytest.mark.parametrize("text", ["budget 0", "my budget is zero", "budget: $0", "presupuesto: 0"])
def test_a_budget_of_nothing_is_what_was_said(hear, text):
    """That it cannot buy a trip is said later; it is not overheard."""
    assert hear(text).budget == Decimal(0)


@pytest.mark.parametrize(
    "text", ["budget a lot", "cheap budget: whatever", "my budget is pretty small", "on a tight budget", "budget: some"]
)
def test_a_budget_without_an_amount_is_asked_about(hear, text):
    """Somebody who speaks of a budget has one: how much it is."""
    reading = hear.reading(text)
    assert [(d.slot, d.reason) for d in reading.doubts] == [("budget", "not_a_number")]
    assert reading.frame.budget is None


def test_a_budget_asked_for_and_given_in_words_is_asked_again(hear):
    """A lot is no number."""
    reading = hear.reading("a lot", "What is your budget?", asked=("budget",))
    assert [(d.slot, d.reason) for d in reading.doubts] == [("budget", "not_a_number")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("500 quatloos", "500 quatloos"),
        ("budget 500 quatloos", "500 quatloos"),
        ("to Rome, under 500 XYZ", "500 XYZ"),
        ("budget of 20000 pesos for the trip", "20000 pesos"),
    ],
)
def test_an_unknown_currency_is_asked_about(hear, text, said):
    """No amount is taken in a currency that was not said."""
    reading = hear.reading(text)
    assert [(d.slot, d.reason, d.said) for d in reading.doubts] == [("budget", "unknown_currency", said)]
    assert (reading.frame.budget, reading.frame.currency) == (None, None)


@pytest.mark.parametrize(
    ("text", "currency"), [("under 50000 THB", "THB"), ("budget of 4000 PLN each", "PLN"), ("budget 9000 baht", "THB")]
)
def test_money_of_any_country(hear, text, currency):
    """Every ISO 4217 code that is legal tender is a currency."""
    frame = hear(text)
    assert (frame.currency, frame.budget is not None) == (currency, True)


@pytest.mark.parametrize(
    "text",
    [
        "a cheap flight to Paris",
        "a budget hotel in Rome",
        "under 500 LAX to SFO",
        "under 500 total",
        "a tight budget of 1700",
        "budget of 2000 for 3 nights",
        "within 500 miles",
        "on a small budget of $900",
    ],
)
def test_no_doubt_where_nothing_is_odd(hear, text):
    """Cheap is no budget, an airport no currency, a plural no money."""
    assert [d for d in hear.reading(text).doubts if d.slot == "budget"] == []


@pytest.mark.parametrize(
    ("text", "nightly", "currency"),
    [
        ("in euros please, max 120 a night", 120, "EUR"),
        ("euros please", None, "EUR"),
        ("show the prices in GBP", None, "GBP"),
        ("en euros por favor, máximo 120 por noche", 120, "EUR"),
        ("en euros s'il vous plaît, maximum 120 par nuit", 120, "EUR"),
        ("bitte in Euro, maximal 120 pro Nacht", 120, "EUR"),
        ("em euros por favor, no máximo 120 por noite", 120, "EUR"),
        ("in euro per favore, massimo 120 a notte", 120, "EUR"),
    ],
)
def test_a_currency_without_an_amount_is_that_of_all_prices(hear, text, nightly, currency):
    """It is no note for the airline, and the amount beside it is in it."""
    frame = hear(text)
    assert (frame.max_nightly, frame.currency, frame.requests) == (nightly, currency, ())
