"""Who pays and who shares: people that a clause names, lists of them, and how costs are split."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from tripintent.state.planning.command import SplitSaid
from tripintent.state.planning.expenses import sharers_of
from tripintent.state.planning.operations import AskMoney, Split
from tripintent.state.reading import Operation
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.offline import words
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.lists import FILE, JOINT, says
from tripintent.tools.language.offline.sums import Sum, budget_of, days_in, part_patterns, raw_of
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.reader import View

_WORD = re.compile(r"(?<![\w'’])[^\W\d_][\w'’-]+")
_MOST_PEOPLE = 30
_CLOSE = 12
"""Letters between a no and the verb that it denies."""


def people_known(view: View) -> tuple[str, ...]:
    """Return the names of who is known to share costs or to travel."""
    budget = budget_of(view)
    sharers = sharers_of(budget) if budget else ()
    kept = view.notes.kept
    waiting = [name for one in kept.splits for name in one.between]
    waiting += [name for one in kept.expenses for name in (one.payer, *one.shared_by, *one.without)]
    guests = (one.given_name or one.name.split(" ")[0] for one in view.trip.party.guests if one.given_name or one.name)
    return tuple(dict.fromkeys(filter(None, (*sharers, *waiting, *guests))))


def own_name(view: View) -> str:
    """Return the name of the one who writes, where it was said."""
    budget = budget_of(view)
    said = next((one.me for one in reversed(view.notes.kept.splits) if one.me), "")
    return (budget.me if budget else "") or said


class Person(NamedTuple):
    """Somebody named in a clause; '' is who writes."""

    name: str
    start: int
    end: int


def people_in(clause: Clause, view: View) -> list[Person]:
    """Return who may be somebody in a clause: known names, relatives, and words with a capital that are not a thing to buy."""
    raw, known = raw_of(clause), {fold(name): name for name in people_known(view)}
    if mine := own_name(view):
        known[fold(mine)] = ""
    found = [
        Person(raw[m.start() : m.end()], *m.span())
        for m in words.cue("others", clause.language, FILE).finditer(clause.folded)
        if not clause.folded.startswith("'s", m.end())
    ]
    found += [Person("", *m.span()) for m in words.cue("me", clause.language, FILE).finditer(clause.folded)]
    values = [*days_in(clause), *clause.of("time", "length")]
    days = [(one.start - clause.start, one.end - clause.start) for one in values]
    for match in _WORD.finditer(raw):
        said = fold(match.group()).removesuffix("'s")
        if any(a < match.end() and match.start() < b for a, b in (*days, *((one.start, one.end) for one in found))):
            continue
        if said in known:
            found.append(Person(known[said], *match.span()))
        elif match.group()[0].isupper() and not _is_word(said, clause, match.start()):
            found.append(Person(match.group().removesuffix("'s"), *match.span()))
    return _once(sorted(found, key=lambda one: one.start), raw)


def _once(found: Sequence[Person], raw: str) -> list[Person]:
    """Return people with who writes once, where the name is beside: "Tom (me)", "me (Tom)"."""
    once: list[Person] = []
    for one in found:
        before = once[-1] if once else None
        if before and _beside(raw, before, one) and "" in (before.name, one.name):
            once[-1] = Person("", before.start, one.end)
        else:
            once.append(one)
    return once


def _beside(raw: str, one: Person, other: Person) -> bool:
    """Tell whether somebody is in brackets behind somebody."""
    return raw[one.end : other.start].strip() == "(" and raw[other.end : other.end + 1] == ")"


def name_beside(clause: Clause, me: Person) -> str:
    """Return the name beside who writes, or ''."""
    said = raw_of(clause)[me.start : me.end]
    mine = [m.span() for m in words.cue("me", clause.language, FILE).finditer(fold(said))]
    names = [m.group() for m in _WORD.finditer(said) if not any(a <= m.start() < b for a, b in mine)]
    return names[0] if "(" in said and len(names) == 1 else ""


def _is_word(said: str, clause: Clause, start: int) -> bool:
    """Tell whether a word with a capital is not a name: a small word, a part of the budget, in German a noun with its article."""
    language = clause.language
    names = (
        "paid",
        "cost",
        "log",
        "strike",
        "fix",
        "split",
        "edge",
        "polite",
        "aux",
        "everyone",
        "expense_word",
        "not",
    )
    if any(words.cue(name, language, FILE).fullmatch(said) for name in names) or words.is_small(said, language):
        return True
    if any(parts.fullmatch(said) for parts in part_patterns(language).values()):
        return True
    article = re.search(
        r"\b(?:the|der|die|das|den|dem|eine?n?|beim|im|furs|le|les|du|des|el|los|il)\s$", clause.folded[:start]
    )
    return article is not None


class Stretch(NamedTuple):
    """A part of a clause with one amount."""

    start: int
    end: int
    sum: Sum


class Listed(NamedTuple):
    """People of a list, and its place with the word before it."""

    names: tuple[str, ...]
    start: int
    end: int


def listed(
    link: str,
    part: Stretch,
    people: Sequence[Person],
    clause: Clause,
    *,
    known: Sequence[str],
    payer: Person | None = None,
) -> Listed | None:
    """Return the people of a list behind a word ("for Tom and me"): one with oneself, or of known ones, or any behind "except".

    Behind "only" anybody may be named, and "her" is who paid.
    """
    known = (*known, *([payer.name] if payer else []))
    for match in words.cue(link, clause.language, FILE).finditer(clause.folded, part.start, part.end):
        names: list[str] = []
        at = match.end()
        while at < part.end:
            gap = JOINT.match(clause.folded, at) if names else None
            after = gap.end() if gap else at + len(clause.folded[at:]) - len(clause.folded[at:].lstrip())
            article = re.match(r"(?:o|a|la|il|el)\s", clause.folded[after:])
            after += article.end() if article else 0
            person = next((one for one in people if one.start == after), None) or _again(clause, after, payer)
            if person is None or (names and gap is None):
                break
            names.append(person.name)
            at = person.end
        before = clause.folded[: match.start()].rstrip()
        alone = any(m.end() == len(before) for m in words.cue("only", clause.language, FILE).finditer(before))
        if names and (link == "but_not" or alone or ("" in names and len(names) > 1) or set(names) <= set(known)):
            return Listed(tuple(dict.fromkeys(names)), match.start(), at)
    return None


def _again(clause: Clause, at: int, payer: Person | None) -> Person | None:
    """Return who paid where a word at a place means them: "for her and Ben"."""
    match = words.cue("oneself", clause.language, FILE).match(clause.folded, at) if payer else None
    return Person(payer.name, *match.span()) if payer and match else None


def payer_of(people: Sequence[Person], clause: Clause) -> Person | None:
    """Return who paid: named before a word of paying, behind "by", or in front of a helping verb with the word of paying later."""
    paid, aux = (words.cue(name, clause.language, FILE) for name in ("paid", "aux"))
    by = words.cue("paid_by", clause.language, FILE)
    german, inverts = clause.language == "de", clause.language in ("es", "it", "pt")
    for one in people:
        behind = clause.folded[one.end :].lstrip()
        helped = aux.match(behind)
        verb = behind[helped.end() :].lstrip() if helped else behind
        helped = helped if not german or (helped and helped.group() == "hat") else None
        direct = paid.match(verb) and (helped or not german or clause.folded[: one.start].rstrip().endswith("hat"))
        before = clause.folded[: one.start].rstrip()
        last = next((m for m in paid.finditer(before) if m.end() == len(before)), None) if inverts else None
        is_by = any(m.end() == len(before) for m in by.finditer(before))
        if one.name and (
            direct or (german and helped and paid.search(verb)) or last or (is_by and paid.search(before))
        ):
            return one
        if one.name and german and before.endswith("hat") and paid.search(behind):
            return one
    return None


def split(clause: Clause, view: View) -> list[Operation] | None:
    """Return between whom costs are shared, or by how many; unequal shares are none that we know."""
    if says("debts", clause):
        return [AskMoney(text=clause.text, question="debts")]
    if (says("uneven", clause) and not says("halves", clause)) or clause.denied or _kept_whole(clause):
        return None
    people, whole = people_in(clause, view), Stretch(0, len(clause.folded), Sum(0, 0, Decimal(0), None, marked=False))
    known = ("", *people_known(view))
    if without := listed("but_not", whole, people, clause, known=()):
        between = tuple(one for one in known if one not in without.names) if len(known) > 1 else ()
    else:
        names = tuple(dict.fromkeys(one.name for one in people))
        joined = listed("fine_for", whole, people, clause, known=[one.name for one in people])
        between = joined.names if joined else names if _are_people(names, known, clause) else ()
        if len(between) == 1:
            between = ("", *between) if between[0] else ()
    if between:
        return [Split(text=clause.text, split=SplitSaid(between=between))]
    if says("everyone", clause) and len(known) > 1:
        return [Split(text=clause.text, split=SplitSaid(between=known))]
    count = _count(clause)
    if count is None and says("halves", clause):
        count = 2
    if count is None and says("everyone", clause):
        count = sum(view.trip.party.heads()) or None
    several = count is not None and 1 < count <= _MOST_PEOPLE
    return [Split(text=clause.text, split=SplitSaid(count=count))] if several else None


def _kept_whole(clause: Clause) -> bool:
    """Tell whether sharing itself is denied: "don't split the flights"."""
    noes = [m.end() for m in words.cue("do_not", clause.language, FILE).finditer(clause.folded)]
    verbs = [m.start() for m in words.cue("split", clause.language, FILE).finditer(clause.folded)]
    return any(0 <= verb - no <= _CLOSE and "," not in clause.folded[no:verb] for no in noes for verb in verbs)


def _are_people(names: Sequence[str], known: Sequence[str], clause: Clause) -> bool:
    """Tell whether names without a word like "between" are people: in German any noun has a capital."""
    return len(names) > 1 and (clause.language != "de" or set(names) <= set(known))


def _count(clause: Clause) -> int | None:
    """Return the number of sharers: a number or word for one beside "by", "ways", "people"."""
    number = lexicon(clause.language).number
    tokens = list(re.finditer(r"\w+", clause.folded))
    for token in tokens:
        count = number(token.group())
        if count is None or re.match(r"\s?(?:%|/|euros?|€|\$|£)", clause.folded[token.end() :]):
            continue
        before, behind = clause.folded[: token.start()].rstrip(), clause.folded[token.end() :].lstrip()
        by = any(m.end() == len(before) for m in words.cue("by_count", clause.language, FILE).finditer(before))
        if by or words.cue("ways", clause.language, FILE).match(behind):
            return count
    return None
