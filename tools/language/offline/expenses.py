"""Readers of clauses on money: spent, corrected, struck and given back."""

import re
from collections.abc import Iterator, Sequence

from tripintent.state.planning.command import ExpenseSaid, RepaidSaid, SplitSaid
from tripintent.state.planning.operations import Repay, Spend, Split, Strike
from tripintent.state.reading import Operation
from tripintent.tools.language.offline import words
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.lists import FILE, JOINT, fragments, says, spans_of, trimmed
from tripintent.tools.language.offline.scope import answers_no
from tripintent.tools.language.offline.sharers import Person, Stretch, listed, payer_of, people_in, people_known
from tripintent.tools.language.offline.sums import (
    Sum,
    budget_of,
    new_and_old,
    raw_of,
    sums_in,
)
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.reader import View

_PRONOUNS = re.compile(
    r"it|this|that|them|es|das|den|die|l[oae]s?|ca|cela|isso|isto|esso|questo|alles?|everything|tout|todo|tudo|tutto"
)


def expense(clause: Clause, view: View) -> list[Operation] | None:
    """Return what was spent, put right, taken out or given back; None where no amount is said, and for a question."""
    sums = sums_in(clause)
    if clause.asks and not says("log", clause) and not says("strike", clause):
        return None
    if says("back", clause) and not says("strike", clause) and (repaid := _repaid(clause, sums, view)):
        return [repaid]
    right = new_and_old(clause, sums)
    if right:
        said = ExpenseSaid(amount=right[0].amount, currency=right[0].currency, corrects=right[1].amount)
        return [Spend(text=clause.text, expense=said)]
    if says("strike", clause) and (len(sums) == 0 or not (says("log", clause) or says("paid", clause))):
        what = _struck(clause, sums, view)
        return None if what is None else [Strike(text=clause.text, what=what)]
    if clause.denied and not says("fix", clause):
        return None
    if not sums:
        return _who_paid(clause, view)
    if any(not one.marked for one in sums) and not _may_be_bare(clause, view):
        return None
    fixes = says("fix", clause) or answers_no(clause.folded, clause.language)  # "no, dinner was 90"
    if fixes and len(sums) == 1 and (again := _corrected(clause, sums[0], view)):
        return [again]
    by_payer = _by_payer(clause, sums, people_in(clause, view))
    found = [_spent(part, clause, view, payer) for part, payer in by_payer]
    found = found or _one_payer([_spent(part, clause, view) for part in _stretches(clause, sums)])
    return [Spend(text=clause.text, expense=one) for one in found] or None


def _may_be_bare(clause: Clause, view: View) -> bool:
    return budget_of(view) is not None or any(says(name, clause) for name in ("paid", "log", "cost"))


def _struck(clause: Clause, sums: Sequence[Sum], view: View) -> str | None:
    """Return the words for the expense that is taken out; '' is the latest one, None none that is known."""
    raw, at = raw_of(clause), 0
    for match in [*re.finditer(r"[,;.:!]\s", clause.folded), None]:
        end = match.start() if match else len(raw)
        folded = clause.folded[at:end]
        if says("strike", clause, folded):
            blank = spans_of(("strike", "expense_word", "latest"), clause.language, folded)
            blank += [(one.start - at, one.end - at) for one in sums if at <= one.start < end]
            if what := _longest(raw[at:end], blank, clause.language):
                return what
        at = match.end() if match else end
    budget = budget_of(view)
    if sums:
        spent = reversed(budget.expenses) if budget else ()
        return next((one.what for one in spent if one.amount == sums[0].amount and one.what), None)
    if says("latest", clause):
        return ""
    blank = spans_of(("strike", "expense_word", "log", "paid"), clause.language, clause.folded)
    return next(iter(_labels(raw, blank, clause.language)), "")


def _longest(text: str, blank: Sequence[tuple[int, int]], language: str) -> str:
    return max(_labels(text, blank, language), key=len, default="")


