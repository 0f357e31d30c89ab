"""Money between people: spent, put right, taken out, given back and shared, and who owes whom, in the words for it."""

from collections.abc import Iterator
from decimal import Decimal

from tripintent.nodes.planning.replying import money
from tripintent.state.money import Money
from tripintent.state.planning.budget import CENT, Budget, Expense
from tripintent.state.planning.changes import Correct, Share, Sharers, Spend, Strike
from tripintent.state.planning.command import Command, ExpenseSaid, RepaidSaid, SplitSaid
from tripintent.state.planning.expenses import debts, names_of_me, sharers_of, unnamed
from tripintent.tools.ports.planning import ChangeRefused, PlanningPorts

_MOST = Decimal(10) ** 9
"""An amount that no trip costs, in any currency."""


def counted(budget: Budget, command: Command, own: PlanningPorts, language: str) -> tuple[Budget, list[str]]:
    """Work what was spent, put right, taken out, given back and shared, in this order."""
    said: list[str] = []
    for first in (one for one in command.splits if one.between and not (one.what or one.amount)):
        budget = own.editor.apply(budget, Sharers(people=first.between, me=first.me))
    for spent in filter(is_paid, command.expenses):
        budget, words = _spent(budget, spent, own, language)
        said.append(words)
    if any(one.without for one in command.expenses):
        said += _without_share(budget, own, language)
    for words_for in command.strikes:
        budget, words = struck(budget, words_for, own, language)
        said.append(words)
    if command.repaid:
        budget, lines = _repaid(budget, command.repaid, own, language)
        said += lines
    for split in command.splits:
        budget, lines = _split(budget, split, own, language)
        said += lines
    if command.splits and not any(one.count for one in command.splits) and budget.expenses:
        said += debts_told(budget, own, language)
    return budget, said


def is_paid(said: ExpenseSaid) -> bool:
    """Tell whether anything was paid: "Ola paid 0" changes no sum."""
    return 0 < said.amount.quantize(CENT) < _MOST


def _spent(budget: Budget, said: ExpenseSaid, own: PlanningPorts, language: str) -> tuple[Budget, str]:
    """Log one expense, or correct the latest entry of the amount that was wrong."""
    said = said.model_copy(update={"amount": said.amount.quantize(CENT)})
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
                       without=said.without, weights=said.weights)  # fmt: skip
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
    """Log again an expense that was paid in other money than was noted; what it was for and whose it is stays."""
    kept = {
        "what": wrong.what,
        "payer": wrong.payer,
        "shared_by": wrong.shared_by,
        "without": wrong.without,
        "weights": wrong.weights,
    }
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


def struck(budget: Budget, what: str, own: PlanningPorts, language: str) -> tuple[Budget, str]:
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


def divided(whole: Money, count: int, own: PlanningPorts, language: str) -> str:
    """Return what each of so many people pays of a price, in words."""
    facts = {"total": money(whole), "count": count, "amount": money(whole.share(count))}
    return own.words.phrase("split_by", facts, language)


def _split(budget: Budget, said: SplitSaid, own: PlanningPorts, language: str) -> tuple[Budget, list[str]]:
    """Note who shares all costs, or one that was logged before, and who paid it."""
    if said.count:
        whole = Money(amount=budget.spent or budget.total_budget, currency=budget.currency)
        return budget, [divided(whole, said.count, own, language)]
    if said.what or said.amount is not None or said.weights:
        return _shared_anew(budget, said, own, language)
    if not (said.between or said.me):
        return budget, []
    budget = own.editor.apply(budget, Sharers(people=said.between, me=said.me))
    return budget, [own.words.phrase("shared", {"people": _people(sharers_of(budget), own, language)}, language)]


def _people(names: tuple[str, ...], own: PlanningPorts, language: str) -> list[str]:
    return [name or own.words.phrase("page.you", {}, language) for name in names]


