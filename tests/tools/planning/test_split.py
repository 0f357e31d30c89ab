"""Debts of shared costs add up."""

from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from tripintent.state.planning.budget import Budget, Expense
from tripintent.state.planning.debts import debts
from tripintent.state.planning.expenses import logged

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
