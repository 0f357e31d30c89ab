"""Amounts and expenses of a budget: set, shared out, logged, corrected, taken out, and counted in another currency.

After a person set some amounts, the rest is shared out, so that all parts are the total again.
"""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from tripintent.state.money import Money
from tripintent.state.planning.budget import (
    FIXED,
    REAL,
    RESERVE,
    Budget,
    BudgetCategory,
    Expense,
    OwnAmount,
    Payer,
    percentages,
    shares,
    shares_within,
)

SHORT, SPARE = "short", "spare"


class BalancePart(NamedTuple):
    """Words of a part that only balances: its name, and the note beside it."""

    name: str
    note: str


def with_own(budget: Budget, key: str, amount: Decimal | None) -> Budget:
    """Return the budget with a person's amount noted for a category; ``balanced`` puts it in."""
    rev = max((one.rev for one in budget.own if one.key == key), default=0) + 1
    others = tuple(one for one in budget.own if one.key != key)
    return budget.model_copy(update={"own": (*others, OwnAmount(key=key, amount=amount, rev=rev))})


def balanced(budget: Budget, words: Mapping[str, BalancePart]) -> Budget:
    """Return the budget with people's own amounts in it and the rest shared out by weight.

    Booked, held and quoted amounts are facts and stay. ``words`` name two parts that may be needed: ``short``, by which
    fixed amounts exceed the total, and ``spare``, what is left when every part is fixed.
    """
    wished = {one.key: one.amount for one in budget.own}
    parts = [_own(one, wished) for one in budget.categories if one.key not in (SHORT, SPARE)]
    free = [one for one in parts if one.basis not in FIXED]
    fixed = sum((one.amount for one in parts if one.basis in FIXED), Decimal(0))
    weights, most = [one.weight or one.amount for one in free], [one.most for one in free]
    rest = shares_within(max(Decimal(0), budget.total_budget - fixed), weights, most)
    amounts = dict(zip((one.key for one in free), rest, strict=True))
    parts = [one.model_copy(update={"amount": amounts.get(one.key, one.amount)}) for one in parts]
    missing = budget.total_budget - sum((one.amount for one in parts), Decimal(0))
    if missing:
        parts.append(_balance(missing, SHORT if missing < 0 else SPARE, words))
    percent = percentages([one.amount for one in parts])
    shown = tuple(one.model_copy(update={"percentage": part}) for one, part in zip(parts, percent, strict=True))
    return budget.model_copy(update={"categories": shown})


def _own(one: BudgetCategory, wished: Mapping[str, Decimal | None]) -> BudgetCategory:
    if one.key not in wished or one.basis in REAL:
        return one
    amount = wished[one.key]
    if amount is None:
        return one.model_copy(update={"basis": "rest" if one.key == RESERVE else "estimate"})
    return one.model_copy(update={"amount": amount, "basis": "own"})


def _balance(amount: Decimal, key: str, words: Mapping[str, BalancePart]) -> BudgetCategory:
    return BudgetCategory(
        id=f"budget-category-{key}",
        key=key,
        category=words[key].name,
        amount=amount,
        percentage=Decimal(0),
        basis="rest",
        notes=words[key].note,
    )


def merged(ours: Budget, theirs: Budget) -> Budget:
    """Return our budget with what somebody else logged, corrected or set meanwhile; the newer copy of each counts.

    ``balanced`` has to be called on it: an amount of theirs changes the shares.
    """
    gone = tuple(sorted({*ours.struck, *theirs.struck}))
    expenses = {one.id: one for one in ours.expenses}
    expenses |= {one.id: one for one in theirs.expenses if one.id not in expenses or one.rev > expenses[one.id].rev}
    own = {one.key: one for one in ours.own}
    own |= {one.key: one for one in theirs.own if one.key not in own or one.rev > own[one.key].rev}
    return ours.model_copy(
        update={
            "expenses": tuple(one for one in expenses.values() if one.id not in gone),
            "struck": gone,
            "own": tuple(own.values()),
            "sharers": tuple(dict.fromkeys((*theirs.sharers, *ours.sharers))),
            "me": ours.me or theirs.me,
            "version": theirs.version,
        }
    )


class Counted(NamedTuple):
    """An amount in the budget's currency; what was paid, and the rate and its day, where that differs."""

    amount: Decimal
    original: Money | None = None
    rates_of: str = ""
    counted_at: Decimal | None = None


_MANY = 1_000_000
"""Units that are converted for the rate of one: those of a small sum would round it."""


def counted_in(paid: Money, currency: str, convert: Callable[[Money, str], Money], dated: str) -> Counted:
    """Return what was paid as it counts in a currency."""
    if paid.currency == currency:
        return Counted(paid.amount)
    many = convert(Money(amount=Decimal(_MANY), currency=paid.currency), currency)
    return Counted(convert(paid, currency).amount, paid, dated, many.amount / _MANY)


def logged(budget: Budget, expense: Expense) -> Budget:
    """Return the budget with an expense more; its names are those of people who share."""
    return budget.model_copy(update={"expenses": (*budget.expenses, expense)})


def corrected(budget: Budget, expense_id: str, counted: Counted) -> Budget:
    """Return the budget with another amount for an expense; who paid and who shares it stays."""
    old = next(one for one in budget.expenses if one.id == expense_id)
    return shared(budget, expense_id, {**counted._asdict(), "payers": payers_of(old.payers, counted.amount)})


def shared(budget: Budget, expense_id: str, update: Mapping[str, object]) -> Budget:
    """Return the budget with an expense put right: who paid it, who shares it and how, or all of it."""
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
                "payers": tuple(p.model_copy(update={"name": "" if p.name == me else p.name}) for p in one.payers),
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


def in_currency(budget: Budget, currency: str, convert: Callable[[Money, str], Money], dated: str) -> Budget:
    """Return the budget's expenses and own amounts counted in another currency; what was paid stays as it was said."""
    if budget.currency == currency:
        return budget

    def worth(amount: Decimal) -> Decimal:
        return convert(Money(amount=amount, currency=budget.currency), currency).amount

    def counted(one: Expense) -> Expense:
        paid = one.original or Money(amount=one.amount, currency=budget.currency)
        now = counted_in(paid, currency, convert, dated)
        return one.model_copy(update={**now._asdict(), "payers": payers_of(one.payers, now.amount)})

    own = (one.model_copy(update={"amount": None if one.amount is None else worth(one.amount)}) for one in budget.own)
    update = {"currency": currency, "expenses": tuple(map(counted, budget.expenses)), "own": tuple(own)}
    return budget.model_copy(update=update)


def payers_of(paid: Sequence[Payer], amount: Decimal) -> tuple[Payer, ...]:
    """Return what each of several paid, of a new amount of the whole, to the cent."""
    parts = shares(amount, [one.amount for one in paid])
    return tuple(one.model_copy(update={"amount": part}) for one, part in zip(paid, parts, strict=True))
