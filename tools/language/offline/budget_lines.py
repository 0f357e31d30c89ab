"""Parts of the budget that a clause sets or leaves out: each amount with the part beside it."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from tripintent.state.planning.command import AmountSaid
from tripintent.state.planning.operations import Documents, SetAmount
from tripintent.state.reading import Operation
from tripintent.tools.language.offline import words
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.lists import FILE, JOINT, says, spans_of
from tripintent.tools.language.offline.sums import (
    ANY_PART,
    OWN_PARTS,
    Sum,
    budget_of,
    new_and_old,
    part_in,
    part_patterns,
    sums_in,
)
from tripintent.tools.ports.reader import View

_LEFT_OUT = ("left_out", "strike", "remove", "needless")
_ADRIFT = frozenset({"", "budget", "trip.facts", "request", "filler", "ask.budget", "days.wish", "entry.add", "party"})
"""Intents that words with an amount for a part of the budget may be taken for: none of them has money of its own."""


class _Piece(NamedTuple):
    """A stretch of a clause between two joints."""

    start: int
    end: int


def budget_line(clause: Clause, view: View) -> list[Operation] | None:
    """Return what is set for parts of the budget or left out of it, each beside its own amount; None for a part that it does not have."""
    budget, sums = budget_of(view), sums_in(clause)
    if clause.asks or "%" in clause.folded:
        return None
    out = list(_left_out(clause, sums)) if budget else []
    pairs = _pairs(clause, sums, skip=out)
    if len(pairs) > 1 or out:
        lines = [AmountSaid(part=part, amount=Decimal(0), words=clause.text) for part, _ in out]
        lines += [_said(clause, part, one.amount, one) for part, one in pairs]
        by_part = {one.part: one for one in lines}
        if len(by_part) < len(lines) or (sums and not pairs):
            return None  # two amounts for one part
        again = [Documents(text=clause.text, shown=("budget",))] if says("show", clause) else []
        return [*(SetAmount(text=clause.text, amount=one) for one in lines), *again]
    single = _one(clause, view, sums)
    return [SetAmount(text=clause.text, amount=single)] if single else None


def _said(clause: Clause, part: str, amount: Decimal, one: Sum | None) -> AmountSaid:
    return AmountSaid(
        part=part,
        amount=amount,
        currency=one.currency if one else None,
        each=says("per_person", clause),
        daily=says("per_day", clause),
        words=clause.text,
    )


def _one(clause: Clause, view: View, sums: Sequence[Sum]) -> AmountSaid | None:
    """Return the one part that is set: to an amount, to another one, to half of it, or by more or less."""
    budget = budget_of(view)
    part, right = part_in(clause, ANY_PART if budget else OWN_PARTS), new_and_old(clause, sums)
    if part is None or (clause.denied and not right):
        return None
    said = right[0] if right else sums[0] if len(sums) == 1 else None
    own = next((one.amount for one in budget.categories if one.key == part), None) if budget else None
    amount = said.amount if said else None
    if said is None and says("in_half", clause) and own is not None:
        amount = (own / 2).quantize(Decimal("0.01"))
    elif said is None and says("zero", clause):
        amount = Decimal(0)
    elif said and not right and _is_step(clause, said):
        sign = -1 if says("lower", clause) else 1
        amount = own + sign * said.amount if own is not None else None
    return None if amount is None or amount < 0 else _said(clause, part, amount, said)


def _is_step(clause: Clause, said: Sum) -> bool:
    """Tell whether an amount is one more or less than before ("raise food by 50"), not the new one."""
    before = clause.folded[: said.start].rstrip()
    return any(m.end() == len(before) for m in words.cue("more_by", clause.language, FILE).finditer(before))


def _parts(clause: Clause) -> list[tuple[int, int, str]]:
    """Return the parts that a clause names, left to right; of two at one place the first of the table."""
    found: list[tuple[int, int, str]] = []
    for key, pattern in part_patterns(clause.language).items():
        if key in ANY_PART:
            found += [(*match.span(), key) for match in pattern.finditer(clause.folded)]
    kept: list[tuple[int, int, str]] = []
    for one in sorted(found, key=lambda one: (one[0], -one[1])):
        if not kept or one[0] >= kept[-1][1]:
            kept.append(one)
    return kept


def _pieces(clause: Clause) -> Iterator[_Piece]:
    at = 0
    for match in [*JOINT.finditer(clause.folded), *re.finditer(r"[;:]\s", clause.folded)]:
        if match.start() >= at:
            yield _Piece(at, match.start())
            at = match.end()
    yield _Piece(at, len(clause.folded))


def _left_out(clause: Clause, sums: Sequence[Sum]) -> Iterator[tuple[str, _Piece]]:
    """Yield the parts that are to be nothing: those of a piece without an amount, beside a word for taking out."""
    cues = spans_of(_LEFT_OUT, clause.language, clause.folded)
    for piece in _pieces(clause):
        inside = [one for one in _parts(clause) if piece.start <= one[0] < piece.end]
        cut = any(piece.start <= a < piece.end and not any(a < e and s < b for s, e, _ in inside) for a, b in cues)
        money = any(piece.start <= one.start < piece.end for one in sums)
        if cut and not money and len({key for *_, key in inside}) == 1:
            yield inside[0][2], piece


def _pairs(clause: Clause, sums: Sequence[Sum], skip: Sequence[tuple[str, _Piece]]) -> list[tuple[str, Sum]]:
    """Return each amount with its part, where every amount has one: what is named between its neighbours' amounts."""
    parts = [one for one in _parts(clause) if not any(p.start <= one[0] < p.end for _, p in skip)]
    once = [one for n, one in enumerate(parts) if n == 0 or one[2] != parts[n - 1][2]]
    if not sums or len(once) != len(sums):
        return []
    in_turn = all(_apart(a, b) for a, b in zip(once, sums, strict=True))
    return [(key, one) for (_, _, key), one in zip(once, sums, strict=True)] if in_turn else []


def _apart(part: tuple[int, int, str], one: Sum) -> bool:
    return part[1] <= one.start or part[0] >= one.end


def stated(clause: Clause, view: View) -> list[Operation] | None:
    """Return the parts that a clause sets whatever it is taken for: there is a budget, and each amount is beside a part of it.

    Money that was paid, a limit for flights or the stay that are looked for, and the whole are none of it.
    """
    named = words.has("budget", clause.language, clause.folded, FILE)
    if budget_of(view) is None or clause.asks or clause.supposed or says("paid", clause):
        return None
    if clause.top not in _ADRIFT and not (
        named and clause.top in ("budget.line", "item.remove", "expense", "item.add")
    ):
        return None
    made = budget_line(clause, view)
    lines = [one.amount for one in made or () if isinstance(one, SetAmount)]
    sums = sums_in(clause)
    looked_for = any(one.part in ("flights", "stay") and one.amount for one in lines) and not named
    covered = len([one for one in lines if one.amount]) >= len(sums)
    return made if lines and covered and not looked_for and (sums or named) else None
