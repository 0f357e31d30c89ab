"""extract: the model is asked, with the rules, what was said, and the situation: it calls tools, or words its answer."""

import asyncio
import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict, cast

from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.messages.tool import ToolCall as AskedCall

from tripintent.nodes.conversation.state import ConversationState, cards, is_said, menu_of, of_turn
from tripintent.nodes.in_order import turn_today
from tripintent.nodes.model_spending import may_ask_model, spent_patch
from tripintent.nodes.runtime import Run, message
from tripintent.state.conversation import ASKED_TOO_OFTEN, LIMIT, Conversation
from tripintent.state.patch import Patch
from tripintent.tools.errors import LanguageUnavailable
from tripintent.tools.model.patience import telling
from tripintent.tools.model.shortened import shortened
from tripintent.tools.model.situation import as_function, offered, situation
from tripintent.tools.ports.chat import Hiding, Talker
from tripintent.tools.ports.desk_service import AssistantPorts
from tripintent.tools.toolbox.facts import TripStand
from tripintent.tools.toolbox.stand import trip_facts

MOST_CALLS = 8
"""Requests to the model in one turn."""
TOO_MANY_REQUESTS = 429
HISTORY, LENGTH = 16, 1_500
"""Earlier messages that are shown, and characters of each."""
FRESH, OLDER = 2, 600
"""Results of this turn that are shown whole, and characters of those before them."""
_LOG = logging.getLogger(__name__)


class ExtractUpdate(TypedDict, total=False):
    """Channels that ``extract`` updates."""

    messages: list[AnyMessage]
    trip_intent: list[Patch]
    conversation: Conversation


async def extract(state: ConversationState, ports: AssistantPorts, run: Run) -> ExtractUpdate:
    """Ask the model once. What it cost is counted; a model that fails leaves the words to the reading without one."""
    trip, talk = state["trip_intent"], state["conversation"]
    guided = ports.model is None or talk.guided
    model = ports.guide if guided or ports.model is None else ports.model
    if model is None:
        raise ValueError("a conversation needs a model or the guide")
    if not guided and not await may_ask_model(trip, ports.booking, run):
        return {"conversation": _without(state, LIMIT)}
    if talk.calls >= MOST_CALLS:
        return {"conversation": talk.model_copy(update={"draft": ""})}
    if state["messages"][-1].type == "human" and (update := await _by_the_host(state, ports)):
        return update
    stand, documents = await trip_facts(trip, ports.booking), state.get("documents") or {}
    request, marks = _request(state, stand, model)
    mine = [one for one in offered(stand, documents) if not ports.toolsets or one.toolset in ports.toolsets]
    functions = [as_function(one) for one in mine]
    try:
        reply = await _asked(model, request, functions)
    except Exception as error:  # whatever a service does, the traveller's words are not lost
        if guided:
            raise
        _LOG.warning("the model gave nothing (%s: %s)", type(error).__name__, error)
        return {"conversation": _without(state, _reason(error), calls=talk.calls + 1)}
    usage = model.use(cast("Mapping[str, int] | None", reply.usage_metadata))
    spent = [] if guided else await spent_patch(trip, usage, ports.booking, run)
    after = talk.model_copy(
        update={
            "calls": talk.calls + 1,
            "draft": marks.put_back(reply.text),
            "menu": reply.additional_kwargs.get("menu") or {},
            "strays": talk.strays,
        }
    )
    done = ExtractUpdate(trip_intent=spent, conversation=after)
    if reply.tool_calls:
        done["messages"] = [AIMessage(content="", tool_calls=_named(reply, state["messages"], marks))]
    return done


