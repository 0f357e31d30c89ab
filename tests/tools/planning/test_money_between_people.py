"""Who has no share, and money given back: the debts that come of them."""

from decimal import Decimal

from tripintent.state.planning.budget import Budget, Expense
from tripintent.state.planning.debts import debts, sharers_of
from tripintent.state.planning.expenses import logged


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
