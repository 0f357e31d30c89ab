"""The document editor by rule (ticks, own items, amounts, expenses), and the matching of words to entries of a document."""

import re
from collections.abc import Callable, Mapping

from rapidfuzz import fuzz

from tripintent.state.money import Money
from tripintent.state.planning import changes, checklist, expenses
from tripintent.state.planning.budget import REAL, Budget, Expense, Payer
from tripintent.state.planning.checklist import Checklist
from tripintent.state.planning.debts import fixed, of_all
from tripintent.tools.places.folding import fold
from tripintent.tools.planning.showing import phrases
from tripintent.tools.ports.clock import Rates, UnknownCurrency
from tripintent.tools.ports.planning import ChangeRefused, T


class RuleEditor:
    """Edits checklists and budgets. ``new_id`` gives random ids."""

    def __init__(self, rates: Rates, new_id: Callable[[], str]) -> None:
        self._rates, self._new_id = rates, new_id

    def apply(self, document: T, change: changes.Change) -> T:
        """Return the document with one change. Raises ChangeRefused, also for a change of another kind of document."""
        if isinstance(document, Checklist) and isinstance(change, changes.ChecklistChange):
            return self._listed(document, change)
        if isinstance(document, Budget) and isinstance(change, changes.BudgetChange):
            return fixed(self._counted(fixed(document), change))
        raise ChangeRefused(f"{change.op!r} is no change of the {document.kind}", "not_found")

    def carried(self, old: T | None, new: T) -> T:
        """Return a new document with what people did to the one before. Raises ChangeRefused ``no_rate``."""
        if isinstance(new, Checklist):
            return checklist.recreated(old if isinstance(old, Checklist) else None, new)
        if not isinstance(old, Budget):
            return new
        old = self._counted_in(new.currency, old)
        kept = {name: getattr(old, name) for name in ("expenses", "struck", "own", "sharers", "me", "version")}
        return shared_out(new.model_copy(update=kept))

    def merged(self, ours: T, theirs: T) -> T:
        """Return our document with what somebody else did to it meanwhile."""
        if isinstance(ours, Checklist) and isinstance(theirs, Checklist):
            return checklist.merged(ours, theirs)
        if isinstance(ours, Budget) and isinstance(theirs, Budget):
            return shared_out(expenses.merged(ours, self._counted_in(ours.currency, theirs)))
        raise TypeError(f"{ours.kind} and {theirs.kind} do not merge")

    def _counted_in(self, currency: str, budget: Budget) -> Budget:
        try:
            return expenses.in_currency(budget, currency, self._rates.convert, str(self._rates.dated()))
        except UnknownCurrency as error:
            raise ChangeRefused(f"what was spent cannot be counted in {currency}: {error}", "no_rate") from error

    def _listed(self, found: Checklist, change: changes.ChecklistChange) -> Checklist:
        if isinstance(change, changes.AddItem):
            heading = phrases(found.language).text("checklist", "own")
            return checklist.with_own(found, change.text, self._new_id(), heading)
        if not any(item.id == change.item for item in found.items):
            raise ChangeRefused(f"there is no item {change.item!r} on the list", "not_found")
        if isinstance(change, changes.Tick):
            return checklist.ticked(found, (change.item,), checked=change.checked)
        if isinstance(change, changes.RemoveItem):
            return checklist.without(found, (change.item,))
        return checklist.moved(found, change.item, change.before)

    def _counted(self, budget: Budget, change: changes.BudgetChange) -> Budget:
        if isinstance(change, changes.SetAmount):
            return _amount_set(budget, change)
        if isinstance(change, changes.Spend):
            written = expenses.logged(budget, self._expense(budget, change))
            return of_all(written, written.expenses[-1].id)
        if isinstance(change, changes.Sharers):
            return expenses.between(budget, change.people, change.me)
        wrong = next((one for one in budget.expenses if one.id == change.expense), None)
        if wrong is None:
            raise ChangeRefused(f"there is no expense {change.expense!r} in the budget", "not_found")

        def anew(changed: Budget) -> Budget:  # where names were known, everybody is now whoever shares now
            return of_all(changed, wrong.id) if wrong.shared_by else changed

        if isinstance(change, changes.Strike):
            return expenses.struck(budget, wrong.id)
        if isinstance(change, changes.Replace):
            right = dict(self._expense(budget, change.by))
            kept = {"id", "rev", "heads"}
            return anew(expenses.shared(budget, wrong.id, {n: v for n, v in right.items() if n not in kept}))
        if isinstance(change, changes.Share):
            how = {"weights": change.weights, "without": change.without, "payers": ()}
            return anew(
                expenses.shared(budget, wrong.id, {"payer": change.payer, "shared_by": change.shared_by, **how})
            )
        currency = wrong.original.currency if wrong.original else budget.currency
        counted = self._converted(Money(amount=change.amount, currency=currency), budget.currency)
        return expenses.corrected(budget, wrong.id, counted)

    def _expense(self, budget: Budget, change: changes.Spend) -> Expense:
        paid = Money(amount=change.amount, currency=change.currency or budget.currency)
        counted = self._converted(paid, budget.currency)
        return Expense(
            **counted._asdict(),
            **change.model_dump(include={"what", "booking", "shared_by", "without", "weights", "settles"}),
            id=self._new_id(),
            payer=change.payers[0].name if change.payers else change.payer,
            part="" if change.settles else _part_of(change.what, budget.language),
            payers=expenses.payers_of([Payer(name=p.name, amount=p.amount) for p in change.payers], counted.amount),
        )

    def _converted(self, paid: Money, currency: str) -> expenses.Counted:
        try:
            return expenses.counted_in(paid, currency, self._rates.convert, str(self._rates.dated()))
        except UnknownCurrency as error:
            raise ChangeRefused(str(error), "no_rate") from error


