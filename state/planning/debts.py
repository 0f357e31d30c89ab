"""Who shares an expense, and who owes whom. Who shares it is settled when it is written, not by who joins the trip later."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from tripintent.state.planning.budget import Budget, Expense, shares


def sharers_of(budget: Budget) -> tuple[str, ...]:
    """Return everybody who is known to share costs, in the order in which they were named.

    All but somebody are also the one who writes.
    """
    named = [
        name
        for one in budget.expenses
        for name in (
            *(paid.name for paid in one.paid_by),
            *one.shared_by,
            *one.without,
            *(("",) if one.without else ()),
        )
    ]
    return tuple(dict.fromkeys((*budget.sharers, *named)))


def debts(budget: Budget, people: Sequence[str]) -> tuple[tuple[str, str, Decimal], ...]:
    """Return who owes whom how much: (debtor, creditor, amount), few and exact; nothing while it is not known who shares."""
    known = len(people) > 1 and budget.expenses and not unnamed(budget) and not doubtful(budget)
    return tuple(_settled(balances(budget, people))) if known else ()


def balances(budget: Budget, people: Sequence[str]) -> dict[str, Decimal]:
    """Return what each gets back, or owes below zero; together they are nothing.

    An expense is shared evenly by those who were named with it, else by all ``people`` but those who have no share. Bookings
    are a debt only where somebody is noted to have paid them.
    """
    balance = dict.fromkeys(people, Decimal(0))
    for expense in budget.expenses:
        named = tuple(name for name in expense.shared_by if name in balance)
        among = named or tuple(name for name in people if name not in expense.without) or tuple(people)
        even = len(expense.weights) != len(among) or named != expense.shared_by
        weights = [Decimal(1)] * len(among) if even else expense.weights
        for paid in expense.paid_by:
            balance[paid.name if paid.name in balance else people[0]] += paid.amount
        for name, share in zip(among, shares(expense.amount, weights), strict=True):
            balance[name] -= share
    return balance


def heads_of(budget: Budget) -> int:
    """Return how many share what is written now; 0 where neither their number nor all their names are known."""
    known = len(sharers_of(budget))
    return known if budget.sharers else max(known, budget.people) if budget.people > 1 else 0


def of_all(budget: Budget, expense_id: str) -> Budget:
    """Return the budget with how many share an expense of everybody, counted now."""
    heads = heads_of(budget)
    counted = (one.model_copy(update={"heads": heads}) if one.id == expense_id else one for one in budget.expenses)
    return budget.model_copy(update={"expenses": tuple(counted)})


def fixed(budget: Budget) -> Budget:
    """Return the budget with the names of those who share each expense of everybody, as soon as they are known.

    One that was written for fewer than share now keeps its number: who of them it was has to be said.
    """
    known = sharers_of(budget)

    def named(one: Expense) -> Expense:
        grown = one.heads and (len(known) > one.heads or (budget.people > one.heads and not budget.sharers))
        whole = bool(budget.sharers) or len(known) == one.heads
        if one.shared_by or one.settles or grown or not whole:
            return one
        return one.model_copy(update={"shared_by": tuple(name for name in known if name not in one.without)})

    return budget.model_copy(update={"expenses": tuple(map(named, budget.expenses))})


def _open(budget: Budget) -> Iterator[Expense]:
    yield from (one for one in budget.expenses if not one.shared_by and not one.settles)


def unnamed(budget: Budget) -> int:
    """Return how many share the costs of whom no name is known; people named as all who share are all."""
    heads = max((one.heads or budget.people for one in _open(budget)), default=0)
    return 0 if budget.sharers else max(0, heads - len(sharers_of(budget)))


def doubtful(budget: Budget) -> tuple[Expense, ...]:
    """Return the expenses that were written for fewer than share now: who of them shared it is not known."""
    return () if unnamed(budget) else tuple(one for one in _open(budget) if one.heads)


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
