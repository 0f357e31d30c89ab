"""Amounts of money in a clause, which of two is the right one, and the parts of a budget that it names."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from tripintent.state.planning.budget import Budget
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.money import AMOUNT, MoneySpan, currency_in, value_of
from tripintent.tools.language.exact.tables import chain
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.offline import words
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.lists import FILE, spans_of
from tripintent.tools.language.offline.message import Value
from tripintent.tools.language.offline.words import pattern
from tripintent.tools.ports.reader import View

_COUNTED = re.compile(r"\s?(?:x|×|\*|%|mal|times|and a half)(?!\w)")
_YEAR_ALONE = re.compile(r"[^\W\d_]+\.? (?:3[2-9]|[4-9]\d)")
"""A word and two digits that are not a day of a month."""
OWN_PARTS = ("food", "local", "activities", "papers", "shopping")
ANY_PART = (*OWN_PARTS, "flights", "stay", "travel", "reserve")


class Sum(NamedTuple):
    """An amount in a clause, by places of the clause's own words."""

    start: int
    end: int
    amount: Decimal
    currency: str | None
    marked: bool
    """Its currency is said."""


def raw_of(clause: Clause) -> str:
    """Return the words as written, place for place as the folded ones."""
    return clause.message.text[clause.start : clause.end]


def budget_of(view: View) -> Budget | None:
    """Return the budget document, where there is one."""
    found = view.documents.get(Budget.kind)
    return found if isinstance(found, Budget) else None


def days_in(clause: Clause) -> list[Value]:
    """Return the days of a clause about money, without a name and its sum that could be a month and a year: "Jan 45"."""
    return [one for one in clause.of("day") if not _YEAR_ALONE.fullmatch(clause.message.folded[one.start : one.end])]


def sums_in(clause: Clause, *, bare: bool = True) -> list[Sum]:
    """Return the amounts of a clause: those with a currency, and bare numbers that nothing else takes where none has one."""
    found = [
        Sum(one.start - clause.start, one.end - clause.start, one.value.amount, one.value.currency, marked=True)
        for one in clause.of("money")
        if isinstance(one.value, MoneySpan)
    ]
    others = [*days_in(clause), *clause.of("length", "people", "email")]
    taken = [(one.start - clause.start, one.end - clause.start) for one in others]
    taken += [(one.start, one.end) for one in found]
    for match in lexicon(clause.language).compile(AMOUNT).finditer(clause.folded) if bare else ():
        start, end = match.start("num1"), match.end()
        amount = value_of(match, 1, clause.language, 1) if match["num1"][0].isdigit() else None
        if amount is None or any(a < end and start < b for a, b in taken) or _COUNTED.match(clause.folded, end):
            continue
        linked = words.cue("for_thing", clause.language, FILE).match(clause.folded, end + 1) or _put_right(
            clause, start
        )
        marked = [one.end for one in found if one.marked]
        again = any(words.cue("paid", clause.language, FILE).search(clause.folded, end, start) for end in marked[-1:])
        if not marked or linked or again:
            found.append(Sum(start, end, amount, currency_in(match), marked=False))
    return sorted(found)


def _put_right(clause: Clause, start: int) -> bool:
    """Tell whether "not" or "instead of" is right before an amount."""
    before = clause.folded[max(0, start - 18) : start].rstrip(" ,€$£")
    return any(m.end() == len(before) for m in words.cue("instead", clause.language, FILE).finditer(before))


def new_and_old(clause: Clause, sums: Sequence[Sum]) -> tuple[Sum, Sum] | None:
    """Return the right amount and the wrong one, where a clause says both ("23, not 32"; "not 70 but 17"; "from 50 to 60")."""
    if len(sums) != 2:
        return None
    first, second = sums
    if _put_right(clause, second.start):
        return first, second
    before = clause.folded[: first.start].rstrip(" €$£")
    denied = words.cue("instead", clause.language, FILE).finditer(before)
    if any(not re.search(r"\w\W+\w", before[m.end() :]) and "," not in before[m.end() :] for m in denied):
        return second, first
    return None


def part_patterns(language: str) -> dict[str, re.Pattern[str]]:
    """Return the words for the parts of a budget, and for what is paid of them, in a language and English."""
    rows: dict[str, list[str]] = {}
    for code in chain(language):
        replies = read_words(code, "planning_replies")
        for section in ("budget_words", "expense_words"):
            for key, said in replies.get(section, {}).items():
                rows.setdefault(key, []).append(said)
        for key, said in read_words(code, FILE).get("parts", {}).items():
            rows.setdefault(key, []).append(said.replace(" | ", "|"))
    return {key: pattern(rf"(?<!\w)(?:{'|'.join(said)})(?!\w)") for key, said in rows.items()}


def part_in(clause: Clause, parts: Sequence[str] = ANY_PART) -> str | None:
    """Return the part of the budget that a clause names first."""
    patterns = part_patterns(clause.language)
    folded = clause.folded
    for start, end in spans_of(("show",), clause.language, folded):
        folded = folded[:start] + " " * (end - start) + folded[end:]
    found = (
        (key == "reserve", m.start(), key)  # "réserve 75 € pour l'assurance"
        for key in parts
        if key in patterns and (m := patterns[key].search(folded))
    )
    return min(found, default=(False, 0, None))[2]
