"""The clauses of a message with what each may mean: parted, joined and halved as their chances say."""

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.deciding import HELD_BACK
from tripintent.tools.language.offline.message import Message
from tripintent.tools.language.offline.model import Linear, features, shipped
from tripintent.tools.language.offline.needs import interests_in
from tripintent.tools.language.offline.parting import between_commas, clauses_of, joints
from tripintent.tools.language.offline.place_roles import SENTENCE
from tripintent.tools.language.offline.readings import JOURNEY, WISHES
from tripintent.tools.language.offline.scope import said, scoped
from tripintent.tools.language.offline.words import has, table


class Moment(NamedTuple):
    """Where words are said, what was asked before them, and the model that tells what they may mean then."""

    stage: str
    asked: str
    intents: Linear
    people: Sequence[tuple[int, int]] = ()
    """Where the words about people stand: each is a clause of its own, and is nothing else."""


_SUBJECT = 5
"""Words of a subject in front."""
_UNSURE, _SURELY, _TURNED, _LIKED, _MAYBE_LIKED = 0.55, 0.9, 0.75, 0.8, 0.15


def clauses_in(message: Message, at: Moment) -> list[Clause]:
    """Return the clauses of a message, said at a stage, with their chances; an unsure one joins its neighbour where both are surer."""
    found: list[Clause] = []
    for start, end in _around(message, clauses_of(message, shipped("cuts")), at.people):
        whole = _clause(message, start, end, at)
        one, *more = (half for part in _likes_apart(whole, at) for half in _halves(part, at))
        before = found[-1] if found and not {(start, end), (found[-1].start, found[-1].end)} & {*at.people} else None
        apart = before is None or SENTENCE.search(message.text, before.start, before.end + 1)
        if before is not None and not apart and not more and min(_sure(one), _sure(before)) < _UNSURE:
            whole = _clause(message, before.start, one.end, at)
            if _sure(whole) > max(_sure(one), _sure(before), _UNSURE):
                found[-1] = whole
                continue
        found += [one, *more]
    found = _with_subjects(found, at)
    return _names_together(found) if at.asked == "names" else found


def _with_subjects(found: Sequence[Clause], at: Moment) -> list[Clause]:
    """Return the clauses where a subject alone in front, or who paid behind, is part of its neighbour.

    "And the flight back, is there …"; "flights 480 euros, I paid".
    """
    joined: list[Clause] = []
    for one in found:
        before = joined[-1] if joined else None
        if before is not None and (
            (_is_subject(before) and one.asks)
            or (before.of("money") and _says_who_paid(one))
            or (_adds_a_sum(one) and has("paid", before.language, before.folded, "offline_documents"))
        ):
            joined[-1] = _clause(one.message, before.start, one.end, at)
        else:
            joined.append(one)
    return joined


def _is_subject(one: Clause) -> bool:
    """Tell whether a few words name a flight, a hotel or a way of the trip, and say nothing of it."""
    parts = table("parts", one.language, "answers")
    told = one.asks or one.of("day", "place", "people", "money", "time", "length")
    short = len(one.text.split()) <= _SUBJECT and one.text.rstrip().endswith(",") and not told
    return short and any(parts[name].search(one.folded) for name in ("flights", "hotels", "outbound", "inbound"))


def _adds_a_sum(one: Clause) -> bool:
    """Tell whether a few words only name one more amount: "and 30 for a taxi"."""
    words = one.folded.split()
    joined = bool(words) and said("and", one.language).fullmatch(words[0]) is not None
    others = one.of("day", "time", "place", "people", "length")
    return joined and len(words) <= _SUBJECT and any(word.isdigit() for word in words) and not (one.asks or others)


def _says_who_paid(one: Clause) -> bool:
    """Tell whether a few words only say who paid: "I paid", "paid by Tom"."""
    short = len(one.text.split()) <= _SUBJECT and not one.of("money", "day", "place", "number")
    return short and not one.asks and has("paid", one.language, one.folded, "offline_documents")


def _names_together(found: Sequence[Clause]) -> list[Clause]:
    """Return the clauses where names were asked for: a clause between two about people belongs to them."""
    about = [n for n, one in enumerate(found) if one.top == "details"]
    if len(about) < 2 or any(one.asks or one.top in ("hold", "buy") for one in found[about[0] : about[-1]]):
        return list(found)
    first, last = found[about[0]], found[about[-1]]
    whole = Clause(first.message, first.start, last.end, {"details": 1.0})
    return [*found[: about[0]], whole, *found[about[-1] + 1 :]]


def _around(
    message: Message, clauses: Sequence[tuple[int, int]], people: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return where the clauses stand when each passage about people is one of them."""
    cuts = {n for clause in clauses for n in clause} - {n for a, b in people for n in range(a + 1, b)}
    found = itertools.pairwise(sorted({*cuts, *(n for passage in people for n in passage)}))
    return [(a, b) for a, b in found if any(map(str.isalnum, message.text[a:b]))]


def _halves(one: Clause, at: Moment) -> list[Clause]:
    """Return a clause as two where both halves surely say different things: "make it a 3 star hotel" "and create the checklist"."""
    for cut, turns in joints(one.message, one.start, one.end):
        left, right = (_clause(one.message, *ends, at) for ends in ((one.start, cut), (cut, one.end)))
        (first, sure), (second, as_sure) = _family(left), _family(right)
        if first != second and min(sure, as_sure) >= (_TURNED if turns else _SURELY):
            return [left, *_halves(right, at)]
    return [one]


def _likes_apart(one: Clause, at: Moment) -> list[Clause]:
    """Return a clause of the journey with what is liked between its commas as clauses of their own: ", food and history,"."""
    if one.top not in JOURNEY and one.top != "days.wish":
        return [one]
    found, begun = list[Clause](), one.start
    for start, end in between_commas(one.message, one.start, one.end):
        part = _clause(one.message, start, end, at)
        chance = part.chances.get("days.wish", 0.0)
        if chance >= _LIKED or (chance >= _MAYBE_LIKED and interests_in(part.folded, one.language)):
            found += [_clause(one.message, begun, start, at)] if begun < start else []
            found, begun = [*found, part], end
    apart = [*found, _clause(one.message, begun, one.end, at)] if begun < one.end else found
    journey = any(part.top in JOURNEY or part.top == "days.plan" for part in apart)
    return apart if journey else [one]


def _family(clause: Clause) -> tuple[str, float]:
    """Return what a clause is about, and how surely; what values tell apart is one, and so is each order that is denied."""
    if clause.denied and clause.top in HELD_BACK:
        return "hedge", clause.chance(HELD_BACK)
    for kind in (WISHES, JOURNEY - WISHES):
        if clause.top in kind:
            return ("wish" if kind is WISHES else "journey"), clause.chance(kind)
    return clause.top, clause.chances[clause.top]


def _sure(clause: Clause) -> float:
    return clause.chances[clause.top]


def _clause(message: Message, start: int, end: int, at: Moment) -> Clause:
    if (start, end) in at.people:
        return Clause(message, start, end, {"details": 1.0})
    likely = at.intents.probabilities(features(message.marked(start, end), at.stage, at.asked))
    chances = dict(zip(at.intents.classes, likely, strict=True))
    denied, supposed, asks = scoped(message, start, end)
    return Clause(message, start, end, chances, denied=denied, supposed=supposed, asks=asks)
