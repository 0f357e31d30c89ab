"""Expenses of a budget: logged, corrected, taken out, shared; and who owes whom."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from tripintent.state.money import Money
from tripintent.state.planning.budget import Budget, Expense, shares


def logged(budget: Budget, expense: Expense) -> Budget:
    """Return the budget with an expense more; its names are those of people who share."""
    return budget.model_copy(update={"expenses": (*budget.expenses, expense)})


def corrected(budget: Budget, expense_id: str, amount: Decimal, original: Money | None = None) -> Budget:
    """Return the budget with another amount for an expense; who paid and who shares it stays."""
    update = {"amount": amount, "original": original}
    expenses = tuple(
        one.model_copy(update={**update, "rev": one.rev + 1}) if one.id == expense_id else one
        for one in budget.expenses
    )
    return budget.model_copy(update={"expenses": expenses})


def shared(budget: Budget, expense_id: str, payer: str, shared_by: Sequence[str]) -> Budget:
    """Return the budget with who paid an expense, and who shares it."""
    update = {"payer": payer, "shared_by": tuple(shared_by)}
    expenses = tuple(
        one.model_copy(update={**update, "rev": one.rev + 1}) if one.id == expense_id else one
        for one in budget.expenses
    )
    return budget.model_copy(update={"expenses": expenses})


def struck(budget: Budget, expense_id: str) -> Budget:
    """Return the budget without an expense."""
    kept = tuple(one for one in budget.expenses if one.id != expense_id)
    return budget.model_copy(update={"expenses": kept, "struck": tuple(sorted({*budget.struck, expense_id}))})


def sharers_of(budget: Budget) -> tuple[str, ...]:
    """Return everybody who is known to share costs, in the order in which they were named.

    All but somebody are also the one who writes.
    """
    named = [
        name
        for one in budget.expenses
        for name in (one.payer, *one.shared_by, *one.without, *(("",) if one.without else ()))
    ]
    return tuple(dict.fromkeys((*budget.sharers, *named)))


def debts(budget: Budget, people: Sequence[str]) -> tuple[tuple[str, str, Decimal], ...]:
    """Return who owes whom how much: (debtor, creditor, amount), few and exact.

    An expense is shared evenly by those who were named with it, else by all ``people`` but those who have no share. Bookings
    are no one's debt here: the ledger knows who paid them.
    """
    if len(people) < 2 or not budget.expenses:
        return ()
    balance = dict.fromkeys(people, Decimal(0))
    for expense in budget.expenses:
        among = [name for name in expense.shared_by if name in balance]
        among = among or [name for name in people if name not in expense.without] or list(people)
        balance[expense.payer if expense.payer in balance else people[0]] += expense.amount
        for name, share in zip(among, shares(expense.amount, [Decimal(1)] * len(among)), strict=True):
            balance[name] -= share
    return tuple(_settled(balance))


def _settled(balance: dict[str, Decimal]) -> Iterator[tuple[str, str, Decimal]]:
    """Yield payments that bring every balance to zero: the poorest pays the richest."""
    while True:
        poorest = min(balance, key=lambda n: (balance[n], n))
        richest = max(balance, key=lambda n: (balance[n], n))
        if balance[poorest] >= 0:
            return
        amount = min(-balance[poorest], balance[richest])
        balance[poorest] += amount
        balance[richest] -= amount
        yield poorest, richest, amount
