"""Which parts of a message are the planning's: "the cheapest please, and which plugs do they have?" has one of each system."""

import re
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import NamedTuple

from tripintent.nodes.planning.classify import beside
from tripintent.nodes.planning.state import PlanningState
from tripintent.state.concierge.front import Decision, System
from tripintent.state.derived import selected_bundle, shown_ranking
from tripintent.state.planning.command import Command
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.planning import PlanningPorts

Acts = Callable[[str], bool]
"""Whether words choose, hold, buy or cancel."""

_SENTENCE = re.compile(r"[^.!?;\n]+[.!?;\n]*\s*")
_AND = r"(?:and|but|also|und|aber|y|pero|et|mais|e|ma|mas)"
_LINK = re.compile(rf"(?:,|\s[-–—])\s+(?:{_AND}\s+)?|\s+{_AND}\s+")
_WORDS = 2
"""Fewer words ("ok", "hi there") are no part of their own."""


class _Part(NamedTuple):
    text: str
    owner: System


def shared_out(state: PlanningState, own: PlanningPorts, text: str, language: str, acts: Acts) -> tuple[Decision, ...]:
    """Return who answers which part of words that ask a fact or work on a document, in the order of the words.

    An order goes last, and with it the question that it leads to ("shall I hold it?"): nothing it does changes a fact.
    """
    parts = [_Part(said, owner) for said, owner in _owned(state, own, text, language, acts) if said.strip()]
    by_owner = {owner: " ".join(part.text.strip(" ,") for part in parts if part.owner == owner) for _, owner in parts}
    if "BOOKING" not in by_owner or "PLANNING" not in by_owner:
        return (Decision(function="PLANNING", text=text),)
    order = sorted(by_owner, key=lambda owner: owner == "BOOKING") if acts(by_owner["BOOKING"]) else by_owner
    return tuple(Decision(function=owner, text=by_owner[owner]) for owner in order)


def _owned(
    state: PlanningState, own: PlanningPorts, text: str, language: str, acts: Acts
) -> Iterator[tuple[str, System]]:
    """Yield the parts of a message with whom they belong to; what only leads to a part goes with it."""
    trip, known = state["trip_intent"], beside(state)
    lead, asked, last = "", bool(own.reader.read(text, language, known).topics), ""
    for sentence in _SENTENCE.findall(text):
        asks = "?" in sentence
        said = own.reader.read(sentence, language, known)
        one_matter = bool(said.edits or said.expenses or said.strikes or said.split or said.amounts)
        pieces = [sentence] if one_matter else list(_pieces(sentence))
        owners: list[System] = []
        for piece in pieces:
            read = own.reader.read(f"{piece}?" if asked else piece, language, known)
            ours = _is_ours(read) or (
                "PLANNING" in owners and not acts(piece)
            )  # what follows a question of fact belongs to it
            goes_on = last == "BOOKING" and not asks
            owners.append(
                "PLANNING" if ours else "BOOKING" if goes_on else _theirs(trip, own, piece, asks=asks, acts=acts)
            )
            last = owners[-1]
        for run in (list(one) for _, one in groupby(range(len(pieces)), key=owners.__getitem__)):
            whole = lead + "".join(pieces[n] for n in run)
            if len(whole.split()) < _WORDS and not acts(whole):
                lead = whole
                continue
            yield whole, owners[run[0]]
            lead = ""


def _pieces(sentence: str) -> Iterator[str]:
    """Yield the parts of a sentence with the marks and joining words before them."""
    start = 0
    for link in _LINK.finditer(sentence):
        yield sentence[start : link.start()]
        start = link.start()
    yield sentence[start:]


def _is_ours(said: Command) -> bool:
    return bool(
        said.topics
        or said.mentioned
        or said.actions
        or said.edits
        or said.expenses
        or said.strikes
        or said.split
        or said.amounts
        or said.budget_question
        or said.passports
        or said.diet
        or said.interests
        or said.unknown_actions
    )


def _theirs(trip: TripIntent, own: PlanningPorts, piece: str, *, asks: bool, acts: Acts) -> System:
    """Return the booking for what acts, names a route, asks about what it shows, or says something of a trip that it knows."""
    if acts(piece) or (not asks and len(own.knowledge.places_in(piece)) > 1):
        return "BOOKING"
    sees = shown_ranking(trip) is not None or selected_bundle(trip) is not None or bool(trip.working_memory.bookings)
    return "BOOKING" if (sees if asks else bool(trip.frame.visits)) else "PLANNING"
