"""check: what each document has and misses, on every message, and which branches run."""

from typing import TypedDict

from tripintent.nodes.planning.state import PlanningState
from tripintent.nodes.runtime import Run
from tripintent.state.planning.facts import facts_of
from tripintent.state.planning.gate import ACTIONS, Action, branches, requirements
from tripintent.state.planning.notes import PlanningNotes, resolved
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports


class CheckUpdate(TypedDict):
    """What check writes."""

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
    """Return the documents that this message's items or money go into, where there is none yet and nobody refused it."""
    have, said = state.get("documents") or {}, notes.command
    debts = (
        bool(said.splits or notes.kept.splits) or said.budget_question == "debts"
    )  # who owes whom is told without any budget
    waits: dict[Action, bool] = {"checklist": bool(said.edits), "budget": bool(said.expenses) and not debts}
    return [one for one, told in waits.items() if told and one not in (*have, *asked) and not said.refused]
