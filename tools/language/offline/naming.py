"""Who shares the costs, by name, and what is said again of money that was noted: its people, its parts, who writes."""

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from tripintent.state.operations import SetSlot
from tripintent.state.planning.budget import Budget, Expense
from tripintent.state.planning.command import SplitSaid
from tripintent.state.planning.expenses import names_of_me
from tripintent.state.planning.operations import Spend, Split
from tripintent.state.reading import Operation
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.offline import words
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.expenses import expense
from tripintent.tools.language.offline.lists import FILE, JOINT, says, spans_of, trimmed
from tripintent.tools.language.offline.sharers import (
    Person,
    Stretch,
    listed,
    name_beside,
    own_name,
    payer_of,
    people_in,
    people_known,
)
from tripintent.tools.language.offline.sums import Sum, budget_of, sums_in
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.reader import View

_MOST_PEOPLE, _WORDS_BESIDE = 30, 2
_IS_ME = re.compile(r"\s*(?:'m|’m|am|bin|soy|suis|sono|sou)\s+")
_WHOLE = 100
_SEVERAL = 3
"""Names in brackets that are a company without its number."""
_JOURNEY = ("trip.stops", "trip.dates", "wish.flight", "wish.hotel", "cancel.booked", "change.booked", "ask.budget")


def told(clause: Clause, view: View) -> list[Operation] | None:
    """Return what is said of people and money by the structure of the words: who we are, who paid, who has a share of what was noted."""
    if clause.asks or clause.supposed:
        return None
    return _who_writes(clause, view) or who_we_are(clause, view) or _noted_before(clause, view) or _paid(clause, view)


def who_we_are(clause: Clause, view: View) -> list[Operation] | None:
    """Return the people that a clause lists and says nothing else of ("we're four: Lena, Tom, Sara and Ben"), and how many travel."""
    if clause.of("day", "money", "time", "email") or clause.denied:
        return None
    people = people_in(clause, view)
    mine = next((one for one in people if not one.name), None)
    me = own_name(view)
    if mine and (said := name_beside(clause, mine)):
        me = said
    names = tuple(dict.fromkeys("" if one.name == me else one.name for one in people))
    if mine and len(people) == 2 and _IS_ME.fullmatch(clause.folded[mine.end : people[1].start]):
        return [Split(text=clause.text, split=SplitSaid(me=people[1].name))]  # "I'm Mia"
    counts = [n for word in re.findall(r"\w+", clause.folded) if (n := lexicon(clause.language).number(word))]
    if len(names) < 2 or len(names) > _MOST_PEOPLE or (counts and len(names) not in counts):
        return None
    gaps = [clause.folded[one.end : other.start].split() for one, other in pairwise(people)]
    if not all(gaps):
        return None  # whole names are those of travellers: "the names are Ann Lee Smith and Bob Smith"
    if not (says("we_are", clause) or (mine and all(len(gap) <= 1 for gap in gaps))) or _are_places(names, clause):
        return None  # "I need to check with my wife" is not a list of people
    if len(_left(clause, people, me)) > _WORDS_BESIDE:
        return None
    travel = clause.made(SetSlot, slot="travelers", value=len(names))
    more: list[Operation] = [travel] if sum(view.trip.party.heads()) != len(names) else []
    if more and Budget.kind not in view.documents and not any(one[:1].isupper() for one in names):
        return more  # "my sister and me" says who travels: nobody is named, and there are no costs to share yet
    split = SplitSaid(between=names, me=me if "" in names else "")
    return [Split(text=clause.text, split=split), *more]


def named_beside(clause: Clause, view: View) -> list[Operation]:
    """Return the people in brackets beside how many there are: "four of us (me, Tom, Ana and Ben) were in Rome"."""
    spans = [(a - clause.start, b - clause.start) for a, b in clause.message.brackets if clause.start <= a < clause.end]
    people = people_in(clause, view) if spans else []
    for start, end in spans:
        inside = [one for one in people if start < one.start and one.end <= end]
        numbers = [lexicon(clause.language).number(one) for one in re.findall(r"\w+", clause.folded[:start])]
        gaps = (clause.folded[one.end : other.start] for one, other in pairwise(inside))
        counted = len(inside) in numbers and len(inside) > 1
        several = len(inside) >= _SEVERAL and not _are_places([one.name for one in inside], clause)
        if (counted or several) and all(JOINT.fullmatch(gap) for gap in gaps):
            return [Split(text=clause.text, split=SplitSaid(between=tuple(one.name for one in inside)))]
    return []


def _left(clause: Clause, people: Sequence[Person], me: str) -> list[str]:
    """Return the words of a clause without names, small words, numbers and what introduces names."""
    blank = [
        *((one.start, one.end) for one in people),
        *spans_of(("we_are", "everyone"), clause.language, clause.folded),
    ]
    folded = clause.folded
    for start, end in blank:
        folded = folded[:start] + " " * (end - start) + folded[end:]
    number = lexicon(clause.language).number
    return [
        one
        for one in re.findall(r"[^\W_]+", folded)
        if one != fold(me)
        and number(one) is None
        and trimmed(one, clause.language)
        and not words.is_small(one, clause.language)
    ]


def _are_places(names: Sequence[str], clause: Clause) -> bool:
    """Tell whether most of the names are of places."""
    towns = {fold(clause.message.text[one.start : one.end]) for one in clause.of("place")}
    return sum(fold(one) in towns for one in names) * 2 >= len(names)


