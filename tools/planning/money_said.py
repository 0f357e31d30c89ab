"""What a message says about money that was spent, and what it asks about the budget."""

import re
from collections.abc import Sequence
from decimal import Decimal

from tripintent.state.planning.command import BudgetQuestion, ExpenseSaid
from tripintent.tools.language.exact.money import NAME, SIGN, amount_of, currency_of
from tripintent.tools.places.folding import fold
from tripintent.tools.planning.lexicon import NUMBER, Words

_UNIT = rf"(?:{SIGN}|{NAME})"
SUM = rf"(?:(?P<before>{_UNIT})\s*)?(?P<n>{NUMBER})(?:\s*(?P<after>{_UNIT})(?!\w))?"
"""An amount in a pattern: groups ``before`` or ``after`` (currency) and ``n`` (number)."""
_QUESTIONS: tuple[BudgetQuestion, ...] = ("left", "spent", "debts")
_END = r"(?=[.!?;]|,\s|\s+(?:and|und|y|et|e)\s|$)"


def expenses_said(text: str, original: str, words: Words, *, more: bool) -> tuple[ExpenseSaid, ...]:
    """Return expenses in the order said, with the spelling of ``original``, whose letters are those of ``text``.

    ``more``: there are entries already, so "and 45 on tags" is another one.
    """
    if correction := _correction(text, words) if more else None:
        return (correction,)
    paid, link = words.source("paid"), words.source("paid_for")
    found: list[ExpenseSaid] = []
    patterns = [rf"\b{paid}\s+(?:about\s+|etwa\s+)?{SUM}(?:\s+{link}\s+(?P<what>.+?){_END})?",
                rf"{SUM}(?:\s+{link}\s+(?P<what>.+?))?\s+{paid}"]  # fmt: skip
    if re.search(rf"\b{paid}\b", text):  # "paid 12 for coffee and 30 for a taxi"
        patterns.append(rf"(?:,|\b(?:and|und|y|et|e))\s+{SUM}\s+{link}\s+(?P<what>.+?){_END}")
    if more:
        patterns.append(rf"^\W*(?:and|also|plus|und|y|et|e)\s+{SUM}(?:\s+{link}\s+(?P<what>.+?){_END})")
    for pattern in patterns:
        for match in re.finditer(pattern, text):
            amount = amount_of(match["n"].strip(" .,"))
            if amount and not any(one.amount == amount for one in found):
                said = original[match.start("what") : match.end("what")] if match["what"] else ""
                what = re.sub(
                    r"^(?:the|a|an|our|my|den|die|das|el|la|le|o|il)\s+", "", said.strip(), flags=re.IGNORECASE
                )
                found.append(
                    ExpenseSaid(amount=amount, currency=currency_of(match["before"], match["after"]), what=what)
                )
    return tuple(found)


def amount_at(amount: Decimal, text: str) -> int | None:
    """Return where an amount ends in a text, the first time that it is said."""
    found = (match.end("n") for match in re.finditer(SUM, text) if amount_of(match["n"].strip(" .,")) == amount)
    return next(found, None)


def strikes_said(text: str, original: str, words: Words) -> tuple[str, ...]:
    """Return the words for the expenses to take out; the latest one has none."""
    match = words.compiled("strike").search(text)
    if match is None:
        return ()
    name = next((name for name, what in match.groupdict().items() if what), None)
    what = original[match.start(name) : match.end(name)].strip() if name else ""
    return ("" if _LATEST.fullmatch(what.casefold()) else what,)


_CLAUSE = re.compile(r"[.!?;](?=\s|$)|,(?=\s)")
_THE = re.compile(
    r"^(?:.*\b)?(?:the|our|that|das|die|der|den|unser\w*|el|la|los|las|nuestr\w+|le|les|notre|il|lo|gli|i|o|a|os|as|nosso|nossa)\s+"
)
_IT = re.compile(r"^(?:.*\b)?(?:it|that|this|they|es|das|eso|esto|c|ca|cela|questo|isso|isto)$")


def said_again(text: str, words: Words, spent_on: Sequence[str]) -> ExpenseSaid | None:
    """Return an expense that is said again with another amount ("sorry, the dinner was 80").

    It names what was paid for, with "the" or beside a word of putting right; beside such a word "it" is the latest expense.
    """
    sorry = words.compiled("sorry").search(text)
    for clause in [] if "?" in text else _CLAUSE.split(text):
        match = re.search(rf"^(?P<what>.*?)\s*\b(?:{words.source('cost_now')})\s+(?:[^\W\d_]+\s+){{0,2}}{SUM}", clause)
        amount = amount_of(match["n"].strip(" .,")) if match else None
        if match is None or not amount:
            continue
        said = re.sub(rf"^\W*(?:(?:{words.source('sorry')})\W+)*", "", match["what"]).strip()
        what = expense_named(_THE.sub("", said), spent_on)
        if what is None and not (sorry and (not said or _IT.match(said))):
            continue
        if sorry or _THE.match(said):
            return ExpenseSaid(
                amount=amount, currency=currency_of(match["before"], match["after"]), corrects_what=what or ""
            )
    return None


def expense_named(said: str, spent_on: Sequence[str]) -> str | None:
    """Return the latest expense whose words hold all that was said of one; None for another."""
    wanted = set(re.findall(r"\w+", said))
    found = (one for one in reversed(spent_on) if wanted and wanted <= set(re.findall(r"\w+", fold(one))))
    return next(found, None)


_LATEST = re.compile(r"(?:the )?(?:last|latest|letzten?|ultim[oa]|derniere?)?")


def _correction(text: str, words: Words) -> ExpenseSaid | None:
    match = words.compiled("correct").search(text)
    if match is None:
        return None
    parts = match.groupdict()
    new, old = (
        amount_of(said) if (said := parts.get(f"{name}") or parts.get(f"{name}2")) else None for name in ("new", "old")
    )
    return ExpenseSaid(amount=new, corrects=old) if new and old else None


def budget_question(text: str, words: Words) -> tuple[BudgetQuestion | None, str | None]:
    """Return what is asked about the budget, and of which category."""
    for question in _QUESTIONS:
        if match := words.compiled(question).search(text):
            about = re.search(rf"\b(?:{words.source('for_part')})\s+(?P<what>[^?.!,;]+)", text)
            return question, about["what"].strip() if about else None
    match = words.compiled("category").search(text)
    if match:
        return "category", match["what"].strip()
    if re.search(r"\?|how much|wie ?viel|cuanto|combien|quanto", text):
        for question in ("per_day", "per_person"):
            if words.compiled(question).search(text):
                return question, None
    return None, None
