"""work, look and result: the model's calls are worked one after the other, each on the state after the one before, and answered."""

import json
from collections.abc import Mapping
from typing import Any, TypedDict

from langchain_core.messages import AnyMessage, ToolMessage
from langchain_core.messages.tool import ToolCall as AskedCall
from langgraph.config import get_stream_writer

from tripintent.nodes.booking.apply import acted, scene_of
from tripintent.nodes.booking.facts.news import carded
from tripintent.nodes.conversation.state import ConversationState, unanswered
from tripintent.nodes.runtime import Run
from tripintent.state.acts import Called, Outcome
from tripintent.state.conversation import Conversation
from tripintent.state.events import ToolCall
from tripintent.state.turn import Turn
from tripintent.tools.model.shortened import as_json, shortened
from tripintent.tools.ports.desk_service import AssistantPorts
from tripintent.tools.toolbox.screen_facts import CancellationQuote, ChangeQuote
from tripintent.tools.toolbox.stand import became, trip_facts
from tripintent.tools.toolbox.toolbox import by_name

TOLD = 2_000
"""Characters of a result that a door is told."""
LONGEST = 8_000
"""Characters of a result; one that is longer is shown in part, and says so."""


def _told(asked: AskedCall) -> None:
    """Tell doors that stream which tool is called: they show it as an event of theirs."""
    arguments = json.dumps(asked["args"], ensure_ascii=False)
    get_stream_writer()({"tool_call": {"id": str(asked["id"]), "name": asked["name"], "arguments": arguments}})


class WorkUpdate(TypedDict):
    """Channels that ``work`` updates."""

    event: dict[str, Any]
    turn: Turn


async def work(state: ConversationState, ports: AssistantPorts, run: Run) -> WorkUpdate:
    """Put the next call on its way, as the event of a click."""
    asked = unanswered(state["messages"])[0]
    _told(asked)
    named = {"name": asked["name"][:80], "call_id": str(asked["id"])[:80]}
    event = {"type": "TOOL_CALL", "arguments": asked["args"], **named}
    return {"event": event, "turn": state["turn"].model_copy(update={"part": "", "called": ()})}


class LookUpdate(TypedDict):
    """Channels that ``look`` updates."""

    turn: Turn


async def look(state: ConversationState, ports: AssistantPorts, run: Run) -> LookUpdate:
    """Work a READ tool on the trip as it is now; a tool that is not there is answered with those that are."""
    asked = unanswered(state["messages"])[0]
    scene = scene_of(state["trip_intent"], ports.booking, run)
    scene = scene.seeing(state.get("documents") or {}, ports.planning)
    act = await acted(ToolCall(name=asked["name"][:80], arguments=asked["args"]), scene)
    called = Called(call_id=str(asked["id"])[:80], name=asked["name"][:80], outcome=act.outcome)
    return {"turn": state["turn"].model_copy(update={"called": (called,)})}


class ResultUpdate(TypedDict, total=False):
    """Channels that ``result`` updates."""

    messages: list[AnyMessage]
    conversation: Conversation


async def result(state: ConversationState, ports: AssistantPorts, run: Run) -> ResultUpdate:
    """Answer the call with what came of it."""
    asked = unanswered(state["messages"])[0]
    unworked = Outcome.refused("it was not worked: look at the situation, and try another way")
    found = next((one.outcome for one in state["turn"].called if one.call_id == str(asked["id"])[:80]), unworked)
    found = became(asked["name"], found, state["trip_intent"])
    facts = {"ok": found.ok, **found.model_dump(mode="json", exclude_defaults=True)}
    text = as_json(facts) if ports.model is None else shortened(facts, LONGEST)
    told = shortened(facts, TOLD)
    answer = {"id": str(asked["id"]), "name": asked["name"], "success": found.ok, "result": told}
    get_stream_writer()({"tool_result": answer})
    stand = await trip_facts(state["trip_intent"], ports.booking)
    artifact = stand.model_dump(mode="json")
    answered = ToolMessage(content=text, tool_call_id=str(asked["id"]), name=asked["name"], artifact=artifact)
    talk, tool = state["conversation"], by_name().get(asked["name"])
    went = found.ok and not found.rejected and not found.assumed and tool is not None and tool.effect != "READ"
    return {
        "messages": [answered, *_quote(asked["name"], found, state, ports)],
        "conversation": talk.model_copy(update={"beside": talk.beside and went}),
    }


_QUOTES: Mapping[str, type[ChangeQuote | CancellationQuote]] = {
    "quote_change": ChangeQuote,
    "quote_cancellation": CancellationQuote,
}


def _quote(name: str, found: Outcome, state: ConversationState, ports: AssistantPorts) -> list[AnyMessage]:
    """Return the card of what a change or a cancellation would cost; none where nothing was quoted."""
    kind = _QUOTES.get(name)
    if kind is None or not (found.facts.get("options") or found.facts.get("lines")):
        return []
    return [carded(kind.model_validate(found.facts), state["trip_intent"], ports.booking, "quote", {})]
