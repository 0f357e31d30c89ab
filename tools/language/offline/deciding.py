"""The decision on each clause: acted on, asked about, or left alone, by how sure the reader is and what a mistake costs."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tripintent.state.frame import Frame, When
from tripintent.state.operations import Answer, SetSlot, Social, Unread
from tripintent.state.operations import Operation as Said
from tripintent.state.reading import Choice, Operation
from tripintent.tools.language.check import moves_apart
from tripintent.tools.language.offline.choices import AT_FIRST, MOST, NEEDED, cost_of
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.comparing import compared
from tripintent.tools.language.offline.going_on import HEADS
from tripintent.tools.language.offline.journey import journey_of
from tripintent.tools.language.offline.known import Known
from tripintent.tools.language.offline.moment import stage_of
from tripintent.tools.language.offline.naming import named_beside
from tripintent.tools.language.offline.place_roles import SENTENCE
from tripintent.tools.language.offline.plain import plain
from tripintent.tools.language.offline.readings import (
    JOURNEY,
    LIKELY,
    WISHES,
    Meaning,
    Slots,
    is_only_planned,
    readings_of,
)
from tripintent.tools.language.offline.words import has
from tripintent.tools.ports.reader import View

_ENOUGH = 0.5
"""Of the chances, so much has to be on readings that fit the words; less makes each of them less sure."""
_OFFERED = 0.15
"""Share of the chances from which a reading is offered."""
_FREE_AT_LEAST = 0.25
"""Chance from which an answer or a listing is given though nothing is sure: less likely ones would be beside the point."""
_HINTED = 0.03
"""Chance of a wish from which a term that a remark names is one."""
_REMARK = 0.9
"""Certainty from which words with a question mark are a remark, and no question."""
_ANSWER = 5
"""Words of a bare answer to what was asked."""


class Decided(NamedTuple):
    """The decision on a clause: an intent with its operations, or a question. ``lost``: nothing that it may mean fits its words."""

    clause: Clause
    intent: str = ""
    certainty: float = 0.0
    operations: tuple[Operation, ...] = ()
    choices: tuple[Choice, ...] = ()
    lost: bool = False


def decided(clauses: Sequence[Clause], view: View, known: Known, slots: Slots) -> list[Decided]:
    """Return what is done with each clause of a message, in their order."""
    known = _anew(clauses, known)
    by_words = [plain(one, view, slots) for one in clauses]
    early = stage_of(view) in ("start", "collecting")
    ours = [
        one
        for one, sure in zip(clauses, by_words, strict=True)
        if not sure and (one.chance(JOURNEY) >= LIKELY or (early and _tells_ages(one)))
    ]
    together = _apart(journey_of(ours, known), ours, known) if ours else []
    said = [
        [one for one in together if clause.start <= one.start < clause.end]
        if clause in ours
        else _apart(journey_of([clause], known), [clause], known)
        for clause in clauses
    ]
    comparing = compared(clauses, said, view)
    found: list[Decided] = []
    for n, (clause, sure) in enumerate(zip(clauses, by_words, strict=True)):
        if n in comparing:
            found.append(Decided(clause, "where", 1.0, tuple(comparing[n])))
        elif sure:
            found.append(Decided(clause, sure.intent, 1.0, sure.operations))
        elif clause.top == "filler" and clause.chance(WISHES) >= _HINTED and (wished := _wished(said[n])):
            found.append(Decided(clause, "wish.flight", 1.0, wished))
        elif clause in ours and clause.chance(JOURNEY) < LIKELY:
            people = tuple(o for o in said[n] if isinstance(o, SetSlot) and o.slot in _PEOPLE)
            found.append(Decided(clause, "party", 1.0, people))
        else:
            one = _decide(clause, known, readings_of(clause, view, said[n], slots), early=early)
            beside = tuple(named_beside(clause, view))
            if beside and not one.operations:
                one = Decided(clause, "split", 1.0, beside)
            elif beside:
                one = one._replace(operations=(*one.operations, *beside))
            found.append(_asked(one, view, slots) if one.lost else one)
    return _without_refused(found)


_PEOPLE = (*HEADS, "ages")
_TERMS = ("refundable", "refundable_hotel", "max_stops", "stars", "checked_bags")


def _wished(said: Sequence[Said]) -> tuple[Said, ...]:
    """Return the terms that a remark names in so many words: "must be refundable, my boss may move the meeting"."""
    return tuple(one for one in said if isinstance(one, SetSlot) and one.slot in _TERMS)


def _tells_ages(clause: Clause) -> bool:
    """Tell whether a remark says how old the writer's children are: "my kids (3 and 7) have never seen snow"."""
    return not clause.asks and has("own_ages", clause.language, clause.folded, "offline_party")


def _without_refused(found: list[Decided]) -> list[Decided]:
    """Return the clauses with no choice of what the same sentence says no to: "8 hours longer for the cheap one, no thanks"."""
    for n, (one, following) in enumerate(pairwise(found)):
        ends = SENTENCE.search(one.clause.message.text, one.clause.start, one.clause.end)
        if one.intent == "choose" and following.intent == "no" and not ends:
            found[n] = Decided(one.clause, "filler", one.certainty)
    return found