def _amount_set(budget: Budget, change: changes.SetAmount) -> Budget:
    part = next((one for one in budget.categories if one.id == change.category), None)
    if part is None or part.key in (expenses.SHORT, expenses.SPARE):
        raise ChangeRefused(f"there is no part {change.category!r} in the budget that can be set", "not_found")
    if part.basis in REAL:
        raise ChangeRefused(f"{part.category} is {part.basis}: that amount is a fact and cannot be set", "fixed")
    return shared_out(expenses.with_own(budget, part.key, change.amount))


def shared_out(budget: Budget) -> Budget:
    """Return the budget with what is left of it shared out over its parts; one without parts as it is."""
    if not budget.categories:
        return budget
    words = phrases(budget.language)
    named = {
        key: expenses.BalancePart(words.text("budget", key), words.text("budget", f"note_{key}"))
        for key in (expenses.SHORT, expenses.SPARE)
    }
    return expenses.balanced(budget, named)


_ARTICLE = re.compile(
    r"^(?:the|a|an|some|noch|auch|meine?n?|die|den|das|eine?n?|mis?|el|la|los|las|unos?|unas?|mes|mon|ma|le|les|une?|des|du"
    r"|o|os|as|uma?|meus?|minhas?|il|lo|gli|i|un[ao']?|i miei|le mie)\s+"
)
_OWNER = re.compile(
    r"^(?:my|our|meine?n?|unsere?n?|mis?|nuestr[oa]s?|mon|ma|mes|notre|meus?|minhas?|noss[oa]s?|mi[oa]|miei|mie)\s+"
)
_FIT = 82
_SHORTEST_STEM = 4


def _part_of(what: str, language: str) -> str:
    """Return the key of the one part of a budget that an expense belongs to; empty where its words mean none, or several."""
    keys = {**phrases(language).section("budget_words"), **phrases(language).section("expense_words")}
    meant = WordMatcher().category(what, language, {key: key for key in keys})
    # tickets are of what they are for
    parts = [one for one in meant if one != "tickets"] or ["activities" for _ in meant]
    return parts[0] if len(parts) == 1 else ""


class WordMatcher:
    """Matches by words and their stems, in six languages."""

    def match(self, what: str, items: Mapping[str, str]) -> tuple[str, ...]:
        """Return the ids of the items that the words mean: those that are them, begin with them or hold them, else the nearest."""
        wanted = _bare(fold(what))
        if not wanted:
            return ()
        held = [key for key, text in items.items() if re.search(rf"\b{re.escape(wanted)}", fold(text))]
        held = held or [key for key, text in items.items() if _same_words(wanted, fold(text))]
        exact = [key for key in held if _OWNER.sub("", _bare(fold(items[key]))) == wanted]
        first = [key for key in held if fold(items[key]).startswith(wanted)]
        if held:
            return tuple(exact or first or held)
        scored = [(fuzz.token_set_ratio(wanted, fold(text)), key) for key, text in items.items()]
        best = max(scored, default=(0, ""))
        return (best[1],) if best[0] >= _FIT else ()

    def category(self, what: str, language: str, keys: Mapping[str, str]) -> tuple[str, ...]:
        """Return the ids of the budget's categories (id → key) that the words mean; empty when none does."""
        folded = fold(what)
        names = {
            key
            for code in {language, "en"}
            for section in ("budget_words", "expense_words")
            for key, words in phrases(code).section(section).items()
            if re.search(rf"(?<!\w)(?:{words})(?!\w)", folded)
        }
        return tuple(one for one, key in keys.items() if key in names)


def _same_words(wanted: str, text: str) -> bool:
    """Say whether every word that is wanted is in the text, with another ending: "passports" is the passport."""
    there = re.findall(r"\w+", text)
    stems = [word[: max(_SHORTEST_STEM, len(word) - 2)] for word in re.findall(r"\w+", wanted)]
    return bool(stems) and all(
        len(stem) >= _SHORTEST_STEM
        and any(word.endswith(stem) or (word.startswith(stem) and len(word) <= len(stem) + 3) for word in there)
        for stem in stems
    )


def _bare(text: str) -> str:
    return _ARTICLE.sub("", text.strip(" .,!?"), count=1)
