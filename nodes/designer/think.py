"""think: a model says what comes next, tools or words; without an answer of the model the rules go on."""

import json

from langchain_core.messages import AnyMessage
from pydantic import JsonValue

from tripintent.nodes.designer.state import DesignerState, StepUpdate, itinerary_of
from tripintent.nodes.model_spending import spent_patch
from tripintent.nodes.runtime import Run
from tripintent.state.designer.itinerary import ItineraryDocument, published
from tripintent.state.designer.outcomes import segment_facts
from tripintent.state.designer.rounds import Briefing, Line, Round, told
from tripintent.state.designer.talk import DesignTurn, Event
from tripintent.tools.errors import LanguageUnavailable
from tripintent.tools.ports.designer import DesignerModel
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.registry import ToolDefinition

MOST_ROUNDS = 6
"""Rounds with tools in one turn; the next one is an answer."""


LONGEST_PLAN = 12_000
"""Characters of a plan that a model is shown whole."""


async def think(state: DesignerState, ports: Ports, run: Run) -> StepUpdate:
    """Ask the model once. What it claims to have done is said only where a tool of this turn did something."""
    turn, trip, model = state["design"], state["trip_intent"], ports.designer.model
    if model is None:
        return {"design": _stopped(turn)}
    try:
        made, use = await model.next(_briefing(state, model), _tools(state, ports), turn.rounds)
    except LanguageUnavailable:
        return {"design": _stopped(turn)}
    spent = await spent_patch(trip, use, ports, run)
    if made.calls and len(turn.rounds) < MOST_ROUNDS:
        return {"trip_intent": spent, "design": turn.model_copy(update={"rounds": (*turn.rounds, made)})}
    events = (*turn.events, _told(made, turn, state, ports))
    return {"trip_intent": spent, "design": turn.model_copy(update={"events": events, "thinks": False})}


def _stopped(turn: DesignTurn) -> DesignTurn:
    """Return the turn without the model, which is said; what needs no model of its words is worked."""
    return turn.model_copy(update={"thinks": False, "events": (*turn.events, Event(kind="model_stopped"))})


def _tools(state: DesignerState, ports: Ports) -> tuple[ToolDefinition, ...]:
    """Return what is offered: the essential ones for a first message, all later, none once the rounds are used up."""
    if len(state["design"].rounds) >= MOST_ROUNDS:
        return ()
    first = not itinerary_of(state).segments and not any(m.type == "ai" for m in state["messages"])
    return tuple(ports.designer.tools.definitions(essential=first))


def _line(message: AnyMessage) -> Line:
    if message.type != "ai":
        return Line("traveller", message.text)
    return Line("assistant", message.text, message.additional_kwargs.get("facts", {}).get("events") or ())


def _briefing(state: DesignerState, model: DesignerModel) -> Briefing:
    turn, trip = state["design"], state["trip_intent"]
    found = tuple(map(str, state["talk"].found))
    profile: dict[str, JsonValue] = {
        "travellers": trip.party.travelers.model_dump(mode="json", exclude_defaults=True),
        "constraints": trip.constraints.model_dump(mode="json", exclude_defaults=True),
    }
    return Briefing(
        text=turn.text,
        language=trip.request.language,
        today=trip.request.now_date,
        plan=_plan(itinerary_of(state)),
        profile=json.dumps(profile, ensure_ascii=False),
        history=told([_line(m) for m in state["messages"][:-1]], found, model.window),
        found=found,
    )


def _plan(document: ItineraryDocument) -> str:
    """Return the plan; of one that is long each thing in a line, with the rest behind the reading tools."""
    whole = json.dumps(published(document), ensure_ascii=False)
    if len(whole) <= LONGEST_PLAN:
        return whole
    lines = [json.dumps({"id": s.id, **segment_facts(s)}, ensure_ascii=False) for s in document.segments]
    return "\n".join(("Shortened: get_itinerary and get_segment have the rest.", *lines))


def _told(made: Round, turn: DesignTurn, state: DesignerState, ports: Ports) -> Event:
    """Return the model's words, or ours where it claims what no tool did, or never came to an end."""
    if not made.text:
        return Event(kind="model_stopped")
    claims = ports.designer.words.claims(made.text, state["trip_intent"].request.language)
    wrote = any(outcome.wrote for one in turn.rounds for outcome in one.outcomes)
    if "bought" in claims or ("changed" in claims and not wrote):
        return Event(kind="claimed", facts={"wrote": wrote})
    return Event(kind="said", facts={"text": made.text})