def _anew(clauses: Sequence[Clause], known: Known) -> Known:
    """Return what is known of the journey: nothing of it where a clause starts over."""
    anew = any(one.chances.get("restart", 0.0) >= NEEDED["dear"] and not one.asks for one in clauses)
    return known._replace(frame=Frame(), asked=()) if anew else known


def _apart(said: Sequence[Said], clauses: Sequence[Clause], known: Known) -> list[Said]:
    """Return the operations without those that would move a known trip by words about something else."""
    message = clauses[0].message
    return list(moves_apart(said, message.text, message.language, known.frame)[0]) if not known.asked else list(said)


def _decide(clause: Clause, known: Known, readings: Sequence[Meaning], *, early: bool) -> Decided:
    if not readings:
        return _held_back(clause) or Decided(clause, lost=clause.top != "filler")
    total = sum(one.chance for one in readings)
    best = readings[0]
    if clause.is_value and best.intent in JOURNEY:
        return Decided(clause, best.intent, 1.0, best.operations)
    if total < _OFFERED:  # what fits is next to impossible
        return _held_back(clause) or Decided(clause, best.intent, total, lost=True)
    sure = best.chance / total * min(1.0, total / _ENOUGH)
    if _answers(clause, best.operations, known):
        sure = 1.0
    cost = cost_of(best.operations, known.frame)
    needed = min(NEEDED[cost], AT_FIRST) if early and cost != "dear" else NEEDED[cost]
    if best.intent == "filler" and clause.asks and sure < _REMARK:
        return Decided(clause, best.intent, sure, lost=True)
    if sure >= needed and not (not best.operations and _leaves_values(clause, readings)):
        return Decided(clause, best.intent, sure, best.operations)
    offered = [one for one in readings if one.operations and one.chance / total >= _OFFERED and _does(one)]
    if offered == [best] and cost == "cheap" and sure >= AT_FIRST:  # there is nothing else to ask about
        return Decided(clause, best.intent, sure, best.operations)
    if all(cost_of(one.operations) == "free" for one in offered):
        free = next((one for one in readings if one.operations and cost_of(one.operations) == "free"), None)
        if free is not None and free.chance >= _FREE_AT_LEAST:
            return Decided(clause, free.intent, free.chance, free.operations)
        return Decided(clause, best.intent, sure, lost=bool(best.operations))
    return Decided(clause, best.intent, sure, choices=tuple(_choice(clause, one) for one in offered[:MOST]))


def _asked(one: Decided, view: View, slots: Slots) -> Decided:
    """Return words of which nothing was made with the order that they surely mean, to be asked about."""
    if one.clause.asks and one.clause.top not in _ORDERS:  # what is asked is answered, or said not to be known
        made = slots["ask.plan"](one.clause, view) if is_only_planned(view) else None
        return one._replace(
            intent="ask.offer", operations=tuple(made or slots["ask.offer"](one.clause, view) or ()), lost=False
        )
    order = slots["nearly"](one.clause, view)
    reading = Meaning(one.clause.top, one.clause.chances[one.clause.top], tuple(order)) if order else None
    return one._replace(choices=(_choice(one.clause, reading),), lost=False) if reading else one


_ORDERS = frozenset({"choose", "hold", "release", "buy", "reject", "cancel.booked", "change.booked"})
HELD_BACK = _ORDERS | {"hedge", "no"}
"""Intents of a clause that puts an order off, or says that it is not wanted."""


def _held_back(clause: Clause) -> Decided | None:
    """Return that nothing is to be done, where an order is denied, depends on something, or is somebody else's."""
    top = clause.top
    if top not in _ORDERS or clause.asks or not (clause.denied or clause.supposed):
        return None
    return Decided(clause, "hedge", clause.chances[top], (clause.made(Answer, stance="hedge"),))


def _does(one: Meaning) -> bool:
    """Tell whether a reading is worth a line of a question: small talk and hedges are not."""
    return not all(
        isinstance(o, Social | Unread) or (isinstance(o, Answer) and o.stance == "hedge") for o in one.operations
    )


def _leaves_values(clause: Clause, readings: Sequence[Meaning]) -> bool:
    """Tell whether a remark names days or amounts that may well be the trip's: these are asked about."""
    return bool(clause.of("day", "money")) and any(one.operations and one.chance >= _OFFERED for one in readings)


def _answers(clause: Clause, made: Sequence[Operation], known: Known) -> bool:
    """Tell whether a few words set a slot that was asked for."""
    short = len(clause.text.split()) <= _ANSWER and not clause.asks
    return short and any(isinstance(one, SetSlot) and one.slot in known.asked for one in made)


def _choice(clause: Clause, one: Meaning) -> Choice:
    days = (o.value.day for o in one.operations if isinstance(o, SetSlot) and isinstance(o.value, When) and o.value.day)
    return Choice(intent=one.intent, said=clause.text, day=next(days, None), operations=one.operations)
