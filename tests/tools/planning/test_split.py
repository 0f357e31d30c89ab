"""Debts of shared costs add up, also where somebody has no share or gave money back."""

from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from tripintent.state.planning.budget import Budget, Expense
from tripintent.state.planning.debts import debts, sharers_of
from tripintent.state.planning.expenses import logged

NAMES = ("", "Ana", "Ben", "Cleo")
spent = st.builds(
    Expense,
    id=st.uuids().map(str),
    amount=st.decimals(min_value=Decimal("0.01"), max_value=9999, places=2),
    payer=st.sampled_from(NAMES),
    shared_by=st.lists(st.sampled_from(NAMES), unique=True).map(tuple),
)


@settings(max_examples=200)
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


def _budget(*expenses: Expense) -> Budget:
    budget = Budget(currency="EUR", total_budget=Decimal(500), people=3)
    for one in expenses:
        budget = logged(budget, one)
    return budget


def test_who_is_left_out_owes_nothing_and_the_writer_shares():
    """Everybody but one are the others, the one who writes among them, also who is named later."""
    boat = Expense(id="1", amount=Decimal(60), payer="Lena", without=("Omar",))
    budget = _budget(boat)
    assert debts(budget, sharers_of(budget)) == (("", "Lena", Decimal(30)),)
    later = _budget(boat, Expense(id="2", amount=Decimal(4), payer="Nia", shared_by=("Nia",)))
    assert {(a, c) for a, _, c in debts(later, sharers_of(later))} == {("", Decimal(20)), ("Nia", Decimal(20))}


def test_money_given_back_settles_and_is_not_spent():
    """The debt is gone, what was spent and is left stay."""
    boat = Expense(id="1", amount=Decimal(60), payer="Lena", shared_by=("Lena", ""))
    back = Expense(id="2", amount=Decimal(30), payer="", shared_by=("Lena",), settles=True)
    budget = _budget(boat, back)
    assert debts(budget, sharers_of(budget)) == ()
    assert (budget.spent, budget.left) == (60, 440)