async def _by_the_host(state: ConversationState, ports: AssistantPorts) -> ExtractUpdate:
    """Return the call and the questions of a host's own extractor; nothing where no host reads."""
    trip, messages, talk = state["trip_intent"], state["messages"], state["conversation"]
    said = [f"{'user' if one.type == 'human' else 'assistant'}: {one.text}" for one in messages if one.text]
    read = await ports.booking.language.heard(state["front"].text, trip, turn_today(trip), said[:-1])
    asked = "\n".join(read.questions)
    if not read.changes:
        return {"conversation": talk.model_copy(update={"calls": 1, "draft": asked})} if asked else {}
    call: AskedCall = {"name": "update_trip", "args": dict(read.changes), "id": f"host_{len(messages)}"}
    told: list[AnyMessage] = [message(asked, "question")] if asked else []
    called = AIMessage(content="", tool_calls=[call])
    return {"messages": [*told, called], "conversation": talk.model_copy(update={"calls": 1})}


def _without(state: ConversationState, why: str, **more: int) -> Conversation:
    """Return the turn that goes on without the model: where tools ran already, what they did stands on its cards."""
    done = any(isinstance(one, ToolMessage) for one in of_turn(state["messages"]))
    failed = {"draft": ""} if done else {"failed": why}
    return state["conversation"].model_copy(update={**failed, **more})


def _reason(error: Exception) -> str:
    """Return why a model gave nothing: what the service lacks or limits, else the kind of the error."""
    if getattr(error, "status_code", None) == TOO_MANY_REQUESTS:
        return ASKED_TOO_OFTEN
    return str(error) if isinstance(error, LanguageUnavailable) else type(error).__name__


def _named(reply: AIMessage, before: Sequence[AnyMessage], marks: Hiding) -> list[AskedCall]:
    """Return the calls with the details in the place of marks. Each gets an id of its own: some services count anew each time."""
    known = {call["id"] for one in before if isinstance(one, AIMessage) for call in one.tool_calls}
    named: list[AskedCall] = []
    for number, one in enumerate(reply.tool_calls):
        fresh = one["id"] if one["id"] and one["id"] not in known else f"call_{len(before)}_{number}"
        known.add(fresh)
        named.append({**one, "args": marks.put_back(one["args"]), "id": fresh})
    return named


async def _asked(model: Talker, request: list[BaseMessage], functions: list[dict[str, Any]]) -> AIMessage:
    async with asyncio.timeout(model.patience), telling():
        reply = await model.chat.bind_tools(functions).ainvoke(request)
    if not isinstance(reply, AIMessage) or not (reply.tool_calls or reply.text.strip()):
        raise ValueError("the model gave neither words nor a call")
    return reply


def _request(state: ConversationState, stand: TripStand, model: Talker) -> tuple[list[BaseMessage], Hiding]:
    """Return the request: rules, the conversation, this turn's calls and results, and last the situation."""
    trip, messages = state["trip_intent"], state["messages"]
    turn = [one for one in of_turn(messages) if isinstance(one, ToolMessage) or (one.type == "ai" and not one.text)]
    shown, menu = cards(messages), menu_of(messages)
    now = situation(stand, trip, state.get("documents") or {}, shown, menu=menu, longest=model.longest)
    told = state["conversation"].strays
    if told:
        now += f"\nYour last words held what stands in no fact: {', '.join(told)}. Say it again without, or look it up."
    before = [one for one in messages if one.type == "human" or is_said(one)]
    talk_before = [_short(one) for one in before[-HISTORY:]]
    part = state["turn"].part
    if talk_before and part and talk_before[-1].type == "human":  # of a message at a desk the words that are the trip's
        talk_before[-1] = HumanMessage(part[-LENGTH:])
    marks = model.marking([str(one.text) for one in before], trip, turn_today(trip), model.personal)
    fresh = [n for n, one in enumerate(turn) if isinstance(one, ToolMessage)][-FRESH if model.rules else 0 :]
    talk = [*talk_before, *(_bare(one, whole=n in fresh) for n, one in enumerate(turn)), HumanMessage(now)]
    return [SystemMessage(model.rules), *(_hidden(one, marks) for one in talk)], marks


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
