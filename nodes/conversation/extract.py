"""extract: the model is asked, with the rules, what was said, and the situation: it calls tools, or words its answer."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, TypedDict, cast

from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, ToolMessage
from langchain_core.messages.tool import ToolCall as AskedCall
from langgraph.constants import TAG_NOSTREAM

from tripintent.nodes.conversation.offering import papers_of, spoken_of
from tripintent.nodes.conversation.request import request_of
from tripintent.nodes.conversation.state import ConversationState, called_lately, of_turn
from tripintent.nodes.conversation.telling import HELD, Telling, check_of, heard
from tripintent.nodes.in_order import turn_today
from tripintent.nodes.limits import may_ask_model, spent_patch
from tripintent.nodes.runtime import Run, message
from tripintent.state.conversation import ASKED_TOO_OFTEN, LIMIT, Conversation
from tripintent.state.patch import Patch
from tripintent.tools.errors import LanguageUnavailable
from tripintent.tools.model.offering import as_function, offered
from tripintent.tools.model.patience import retry_after
from tripintent.tools.model.patience import telling as waiting
from tripintent.tools.ports.chat import Hiding, Talker
from tripintent.tools.ports.desk_service import AssistantPorts
from tripintent.tools.toolbox.base import Tool
from tripintent.tools.toolbox.stand import trip_facts

MOST_CALLS = 8
"""Requests to the model in one turn."""
TOO_MANY_REQUESTS = 429
_LOG = logging.getLogger(__name__)

ORDER: Mapping[str, Any] = {"name": "create_documents", "args": {}}
"""The call that answers an offer of documents."""


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
    papers = papers_of(state, ports)
    request, marks = request_of(state, stand, model, papers)
    at_hand = [*called_lately(state["messages"]), *([ORDER] if papers.get("offered") else [])]
    mine = offered(stand, documents, at_hand, ports.toolsets)
    waits = 0 if any(isinstance(one, ToolMessage) for one in of_turn(state["messages"])) else HELD
    telling = Telling(check_of(state, ports, stand), talk, f"said-{len(state['messages'])}", waits)
    try:
        reply = await _asked(model, request, mine, None if guided else telling, marks)
    except Exception as error:  # whatever a service does, the traveller's words are not lost
        if guided:
            raise
        _LOG.warning("the model gave nothing (%s: %s)", type(error).__name__, error)
        return {
            "conversation": _without(
                state, _reason(error), telling, calls=talk.calls + 1, wait=ceil(retry_after(error) or 0)
            )
        }
    usage = model.use(cast("Mapping[str, int] | None", reply.usage_metadata))
    spent = [] if guided else await spent_patch(trip, usage, ports.booking, run)
    done = ExtractUpdate(trip_intent=spent, conversation=_after(reply, talk, telling, marks, guided=guided))
    if reply.tool_calls:
        note = {"note": reply.text, **reply.additional_kwargs} if guided else {}  # said after the calls
        calls = _named(reply, state["messages"], marks)
        done["messages"] = [AIMessage(content="", tool_calls=calls, additional_kwargs=note)]
    return done


def _after(reply: AIMessage, talk: Conversation, telling: Telling, marks: Hiding, *, guided: bool) -> Conversation:
    """Return what is kept of the talk once the model has answered."""
    return talk.model_copy(
        update={
            **telling.update,
            "calls": talk.calls + 1,
            "draft": telling.rest(marks.put_back(reply.text)),
            "menu": reply.additional_kwargs.get("menu") or {},
            "wanted": spoken_of(reply) or talk.wanted,
            "foreign": bool(reply.additional_kwargs.get("foreign")),
            "beside": bool(reply.tool_calls and reply.text.strip()) and not guided,
        }
    )


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


def _without(state: ConversationState, why: str, telling: Telling | None = None, **more: int) -> Conversation:
    """Return the turn that goes on without the model: where tools ran or words were told already, those stand."""
    told = telling.update if telling else {"draft": ""}
    done = any(isinstance(one, ToolMessage) for one in of_turn(state["messages"])) or told.get("told")
    cut = why != LIMIT and not told.get("told")
    return state["conversation"].model_copy(update={**({**told, "cut": cut} if done else {"failed": why}), **more})


def _reason(error: Exception) -> str:
    """Return why a model gave nothing: what the service lacks or limits, else the kind of the error."""
    if getattr(error, "status_code", None) == TOO_MANY_REQUESTS:
        return ASKED_TOO_OFTEN
    return str(error) if isinstance(error, LanguageUnavailable) else type(error).__name__


def _named(reply: AIMessage, before: Sequence[AnyMessage], marks: Hiding) -> list[AskedCall]:
    """Return the calls with the details in the place of marks. Each gets an id of its own: some services count from one each time."""
    known = {call["id"] for one in before if isinstance(one, AIMessage) for call in one.tool_calls}
    named: list[AskedCall] = []
    for number, one in enumerate(reply.tool_calls):
        fresh = one["id"] if one["id"] and one["id"] not in known else f"call_{len(before)}_{number}"
        known.add(fresh)
        named.append({**one, "args": marks.put_back(one["args"]), "id": fresh})
    return named


async def _asked(
    model: Talker, request: list[BaseMessage], tools: list[Tool], telling: Telling | None, marks: Hiding
) -> AIMessage:
    """Return the model's reply. Its words are told as they are checked; a watcher of the graph sees none before."""
    chat = model.chat.bind_tools([as_function(one) for one in tools])
    async with asyncio.timeout(model.patience), waiting():
        if telling is None:
            reply = await chat.ainvoke(request)
        else:
            reply = await heard(chat.astream(request, config={"tags": [TAG_NOSTREAM]}), telling, marks.put_back)
    if not isinstance(reply, AIMessage) or not (reply.tool_calls or reply.text.strip()):
        raise ValueError("the model gave neither words nor a call")
    return reply
