"""Money of the trip: parts of the budget, what was spent, by whom and for whom, and who owes whom. It works without a budget too."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Annotated, NamedTuple

from pydantic import Field, JsonValue, WithJsonSchema
from rapidfuzz import process

from tripintent.state.acts import Outcome
from tripintent.state.document import of_kind
from tripintent.state.framing.frame_to_trip import ELSEWHERE
from tripintent.state.money import Currency, Money
from tripintent.state.planning.budget import CENT, Budget, Expense, each_of
from tripintent.state.planning.changes import BudgetChange, SetAmount
from tripintent.state.planning.debts import names_of_me, sharers_of
from tripintent.state.planning.facts import facts_of
from tripintent.state.questions.plan import own_currency
from tripintent.state.trip import TripIntent
from tripintent.tools.errors import ToolError
from tripintent.tools.ports.clock import Rates, UnknownCurrency
from tripintent.tools.ports.planning import ChangeRefused, PlanningPorts, Purchased
from tripintent.tools.toolbox.base import Act, Arguments, Scene, tool
from tripintent.tools.toolbox.fares import made_anew, purchased
from tripintent.tools.toolbox.own_bookings import trip_facts

NO_MONEY = Outcome.refused("money is not counted in this conversation: the host has switched it off")
ME = frozenset({"", "me", "i", "myself"})
_ALIKE = 85.0
"""How alike two names are, of 100, that one of them is a slip of the pen."""
Name = Annotated[str, Field(min_length=1, max_length=80)]
Positive = Annotated[
    Decimal, Field(gt=0, max_digits=12, decimal_places=2), WithJsonSchema({"type": "number", "exclusiveMinimum": 0})
]


class PlainSum(Arguments):
    """Money. Without a currency that of the budget."""

    amount: Positive
    currency: Currency | None = None


class Wrong(ToolError):
    """A part of a call on money that cannot be, and what would be right."""

    def __init__(self, why: str, path: str, there: Sequence[str] = ()) -> None:
        super().__init__(why)
        self.outcome = Outcome.refused(why, path, tuple(there))


class Purse(NamedTuple):
    """The budget as far as this call has worked it, and what was taken to be so."""

    budget: Budget
    own: PlanningPorts
    assumed: tuple[str, ...] = ()

    def changed(self, change: BudgetChange) -> "Purse":
        """Return the purse with one change of its budget. Raises Wrong."""
        try:
            return self._replace(budget=self.own.editor.apply(self.budget, change))
        except ChangeRefused as refused:
            raise Wrong(str(refused), "amount" if refused.code == "no_rate" else "") from refused

    def person(self, said: str, path: str) -> str:
        """Return a person's name as the budget writes it, '' for the one who writes. Raises Wrong for a slip of the pen."""
        me, known = self.budget.me, [name for name in sharers_of(self.budget) if name]
        if said.strip().casefold() in ME or said.strip().casefold() == me.casefold():
            return ""
        same = next((name for name in known if name.casefold() == said.strip().casefold()), None)
        near = process.extractOne(said, known, score_cutoff=_ALIKE) if same is None else None
        if near and self.budget.sharers:
            raise Wrong(
                f"is {said!r} {near[0]!r}? Write the name as before; somebody new goes into `people` first", path, known
            )
        return same or said.strip()

    def people(self, said: Iterable[str], path: str) -> tuple[str, ...]:
        """Return people's names as the budget writes them, each once. Raises Wrong."""
        return tuple(dict.fromkeys(self.person(name, f"{path}[{number}]") for number, name in enumerate(said)))

    def act(self, **facts: JsonValue) -> Act:
        """Return the act that keeps the budget. Raises Wrong where it is not known which of the names is the one who writes."""
        budget = self.budget
        if names := names_of_me(budget):
            raise Wrong("all who share are named, and somebody who writes paid too: say who that is", "me", names)
        told: dict[str, JsonValue] = {**facts, "budget": budget_facts(budget, short=True)}
        return Act(Outcome(changed=("budget",), assumed=self.assumed, facts=told), documents={Budget.kind: budget})


