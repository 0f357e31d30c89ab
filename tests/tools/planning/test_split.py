"""Costs shared in words: who shares, who paid, in six languages; and debts that add up."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tripintent.state.planning.budget import Budget, Expense
from tripintent.state.planning.expenses import debts, logged
from tripintent.tools.planning.hearing import WordsReader
from tripintent.tools.ports.planning import Beside

READER = WordsReader()
BESIDE = Beside(has_budget=True, has_expenses=True)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Ana paid 30 € for the taxi, split between Ana and me"),
        ("de", "Ana hat 30 € für das Taxi bezahlt, teile es zwischen Ana und mir"),
        ("es", "Ana pagó 30 € por el taxi, divídelo entre Ana y yo"),
        ("fr", "Ana a payé 30 € pour le taxi, on partage entre Ana et moi"),
        ("it", "Ana ha pagato 30 € per il taxi, dividi tra Ana e me"),
        ("pt", "a Ana pagou 30 € pelo táxi, divide entre a Ana e eu"),
    ],
)
def test_who_paid_and_who_shares(language, text):
    """An expense is logged with who paid it and who shares it; the speaker is the empty name."""
    (spent,) = READER.read(text, language, BESIDE).expenses
    assert (spent.amount, spent.currency, spent.payer, spent.shared_by) == (Decimal(30), "EUR", "Ana", ("Ana", ""))


def test_she_is_the_one_who_was_named():
    """Who paid something that was logged before needs no amount; a group that is nobody's name shares nothing."""
    said = READER.read("split it between Ana and me, she paid the taxi", "en", BESIDE).split
    assert (said.between, said.payer, said.what) == (("Ana", ""), "Ana", "taxi")
    assert READER.read("split the costs with Ben", "en", BESIDE).split.between == ("", "Ben")
    assert READER.read("we paid 45 for dinner", "en", BESIDE).expenses[0].payer == ""
    assert READER.read("we split up in Rome", "en", BESIDE).split is None


NAMES = ("", "Ana", "Ben", "Cleo")
spent = st.builds(
    Expense,
    id=st.uuids().map(str),
    amount=st.decimals(min_value=Decimal("0.01"), max_value=9999, places=2),
    payer=st.sampled_from(NAMES),
    shared_by=st.lists(st.sampled_from(NAMES), unique=True).map(tuple),
)


@settings(max_examples=1000)
@given(st.lists(spent, min_size=1, max_size=8))
def test_debts_settle_everything(expenses):
    """After the payments everybody has paid what they share, to the cent of rounding; nobody pays themselves."""
    budget = Budget()
    for one in expenses:
        budget = logged(budget, one)
    found = debts(budget, NAMES)
    assert all(debtor != creditor and amount > 0 for debtor, creditor, amount in found)
    assert len(found) < len(NAMES)
    for name in NAMES:
        paid = sum((one.amount for one in expenses if one.payer == name), Decimal(0))
        paid += sum((amount for debtor, _, amount in found if debtor == name), Decimal(0))
        paid -= sum((amount for _, creditor, amount in found if creditor == name), Decimal(0))
        owed = sum(
            (one.amount / len(one.shared_by or NAMES) for one in expenses if name in (one.shared_by or NAMES)),
            Decimal(0),
        )
        assert abs(paid - owed) <= Decimal("0.01") * len(expenses)
