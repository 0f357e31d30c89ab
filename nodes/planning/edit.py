"""edit: ticks, own items and removals on the checklist, expenses in the budget: in the order in which they were said."""

from collections.abc import Sequence
from decimal import Decimal
from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.planning.counting import counted, divided, is_paid, struck
from tripintent.nodes.planning.replying import money, reply
from tripintent.nodes.planning.state import PlanningState, budget_of, checklist_of
from tripintent.nodes.runtime import Run
from tripintent.state.document import Document, TripDocuments
from tripintent.state.money import Money
from tripintent.state.planning.budget import CENT, Budget
from tripintent.state.planning.changes import AddItem, SetAmount
from tripintent.state.planning.checklist import LONGEST_ITEM, Checklist, ticked, without
from tripintent.state.planning.command import AmountSaid, ChecklistEdit, Command, ExpenseSaid, SplitSaid
from tripintent.state.planning.notes import PlanningNotes
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.planning import ChangeRefused, PlanningPorts
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.rates import UnknownCurrency
from tripintent.tools.toolbox.fares import best_offers, fares_of


class EditUpdate(TypedDict, total=False):
    """Channels that ``edit`` updates."""

    documents: TripDocuments
    messages: list[AnyMessage]
    planning: PlanningNotes


async def edit(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> EditUpdate:
    """Work every edit of the message, and say each outcome."""
    language, command = state["trip_intent"].request.language, state["planning"].command
    said: list[str] = []
    checklist, budget = checklist_of(state), budget_of(state)
    if checklist is not None:
        checklist, budget, lines = all_edited(command.edits, checklist, budget, own, language)
        said += lines
    if budget is not None:
        budget, lines = counted(budget, command, own, language)
        said += lines
        for wanted in state["planning"].amounts:
            budget, words = with_amount(budget, wanted, ports, own, language)
            said.append(words)
    elif count := next((one.count for one in command.splits if one.count), None):
        said.append(await _price_divided(state["trip_intent"], count, ports, own))
    kept = kept_for_later(state["planning"].kept, command, checklist=checklist is None, budget=budget is None)
    said += _told_as_kept(command, kept, own, language, checklist=checklist is None, budget=budget is None)
    changed: dict[str, Document] = {}
    if checklist is not None:
        changed["checklist"] = checklist
    if budget is not None:
        changed["budget"] = budget
    waiting = state["planning"].amounts if budget is None else ()
    notes = state["planning"].model_copy(update={"amounts": waiting, "kept": kept})
    update: EditUpdate = {"documents": changed, "planning": notes}
    return {**update, "messages": [reply("\n".join(said), "planning_edit")]} if said else update


async def _price_divided(trip: TripIntent, count: int, ports: Ports, own: PlanningPorts) -> str:
    """Return what each pays of what is booked, held, chosen or best, while there is no budget."""
    prices = [one.offer.total_price for one in await fares_of(trip, ports)]
    prices = prices or [one.total_price for one in await best_offers(trip, ports)]
    language = trip.request.language
    if not prices or len({one.currency for one in prices}) > 1:
        return own.words.phrase("no_budget", {}, language)
    whole = Money(amount=sum((one.amount for one in prices), Decimal(0)), currency=prices[0].currency)
    return divided(whole, count, own, language)


def kept_for_later(kept: Command, command: Command, *, checklist: bool, budget: bool) -> Command:
    """Return what waits for a document that there is not yet: items, and money that people spent; what is said again is there."""
    update: dict[str, object] = {"edits": (*kept.edits, *command.edits) if checklist else ()}
    for name in ("expenses", "splits"):
        before = getattr(kept, name)
        named = [one for one in getattr(command, name) if not getattr(one, "count", None)]
        new = [one for one in named if not any(_is_said_again(one, other) for other in before)]
        update[name] = (*before, *new) if budget else ()
    return kept.model_copy(update=update)


def _is_said_again(one: ExpenseSaid | SplitSaid, before: ExpenseSaid | SplitSaid) -> bool:
    """Check whether an expense or who shares was told before in the same words, the currency aside."""
    if isinstance(one, SplitSaid) or isinstance(before, SplitSaid):
        return one == before
    return one.model_copy(update={"currency": before.currency}) == before and bool(one.what)


def _told_as_kept(
    command: Command, kept: Command, own: PlanningPorts, language: str, *, checklist: bool, budget: bool
) -> list[str]:
    """Return what is kept, in words."""
    said: list[str] = []
    if checklist and (items := [one.what for one in command.edits if one.op == "add"]):
        said.append(own.words.phrase("items_kept", {"items": items}, language))
    for one in filter(is_paid, command.expenses) if budget else ():
        paid = money(Money(amount=one.amount, currency=one.currency)) if one.currency else None
        amount = own.words.phrase("amount", {"amount": paid}, language) if paid else f"{one.amount:f}"
        said.append(
            own.words.phrase(
                "amount_kept", {"words": f"{amount} {one.what or one.corrects_what or ''}".strip()}, language
            )
        )
    for split in command.splits if budget else ():
        me = split.me or next((one.me for one in reversed(kept.splits) if one.me), "")
        names = split.between or next((one.between for one in reversed(kept.splits) if one.between), ())
        if names:
            people = [own.words.phrase("page.you", {}, language) if one in ("", me) else one for one in names]
            said.append(own.words.phrase("shared", {"people": people}, language))
    return said


def with_amount(
    budget: Budget, said: AmountSaid, ports: Ports, own: PlanningPorts, language: str
) -> tuple[Budget, str]:
    """Return the budget with a part set to what was said, for all travellers and days, and the words for it."""
    times = (budget.people if said.each else 1) * (budget.days if said.daily else 1)
    wanted = Money(amount=said.amount * times, currency=said.currency or budget.currency)
    try:
        amount = ports.rates.convert(wanted, budget.currency).amount.quantize(CENT)
        new = own.editor.apply(budget, SetAmount(category=f"budget-category-{said.part}", amount=amount))
    except UnknownCurrency as unknown:
        return budget, str(unknown)
    except ChangeRefused as refused:
        kind = "amount_fixed" if refused.code == "fixed" else "no_part"
        return budget, own.words.phrase(kind, {"category": _part(said, own, language)}, language)
    facts = {
        "category": _part(said, own, language),
        "amount": money(Money(amount=amount, currency=budget.currency)),
    }
    return new, own.words.phrase("amount_set", facts, language)


def _part(said: AmountSaid, own: PlanningPorts, language: str) -> str:
    return own.words.phrase(f"budget.{said.part}", {}, language)


def all_edited(
    edits: Sequence[ChecklistEdit], checklist: Checklist, budget: Budget | None, own: PlanningPorts, language: str
) -> tuple[Checklist, Budget | None, list[str]]:
    """Work the edits of the list; what is to be taken out of it and was paid for is taken out of the budget."""
    said: list[str] = []
    for one in edits:
        if budget is not None and _is_an_expense(one, checklist, budget, own):
            budget, words = struck(budget, one.what, own, language)
        else:
            checklist, words = _edited(checklist, one, own, language)
        said.append(words)
    return checklist, budget, said


def _is_an_expense(wish: ChecklistEdit, checklist: Checklist, budget: Budget, own: PlanningPorts) -> bool:
    """Tell whether something to take out is not an item of the list, but was paid for ("strike the groceries")."""
    if wish.op != "remove" or own.reader.match(wish.what, {item.id: item.text for item in checklist.items}):
        return False
    return bool(own.reader.match(wish.what, {one.id: one.what for one in budget.expenses if one.what}))


def _edited(checklist: Checklist, wish: ChecklistEdit, own: PlanningPorts, language: str) -> tuple[Checklist, str]:
    if wish.op == "add":
        grown = own.editor.apply(checklist, AddItem(text=wish.what[: LONGEST_ITEM - 1]))
        return grown, own.words.phrase("added", {"items": wish.what}, language)
    ids = own.reader.match(wish.what, {item.id: item.text for item in checklist.items})
    if not ids:
        return checklist, own.words.phrase("not_on_list", {"items": wish.what}, language)
    named = [item.text for item in checklist.items if item.id in ids]
    kind = {"remove": "removed", "tick": "ticked", "untick": "unticked"}[wish.op]
    words = own.words.phrase(kind, {"items": list(named)}, language)
    if wish.op == "remove":
        return without(checklist, ids), words
    return ticked(checklist, ids, checked=wish.op == "tick"), words
