"""edit: ticks, own items and removals on the checklist, expenses in the budget: in the order in which they were said."""

from collections.abc import Sequence
from decimal import Decimal
from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.fares import best_offers, fares_of
from tripintent.nodes.planning.replying import money, reply
from tripintent.nodes.planning.state import PlanningState, budget_of, checklist_of
from tripintent.nodes.runtime import Run
from tripintent.state.designer.documents import TripDocuments
from tripintent.state.document import Document
from tripintent.state.money import Money
from tripintent.state.planning.budget import CENT, Budget, Expense
from tripintent.state.planning.changes import AddItem, Correct, SetAmount, Share, Sharers, Spend, Strike
from tripintent.state.planning.checklist import LONGEST_ITEM, Checklist, ticked, without
from tripintent.state.planning.command import AmountSaid, ChecklistEdit, Command, ExpenseSaid, RepaidSaid, SplitSaid
from tripintent.state.planning.expenses import debts, sharers_of
from tripintent.state.planning.notes import PlanningNotes
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.planning import ChangeRefused, PlanningPorts
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.rates import UnknownCurrency


class EditUpdate(TypedDict, total=False):
    """What edit writes."""

    documents: TripDocuments
    messages: list[AnyMessage]
    planning: PlanningNotes


async def edit(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> EditUpdate:
    """Work every edit of the message, and say each outcome."""
    language, command = state["trip_intent"].request.language, state["planning"].command
    said: list[str] = []
    checklist, budget = checklist_of(state), budget_of(state)
    if checklist is not None:
        checklist, budget, lines = _all_edited(command.edits, checklist, budget, own, language)
        said += lines
    if budget is not None:
        budget, lines = _counted(budget, command, own, language)
        said += lines
        for wanted in state["planning"].amounts:
            budget, words = with_amount(budget, wanted, ports, own, language)
            said.append(words)
    elif command.split and command.split.count:
        said.append(await _price_divided(state["trip_intent"], command.split.count, ports, own))
    if command.expenses and budget is None:
        said.append(own.words.phrase("no_budget", {}, language))
    changed: dict[str, Document] = {}
    if checklist is not None:
        changed["checklist"] = checklist
    if budget is not None:
        changed["budget"] = budget
    waiting = state["planning"].amounts if budget is None else ()
    notes = state["planning"].model_copy(update={"amounts": waiting})
    update: EditUpdate = {"documents": changed, "planning": notes}
    return {**update, "messages": [reply("\n".join(said), "planning_edit")]} if said else {}


def _counted(budget: Budget, command: Command, own: PlanningPorts, language: str) -> tuple[Budget, list[str]]:
    """Work what was spent, put right, taken out, given back and shared, in this order."""
    said: list[str] = []
    for spent in command.expenses:
        budget, words = _spent(budget, spent, own, language)
        said.append(words)
    if any(one.without for one in command.expenses):
        said += _without_share(budget, own, language)
    for words_for in command.strikes:
        budget, words = _struck(budget, words_for, own, language)
        said.append(words)
    if command.repaid:
        budget, lines = _repaid(budget, command.repaid, own, language)
        said += lines
    if command.split:
        budget, lines = _split(budget, command.split, own, language)
        said += lines
    return budget, said


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


def _all_edited(
    edits: Sequence[ChecklistEdit], checklist: Checklist, budget: Budget | None, own: PlanningPorts, language: str
) -> tuple[Checklist, Budget | None, list[str]]:
    """Work the edits of the list; what is to be taken out of it and was paid for is taken out of the budget."""
    said: list[str] = []
    for one in edits:
        if budget is not None and _is_an_expense(one, checklist, budget, own):
            budget, words = _struck(budget, one.what, own, language)
        else:
            checklist, words = _edited(checklist, one, own, language)
        said.append(words)
    return checklist, budget, said


def _is_an_expense(wish: ChecklistEdit, checklist: Checklist, budget: Budget, own: PlanningPorts) -> bool:
    """Tell whether something to take out is no item of the list, but was paid for ("strike the groceries")."""
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


def _spent(budget: Budget, said: ExpenseSaid, own: PlanningPorts, language: str) -> tuple[Budget, str]:
    """Log one expense, or correct the latest entry of the amount that was wrong."""
    change: Spend | Correct
    currency, what = said.currency or budget.currency, said.what
    if said.corrects is not None or said.corrects_what is not None:
        wrong = _wrong(budget, said)
        if wrong is None:
            old = Money(amount=said.corrects or said.amount, currency=budget.currency)
            return budget, own.words.phrase("no_such_expense", {"amount": money(old)}, language)
        currency = wrong.original.currency if wrong.original else budget.currency
        if said.currency not in (
            None,
            currency,
        ):  # paid in other money than was noted: a new entry in the place of the old
            return _in_other_money(budget, said, wrong, own, language)
        change, kind = Correct(expense=wrong.id, amount=said.amount), "corrected"
    else:
        change = Spend(amount=said.amount, currency=currency, what=what, payer=said.payer, shared_by=said.shared_by,
                       without=said.without)  # fmt: skip
        kind = "logged" if what else "logged_plain"
    try:
        new = own.editor.apply(budget, change)
    except ChangeRefused as refused:
        return budget, str(refused)
    amount = money(Money(amount=said.amount, currency=currency))
    return new, own.words.phrase(kind, {"amount": amount, "what": what, **figures(new)}, language)


def _in_other_money(
    budget: Budget, said: ExpenseSaid, wrong: Expense, own: PlanningPorts, language: str
) -> tuple[Budget, str]:
    """Log an expense anew that was paid in other money than was noted; what it was for and whose it is stays."""
    kept = {"what": wrong.what, "payer": wrong.payer, "shared_by": wrong.shared_by, "without": wrong.without}
    anew = ExpenseSaid(amount=said.amount, currency=said.currency).model_copy(update=kept)
    return _spent(own.editor.apply(budget, Strike(expense=wrong.id)), anew, own, language)


def _wrong(budget: Budget, said: ExpenseSaid) -> Expense | None:
    """Return the latest expense of the amount, or of the words, that were wrong."""
    spent = [one for one in reversed(budget.expenses) if not one.settles]
    if said.corrects is not None:
        return next((e for e in spent if said.corrects in (e.amount, e.original and e.original.amount)), None)
    return next((e for e in spent if not said.corrects_what or e.what == said.corrects_what), None)


def _repaid(budget: Budget, said: RepaidSaid, own: PlanningPorts, language: str) -> tuple[Budget, list[str]]:
    """Note money given back, which settles a debt; where it was not said to whom, to the only one to whom it is owed."""
    owed = {to for giver, to, _ in debts(budget, sharers_of(budget)) if giver == said.giver}
    receiver = said.receiver if said.receiver is not None else owed.pop() if len(owed) == 1 else None
    amount = money(Money(amount=said.amount, currency=said.currency or budget.currency))
    if receiver is None or receiver == said.giver:
        return budget, [own.words.phrase("repaid_whom", {"amount": amount}, language)]
    what = own.words.phrase("repaid_what", {}, language)
    change = Spend(amount=said.amount, currency=said.currency or budget.currency, what=what, payer=said.giver,
                   shared_by=(receiver,), settles=True)  # fmt: skip
    try:
        new = own.editor.apply(budget, change)
    except ChangeRefused as refused:
        return budget, [str(refused)]
    kind = "you_repaid" if not said.giver else "repaid_you" if not receiver else "repaid"
    told = own.words.phrase(kind, {"giver": said.giver, "receiver": receiver, "amount": amount}, language)
    return new, [told, *debts_told(new, own, language)]


def _without_share(budget: Budget, own: PlanningPorts, language: str) -> list[str]:
    """Say who has no share of the latest expense, and who owes whom, or that others who share are not known by name."""
    without = budget.expenses[-1].without if budget.expenses else ()
    people = [name or own.words.phrase("page.you", {}, language) for name in without]
    told = [own.words.phrase("not_shared", {"people": people}, language)] if people else []
    if len(sharers_of(budget)) < budget.people:
        return [*told, own.words.phrase("others_who", {}, language)]
    return [*told, *debts_told(budget, own, language)]


def _struck(budget: Budget, what: str, own: PlanningPorts, language: str) -> tuple[Budget, str]:
    """Take the latest expense out that the words mean."""
    named = own.reader.match(what, {one.id: one.what for one in budget.expenses}) if what else ()
    wrong = next((one for one in reversed(budget.expenses) if not what or one.id in named), None)
    if wrong is None:
        return budget, own.words.phrase("no_such_thing", {"what": what}, language)
    new = own.editor.apply(budget, Strike(expense=wrong.id))
    amount = own.words.phrase(
        "amount", {"amount": money(Money(amount=wrong.amount, currency=budget.currency))}, language
    )
    return new, own.words.phrase("struck", {"what": f"{wrong.what} {amount}".strip(), **figures(new)}, language)


async def _price_divided(trip: TripIntent, count: int, ports: Ports, own: PlanningPorts) -> str:
    """Return what each pays of what is booked, held, chosen or best, while there is no budget."""
    prices = [one.offer.total_price for one in await fares_of(trip, ports)]
    prices = prices or [one.total_price for one in await best_offers(trip, ports)]
    language = trip.request.language
    if not prices or len({one.currency for one in prices}) > 1:
        return own.words.phrase("no_budget", {}, language)
    whole = Money(amount=sum((one.amount for one in prices), Decimal(0)), currency=prices[0].currency)
    return _divided(whole, count, own, language)


def _divided(whole: Money, count: int, own: PlanningPorts, language: str) -> str:
    each = Money(amount=(whole.amount / count).quantize(CENT), currency=whole.currency)
    return own.words.phrase("split_by", {"total": money(whole), "count": count, "amount": money(each)}, language)


def _split(budget: Budget, said: SplitSaid, own: PlanningPorts, language: str) -> tuple[Budget, list[str]]:
    """Note who shares, and who paid what was logged before; say who owes whom then."""
    told: list[str] = []
    if said.count:
        whole = Money(amount=budget.spent or budget.total_budget, currency=budget.currency)
        return budget, [_divided(whole, said.count, own, language)]
    if said.between:
        budget = own.editor.apply(budget, Sharers(people=said.between))
        people = [name or own.words.phrase("page.you", {}, language) for name in said.between]
        told.append(own.words.phrase("shared", {"people": people}, language))
    if said.payer is not None and said.what:
        ids = own.reader.match(said.what, {one.id: one.what for one in budget.expenses if one.what})
        meant = next((one for one in reversed(budget.expenses) if one.id in ids), None)
        if meant is None:
            told.append(own.words.phrase("no_expense_called", {"what": said.what}, language))
        else:
            budget = own.editor.apply(budget, Share(expense=meant.id, payer=said.payer, shared_by=meant.shared_by))
            amount = money(Money(amount=meant.amount, currency=budget.currency))
            facts = {"payer": said.payer, "what": meant.what, "amount": amount}
            told.append(own.words.phrase("paid_by" if said.payer else "paid_by_you", facts, language))
    if budget.expenses:
        told += debts_told(budget, own, language)
    return budget, told


def debts_told(budget: Budget, own: PlanningPorts, language: str) -> list[str]:
    """Return who owes whom in words."""
    people = sharers_of(budget)
    lines = []
    for debtor, creditor, value in debts(budget, people):
        kind = "debt_you_owe" if not debtor else "debt_owed_you" if not creditor else "debt"
        amount = money(Money(amount=value, currency=budget.currency))
        lines.append(own.words.phrase(kind, {"debtor": debtor, "creditor": creditor, "amount": amount}, language))
    if lines:
        return [own.words.phrase("debts", {"lines": lines}, language)]
    alone = len(people) < 2 and budget.people > 1 and budget.expenses
    return [own.words.phrase("debts_who" if alone else "no_debts", {}, language)]


def figures(budget: Budget) -> dict[str, dict[str, str]]:
    """Return total, spent and left as facts for words."""

    def as_money(amount: Decimal) -> dict[str, str]:
        return money(Money(amount=amount, currency=budget.currency))

    return {"total": as_money(budget.total_budget), "spent": as_money(budget.spent), "left": as_money(budget.left)}
