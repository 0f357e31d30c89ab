"""Expenses of a budget: logged, corrected, taken out, shared; and who owes whom."""

from collections.abc import Iterator, Mapping, Sequence
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


def shared(budget: Budget, expense_id: str, update: Mapping[str, object]) -> Budget:
    """Return the budget with who paid an expense, and who shares it and how."""
    expenses = tuple(
        one.model_copy(update={**update, "rev": one.rev + 1}) if one.id == expense_id else one
        for one in budget.expenses
    )
    return budget.model_copy(update={"expenses": expenses})


def between(budget: Budget, people: Sequence[str], me: str = "") -> Budget:
    """Return the budget with who shares the costs; without people those from before. ``me`` is one of them, and becomes ''."""
    me = me or budget.me

    def own(names: Sequence[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys("" if one == me else one for one in names))

    if not me:
        return budget.model_copy(update={"sharers": tuple(dict.fromkeys(people or budget.sharers))})
    expenses = tuple(
        one.model_copy(
            update={
                "payer": "" if one.payer == me else one.payer,
                "shared_by": own(one.shared_by),
                "without": own(one.without),
            }
        )
        for one in budget.expenses
    )
    return budget.model_copy(update={"sharers": own(people or budget.sharers), "me": me, "expenses": expenses})


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
        named = tuple(name for name in expense.shared_by if name in balance)
        among = named or tuple(name for name in people if name not in expense.without) or tuple(people)
        even = len(expense.weights) != len(among) or named != expense.shared_by
        weights = [Decimal(1)] * len(among) if even else expense.weights
        balance[expense.payer if expense.payer in balance else people[0]] += expense.amount
        for name, share in zip(among, shares(expense.amount, weights), strict=True):
            balance[name] -= share
    return tuple(_settled(balance))


def unnamed(budget: Budget) -> int:
    """Return how many share the costs of whom no name is known; people named as all who share are all."""
    everybody = any(not one.shared_by for one in budget.expenses if not one.settles)
    return max(0, budget.people - len(sharers_of(budget))) if everybody and not budget.sharers else 0


def names_of_me(budget: Budget) -> tuple[str, ...]:
    """Return the names of which one is the one who writes: all are named, and somebody who writes paid too."""
    named = tuple(name for name in sharers_of(budget) if name)
    return named if budget.sharers and "" not in budget.sharers and "" in sharers_of(budget) else ()


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