def _who_writes(clause: Clause, view: View) -> list[Operation] | None:
    """Return which of the names is the one who writes, where that is open: "I'm Lena", or the name alone."""
    budget = budget_of(view)
    known = names_of_me(budget) if budget else _open_names(view)
    people = [one for one in people_in(clause, view) if one.name in known]
    if len(people) != 1 or len(_left(clause, people, "")) > 1 or clause.denied:
        return None
    alone = len(clause.text.split()) == 1
    return [Split(text=clause.text, split=SplitSaid(me=people[0].name))] if alone or says("me", clause) else None


def _open_names(view: View) -> tuple[str, ...]:
    """Return the names told before there is a budget, where none of them is known to be the writer's."""
    names = [name for one in view.notes.kept.splits for name in one.between]
    return () if "" in names or own_name(view) else tuple(dict.fromkeys(names))


def _expenses(view: View) -> list[Expense]:
    budget = budget_of(view)
    return [one for one in reversed(budget.expenses) if not one.settles] if budget else []


def noted(clause: Clause, one: Sum, view: View) -> Expense | None:
    """Return the expense that an amount with "the" before it means: one that was noted already."""
    before = clause.folded[: one.start].rstrip(" €$£")
    definite = any(m.end() == len(before) for m in words.cue("noted_before", clause.language, FILE).finditer(before))
    if not definite:
        return None
    return next((e for e in _expenses(view) if one.amount in (e.amount, e.original and e.original.amount)), None)


def _noted_before(clause: Clause, view: View) -> list[Operation] | None:
    """Return who shares what was noted before, which the clause means by its amount; what it names beside that is shared so too."""
    sums = sums_in(clause)
    found = [(one, spent) for one in sums if (spent := noted(clause, one, view))]
    if not found or len(found) != len(sums) or says("strike", clause) or says("fix", clause):
        return None
    how = shares(clause, view)
    if how is None:
        return None
    amounts = [Split(text=clause.text, split=how.model_copy(update={"amount": one.amount})) for one, _ in found]
    others = [
        e for e in _expenses(view) if e.what and all(e.id != spent.id for _, spent in found) and _names(clause, e)
    ]
    return [*amounts, *(Split(text=clause.text, split=how.model_copy(update={"what": e.what})) for e in others)]


def _names(clause: Clause, one: Expense) -> bool:
    """Tell whether a clause names an expense by a word of it, in the singular or plural."""
    said = {word.rstrip("sen") for word in re.findall(r"[^\W\d_]{4,}", clause.folded)}
    return any(word.rstrip("sen") in said for word in re.findall(r"[^\W\d_]{4,}", fold(one.what)))


def shares(clause: Clause, view: View) -> SplitSaid | None:
    """Return who shares one expense, as a clause says it: all, all but somebody, those named, and in which parts."""
    people, whole = people_in(clause, view), Stretch(0, len(clause.folded), Sum(0, 0, Decimal(0), None, marked=False))
    known = people_known(view)
    weights = _weights(clause)
    if without := listed("but_not", whole, people, clause, known=()):
        rest = tuple(one for one in known if one not in without.names)
        return SplitSaid(between=rest, weights=weights) if rest else None
    if joined := listed("fine_for", whole, people, clause, known=[one.name for one in people]):
        return SplitSaid(between=joined.names, weights=weights)
    heads = sum(view.trip.party.heads())
    numbers = [lexicon(clause.language).number(one) for one in re.findall(r"\w+", clause.folded)]
    if says("everyone", clause) or (heads > 1 and heads in numbers):
        return SplitSaid(everyone=True, weights=weights)
    return SplitSaid(weights=weights) if weights else None


def _weights(clause: Clause) -> tuple[Decimal, ...]:
    """Return two parts of a whole ("60/40"); equal ones are none."""
    match = words.cue("how_shared", clause.language, FILE).search(clause.folded)
    parts = tuple(Decimal(one) for one in match.groups() if one) if match else ()
    return parts if sum(parts) == _WHOLE and len(set(parts)) > 1 else ()


def uneven(clause: Clause, view: View) -> list[Operation] | None:
    """Return how an expense, or the latest, is shared in parts that differ: "split the hotel 60/40"."""
    weights = _weights(clause)
    if not weights or clause.denied or not _expenses(view):
        return None
    how = shares(clause, view) or SplitSaid(weights=weights)
    named = next((one.what for one in _expenses(view) if one.what and _names(clause, one)), "")
    people = tuple(dict.fromkeys(one.name for one in people_in(clause, view)))
    between = how.between if len(how.between) == len(weights) else people if len(people) == len(weights) else ()
    return [
        Split(text=clause.text, split=how.model_copy(update={"what": named, "between": between, "everyone": False}))
    ]


def _paid(clause: Clause, view: View) -> list[Operation] | None:
    """Return an expense whose words say who paid how much, whatever the clause is taken for."""
    if not sums_in(clause) or clause.denied or clause.chance(_JOURNEY) >= 0.5 or says("back", clause):
        return None
    people = people_in(clause, view)
    own = any(
        not one.name and words.cue("paid", clause.language, FILE).match(clause.folded[one.end :].lstrip())
        for one in people
    )
    if payer_of(people, clause) is None and not own:
        return None
    made = expense(clause, view)
    return made if made and all(isinstance(one, Spend) for one in made) else None
