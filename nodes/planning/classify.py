"""classify: what the last words ask of the planning. They are read here first, so that an expense changes no budget."""

import asyncio
import re
from typing import Required, TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.identity import owner_of
from tripintent.nodes.known_people import profile_by_id
from tripintent.nodes.planning.state import PlanningState, budget_of, checklist_of
from tripintent.nodes.runtime import Run, rest_unread
from tripintent.state.events import UserMessage
from tripintent.state.planning.command import AmountSaid, Command
from tripintent.state.planning.facts import Heard, facts_of
from tripintent.state.planning.gate import Action
from tripintent.state.planning.notes import PlanningNotes
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.planning import Beside, PlanningPorts
from tripintent.tools.ports.ports import Ports

MOST_INTERESTS = 10
_MEANING = re.compile(r"[^\W_]{4,}|\d")
"""Less than a longer word or a number says nothing about a trip: "and", "ok", "pls"."""


class ClassifyUpdate(TypedDict, total=False):
    """What classify writes."""

    planning: Required[PlanningNotes]
    results: None
    turn: Turn
    messages: list[AnyMessage]


async def classify(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> ClassifyUpdate:
    """Read the last message of the traveller, once."""
    before = state.get("planning") or PlanningNotes()
    said = [m for m in state.get("messages", ()) if m.type == "human"]
    last = said[-1] if said else None
    fresh = last is not None and last.id != before.handled
    turn = state.get("turn") or Turn()
    text = (turn.part or last.text) if last is not None and fresh else ""
    language = await ports.language.detect(text, state["trip_intent"].request.language or None) if text else "en"
    command = await asyncio.to_thread(own.reader.read, text, language, beside(state))
    notes = before.model_copy(
        update={
            "handled": last.id if last is not None and last.id else before.handled,
            "text": text,
            "began": len(state.get("messages", ())),
            "command": command,
            "heard": _heard(before.heard, command, await profile_passports(state["trip_intent"], ports, run)),
            "amounts": _latest(before.amounts, command.amounts),
            "pending": _pending(before.pending, command.mentioned, refused=command.refused),
            "asked": (),
            "which": False,
            "status": {},
            "branches": (),
        }
    )
    update: ClassifyUpdate = {"planning": notes, "results": None}
    elsewhere = bool(command.topics) and await asyncio.to_thread(_asks_apart, state, own, text, language)
    if told := await rest_unread(ports, text, language):
        update["messages"] = [*told]
    beside_approval = state["trip_intent"].working_memory.approval is not None
    if (
        beside_approval
        or command.expenses
        or command.strikes
        or command.split
        or command.edits
        or command.format == "json"
        or elsewhere
    ):
        update["turn"] = turn.model_copy(update={"queue": ()})
    elif command.amounts:
        update["turn"] = _without_amounts(turn, command.amounts)
    return update


def _latest(before: tuple[AmountSaid, ...], said: tuple[AmountSaid, ...]) -> tuple[AmountSaid, ...]:
    """Return the own amounts that wait, the last one said of each part."""
    return tuple({one.part: one for one in (*before, *said)}.values())


def _without_amounts(turn: Turn, said: tuple[AmountSaid, ...]) -> Turn:
    """Return the turn without the words for own amounts: what is set aside for food is no limit of the trip."""
    first = turn.queue[0] if turn.queue else None
    if not isinstance(first, UserMessage):
        return turn
    text = first.text
    for one in said:
        text = text.replace(one.words, "")
    text = text.strip(" ,;.!")
    rest = (first.model_copy(update={"text": text}),) if _MEANING.search(text) else ()
    return turn.model_copy(update={"queue": (*rest, *turn.queue[1:])})


def _asks_apart(state: PlanningState, own: PlanningPorts, text: str, language: str) -> bool:
    """Say whether a message asks facts that change no trip."""
    return _elsewhere(state, own, text) or _asks_alone(state, own, text, language)


def _elsewhere(state: PlanningState, own: PlanningPorts, text: str) -> bool:
    """Say whether a question is about a place that is none of the trip's: it is answered, and the trip stays as it is."""
    trip = facts_of(state["trip_intent"], Heard())
    mine = [*trip.destinations, *((trip.origin,) if trip.origin else ())]
    known = {own.knowledge.country_of(town) for town in mine}
    names = {town.name for town in mine}
    named = own.knowledge.places_in(text)
    return bool(trip.destinations) and any(
        town.country not in known or (town.code and town.name not in names) for town in named
    )


def _asks_alone(state: PlanningState, own: PlanningPorts, text: str, language: str) -> bool:
    """Say whether a message about a known trip asks facts and nothing else: a question changes no trip."""
    known = bool(facts_of(state["trip_intent"], Heard()).destinations)
    return known and all(said.topics and not said.trigger for said in parts_read(state, own, text, language))


_SENTENCE = re.compile(r"(?<=[.!?;\n])\s+")
_LINK = re.compile(r",\s+|\s+(?:and|und|y|et|e|&)\s+")


def parts_read(state: PlanningState, own: PlanningPorts, text: str, language: str) -> list[Command]:
    """Return what each part of a message says; parts of a question are questions. Edits and money are whole sentences."""
    known = beside(state)
    whole = own.reader.read(text, language, known)
    parts = [part for part in _SENTENCE.split(text) if part.strip()]
    if not (whole.edits or whole.expenses or whole.strikes or whole.split):
        parts = [part for sentence in parts for part in _LINK.split(sentence) if part.strip()]
    asks = "?" in text or bool(whole.topics)
    return [own.reader.read(f"{part}?" if asks else part, language, known) for part in parts]


def beside(state: PlanningState) -> Beside:
    """Return what is beside the words."""
    budget = budget_of(state)
    return Beside(
        has_checklist=checklist_of(state) is not None,
        has_budget=budget is not None,
        has_expenses=budget is not None and bool(budget.expenses),
    )


async def profile_passports(trip: TripIntent, ports: Ports, run: Run) -> tuple[str, ...]:
    """Return the countries of the passports that the stored profiles of the party name, each once."""
    named = (guest.traveler_profile_id for guest in trip.party.guests)
    ids = dict.fromkeys(one for one in (*trip.party.traveler_profile_ids, *named) if one)
    if not ids:
        return ()
    owner = await owner_of(trip, ports, run.principal)
    found = [await profile_by_id(owner, one, ports) for one in ids]
    return tuple(dict.fromkeys(one.nationality for one in found if one and one.nationality))


def _heard(old: Heard, said: Command, profile_passports: tuple[str, ...]) -> Heard:
    """Return what was heard in the whole conversation; the latest stay when there are too many."""
    return Heard(
        profile_passports=profile_passports,
        interests=tuple(dict.fromkeys((*old.interests, *said.interests)))[-MOST_INTERESTS:],
        passports=tuple(dict.fromkeys((*old.passports, *said.passports))),
        diet=tuple(dict.fromkeys((*old.diet, *said.diet))),
        needs=tuple(dict.fromkeys((*old.needs, *said.needs))),
        pace=said.pace or old.pace,
    )


def _pending(old: tuple[Action, ...], mentioned: tuple[Action, ...], *, refused: bool) -> tuple[Action, ...]:
    if refused:
        return tuple(action for action in old if action not in mentioned)
    return tuple(dict.fromkeys((*old, *mentioned)))