async def purse_of(scene: Scene, currency: str | None) -> Purse:
    """Return the purse of the trip as it is booked now; before there is a budget it keeps what is spent.

    Raises Wrong where nothing is counted.
    """
    own, found, trip = scene.planning, of_kind(scene.documents, Budget), scene.trip
    if own is None:
        raise Wrong(NO_MONEY.rejected[0].why, "")
    named = own_currency(trip)
    heads = facts_of(trip).people
    if found is None:
        assumed = () if named or currency else (f"no currency was said: {ELSEWHERE}",)
        new = Budget(trip_id=trip.trip_id, currency=named or currency or ELSEWHERE, language=trip.request.tag)
        blank = new.model_copy(update={"people": heads})
        return Purse(with_booked(blank, trip, await purchased(trip, scene.ports), scene.ports.rates), own, assumed)
    bought, money = await purchased(trip, scene.ports), named or found.currency
    try:
        if not found.made:
            blank = found.model_copy(update={"currency": money, "people": max(heads, len(found.sharers))})
            return Purse(own.editor.carried(found, with_booked(blank, trip, bought, scene.ports.rates)), own)
        if found.made_for != bought.mark or found.currency != money:  # bought, held, cancelled since; other money
            facts = trip_facts(scene)
            found = await made_anew(own.maker.budget, scene, facts, found, own) if facts.budget else found
    except ChangeRefused as refused:
        raise Wrong(str(refused), "amount.currency") from refused
    return Purse(found, own)


def with_booked(blank: Budget, trip: TripIntent, bought: Purchased, rates: Rates) -> Budget:
    """Return a budget without parts: the total as said, what is booked, held and due on the spot; nothing is estimated."""
    days = max(1, facts_of(trip).length)
    said = trip.constraints.budget_total or Money(amount=Decimal(0))
    sums = {
        "total_budget": [said],
        "booked": [paid for _, paid in bought.booked],
        "held": [one.total for one in bought.holds if one.status == "held" and one.total],
        "lost": bought.lost,
        "waits": bought.waits,
        "due_there": bought.due_there,
    }
    try:
        figures = {
            name: sum((rates.convert(one, blank.currency).amount.quantize(CENT) for one in each), Decimal(0))
            for name, each in sums.items()
        }
    except UnknownCurrency:  # its figures are left out, as those of parts are
        return blank
    return blank.model_copy(update={**figures, "days": days})


def amount_facts(amount: Decimal, currency: str) -> JsonValue:
    """Return money for a model."""
    return {"amount": f"{amount:.2f}", "currency": currency}


def budget_facts(budget: Budget, *, short: bool = False) -> JsonValue:
    """Return a budget's figures. ``left`` is without what is gone or due on the spot, ``overspent`` beyond parts and reserve."""
    currency = budget.currency
    named: dict[str, Decimal] = {"spent": budget.spent}
    if budget.total_budget:
        named = {"total": budget.total_budget, **named, "booked": budget.paid, "left": budget.left}
    lost, over = ("lost", budget.lost), ("overspent", budget.overspent)
    named |= {name: sum_ for name, sum_ in (lost, over, ("change_that_waits_costs", budget.waits)) if sum_}
    if budget.made or budget.due or budget.due_there:
        named |= {"held": budget.due, "due_on_the_spot": budget.due_there, "left_without_held": budget.free}
    if budget.made:
        named |= {"per_person": each_of(budget, budget.people), "per_day": each_of(budget, budget.days)}
    facts: dict[str, JsonValue] = {name: amount_facts(amount, currency) for name, amount in named.items()}
    facts |= {
        "made": budget.made,
        "people": budget.people,
        "expenses": [expense_facts(one, budget) for one in budget.expenses],
    }
    if short:
        return facts
    parts: list[JsonValue] = [
        {"id": one.id, "part": one.category, "amount": amount_facts(one.amount, currency), "basis": one.basis}
        for one in budget.categories
    ]
    return {**facts, "parts": parts, "notes": list(budget.notes)}


