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
