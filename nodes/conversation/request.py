"""The request to the model: rules first and unchanged, what was said, this turn's calls and results, and last the situation."""

import json
from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from tripintent.nodes.conversation.state import ConversationState, cards, is_said, menu_of, of_turn
from tripintent.nodes.in_order import turn_today
from tripintent.tools.model.shortened import shortened
from tripintent.tools.model.situation import situation
from tripintent.tools.ports.chat import Hiding, Talker
from tripintent.tools.toolbox.facts import TripStand

HISTORY, LENGTH = 16, 1_500
"""Earlier messages that are shown, and characters of each."""
FRESH, OLDER = 2, 600
"""Results of this turn that are shown whole, and characters of those before them."""


def request_of(state: ConversationState, stand: TripStand, model: Talker) -> tuple[list[BaseMessage], Hiding]:
    """Return the request: rules, the conversation, this turn's calls and results, and last the situation."""
    trip, messages = state["trip_intent"], state["messages"]
    turn = [one for one in of_turn(messages) if isinstance(one, ToolMessage) or (one.type == "ai" and not one.text)]
    shown, menu = cards(messages), menu_of(messages)
    now = situation(stand, trip, state.get("documents") or {}, shown, menu=menu, longest=model.longest)
    talk = state["conversation"]
    if talk.told:
        now += f"\nIn this turn you have told the traveller: “{talk.told.strip()}” Go on behind it; say nothing of it again."
    if talk.strays:
        now += f"\nYour last words held what stands in no fact: {', '.join(talk.strays)}. Say it again without, or look it up."
    before = [one for one in messages if one.type == "human" or is_said(one)]
    talk_before = [_short(one) for one in before[-HISTORY:]]
    part = state["turn"].part
    if talk_before and part and talk_before[-1].type == "human":  # of a message at a desk the words that are the trip's
        talk_before[-1] = HumanMessage(part[-LENGTH:])
    marks = model.marking([str(one.text) for one in before], trip, turn_today(trip), model.personal)
    fresh = [n for n, one in enumerate(turn) if isinstance(one, ToolMessage)][-FRESH if model.rules else 0 :]
    shown_talk = [*talk_before, *(_bare(one, whole=n in fresh) for n, one in enumerate(turn)), HumanMessage(now)]
    return [SystemMessage(model.rules), *(_hidden(one, marks) for one in shown_talk)], marks


def _short(message: AnyMessage) -> BaseMessage:
    """Return what somebody said, without what pages keep beside it."""
    kind = HumanMessage if message.type == "human" else AIMessage
    return kind(content=message.text[-LENGTH:])


def _bare(message: AnyMessage, *, whole: bool) -> BaseMessage:
    """Return a call or its result; an older result in short: the situation says what is now."""
    if isinstance(message, ToolMessage):
        text = message.text if whole or len(message.text) <= OLDER else _in_short(message.text)
        return ToolMessage(content=text, tool_call_id=message.tool_call_id)
    return AIMessage(content="", tool_calls=message.tool_calls if isinstance(message, AIMessage) else [])


def _in_short(result: str) -> str:
    try:
        return shortened(json.loads(result), OLDER)
    except ValueError:  # stored by an earlier version, which cut it
        return result


def _hidden(message: BaseMessage, marks: Hiding) -> BaseMessage:
    hidden: dict[str, Any] = {"content": marks.hidden(str(message.text))}
    if isinstance(message, AIMessage) and message.tool_calls:
        hidden["tool_calls"] = [{**one, "args": _marked(one["args"], marks)} for one in message.tool_calls]
    return message.model_copy(update=hidden)


def _marked(value: Any, marks: Hiding) -> Any:
    if isinstance(value, str):
        return marks.hidden(value)
    if isinstance(value, dict):
        return {name: _marked(one, marks) for name, one in value.items()}
    return [_marked(one, marks) for one in value] if isinstance(value, Sequence) else value
