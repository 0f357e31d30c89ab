"""classify and check: what the last words ask of the planning, what was heard of the travellers, and what each document misses."""

from typing import Required, TypedDict

from tripintent.nodes.identity import owner_of
from tripintent.nodes.party import profile_by_id
from tripintent.nodes.planning.state import PlanningState
from tripintent.nodes.runtime import Run
from tripintent.state.designer.setting import tastes_said
from tripintent.state.patch import Patch
from tripintent.state.planning.command import AmountSaid, Command
from tripintent.state.planning.facts import Heard, facts_of
from tripintent.state.planning.gate import ACTIONS, Action, branches, requirements
from tripintent.state.planning.notes import PlanningNotes, resolved
from tripintent.state.planning.operations import Traveller, command_of
from tripintent.state.reading import Reading
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports

MOST_INTERESTS = 10


class ClassifyUpdate(TypedDict, total=False):
    """Channels that ``classify`` updates."""

    planning: Required[PlanningNotes]
    results: None
    trip_intent: Patch


async def classify(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> ClassifyUpdate:
    """Take the planning's part of the last message. What is said of the travellers counts, whichever system it was said to."""
    before, reading = state.get("planning") or PlanningNotes(), state.get("reading") or Reading()
    fresh = bool(reading.handled) and reading.handled != before.handled
    part = reading.part("PLANNING")
    beside = (one for one in reading.operations if isinstance(one, Traveller) and one not in part.operations)
    said = (*part.operations, *beside)
    command = command_of(said if fresh else ())
    notes = before.model_copy(
        update={
            "handled": reading.handled or before.handled,
            "text": (part.text or reading.text) if fresh else "",
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
    made: ClassifyUpdate = {"planning": notes, "results": None}
    if tastes := tastes_said(state["trip_intent"], command.interests):
        made["trip_intent"] = tastes
    return made


def _latest(before: tuple[AmountSaid, ...], said: tuple[AmountSaid, ...]) -> tuple[AmountSaid, ...]:
    """Return the own amounts that wait, the last one said of each part."""
    return tuple({one.part: one for one in (*before, *said)}.values())


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
        passport_until=said.passport_until or old.passport_until,
        diet=tuple(dict.fromkeys((*old.diet, *said.diet))),
        needs=tuple(dict.fromkeys((*old.needs, *said.needs))),
        pace=said.pace or old.pace,
    )


def _pending(old: tuple[Action, ...], mentioned: tuple[Action, ...], *, refused: bool) -> tuple[Action, ...]:
    if refused:
        return tuple(action for action in old if action not in mentioned)
    return tuple(dict.fromkeys((*old, *mentioned)))


class CheckUpdate(TypedDict):
    """Channels that ``check`` updates."""

    planning: PlanningNotes


async def check(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> CheckUpdate:
    """Check all three documents; a document is made if it is asked for, triggered and ready."""
    notes = state["planning"]
    status = requirements(facts_of(state["trip_intent"], notes.heard))
    asked, which = resolved(notes, state.get("documents") or {})
    if own.at_once and not notes.command.refused:
        have = state.get("documents") or {}
        also: list[Action] = [action for action in ACTIONS if status[action].ready and action not in (*have, *asked)]
        asked = (*asked, *also)
    asked = tuple(dict.fromkeys((*asked, *_for_what_is_kept(notes, state, asked))))
    update = {
        "status": status,
        "asked": asked,
        "which": which,
        "pending": tuple(dict.fromkeys((*notes.pending, *asked))),
        "branches": branches(asked, status, trigger=bool(asked)),
    }
    return {"planning": notes.model_copy(update=update)}


def _for_what_is_kept(notes: PlanningNotes, state: PlanningState, asked: tuple[Action, ...]) -> list[Action]:
    """Return the documents that this message's items or money go into, where there is none yet and it was not refused."""
    have, said = state.get("documents") or {}, notes.command
    debts = (
        bool(said.splits or notes.kept.splits) or said.budget_question == "debts"
    )  # who owes whom is told without any budget
    waits: dict[Action, bool] = {"checklist": bool(said.edits), "budget": bool(said.expenses) and not debts}
    return [one for one, told in waits.items() if told and one not in (*have, *asked) and not said.refused]