def _labels(text: str, blank: Sequence[tuple[int, int]], language: str) -> list[str]:
    """Return what is left of words that may name a thing: of each stretch what is before its first comma."""
    blank = [*blank, *spans_of(("money_word",), language, fold(text))]
    parts = (trimmed(one, language) for _, part in fragments(text, blank) for one in [part.strip(" ,;:.")])
    left = [trimmed(re.split(r"[,;:]\s", one)[0], language) for one in parts]
    return [one for one in left if any(sign.isalpha() for sign in one) and not _PRONOUNS.fullmatch(fold(one))]


def _corrected(clause: Clause, said: Sum, view: View) -> Spend | None:
    """Return an entry put right: the latest that has the words said, or the latest of all beside "it"; None for a new one."""
    blank = spans_of(("fix", "cost", "paid", "log", "expense_word"), clause.language, clause.folded)
    if answers_no(clause.folded, clause.language):
        blank.append((0, clause.folded.index(",") + 1 if "," in clause.folded else 0))
    what = _longest(raw_of(clause), [*blank, (said.start, said.end)], clause.language)
    budget = budget_of(view)
    kept = [one.what for one in view.notes.kept.expenses]
    spent = ([one.what for one in budget.expenses if not one.settles] if budget else kept)[::-1]
    wanted = set(re.findall(r"\w+", fold(what)))
    named = next((one for one in spent if wanted and wanted <= set(re.findall(r"\w+", fold(one)))), None)
    if named is None and wanted and not says("correct", clause):
        return None
    right = ExpenseSaid(amount=said.amount, currency=said.currency, corrects_what=named or what)
    return Spend(text=clause.text, expense=right) if spent else None


def _stretches(clause: Clause, sums: Sequence[Sum]) -> Iterator[Stretch]:
    """Yield each amount with its words: parted at joints, words without an amount go with the amount they lean on."""
    cuts = [m.span() for m in JOINT.finditer(clause.folded)]
    first_words = trimmed(raw_of(clause)[: sums[0].start], clause.language, "edge", "polite", "paid", "log", "aux")
    behind = not any(sign.isalpha() for sign in first_words)
    at = 0
    for one, after in zip(sums, [*sums[1:], None], strict=True):
        end = len(clause.folded)
        if after:
            between = [cut for cut in cuts if one.end <= cut[0] and cut[1] <= after.start]
            end = (between[-1] if behind else between[0])[0] if between else one.end
        yield Stretch(at, end, one)
        at = end


def _by_payer(clause: Clause, sums: Sequence[Sum], people: Sequence[Person]) -> list[tuple[Stretch, Person]]:
    """Return each amount with who paid it, where several did: "I paid 90 for the taxi, Ben 30 for lunch and 5 for the tip".

    Who begins what is said of an amount paid it; an amount without such a name was paid by who paid the one before.
    """
    joints = [m.end() for m in JOINT.finditer(clause.folded)]
    begins = {one.start: one for one in people if one.start in joints}
    found: list[tuple[Stretch, Person]] = []
    at = 0
    for one in sums:
        named = [p for p in people if at <= p.start and p.end <= one.start and (not found or p.start in begins)]
        if not (named or found):
            return []
        payer = named[0] if named else found[-1][1]
        start = named[0].start if named else max((n for n in joints if at <= n <= one.start), default=at)
        end = min((n for n in begins if n >= one.end), default=len(clause.folded))
        found.append((Stretch(start, end, one), payer))
        at = one.end
    ends = [*(part.start for part, _ in found[1:]), len(clause.folded)]
    several = len({payer.name for _, payer in found}) > 1
    if not several or not words.cue("paid", clause.language, FILE).search(clause.folded):
        return []
    return [(part._replace(end=min(part.end, end)), payer) for (part, payer), end in zip(found, ends, strict=True)]


