"""stand: beside another system's reply, what each document still needs, and one line when one has become possible."""

import asyncio
import re
from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.planning.aggregate import remark
from tripintent.nodes.planning.check import check
from tripintent.nodes.planning.classify import beside, classify, parts_read
from tripintent.nodes.planning.days import ENTRIES
from tripintent.nodes.planning.follow import follow
from tripintent.nodes.planning.make import make_budget, make_checklist, make_itinerary
from tripintent.nodes.planning.publish import keep
from tripintent.nodes.planning.replying import reply
from tripintent.nodes.planning.state import PlanningState, budget_of, checklist_of, itinerary_of
from tripintent.nodes.planning.tell import about
from tripintent.nodes.runtime import Run
from tripintent.state.derived import shown_ranking
from tripintent.state.designer.documents import TripDocuments
from tripintent.state.planning.command import Command
from tripintent.state.planning.facts import facts_of
from tripintent.state.planning.notes import PlanningNotes
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports

MAKES = (
    "create",
    "make",
    "generate",
    "build",
    "erstell",
    "mach",
    "crea",
    "cree",
    "haz",
    "fais",
    "faz",
    "cria",
    "fai",
    "fall",
)
"""Beginnings of the words that make something: a bare yes belongs to whoever asked last."""


_AMOUNT = re.compile(r"\d")


class StandUpdate(TypedDict, total=False):
    """What stand writes."""

    messages: list[AnyMessage]
    planning: PlanningNotes
    documents: TripDocuments


