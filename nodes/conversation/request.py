"""The request to the model: rules first and unchanged, what was said, this turn's calls and results, and last the situation."""

import json
from collections.abc import Mapping, Sequence

from langchain_core.messages import (
    AIMessage,
    AnyMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
    trim_messages,
)
from langchain_core.messages.utils import count_tokens_approximately

from tripintent.nodes.conversation.state import (
    ConversationState,
    cards,
    is_press,
    is_said,
    menu_of,
    of_turn,
    told_foreign,
)
from tripintent.nodes.in_order import turn_today
from tripintent.state.conversation import Conversation, Summary
from tripintent.tools.model.shortened import shortened
from tripintent.tools.model.situation import situation
from tripintent.tools.ports.chat import Hiding, Talker
from tripintent.tools.toolbox.facts import TripStand

LENGTH = 6_000
"""Characters of a message that is shown."""
FRESH, OLDER = 2, 600
"""Results of this turn that are shown whole, and characters of those before them."""


def request_of(
    state: ConversationState, stand: TripStand, model: Talker, papers: Mapping[str, object] | None = None
) -> tuple[list[BaseMessage], Hiding]:
    """Return the request: rules, the conversation, this turn's calls and results, and last the situation."""
    trip, messages = state["trip_intent"], state["messages"]
    turn = [one for one in of_turn(messages) if isinstance(one, ToolMessage) or (one.type == "ai" and not one.text)]
    shown, menu = cards(messages), {} if state["conversation"].behind else menu_of(messages)
    wrote = "" if model.rules else state["conversation"].wrote
    reads = {"writes": wrote, "told_foreign": told_foreign(messages)} if wrote else {}
    now = situation(
        stand,
        trip,
        state.get("documents") or {},
        shown,
        {"menu": menu, **reads, **(papers or {})},
        longest=model.longest,
        each_once=bool(model.rules),
    )
    before, part = history_of(state, model.history), state["turn"].part
    if before and is_press(talk_of(state)[-1]):  # its words are the control's
        before[-1] = HumanMessage("")
    elif before and part and before[-1].type == "human":  # of a message at a desk the words that are the trip's
        before[-1] = HumanMessage(part)
    marks = marks_of(state, model)
    fresh = [n for n, one in enumerate(turn) if isinstance(one, ToolMessage)][-FRESH if model.rules else 0 :]
    calls = [_bare(one, whole=n in fresh) for n, one in enumerate(turn)]
    summary = (state.get("summary") or Summary()).text
    earlier = [HumanMessage(f"<earlier>\n{summary}\n</earlier>")] if summary else []
    shown_talk = [*earlier, *before, *calls, HumanMessage(now + _told(state["conversation"]))]
    return [SystemMessage(model.rules), *(_hidden(one, marks) for one in shown_talk)], marks


def marks_of(state: ConversationState, model: Talker) -> Hiding:
    """Return the marks that stand in the place of personal details of the whole conversation."""
    trip = state["trip_intent"]
    said = [one.text for one in state["messages"] if _is_talk(one)]
    return model.marking(said, trip, turn_today(trip), model.personal)


def talk_of(state: ConversationState) -> list[AnyMessage]:
    """Return what was said by both sides and is in no summary yet."""
    said = [one for one in state["messages"] if _is_talk(one)]
    last = (state.get("summary") or Summary()).last
    behind = next((n for n, one in enumerate(said, 1) if last and one.id == last), 0)
    return said[behind:]


def history_of(state: ConversationState, budget: int) -> list[BaseMessage]:
    """Return what was said, as far as it fits: nothing is cut off where the oldest is summarised in time."""
    talk = [short(one) for one in talk_of(state)]
    kept = trim_messages(talk[:-1], max_tokens=budget, token_counter=count_tokens_approximately, strategy="last")
    return [*kept, *talk[-1:]]


def _told(talk: Conversation) -> str:
    """Return what the model has to know of its own words of this turn."""
    now = ""
    if talk.told:
        now += f"\nIn this turn you have told the traveller: “{talk.told.strip()}” Go on behind it; say nothing of it again."
    if talk.strays:
        now += f"\nYour last words held what no fact supports: {', '.join(talk.strays)}. Say it again without, or look it up."
    return now


def _is_talk(message: AnyMessage) -> bool:
    return message.type == "human" or is_said(message)


def short(message: AnyMessage) -> BaseMessage:
    """Return what somebody said, without what pages keep beside it."""
    kind = HumanMessage if message.type == "human" else AIMessage
    return kind(content=message.text[-LENGTH:], id=message.id)


def _bare(message: AnyMessage, *, whole: bool) -> BaseMessage:
    """Return a call or its result; an older result in short: the situation says what is now."""
    if isinstance(message, ToolMessage):
        text = message.text if whole or len(message.text) <= OLDER else _in_short(message.text)
        return ToolMessage(content=text, tool_call_id=message.tool_call_id)
    calls = message.tool_calls if isinstance(message, AIMessage) else []
    return AIMessage(content="", tool_calls=calls, additional_kwargs=message.additional_kwargs)


def _in_short(result: str) -> str:
    try:
        return shortened(json.loads(result), OLDER)
    except ValueError:  # stored by an earlier version, which cut it
        return result


def _hidden(message: BaseMessage, marks: Hiding) -> BaseMessage:
    hidden: dict[str, object] = {"content": marks.hidden(str(message.text))}
    if isinstance(message, AIMessage) and message.tool_calls:
        hidden["tool_calls"] = [{**one, "args": _marked(one["args"], marks)} for one in message.tool_calls]
    return message.model_copy(update=hidden)


def _marked(value: object, marks: Hiding) -> object:
    if isinstance(value, str):
        return marks.hidden(value)
    if isinstance(value, dict):
        return {name: _marked(one, marks) for name, one in value.items()}
    return [_marked(one, marks) for one in value] if isinstance(value, Sequence) else value