def expense_facts(one: Expense, budget: Budget) -> JsonValue:
    """Return an expense for a model, with the names of people."""
    paid: list[JsonValue] = [
        {"name": budget.named(each.name), "amount": amount_facts(each.amount, budget.currency)} for each in one.paid_by
    ]
    facts: dict[str, JsonValue] = {
        "id": one.id,
        "what": one.what,
        "amount": amount_facts(one.amount, budget.currency),
        "paid_by": paid,
    }
    if one.original:
        facts["original"] = amount_facts(one.original.amount, one.original.currency)
        facts |= {"rate": f"{one.rate:f}", "rates_of": one.rates_of}
    if one.heads and not one.shared_by:
        facts["shared_among"] = one.heads
    if one.shared_by:
        facts["given_to" if one.settles else "shared_by"] = [budget.named(name) for name in one.shared_by]
    if one.without:
        facts["without"] = [budget.named(name) for name in one.without]
    if one.weights:
        facts["parts"] = [f"{part:f}" for part in one.weights]
    return {
        **facts,
        **({"booking": one.booking} if one.booking else {}),
        **({"repayment": True} if one.settles else {}),
    }


class PartOfBudget(Arguments):
    """An amount for a part of the budget."""

    part: str = Field(description="id or name: 'food', 'budget-category-stay'")
    amount: PlainSum | None = Field(default=None, description="null: our own share again")
    each: bool = Field(default=False, description="the amount is per person")
    daily: bool = Field(default=False, description="the amount is per day")


@tool("documents", "WRITE")
async def set_budget_part(scene: Scene, said: PartOfBudget) -> Act:
    """Set what a part of the budget may cost; the rest is shared out again. The total is set by update_trip.

    Call it for 'food at most 40 a day each', 'keep 300 for activities'.
    Returns: all parts with their amounts.
    Raises: rejected while there is no budget, for a part that there is not, or one that is booked: that is a fact.
    """
    found, own = of_kind(scene.documents, Budget), scene.planning
    if found is None or own is None or not found.made:
        why = "there is no budget yet: create_documents makes it on the traveller's order"
        return Act(Outcome.refused(why, "part"))
    try:
        purse = await purse_of(scene, None)
        found = purse.budget
        part = _part(found, said.part, own)
        amount = _whole(found, said, scene) if said.amount else None
        purse = purse.changed(SetAmount(category=part, amount=amount))
    except Wrong as wrong:
        return Act(wrong.outcome)
    facts = {"budget": budget_facts(purse.budget)}
    return Act(Outcome(changed=(f"budget.{part}",), facts=facts), documents={Budget.kind: purse.budget})


def _part(found: Budget, said: str, own: PlanningPorts) -> str:
    keys = {one.id: one.key for one in found.categories}
    same = [one.id for one in found.categories if said.casefold() in (one.id, one.key, one.category.casefold())]
    ids = same or own.reader.category(said, found.language, keys)
    if len(ids) != 1:
        raise Wrong(
            "no single part of the budget is meant",
            "part",
            tuple(f"{one.id}: {one.category}" for one in found.categories),
        )
    return ids[0]


def _whole(found: Budget, said: PartOfBudget, scene: Scene) -> Decimal:
    assert said.amount is not None, "the caller looks first"  # noqa: S101
    times = (found.people if said.each else 1) * (found.days if said.daily else 1)
    wanted = Money(amount=said.amount.amount * times, currency=said.amount.currency or found.currency)
    try:
        amount = scene.ports.rates.convert(wanted, found.currency).amount.quantize(CENT)
    except UnknownCurrency as unknown:
        raise Wrong(str(unknown), "amount.currency") from unknown
    if amount > found.total_budget:
        total = f"{found.total_budget:f} {found.currency}"
        raise Wrong(
            f"{amount:f} is more than the whole budget of {total}: update_trip sets the total", "amount", (total,)
        )
    return amount
