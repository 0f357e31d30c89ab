"""Calls of the toolbox on a conversation: the one door for hosts' agents, MCP, buttons and commands.

A READ tool looks at the trip as it is now and runs no graph; a WRITE or GATED tool is one turn of the graph. Calls on a
conversation that come at the same time are worked one after the other, each on the state after the one before.
"""

from collections.abc import Mapping
from typing import Annotated, Any
from uuid import uuid4

from pydantic import Field

from tripintent.app.replies import NOWHERE, CallReply, Door
from tripintent.app.results import TurnResult
from tripintent.app.session import OnProgress, Session
from tripintent.nodes.booking.apply import acted, scene_of
from tripintent.nodes.runtime import Run
from tripintent.state.acts import Called, Outcome
from tripintent.state.events import ToolCall
from tripintent.state.trip import TripIntent
from tripintent.tools.toolbox.base import BadArguments
from tripintent.tools.toolbox.stand import became
from tripintent.tools.toolbox.toolbox import by_name, unknown_tool


async def call(
    session: Session,
    thread: str,
    name: str,
    arguments: Mapping[str, Any],
    *,
    said: str = "",
    on_progress: OnProgress | None = None,
    door: Door = NOWHERE,
) -> CallReply:
    """Work one call. What is wrong with name or arguments is in ``rejected``. Raises SessionError for a strange conversation.

    ``said`` is the text of the control that a traveller pressed for it.
    """
    tool = by_name().get(name)
    if tool is None:
        return await CallReply.of(session, thread, unknown_tool(name), door=door)
    async with session.in_order(thread):
        if tool.effect == "READ":
            return await CallReply.of(session, thread, await look(session, thread, name, arguments), door=door)
        try:
            tool.read(arguments)
        except BadArguments as error:  # the caller mends them: no turn, and no words for the traveller
            return await CallReply.of(session, thread, Outcome(ok=False, rejected=error.rejected), door=door)
        called, turn = await act(session, thread, name, arguments, said=said, on_progress=on_progress)
        return await CallReply.of(session, thread, called.outcome, turn=turn, door=door)


async def show(session: Session, thread: str, *, door: Door = NOWHERE) -> CallReply:
    """Return the state of a conversation's trip, once the calls before this one are worked. It runs no graph."""
    async with session.in_order(thread):
        return await CallReply.of(session, thread, door=door)


async def look(session: Session, thread: str, name: str, arguments: Mapping[str, object]) -> Outcome:
    """Return what a READ tool finds on a conversation; one that has not begun has an empty trip. Raises KeyError for no READ tool."""
    if by_name()[name].effect != "READ":
        raise KeyError(name)
    values = await session.values(thread)
    trip, ports = values.get("trip_intent") or TripIntent(), session.acting(thread)
    run = Run(session.context, thread, session.principal(thread))
    seen = scene_of(trip, ports, run).seeing(values.get("documents") or {}, session.planning)
    return (await acted(ToolCall(name=name, arguments=dict(arguments)), seen)).outcome


async def act(
    session: Session,
    thread: str,
    name: str,
    arguments: Mapping[str, object],
    *,
    said: str = "",
    on_progress: OnProgress | None = None,
) -> tuple[Called, TurnResult]:
    """Work a call as one turn of the conversation, and return what came of it beside the turn. ``said`` is the pressed control's text."""
    call_id = uuid4().hex[:12]
    event = {"type": "TOOL_CALL", "name": name, "arguments": dict(arguments), "call_id": call_id, "said": said}
    turn = await session.event(thread, event, on_progress=on_progress)
    unworked = Called(call_id=call_id, name=name, outcome=Outcome.refused("the call was not worked: see the messages"))
    called = next((one for one in turn.called if one.call_id == call_id), unworked)
    return called.model_copy(update={"outcome": became(name, called.outcome, turn.trip)}), turn


WISH = "Boston to Lisbon June 14 to 21, two adults, a hotel by the river"
Words = Annotated[str, Field(description="the traveller's own words, unchanged", min_length=1, examples=[WISH])]
Thread = Annotated[
    str,
    Field(
        description="the conversation, as the first result named it",
        min_length=1,
        max_length=200,
        examples=["mcp-1f0c"],
    ),
]
