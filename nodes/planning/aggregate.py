"""aggregate: one reply for the whole turn: what was made, what failed, what is missing or can be made now."""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any, NotRequired, TypedDict, cast

from langchain_core.messages import AnyMessage

from tripintent.nodes.planning.replying import counted, document_names, progress, questions, reply, spells, trip_words
from tripintent.nodes.planning.state import PlanningState
from tripintent.nodes.runtime import Run
from tripintent.state.document import TripDocuments
from tripintent.state.planning.command import Command
from tripintent.state.planning.facts import TripFacts, facts_of
from tripintent.state.planning.gate import ACTIONS, Action, Requirement
from tripintent.state.planning.notes import BranchResult, PlanningNotes
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports

ORDER: tuple[Action, ...] = ("checklist", "budget", "itinerary")


class AggregateUpdate(TypedDict):
    """Channels that ``aggregate`` updates."""

    messages: NotRequired[list[AnyMessage]]
    planning: PlanningNotes


async def aggregate(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> AggregateUpdate:
    """Reply in full."""
    return _aggregated(state, own, brief=False)


async def remark(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> AggregateUpdate:
    """Add what was made to another system's reply, or one line when a document has become possible."""
    return _aggregated(state, own, brief=True)


def _aggregated(state: PlanningState, own: PlanningPorts, *, brief: bool) -> AggregateUpdate:
    notes, trip = state["planning"], state["trip_intent"]
    language = trip.request.language
    facts = facts_of(trip, notes.heard)
    outcome = state.get("results") or ()
    made: tuple[Action, ...] = tuple(one.action for one in outcome if one.made)
    have = state.get("documents") or {}
    lines = [
        *_made(outcome, facts, own, status=notes.status, have=have, language=language),
        *_unknown(notes, own, language),
    ]
    pending: tuple[Action, ...] = tuple(action for action in notes.pending if action not in made)
    waiting: tuple[Action, ...] = tuple(action for action in notes.asked if notes.status[action].missing)
    said = state["messages"][notes.began :]
    spoke = any(m.additional_kwargs.get("kind") != "heard" for m in said)  # what changed is not an answer yet
    keeps = notes.command.expenses or notes.command.edits
    if waiting and (made or (spoke and not brief and (notes.command.trigger or keeps))):
        lines += questions(notes, waiting, own, language)
    offered: tuple[Action, ...] = ()
    if not lines and not (spoke and not brief):
        text, offered = _text(notes, facts, own, pending=pending, have=have, language=language, brief=brief)
        lines += text
    if notes.command.amounts and "budget" not in made and "budget" not in have:
        lines[:0] = [own.words.phrase("amount_kept", {"words": one.words}, language) for one in notes.command.amounts]
    update = {
        "pending": pending,
        "offered": offered,
        "told": tuple(dict.fromkeys((*notes.told, *offered, *made))),
        "last_made": made or notes.last_made,
        "amounts": () if "budget" in made else notes.amounts,
        "kept": _left_kept(notes, made),
    }
    new = notes.model_copy(update=update)
    if not lines:
        return {"planning": new}
    message = reply("\n".join(lines), "planning")
    message.additional_kwargs["facts"] = {"model": own.model, **metadata(new, made)}
    return {"planning": new, "messages": [message]}


def _left_kept(notes: PlanningNotes, made: tuple[Action, ...]) -> Command:
    """Return the items and the money that still wait for their document."""
    update: dict[str, object] = {"edits": ()} if "checklist" in made else {}
    update |= {"expenses": (), "splits": ()} if "budget" in made else {}
    return notes.kept.model_copy(update=update)


def metadata(notes: PlanningNotes, made: tuple[Action, ...]) -> dict[str, object]:
    """Return what a client gets beside the words: phase, branches, status, at most two suggestions."""
    status = {action: one.model_dump(mode="json") for action, one in notes.status.items()}
    ready = [action for action in ACTIONS if notes.status[action].ready and action not in made] if notes.status else []
    return {
        "phase": notes.phase,
        "branches_executed": [action.upper() for action in made] or ["TEXT"],
        "requirements_status": status,
        "suggestions": ready[:2],
        "clarifications": [
            {"branch": one.branch, "field": one.clarification} for one in notes.branches if one.needs_clarification
        ],
    }


def _made(
    outcome: tuple[BranchResult, ...],
    facts: TripFacts,
    own: PlanningPorts,
    *,
    status: Mapping[Action, Requirement],
    have: TripDocuments,
    language: str,
) -> Iterator[str]:
    """Yield what each branch made, with the whole document, or that it failed."""
    by_action = {one.action: one for one in outcome}
    shown = False
    for action in ORDER:
        one = by_action.get(action)
        if one is None:
            continue
        if not one.made:
            names = document_names((action,), own, language)
            yield own.words.phrase("failed", {"documents": list(names)}, language)
        elif action == "itinerary" and not one.facts.get("items"):
            kind = "empty_itinerary" if facts.first_day else "undated_itinerary"
            yield own.words.phrase(kind, {"place": [town.name for town in facts.destinations]}, language)
        else:
            shown = True
            yield from _announced(one, facts, own, language)
            yield from progress((action,), status, own, language)
            yield from own.words.lines(have[action], language)
            if action == "itinerary":
                yield from _left_open(one, own, language)
    if shown:
        yield own.words.phrase("whole", {}, language)


def _announced(one: BranchResult, facts: TripFacts, own: PlanningPorts, language: str) -> Iterator[str]:
    base: dict[str, object] = {
        "place": [town.name for town in facts.destinations],
        "people": counted("person", facts.people, own, language),
        "days": counted("day", facts.length, own, language),
    }
    yield own.words.phrase(f"made_{one.action}", {**base, **one.facts}, language)
    if one.facts.get("over"):
        over = {"fixed": one.facts["fixed"], "amount": one.facts["over"], "total": one.facts["total"]}
        yield own.words.phrase("over", over, language)


def _left_open(one: BranchResult, own: PlanningPorts, language: str) -> Iterator[str]:
    """Yield the days that the known sights cannot fill, and that days of arrival and departure are short."""
    for town in cast("list[dict[str, Any]]", one.facts["room"]):
        days = [date.fromisoformat(day) for day in town["days"]]
        runs = [[days[0], days[0]]]
        for day in days[1:]:
            if day - runs[-1][1] == timedelta(days=1):
                runs[-1][1] = day
            else:
                runs.append([day, day])
        spans = [
            " – ".join(own.words.phrase("short_day", {"day": day}, language) for day in dict.fromkeys(run))
            for run in runs
        ]
        yield own.words.phrase("room_left", {"place": town["place"], "list": spans}, language)
    if not one.facts["timed"]:
        yield own.words.phrase("short_days", {}, language)


def _unknown(notes: PlanningNotes, own: PlanningPorts, language: str) -> Iterator[str]:
    if notes.command.unknown_actions:
        facts: Mapping[str, object] = {
            "names": list(notes.command.unknown_actions),
            "documents": list(document_names(ACTIONS, own, language)),
        }
        yield own.words.phrase("unknown_action", facts, language)


def _text(
    notes: PlanningNotes,
    facts: TripFacts,
    own: PlanningPorts,
    *,
    pending: tuple[Action, ...],
    have: Mapping[str, object],
    language: str,
    brief: bool,
) -> tuple[list[str], tuple[Action, ...]]:
    """Return the words of a turn that made nothing, and the documents that they offer."""
    if notes.which:
        names = document_names(pending if len(pending) > 1 else ACTIONS, own, language)
        return [own.words.phrase("which", {"documents": list(names)}, language)], notes.offered
    if notes.command.refused:
        return [own.words.phrase("refused", {}, language)], ()
    wanted: tuple[Action, ...] = tuple(a for a in (notes.asked or notes.command.mentioned) if not notes.status[a].ready)
    if wanted:
        return questions(notes, wanted, own, language), ()
    ready: tuple[Action, ...] = tuple(a for a in ACTIONS if notes.status[a].ready and (a not in have or a in pending))
    new: tuple[Action, ...] = tuple(a for a in ready if a not in notes.told)
    if brief:
        offer = {"documents": list(document_names(new, own, language)), "words": list(spells(new, own, language))}
        return (
            ([own.words.phrase("offer_short", offer, language)], new)
            if new
            else ([], notes.offered if not notes.text else ())
        )
    if ready:
        full: dict[str, object] = {
            "documents": list(document_names(ready, own, language)),
            "words": list(spells(ready, own, language)),
            "trip": trip_words(facts, own, language),
        }
        more: tuple[Action, ...] = tuple(a for a in pending if not notes.status[a].ready)
        asked = questions(notes, more, own, language) if more else []
        return [own.words.phrase("offer", full, language), *asked], ready
    if have:
        return [own.words.phrase("noted", {}, language)], ()
    return questions(notes, pending or ("checklist",), own, language), ()
