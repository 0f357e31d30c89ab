"""The budget document: where the money goes. Amounts add up to the total to the cent, percentages to 100."""

from collections.abc import Sequence
from decimal import ROUND_DOWN, Decimal
from typing import ClassVar, Literal

from pydantic import AliasChoices, Field

from tripintent.state.document import MadeDocument, Stamped
from tripintent.state.frozen import Frozen
from tripintent.state.money import Amount, Money, payable

SCHEMA = "tripintent.budget.v1"
Basis = Literal["booked", "held", "quoted", "due", "lost", "own", "estimate", "rest"]
REAL: tuple[Basis, ...] = ("booked", "held", "quoted", "due", "lost")
FIXED: tuple[Basis, ...] = (*REAL, "own")
CENT = Decimal("0.01")
TENTH = Decimal("0.1")


RESERVE = "reserve"
"""The part from which comes what no other part is for."""


class BudgetCategory(Frozen):
    """One share of the money. ``basis`` says where the figure comes from; ``notes`` say it in words."""

    id: str
    key: str
    category: str
    amount: Amount
    percentage: Amount
    basis: Basis = "estimate"
    notes: str = ""
    weight: Amount = Field(default=Decimal(0), description="its share of what is free, against the other parts")
    held: Amount = Field(default=Decimal(0), description="what of a booked part is held and not bought yet")
    most: Amount | None = Field(
        default=None, description="an estimate is never more: what is left then is not assigned"
    )


class Payer(Frozen):
    """One of several who paid, and how much, in the budget's currency. '' is the one who writes."""

    name: str = ""
    amount: Amount


class Expense(Frozen):
    """Money spent. ``amount`` is in the budget's currency; ``original`` what was paid where that differs."""

    id: str
    what: str = ""
    amount: Amount
    original: Money | None = None
    rates_of: str = Field(default="", description="day of the rate at which ``original`` is counted, YYYY-MM-DD")
    counted_at: Decimal | None = Field(default=None, description="the rate of that day; None: none, or not kept then")
    payer: str = Field(default="", description="who paid; '' is the one who writes")
    payers: tuple[Payer, ...] = Field(default=(), description="where several paid; together they are the amount")
    booking: str = Field(default="", description="id of the booking that it paid for: that is counted already")
    shared_by: tuple[str, ...] = Field(default=(), description="who shares it; empty: everybody, not all named yet")
    heads: int = Field(default=0, description="how many everybody was when it was written; 0: not known then")
    without: tuple[str, ...] = Field(default=(), description="who of everybody has no share")
    weights: tuple[Amount, ...] = Field(default=(), description="the parts of ``shared_by``, where they differ")
    part: str = Field(default="", description="key of the budget's part that it belongs to; empty: not known")
    settles: bool = Field(
        default=False, description="given back by ``payer`` to ``shared_by``: a debt settled, not spent"
    )
    rev: int = Field(default=0, description="how often it was corrected: of two copies the higher one is newer")

    @property
    def rate(self) -> Decimal | None:
        """What one unit of the original currency is counted as; None where nothing was converted."""
        rate = self.counted_at or (self.amount / self.original.amount if self.original else None)
        return rate and Decimal(f"{rate:.5g}")

    @property
    def paid_by(self) -> tuple[Payer, ...]:
        """Who paid it, and how much each."""
        return self.payers or (Payer(name=self.payer, amount=self.amount),)


class OwnAmount(Frozen):
    """An amount that a person set for a category; None gave it back to our own share."""

    key: str
    amount: Amount | None = None
    rev: int = 0


