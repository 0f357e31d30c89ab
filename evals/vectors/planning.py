"""Cases of the planning documents: words that make them, and what each still needs."""

import asyncio
import tempfile
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, cast

from pydantic import JsonValue

from tripintent.app.settings import Settings
from tripintent.app.sync import SyncSession
from tripintent.evals.vectors.agreeing import difference
from tripintent.evals.vectors.case import Case, Kind, Kinds
from tripintent.state.planning.facts import Town, TripFacts
from tripintent.state.planning.gate import ACTIONS, ALIASES, Action, requirements, to_ask
from tripintent.state.planning.notes import PlanningNotes, resolved
from tripintent.state.planning.operations import command_of
from tripintent.state.trip import TripIntent
from tripintent.tools.language.offline.reader import OfflineReader
from tripintent.tools.language.offline_language import OfflineLanguage
from tripintent.tools.language.people import FreeFormPeople
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.reader import View

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)
_UNIT_WORDS = "create the checklist"


@cache
def _reader() -> OfflineReader:
    return OfflineReader(OfflineLanguage(), FreeFormPeople(), Gazetteer())


def trigger(case: Case) -> JsonValue:
    """Read one message; documents asked for earlier are named in the case's ``context``."""
    text = str(cast("dict[str, Any]", case.input)["text"])
    context = str((case.model_extra or {}).get("context", "")).lower()
    pending: tuple[Action, ...] = tuple(action for action in ACTIONS if action in context)
    notes = PlanningNotes(pending=pending)
    view = View(trip=TripIntent(), today=NOW.date(), language="en", system="PLANNING", alone="PLANNING", notes=notes)
    command = command_of(asyncio.run(_reader().read(text, view)).operations)
    actions: tuple[Action, ...] | None = command.actions
    if command.both:
        actions, _ = resolved(PlanningNotes(command=command, pending=pending))
    named: JsonValue = [action.upper() for action in actions] if command.trigger and actions else None
    return {"trigger": command.trigger, "actions": named, "format": command.format}


def needs(case: Case) -> JsonValue:
    """Hold a conversation with the planning graph alone, or check facts that are given."""
    given = cast("dict[str, Any]", case.input)
    if "facts" in given:
        return _status(_facts(given["facts"]))
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder), now=NOW, graph="planning", language="offline")
        with SyncSession(settings) as session:
            *_, result = [session.say(f"case-{case.id}", str(turn["user"])) for turn in given["turns"]]
    said = "\n".join(result.messages)
    made: list[JsonValue] = [kind.upper() for kind in result.documents]
    missing = result.requirements_status["checklist"]["missing"]
    return {
        **{kind: cast("JsonValue", dict(status)) for kind, status in result.requirements_status.items()},
        "branches": made or ["TEXT"],
        "document_created": bool(made),
        "says_trigger": _UNIT_WORDS if _UNIT_WORDS in said else None,
        "asks_about": list(missing),
    }


def _facts(raw: dict[str, Any]) -> TripFacts:
    """Return facts by their published names, those of the other vocabulary included."""
    named = {ALIASES.get(name, name): value for name, value in raw.items()}
    places = named.get("destinations") or ([named["destination"]] if named.get("destination") else [])
    start = named.get("current_location")
    return TripFacts(
        destinations=tuple(Town(name=name) for name in places),
        origin=Town(name=start) if start else None,
        days=named.get("trip_duration"),
        travellers=named.get("num_travelers"),
        interests=tuple(named.get("interests", ())),
    )


def _status(facts: TripFacts) -> JsonValue:
    status = requirements(facts)
    found: dict[str, JsonValue] = {action: one.model_dump(mode="json") for action, one in status.items()}
    found["asks_about"] = list(to_ask(("checklist",), status))
    return found


def same_needs(wanted: JsonValue, ours: JsonValue) -> str:
    """Compare as always, but a case names only some of the fields that are asked about."""
    if isinstance(wanted, dict) and isinstance(ours, dict) and isinstance(asked := wanted.get("asks_about"), list):
        have = ours.get("asks_about")
        ours = {**ours, "asks_about": [one for one in asked if isinstance(have, list) and one in have]}
    return difference(wanted, ours)


KINDS: Kinds = {"planning.trigger": Kind(trigger), "planning.requirements": Kind(needs, same_needs)}