async def stand(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> StandUpdate:
    """Check all three documents after every message. Without the setting that makes them at once, nothing is made here.

    A document is offered once: when a later message made it possible, else when the trip is booked. What answers a first message is not
    talked over. Documents that were made follow a booking that has changed.
    """
    earlier = state.get("planning") or PlanningNotes()
    heard = await classify(state, ports, own, run)
    bare = heard["planning"].model_copy(update={"command": Command()})
    checked = await check({**state, "planning": bare}, ports, own, run)
    notes = checked["planning"]
    rules = _entry_rules(state["trip_intent"], earlier, notes, ports, own)
    if notes.to_make:
        made = await _made_now({**state, **checked, "results": ()}, ports, own, run)
        return {**made, "messages": [*rules, *made.get("messages", [])]}
    followed = await follow({**state, **checked}, ports, own, run)
    if followed:
        return {**followed, "planning": notes, "messages": [*rules, *followed.get("messages", [])]}
    if state["trip_intent"].status.state != "completed" and not _became_ready(earlier, notes):
        return {"planning": notes, "messages": rules}
    said = await remark({**state, **checked, "results": ()}, ports, own, run)
    return {"planning": said["planning"], "messages": [*rules, *said.get("messages", [])]}


def _became_ready(earlier: PlanningNotes, notes: PlanningNotes) -> bool:
    """Tell whether the checklist, or a document that was asked for, waited for something that this message said."""
    waited = [earlier.status.get(action) for action in ("checklist", *notes.pending)]
    now = [notes.status[action].ready for action in ("checklist", *notes.pending)]
    return any(before is not None and not before.ready and ready for before, ready in zip(waited, now, strict=True))


def _entry_rules(
    trip: TripIntent, earlier: PlanningNotes, notes: PlanningNotes, ports: Ports, own: PlanningPorts
) -> list[AnyMessage]:
    """Answer a passport that is named for the first time with what it needs where the trip goes."""
    new = tuple(one for one in notes.heard.passports if one not in earlier.heard.passports)
    if not new:
        return []
    language = trip.request.language
    facts = facts_of(trip, notes.heard).model_copy(update={"passports": new})
    lines = list(about("visa", trip, facts, own, today=ports.clock.now().date(), language=language))
    countries = [own.words.phrase("country", {"country": one}, language) for one in new]
    noted = own.words.phrase("passports_noted", {"list": countries}, language)
    return [reply("\n".join(lines if facts.destinations else [noted]), "planning_facts")]


async def _made_now(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> StandUpdate:
    """Make what is ready, side by side, and save it."""
    makers = {"checklist": make_checklist, "budget": make_budget, "itinerary": make_itinerary}
    done = await asyncio.gather(*(makers[action](state, ports, own, run) for action in state["planning"].to_make))
    documents = {kind: one for update in done for kind, one in update.get("documents", {}).items()}
    made: PlanningState = {
        **state,
        "documents": {**(state.get("documents") or {}), **documents},
        "results": tuple(one for update in done for one in update.get("results", ())),
    }
    said = await remark(made, ports, own, run)
    kept = await keep(made, ports, own, run)
    return {
        "planning": said["planning"],
        "messages": said.get("messages", []),
        "documents": {**documents, **kept.get("documents", {})},
    }


def meant_for_planning(state: PlanningState, own: PlanningPorts, text: str, language: str, last: str) -> bool:
    """Say whether words are for the planning: they name a document, work on one, or answer its offer."""
    notes = state.get("planning") or PlanningNotes()
    command = own.reader.read(text, language, beside(state))
    named = {*(command.actions or ()), *command.mentioned}
    if "missing" in command.topics and not (
        notes.pending or checklist_of(state)
    ):  # what the search lacks is the booking's
        command = command.model_copy(update={"topics": tuple(one for one in command.topics if one != "missing")})
    asks = _asks_fact(state["trip_intent"], own, command, text, last) or bool(notes.spoken and command.topics)
    if last == "DESIGNER" and _begun(state):  # "make it now" is said to the plan that is being talked into shape
        ready = notes.status.get("itinerary")
        bare = command.trigger and ready is not None and ready.ready and _ours_to_plan(state)
        return (
            bool(named - {"itinerary"})
            or (bool(named) and bare)
            or (asks and "?" in text and not {"distance", "missing"} & set(command.topics))
        )
    if named == {"itinerary"}:
        ready = notes.status.get("itinerary")
        return last == "PLANNING" or (command.trigger and ready is not None and ready.ready)
    if named == {"budget"} and not command.actions and _AMOUNT.search(text) and last == "BOOKING":
        named = set()  # "budget 2500 dollars" limits what is searched for; it asks for no document
    if (
        named
        or command.edits
        or ((command.expenses or command.strikes) and (last == "PLANNING" or state.get("documents")))
        or command.split
        or (command.amounts and (last == "PLANNING" or budget_of(state)))
        or command.budget_question
        or command.unknown_actions
    ):
        return True
    if command.trigger or command.loose:
        waits = bool(notes.offered or notes.pending or command.both)
        return waits and (command.both or last == "PLANNING" or any(word in text.casefold() for word in MAKES))
    if asks:
        return True
    return bool(command.interests) and (last == "PLANNING" or command.likes)


def _asks_fact(trip: TripIntent, own: PlanningPorts, said: Command, text: str, last: str) -> bool:
    """Say whether a fact is asked for that is the planning's to tell: the booking tells what is booked, and what its options hold."""
    asked = set(said.topics)
    if last != "PLANNING":
        shows = last == "BOOKING" and (shown_ranking(trip) or trip.working_memory.selected.flight_option_ids)
        of_options = {"booked", "baggage", *(() if own.knowledge.places_in(text) else ("distance",))}
        asked -= of_options if shows else {"booked"}
    return asked in ({"baggage"}, {"missing"}) or bool(asked and (trip.frame.visits or own.knowledge.places_in(text)))


def says_nothing_else(state: PlanningState, own: PlanningPorts, text: str, language: str) -> bool:
    """Say whether every part of a message asks a fact, makes a document by its name or works on one.

    Beside an approval that waits nothing is read into the trip: what is more than that, a yes above all, is the booking's.
    """
    if own.reader.read(text, language, beside(state)).format == "json":
        return True
    parts = parts_read(state, own, text, language)
    return bool(parts) and all(map(_planning_alone, parts))


def _planning_alone(said: Command) -> bool:
    """Say whether one part of a message is the planning's: a bare word to go ahead never is, and the days are the designer's to show."""
    return bool(
        set(said.mentioned) - {"itinerary"}
        or said.edits
        or said.expenses
        or said.strikes
        or said.split
        or said.budget_question
        or set(said.topics) - {"booked", "missing"}
    )


def _ours_to_plan(state: PlanningState) -> bool:
    """Tell whether the days hold nothing yet, or what a day plan wrote before."""
    found = itinerary_of(state)
    return found is None or not found.segments or ENTRIES in found.metadata


def _begun(state: PlanningState) -> bool:
    """Tell whether an itinerary of segments is being designed in this conversation."""
    found = itinerary_of(state)
    return found is not None and bool(found.destinations or found.segments)