class Budget(MadeDocument):
    """One trip's money."""

    kind: ClassVar[str] = "budget"

    schema_: Stamped[str] = Field(default=SCHEMA, alias="schema")

    title: str = ""
    currency: str = "USD"
    total_budget: Amount = Field(
        default=Decimal(0),
        validation_alias=AliasChoices("totalBudget", "total_budget"),
        serialization_alias="totalBudget",
    )
    categories: tuple[BudgetCategory, ...] = ()
    expenses: tuple[Expense, ...] = ()
    struck: tuple[str, ...] = Field(
        default=(), description="ids of expenses that were taken out: they do not come back"
    )
    own: tuple[OwnAmount, ...] = ()
    sharers: tuple[str, ...] = Field(default=(), description="who shares the costs; '' is the one who writes")
    me: str = Field(default="", description="the name of the one who writes, where it was said")
    people: int = 1
    days: int = 1
    booked: Amount = Field(default=Decimal(0), description="the sum of what is booked, before it has parts")
    held: Amount = Field(default=Decimal(0), description="the sum of what is held, before it has parts")
    lost: Amount = Field(default=Decimal(0), description="what did not come back of what was cancelled or replaced")
    off: bool = Field(default=False, description="all that was booked is cancelled: it has no parts")
    waits: Amount = Field(
        default=Decimal(0), description="what a change that waits for a yes would cost; less than 0: bring back"
    )
    due_there: Amount = Field(default=Decimal(0), description="taxes and fees that are paid on the spot")
    rates_of: str | None = Field(default=None, description="day of the exchange rates used; None: none were needed")
    notes: tuple[str, ...] = ()
    tips: tuple[str, ...] = ()

    @property
    def spent(self) -> Decimal:
        """Return the sum that is gone: bookings, what was lost, what was logged. What paid for a booking is counted once."""
        paid = self.paid + self.lost
        return paid + sum(
            (one.amount for one in self.expenses if not (one.settles or (one.booking and paid))), Decimal(0)
        )

    def spent_on(self, key: str) -> Decimal:
        """Return what was logged as spent on a part, beside what is booked of it; what is of none is taken from the reserve."""
        parts = {one.key: one.key for one in self.categories}
        parts.setdefault("travel", parts.get("local", RESERVE))  # a train, where the way there has no part
        mine = (one for one in self.expenses if parts.get(one.part, RESERVE) == key)
        return sum((one.amount for one in mine if not (one.booking or one.settles)), Decimal(0))

    def named(self, name: str) -> str:
        """Return the name of one who pays or shares, also of the one who writes."""
        return name or self.me or "me"

    @property
    def left(self) -> Decimal:
        """Return the rest of the total, without what is due on the spot; negative when more is gone."""
        return self.total_budget - self.spent - self.due_there

    @property
    def overspent(self) -> Decimal:
        """By how much what was spent beyond its parts is more than the reserve; what is beside bookings is beyond them."""
        rest = {one.key: Decimal(0) if one.basis in REAL else one.amount for one in self.categories}
        reserve = rest.pop(RESERVE, Decimal(0)) - self.spent_on(RESERVE)
        beyond = sum((max(Decimal(0), self.spent_on(key) - amount) for key, amount in rest.items()), Decimal(0))
        return max(Decimal(0), beyond - reserve) if self.categories else Decimal(0)

    @property
    def made(self) -> bool:
        """Tell whether it is a budget; before that it keeps what was spent."""
        return bool(self.categories) or self.off

    @property
    def paid(self) -> Decimal:
        """Return the sum of what is booked."""
        held_too = sum((one.held for one in self.categories), Decimal(0))
        return self._sum("booked") - held_too if self.made else self.booked

    @property
    def due(self) -> Decimal:
        """Return the sum of what is held and not bought yet."""
        return self._sum("held", "booked") - self.paid if self.made else self.held

    @property
    def free(self) -> Decimal:
        """Return the sum that is neither gone nor held."""
        return self.left - self.due

    @property
    def over(self) -> Decimal:
        """By how much what is booked, held or quoted, or set by a person, exceeds the total; zero when it does not."""
        return max(Decimal(0), self._sum(*FIXED) - self.total_budget)

    def _sum(self, *bases: Basis) -> Decimal:
        return sum((one.amount for one in self.categories if one.basis in bases), Decimal(0))


def shares(total: Decimal, weights: Sequence[Decimal], step: Decimal = CENT) -> tuple[Decimal, ...]:
    """Return a total shared out by weights, in whole steps that add up to it; what is left goes to the largest remainders."""
    whole = sum(weights, Decimal(0))
    if not weights:
        return ()
    if whole <= 0:
        weights, whole = [Decimal(1)] * len(weights), Decimal(len(weights))
    exact = [total * weight / whole for weight in weights]
    down = [value.quantize(step, ROUND_DOWN) for value in exact]
    missing = int(((total - sum(down, Decimal(0))) / step).to_integral_value())
    sign = 1 if missing >= 0 else -1
    by_remainder = sorted(range(len(exact)), key=lambda n: (sign * (down[n] - exact[n]), n))
    for number in range(abs(missing)):
        down[by_remainder[number % len(down)]] += sign * step
    return tuple(down)


def shares_within(total: Decimal, weights: Sequence[Decimal], most: Sequence[Decimal | None]) -> tuple[Decimal, ...]:
    """Return a total shared out by weights, no part more than its ``most``; together less than the total when all are full."""
    found = [Decimal(0)] * len(weights)
    left, open_ = total, list(range(len(weights)))
    while open_:
        parts = dict(zip(open_, shares(left, [weights[number] for number in open_]), strict=True))
        full = {number: limit for number in open_ if (limit := most[number]) is not None and parts[number] > limit}
        for number, amount in (full or parts).items():
            found[number] = amount
        left -= sum(full.values(), Decimal(0))
        open_ = [number for number in open_ if number not in full] if full else []
    return tuple(found)


def percentages(amounts: Sequence[Decimal]) -> tuple[Decimal, ...]:
    """Return what part of their sum amounts are, in tenths of a per cent that add up to 100; what is lacking has no part."""
    return shares(Decimal(100), [max(Decimal(0), one) for one in amounts], TENTH)


def each_of(budget: Budget, count: int) -> Decimal:
    """Return the total for one of so many, people or days, rounded."""
    return payable(budget.total_budget / max(1, count), budget.currency).amount