def _shared_anew(budget: Budget, said: SplitSaid, own: PlanningPorts, language: str) -> tuple[Budget, list[str]]:
    """Note who paid an expense that was logged before, who shares it, and in which parts."""
    ids = own.reader.match(said.what, {one.id: one.what for one in budget.expenses if one.what}) if said.what else ()
    spent = [one for one in reversed(budget.expenses) if not one.settles]
    meant = next((one for one in spent if _is_meant(one, said, ids)), None)
    if meant is None:
        return budget, [own.words.phrase("no_expense_called", {"what": said.what}, language)]
    payer = meant.payer if said.payer is None else said.payer
    among = said.between or (() if said.everyone else meant.shared_by)
    if said.weights and not among:
        among = tuple(sorted(sharers_of(budget), key=lambda name: name != payer))
    without = () if said.everyone or said.between else meant.without
    fits = len(said.weights) == len(among)
    change = Share(
        expense=meant.id, payer=payer, shared_by=among, without=without, weights=said.weights if fits else ()
    )
    budget = own.editor.apply(budget, change)
    told = [_paid_by(meant, payer, budget, own, language)] if said.payer is not None else []
    if said.weights and not fits:
        return budget, [*told, own.words.phrase("others_who", {}, language)]
    names = _people(among or sharers_of(budget), own, language)
    if said.weights:
        parts = [f"{name} {weight:f} %" for name, weight in zip(names, said.weights, strict=True)]
        return budget, [*told, _expense_shared(meant, parts, budget, own, language)]
    if said.payer is None:
        told.append(_expense_shared(meant, names, budget, own, language))
    return budget, told


def _is_meant(one: Expense, said: SplitSaid, ids: tuple[str, ...]) -> bool:
    """Tell whether an expense is the one of the words or of the amount; with neither it is the latest."""
    if said.amount is not None:
        return said.amount in (one.amount, one.original and one.original.amount)
    return one.id in ids if said.what else True


def _paid_by(meant: Expense, payer: str, budget: Budget, own: PlanningPorts, language: str) -> str:
    amount = money(Money(amount=meant.amount, currency=budget.currency))
    facts = {"payer": payer, "what": meant.what, "amount": amount}
    return own.words.phrase("paid_by" if payer else "paid_by_you", facts, language)


def _expense_shared(meant: Expense, people: list[str], budget: Budget, own: PlanningPorts, language: str) -> str:
    amount = own.words.phrase(
        "amount", {"amount": money(Money(amount=meant.amount, currency=budget.currency))}, language
    )
    facts = {"what": f"{meant.what} ({amount})" if meant.what else amount, "people": people}
    return own.words.phrase("expense_shared", facts, language)


def paid_told(budget: Budget, own: PlanningPorts, language: str) -> Iterator[str]:
    """Yield what each of those who share has paid so far, without what was given back."""
    people = sharers_of(budget) or ("",)
    sums = dict.fromkeys(people, Decimal(0))
    for one in budget.expenses:
        if not one.settles:
            for paid in one.paid_by:
                sums[paid.name] = sums.get(paid.name, Decimal(0)) + paid.amount
    each = [
        f"{name or own.words.phrase('page.you', {}, language)} "
        + own.words.phrase("amount", {"amount": money(Money(amount=value, currency=budget.currency))}, language)
        for name, value in sums.items()
    ]
    yield own.words.phrase("paid_each", {"list": each}, language)


def debts_told(budget: Budget, own: PlanningPorts, language: str) -> list[str]:
    """Return who owes whom in words; where somebody is not known by name, who that is is asked first."""
    people = sharers_of(budget)
    if budget.expenses and (names := names_of_me(budget)):
        return [own.words.phrase("which_are_you", {"names": list(names), "first": names[0]}, language)]
    if budget.expenses and len(people) > 1 and (others := unnamed(budget)):
        told = next(paid_told(budget, own, language))
        return [told, own.words.phrase("names_missing", {"count": others, "people": budget.people}, language)]
    lines = []
    for debtor, creditor, value in debts(budget, people):
        kind = "debt_you_owe" if not debtor else "debt_owed_you" if not creditor else "debt"
        amount = money(Money(amount=value, currency=budget.currency))
        lines.append(own.words.phrase(kind, {"debtor": debtor, "creditor": creditor, "amount": amount}, language))
    if lines:
        uneven = any(one.weights or one.shared_by or one.without for one in budget.expenses if not one.settles)
        return [own.words.phrase("debts_uneven" if uneven else "debts", {"lines": lines}, language)]
    alone = len(people) < 2 and budget.people > 1 and budget.expenses
    return [own.words.phrase("debts_who" if alone else "no_debts", {}, language)]


def figures(budget: Budget) -> dict[str, dict[str, str]]:
    """Return total, spent and left as facts for words."""

    def as_money(amount: Decimal) -> dict[str, str]:
        return money(Money(amount=amount, currency=budget.currency))

    return {"total": as_money(budget.total_budget), "spent": as_money(budget.spent), "left": as_money(budget.left)}
