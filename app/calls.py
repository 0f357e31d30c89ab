"""Calls of the toolbox on a conversation: the one door for hosts' agents, MCP, buttons and commands.

A READ tool looks at the trip as it stands and runs no graph; a WRITE or GATED tool is one turn of the graph.
"""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from tripintent.app.results import TurnResult
from tripintent.app.session import Session
from tripintent.nodes.booking.apply import acted, scene_of
from tripintent.nodes.runtime import Run
from tripintent.state.acts import Called, Outcome
from tripintent.state.events import ToolCall
from tripintent.tools.toolbox.toolbox import by_name


async def look(session: Session, thread: str, name: str, arguments: Mapping[str, Any]) -> Outcome:
    """Return what a READ tool finds on a conversation. Raises SessionError for an unknown one, KeyError for no READ tool."""
    if by_name()[name].effect != "READ":
        raise KeyError(name)
    trip, ports = await session.trip(thread), session.acting(thread)
    scene = scene_of(trip, ports, Run(session.context, thread, session.principal(thread)))
    return (await acted(ToolCall(name=name, arguments=dict(arguments)), scene)).outcome


async def act(
    session: Session, thread: str, name: str, arguments: Mapping[str, Any], *, said: str = ""
) -> tuple[Called, TurnResult]:
    """Work a call as one turn of the conversation, and return what came of it beside the turn. ``said`` is the pressed control's text."""
    call_id = uuid4().hex[:12]
    event = {"type": "TOOL_CALL", "name": name, "arguments": dict(arguments), "call_id": call_id}
    turn = await session.event(thread, event, said=said)
    unworked = Called(call_id=call_id, name=name, outcome=Outcome.refused("the call was not worked: see the messages"))
    return next((one for one in turn.called if one.call_id == call_id), unworked), turn
