"""Answers about money: what is left, spent, paid by whom, owed to whom, and what is booked or quoted beside the limit."""

from collections.abc import Iterator
from decimal import Decimal

from tripintent.nodes.planning.counting import counted as added_up
from tripintent.nodes.planning.counting import debts_told, figures, paid_told
from tripintent.nodes.planning.replying import counted, money
from tripintent.nodes.planning.state import PlanningState
from tripintent.state.money import Money, payable
from tripintent.state.planning.budget import REAL, Budget, per_day, per_person
from tripintent.state.planning.facts import TripFacts
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.fares import best_offers


async def without_a_budget(
    state: PlanningState, facts: TripFacts, ports: Ports, own: PlanningPorts, language: str
) -> list[str]:
    """Return what is known of the money before there is a budget: who paid what, or the best trip against the limit."""
    kept, question = state["planning"].kept, state["planning"].command.budget_question
    if kept.expenses and question in ("debts", "paid"):
        currency = next((one.currency for one in kept.expenses if one.currency), None)
        money_ = currency or (facts.budget.currency if facts.budget else "EUR")
        budget, _ = added_up(Budget(currency=money_, people=facts.people), kept, own, language)
        return list(about_budget(budget, question, None, own, language))
    prices = [one.total_price for one in await best_offers(state["trip_intent"], ports)]
    limit = facts.budget
    if limit is None or not prices or any(one.currency != limit.currency for one in prices):
        return [own.words.phrase("no_budget", {}, language)] if not state["planning"].command.trigger else []
    price = sum((one.amount for one in prices), Decimal(0))
    return [_against(price, limit, own, language)]


def _against(price: Decimal, limit: Money, own: PlanningPorts, language: str) -> str:
    """Return what is booked, held or quoted beside the limit."""
    named = {"fixed": price, "total": limit.amount, "left": limit.amount - price, "over": price - limit.amount}
    told = {name: money(Money(amount=value, currency=limit.currency)) for name, value in named.items()}
    return own.words.phrase("beyond" if price > limit.amount else "within", told, language)


def about_budget(
    budget: Budget, question: str, category: str | None, own: PlanningPorts, language: str
) -> Iterator[str]:
    """Yield the answer to a question about the budget."""

    def amount(value: Decimal) -> dict[str, str]:
        return money(Money(amount=value, currency=budget.currency))

    people = counted("person", budget.people, own, language)
    if question == "category":
        ids = own.reader.category(category or "", language, {one.id: one.key for one in budget.categories})
        for one in (one for one in budget.categories if one.id in ids):
            facts = {"amount": amount(one.amount), "percentage": str(one.percentage)}
            yield own.words.phrase("category", {**facts, "category": one.category, "notes": one.notes}, language)
        if not ids:
            yield own.words.phrase("total", figures(budget), language)
    elif question == "per_day":
        each = payable(budget.total_budget / max(1, budget.days) / max(1, budget.people), budget.currency).amount
        facts_: dict[str, object] = {"amount": amount(per_day(budget)), "people": people, "each": amount(each)}
        yield own.words.phrase("per_day", {**facts_, "days": budget.days}, language)
    elif question == "per_person":
        yield own.words.phrase("per_person", {"amount": amount(per_person(budget)), "people": people}, language)
    elif question == "debts":
        yield from debts_told(budget, own, language)
    elif question == "paid":
        yield from paid_told(budget, own, language)
        yield own.words.phrase("left", figures(budget), language)
    elif about := own.reader.category(category or "", language, {one.id: one.key for one in budget.categories}):
        yield from (_of_part(budget, part, own, language) for part in about)
    else:
        quoted = [one for one in budget.categories if one.basis in REAL]
        if quoted and (question == "within" or not budget.spent):
            limit = Money(amount=budget.total_budget, currency=budget.currency)
            yield _against(budget.spent + budget.due + _quoted(budget), limit, own, language)
            if question == "within":
                return
        yield own.words.phrase("left" if question == "left" else "spent", figures(budget), language)
        if budget.due:
            held = {"paid": amount(budget.paid), "due": amount(budget.due), "free": amount(budget.free)}
            yield own.words.phrase("followed_figures", held, language)


def _quoted(budget: Budget) -> Decimal:
    return sum((one.amount for one in budget.categories if one.basis == "quoted"), Decimal(0))


def _of_part(budget: Budget, part: str, own: PlanningPorts, language: str) -> str:
    """Return what is spent of one part: the expenses whose words mean it."""
    planned = next(one for one in budget.categories if one.id == part)
    spent = sum(
        (e.amount for e in budget.expenses if own.reader.category(e.what, language, {part: planned.key})), Decimal(0)
    )
    named = {"spent": spent, "amount": planned.amount, "left": planned.amount - spent, "over": spent - planned.amount}
    told = {name: money(Money(amount=value, currency=budget.currency)) for name, value in named.items()}
    kind = "part_over" if spent > planned.amount else "part_left"
    return own.words.phrase(kind, {"category": planned.category, **told}, language)
