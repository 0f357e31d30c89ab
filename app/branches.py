"""What a turn did about documents, as its metadata say it: which of them it made, and whether one that was ordered was not ready."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from langchain_core.messages import ToolMessage

from tripintent.state.planning.gate import ACTIONS, Action

PhaseName = Literal["complete", "clarification_needed"]
BranchName = Literal["CHECKLIST", "ITINERARY", "BUDGET", "TEXT"]
MAKING = {"create_documents": ACTIONS, "plan_days": ("itinerary",)}
"""The tools that make documents, and which ones."""


class Ordered(NamedTuple):
    """Documents that a turn made, and whether it was asked for what another one lacks."""

    made: tuple[Action, ...] = ()
    lacks: bool = False

    @property
    def branches(self) -> tuple[BranchName, ...]:
        """The branches that were worked: those of the documents, else words alone."""
        names: dict[Action, BranchName] = {"checklist": "CHECKLIST", "itinerary": "ITINERARY", "budget": "BUDGET"}
        return tuple(names[one] for one in self.made) or ("TEXT",)

    @property
    def phase(self) -> PhaseName:
        """Where the turn ended."""
        return "clarification_needed" if self.lacks else "complete"


def ordered_in(before: Mapping[str, Any], after: Mapping[str, Any]) -> Ordered:
    """Return what the turn between two states of a conversation made, by words or by a click."""
    made, lacks = set[str](), False
    for name, outcome in _outcomes(before.get("messages") or (), after):
        if name not in MAKING:
            continue
        facts: Mapping[str, Any] = outcome.get("facts") or {}
        done = ("itinerary",) if name == "plan_days" and facts.get("entries") else outcome.get("changed") or ()
        made |= {*done, *facts} & {*MAKING[name]} if outcome.get("ok") else set()
        lacks = lacks or any(str(one["path"]).startswith("kinds") for one in outcome.get("rejected") or ())
    return Ordered(tuple(one for one in ACTIONS if one in made), lacks)


def _outcomes(before: Sequence[Any], after: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the calls of a turn with what came of each: those of a model, then those of a click."""
    known = {one.id for one in before}
    said = [one for one in after.get("messages") or () if isinstance(one, ToolMessage) and one.id not in known]
    for one in said:
        yield str(one.name), json.loads(one.text)
    for done in getattr(after.get("turn"), "called", ()):
        if done.call_id not in {one.tool_call_id for one in said}:
            yield done.name, done.outcome.model_dump(mode="json")