def _spent(part: Stretch, clause: Clause, view: View, payer: Person | None = None) -> ExpenseSaid:
    start, end, said = part
    folded, raw = clause.folded[start:end], raw_of(clause)[start:end]
    people = [one for one in people_in(clause, view) if start <= one.start and one.end <= end]
    payer = payer or payer_of(people, clause) or _before_the_sum(people, said, clause, view)
    without = listed("but_not", part, people, clause, known=(), payer=payer)
    shared = None if without else listed("fine_for", part, people, clause, known=people_known(view), payer=payer)
    names = ("paid", "cost", "log", "latest", "fix", "only", *(("aux",) if payer else ()))
    blank = [*spans_of(names, clause.language, folded), (said.start - start, said.end - start)]
    blank += [(one.start - start, one.end - start) for one in (without, shared) if one]
    blank += [(one.start - start, one.end - start) for one in people if payer and one.name == payer.name]
    values = [
        one
        for one in clause.of("day", "length", "time")
        if one.kind != "time" or re.search(r"\d", clause.message.text[one.start : one.end])
    ]
    blank += [(max(0, one.start - clause.start - start), one.end - clause.start - start) for one in values]
    cut = said.start - start
    what = _longest(raw[:cut], [one for one in blank if one[0] < cut], clause.language)
    many = re.search(r"(?<!\d)(\d{1,2})\s?[x×]\s?\S?$", folded[:cut])
    return ExpenseSaid(
        amount=said.amount * (int(many[1]) if many else 1),
        currency=said.currency,
        what=what or _longest(raw, blank, clause.language),
        payer=payer.name if payer else "",
        shared_by=shared.names if shared else (),
        without=without.names if without else (),
    )


def _before_the_sum(people: Sequence[Person], said: Sum, clause: Clause, view: View) -> Person | None:
    """Return somebody known who is named right before an amount, with no word for a thing between: "Tim 95 euros for petrol"."""
    known = people_known(view)
    return next(
        (one for one in people if one.name in known and not clause.folded[one.end : said.start].strip(" €$£")), None
    )


def _one_payer(found: Sequence[ExpenseSaid]) -> list[ExpenseSaid]:
    """Return several expenses with the payer of the first where no other is named: "Kim paid 12 for coffee and 30 for a taxi"."""
    payer = found[0].payer if found else ""
    return [one if one.payer or not payer else one.model_copy(update={"payer": payer}) for one in found]


def _who_paid(clause: Clause, view: View) -> list[Operation] | None:
    """Return who paid what was logged before: "Ana paid the hotel"."""
    people = people_in(clause, view)
    payer = payer_of(people, clause)
    blank = spans_of(("paid", "log", "aux", "me", "not"), clause.language, clause.folded)
    blank += [(one.start, one.end) for one in people if payer and one.name == payer.name]
    what = _longest(raw_of(clause), blank, clause.language) if payer else ""
    return [Split(text=clause.text, split=SplitSaid(payer=payer.name, what=what))] if payer and what else None


def _repaid(clause: Clause, sums: Sequence[Sum], view: View) -> Repay | None:
    """Return money given back: in the order of the names, the other way round for who got it."""
    if len(sums) != 1 or clause.asks:
        return None
    people = [one for one in people_in(clause, view) if one.name]
    cue = words.cue("back", clause.language, FILE).search(clause.folded)
    to_me = list(words.cue("to_me", clause.language, FILE).finditer(clause.folded))
    names = [one.name for one in people]
    receiver: str | None
    if len(names) > 1:
        giver, receiver = names[0], names[1]
    elif names and to_me:
        giver, receiver = names[0], ""
    elif names and cue and people[0].start < cue.start() and not says("me", clause, clause.folded[: cue.start()]):
        giver, receiver = names[0], None
    else:
        giver, receiver = "", names[0] if names else None
    if receiver is not None and says("got_back", clause):
        giver, receiver = receiver, giver
    said = RepaidSaid(amount=sums[0].amount, currency=sums[0].currency, giver=giver, receiver=receiver)
    return Repay(text=clause.text, repaid=said)
