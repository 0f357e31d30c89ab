"""A question with the likeliest readings and its answer (by number, word or label), and how sure a reading has to be to be acted on.

What costs more than it takes to undo needs more.
"""

import re
from collections.abc import Sequence
from typing import Literal

from rapidfuzz import fuzz

from tripintent.state import events as ev
from tripintent.state import operations as op
from tripintent.state.designer import operations as days
from tripintent.state.frame import Frame, Visit
from tripintent.state.planning import operations as documents
from tripintent.state.reading import Choice, Operation
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.offline.words import cue, table
from tripintent.tools.places.folding import fold

MOST = 3
"""Readings that are offered."""
_NUMBER = re.compile(r"\W*(?:\w+\s+)?#?(\d)\W*")
_BEGINS = re.compile(r"\W*(\d)[.,;:)!]+\s+(?=\S)")
_SHORT = 6
"""Words of an answer to it; more say something of their own."""
_ALIKE = 88


def led(text: str, choices: Sequence[Choice]) -> tuple[Choice, str] | None:
    """Return the reading whose number begins a message, and what follows ("2, and move it to 3 pm"); None without a number."""
    begins = _BEGINS.match(text)
    if begins is None or not 1 <= int(begins[1]) <= len(choices):
        return None
    return choices[int(begins[1]) - 1], text[begins.end() :]


def answered(text: str, choices: Sequence[Choice], language: str) -> Choice | None:
    """Return the reading that an answer picks; None where it says something else."""
    said = fold(text).strip(" .!,")
    if not choices or (len(said.split()) > _SHORT and all(fold(one.label) != said for one in choices)):
        return None
    if len(choices) == 1 and said in lexicon(language).phrases("yes"):
        return choices[0]
    if choices[0].intent == "let_go":  # a question of yes or no
        word = next((n for n, name in enumerate(("yes", "no")) if said in lexicon(language).phrases(name)), None)
        if word is not None:
            return choices[word]
    number = _NUMBER.fullmatch(said)
    if number and 1 <= int(number[1]) <= len(choices):
        return choices[int(number[1]) - 1]
    for place, pattern in table("places", language).items():
        if pattern.fullmatch(said):
            n = len(choices) if place == "last" else int(place)
            return choices[n - 1] if n <= len(choices) else None
    return next((one for one in choices if fuzz.ratio(fold(one.label), said) >= _ALIKE), None)


def refused(text: str, language: str) -> bool:
    """Tell whether an answer picks none of the readings ("neither", "something else")."""
    said = fold(text).strip(" .!,")
    return said in lexicon(language).phrases("no") or cue("neither", language).fullmatch(said) is not None


Cost = Literal["free", "cheap", "dear"]
NEEDED: dict[Cost, float] = {"free": 0.4, "cheap": 0.6, "dear": 0.75}
"""Certainty from which is acted. Set on the clauses kept aside (docs/evals.md): of those acted on, 95 in 100 are right."""
AT_FIRST = 0.4
"""Of what is said while nothing is on the screen yet: a wrong reading changes nothing that anybody has seen."""
_DEAR = (
    ev.UserRequestHold,
    ev.UserReleasesHold,
    ev.UserWantsPurchase,
    ev.UserRejects,
    ev.UserCancelsBooking,
    ev.UserChangesBooking,
    ev.UserAddsTravellers,
)
_FREE = (
    op.Question,
    op.Answer,
    op.Social,
    op.Unclear,
    op.Search,
    days.Ask,
    days.Suggest,
    documents.AskFact,
    documents.AskMoney,
)
_NOTHING = Frame()
_SHOWS = (ev.UserWantsOptions,)


def cost_of(operations: Sequence[Operation], known: Frame = _NOTHING) -> Cost:
    """Return the cost of acting wrongly on operations: nothing, an undo, or more. Another place to go leaves a known trip behind."""
    costs = ["dear" if _leaves(one, known) else _cost(one) for one in operations]
    return "dear" if "dear" in costs else "cheap" if "cheap" in costs else "free"


def _leaves(one: Operation, known: Frame) -> bool:
    """Tell whether an operation sends a known trip somewhere else altogether."""
    if not (isinstance(one, op.SetSlot) and one.slot == "visits" and known.visits and isinstance(one.value, tuple)):
        return False
    before = {visit.place.code or visit.place.name for visit in known.visits}
    return not any(isinstance(v, Visit) and (v.place.code or v.place.name) in before for v in one.value)


def _cost(one: Operation) -> Cost:
    if isinstance(one, op.Act):
        return "dear" if isinstance(one.event, _DEAR) else "free" if isinstance(one.event, _SHOWS) else "cheap"
    if isinstance(one, op.Restore):
        return "dear" if one.what == "nothing" else "cheap"
    if isinstance(one, op.SetSlot) and one.slot in ("lodging_needed", "flights_needed") and one.value is False:
        return "dear"
    if isinstance(one, op.Ask) and one.request.kind == "note":
        return "free"
    if isinstance(one, days.PlanDays) and one.again:
        return "dear"
    return "free" if isinstance(one, _FREE) else "cheap"
