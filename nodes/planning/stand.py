"""stand and offer: beside another system's reply, what each document still needs, and one line when one has become possible."""

import asyncio
from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.journey import taken_in
from tripintent.nodes.planning.aggregate import remark
from tripintent.nodes.planning.classify import check, classify
from tripintent.nodes.planning.follow import follow
from tripintent.nodes.planning.make import make_budget, make_checklist, make_itinerary
from tripintent.nodes.planning.publish import keep
from tripintent.nodes.planning.replying import reply
from tripintent.nodes.planning.state import PlanningState
from tripintent.nodes.planning.tell import about
from tripintent.nodes.runtime import Run
from tripintent.state.document import TripDocuments
from tripintent.state.operations import Act
from tripintent.state.planning.command import Command
from tripintent.state.planning.facts import facts_of
from tripintent.state.planning.notes import PlanningNotes
from tripintent.state.reading import Reading
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports


class StandUpdate(TypedDict, total=False):
    """Channels that ``stand`` updates."""

    messages: list[AnyMessage]
    planning: PlanningNotes
    documents: TripDocuments


async def stand(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> StandUpdate:
    """Check all three documents after every message. Without the setting that makes them at once, nothing is made here.

    A document is offered once, by ``offer``: when a later message made it possible, else when the trip is booked. What is said here is an
    outcome itself: documents made at once or changed behind a booking, and the answer to a passport that was named.
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
    return {"planning": _offered(state["trip_intent"], earlier, notes), "messages": rules}


def _offered(trip: TripIntent, earlier: PlanningNotes, notes: PlanningNotes) -> PlanningNotes:
    """Return the notes with what the reply began with; what only its outcome made possible is offered before the next one."""
    told = tuple(dict.fromkeys((*notes.told, *earlier.saying)))
    ready = any(one.ready and action not in told for action, one in notes.status.items())
    due = ready and not earlier.saying and (trip.status.state == "completed" or became_ready(earlier, notes))
    return notes.model_copy(update={"told": told, "offered": earlier.saying, "saying": (), "due": due})


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


class OfferUpdate(TypedDict, total=False):
    """Channels that ``offer`` updates."""

    messages: list[AnyMessage]
    planning: PlanningNotes


async def offer(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> OfferUpdate:
    """Offer what these words make possible, or what the turn before did. A first message is not talked over.

    The journey is looked at as it will be; nothing of it is written here.
    """
    earlier = state.get("planning") or PlanningNotes()
    said = state.get("reading") or Reading()
    if not earlier.status or own.at_once or any(isinstance(one, Act) for one in said.operations):
        return {}  # an order is carried out, and not talked over: what it makes possible is offered with the next words
    ahead: PlanningState = {**state, "trip_intent": await _ahead(state, ports)}
    heard = await classify(ahead, ports, own, run)
    bare = heard["planning"].model_copy(update={"command": Command()})
    checked = await check({**ahead, "planning": bare}, ports, own, run)
    if not (earlier.due or became_ready(earlier, checked["planning"])):
        return {}
    offered = await remark({**ahead, **checked, "results": ()}, ports, own, run)
    told = earlier.model_copy(update={"due": False, "saying": offered["planning"].offered})
    return {"planning": told, "messages": offered.get("messages", [])}


def became_ready(earlier: PlanningNotes, notes: PlanningNotes) -> bool:
    """Tell whether the checklist, or a document that was asked for, waited for something that this message said."""
    waited = [earlier.status.get(action) for action in ("checklist", *notes.pending)]
    now = [notes.status[action].ready for action in ("checklist", *notes.pending)]
    return any(before is not None and not before.ready and ready for before, ready in zip(waited, now, strict=True))


async def _ahead(state: PlanningState, ports: Ports) -> TripIntent:
    """Return the trip with what the booking's part of the message says of the journey."""
    trip, reading = state["trip_intent"], state.get("reading") or Reading()
    said = reading.part("BOOKING").journey
    return (await taken_in(trip, said, reading, ports)).trip if said and trip.trip_id else trip
