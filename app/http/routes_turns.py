"""What a traveller sends: words, events, calls of the toolbox, and going on after a crash; and the answer to it.

It is one JSON document, or a stream of what happens, whichever the client accepts.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Body, Depends, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, Field, JsonValue

from tripintent.app.calls import call
from tripintent.app.http.guards import limited
from tripintent.app.http.problems import DOCUMENTED, PROBLEMS, Problem, problem_of
from tripintent.app.http.reading import snapshot_of
from tripintent.app.http.users import CurrentUser, current_user
from tripintent.app.http.views import TurnView, said_view, turn_view
from tripintent.app.http.web import CurrentWeb, Web, Work, closing
from tripintent.app.replies import CallReply, Door
from tripintent.app.results import Progress, ShownMessage, ToolAnswered, ToolCalled, TurnEvent, TurnResult, Writing
from tripintent.app.running import closed_card
from tripintent.state.events import PublicEvent, ToolCall
from tripintent.state.frozen import Exact
from tripintent.tools.toolbox.toolbox import by_name, tools, unknown_tool

STREAM = "text/event-stream"
HAPPENS = {Progress: "progress", ToolCalled: "tool_call", ToolAnswered: "tool_result"}
TURN_RESPONSE: dict[int | str, dict[str, object]] = {
    200: {"model": TurnView, "description": DOCUMENTED["turn"], "content": {STREAM: {"example": DOCUMENTED["stream"]}}}
}


async def answer(request: Request, web: Web, thread: str, work: Work) -> Response:
    """Run a turn and answer. What is refused before the turn begins is an ordinary refusal, in a stream too."""
    guest = bool(request.state.user.address)
    if STREAM not in request.headers.get("accept", ""):
        try:
            result = await web.turns.result(thread, work, guest=guest)
        except asyncio.CancelledError as error:  # the server does not wait for the answer any longer
            raise closing("look at the conversation again in a moment.") from error
        return JSONResponse(turn_view(result).model_dump(mode="json", by_alias=True))
    happenings = web.turns.run(thread, work, guest=guest)
    first = await anext(happenings)
    return StreamingResponse(_frames(first, happenings), media_type=STREAM, headers={"x-accel-buffering": "no"})


async def _frames(first: TurnEvent | TurnResult, rest: AsyncIterator[TurnEvent | TurnResult]) -> AsyncIterator[str]:
    yield _told(first)
    try:
        async for happening in rest:
            yield _told(happening)
    except Exception as error:  # noqa: BLE001 - the response has begun: the refusal is its last event
        problem = problem_of(error)
        yield _frame("problem", {"title": problem.code, "status": problem.status_code, "detail": problem.detail})


def _told(happening: TurnEvent | TurnResult) -> str:
    if isinstance(happening, Writing):
        return _frame("writing", {"text": happening.text})
    if isinstance(happening, Progress | ToolCalled | ToolAnswered):
        return _frame(HAPPENS[type(happening)], vars(happening))
    if isinstance(happening, ShownMessage):
        return _frame("message", said_view(happening))
    view = turn_view(happening)
    waiting = _frame("interrupt", view.pending) if view.pending else ""
    return waiting + _frame("done", view)


def _frame(event: str, data: BaseModel | dict[str, object]) -> str:
    text = data.model_dump_json(by_alias=True) if isinstance(data, BaseModel) else json.dumps(data, default=str)
    return f"event: {event}\ndata: {text}\n\n"


REFUSALS: dict[int | str, dict[str, object]] = {k: PROBLEMS[k] for k in (400, 401, 404, 409, 413, 422, 429, 503)}
router = APIRouter(prefix="/api/threads", tags=["turns"], responses={**TURN_RESPONSE, **REFUSALS})


class NewMessage(Exact):
    """Words of the traveller."""

    id: UUID | None = Field(default=None, description="of your own: what is sent again with it is not worked again")
    text: str = Field(examples=["From Munich to Lisbon on 10 December 2026, back on the 14th, two adults"])
    said: str = Field(
        default="",
        max_length=200,
        description="what a pressed answer says, where `text` is its id: it is shown as the traveller's own line",
    )


@router.post("/{thread_id:path}/messages")
async def send_message(
    thread_id: str, message: NewMessage, request: Request, web: CurrentWeb, user: CurrentUser
) -> Response:
    """Send words. While an approval waits they are understood as any others; a question is answered, a change is made."""
    limited(request, user)
    session = await (web.enter if user.is_local else web.enter_or_begin)(thread_id, user)
    name = str(message.id) if message.id else None
    say = partial(session.say, thread_id, message.text, said=message.said, message_id=name)
    return await answer(request, web, thread_id, lambda told: say(on_progress=told))


@router.post("/{thread_id:path}/events")
async def send_event(
    thread_id: str,
    event: Annotated[PublicEvent, Body(openapi_examples=DOCUMENTED["events"])],
    request: Request,
    web: CurrentWeb,
    user: CurrentUser,
) -> Response:
    """Send a typed event instead of words."""
    limited(request, user)
    if isinstance(event, ToolCall) and event.name not in by_name():
        raise Problem(422, "bad_event", f"{event.name}: {unknown_tool(event.name).rejected[0].why}")
    session = await (web.enter if user.is_local else web.enter_or_begin)(thread_id, user)
    fields = {**event.model_dump(), "said": event.said}
    return await answer(request, web, thread_id, lambda told: session.event(thread_id, fields, on_progress=told))


@router.post("/{thread_id:path}/continue")
async def go_on(thread_id: str, request: Request, web: CurrentWeb, user: CurrentUser) -> Response:
    """Go on with a turn that was cut off (`cut_off` of the thread), from its last stored step."""
    limited(request, user)
    session = await web.enter(thread_id, user)
    snapshot = await snapshot_of(session, thread_id)
    waits = snapshot.interrupts and await closed_card(snapshot, session.ports.desk) is None
    if not snapshot.next or waits:
        raise Problem(409, "nothing_to_continue", "Nothing was cut off in this conversation: nothing was done.")
    return await answer(request, web, thread_id, lambda told: session.go_on(thread_id, on_progress=told))


tools_router = APIRouter(prefix="/api/tools", tags=["tools"], responses={k: PROBLEMS[k] for k in (401, 503)})
calls_router = APIRouter(prefix="/api/threads", tags=["tools"], responses=REFUSALS)


class ToolView(BaseModel):
    """One tool as a model reads it."""

    name: str
    toolset: str
    effect: Literal["READ", "WRITE", "GATED"] = Field(
        description="GATED only after the traveller's own message or click"
    )
    description: str
    arguments: dict[str, JsonValue] = Field(description="JSON schema of the arguments")


class NewCall(Exact):
    """A call of a tool."""

    name: str = Field(max_length=80, examples=["choose"])
    arguments: dict[str, JsonValue] = Field(default={})
    said: str = Field(
        default="",
        max_length=200,
        description="what a pressed control says: it is shown as the traveller's line, and the next question is there",
    )


@tools_router.get("", dependencies=[Depends(current_user)])
async def list_tools() -> list[ToolView]:
    """List the tools of the toolbox with their schemas."""
    return [
        ToolView(
            name=one.name, toolset=one.toolset, effect=one.effect, description=one.description, arguments=one.schema()
        )
        for one in tools()
    ]


@calls_router.post("/{thread_id:path}/calls")
async def call_tool(
    thread_id: str,
    wanted: Annotated[NewCall, Body(openapi_examples=DOCUMENTED["calls"])],
    request: Request,
    web: CurrentWeb,
    user: CurrentUser,
) -> CallReply:
    """Call one tool. What is wrong with name or arguments is in `rejected`, with what would be right; approvals are no tool."""
    limited(request, user)
    session = await (web.enter if user.is_local else web.enter_or_begin)(thread_id, user)
    door = Door(page=f"{web.settings.base_url}/approvals")
    work = partial(call, session, thread_id, wanted.name, wanted.arguments, said=wanted.said, door=door)
    return await web.turns.result(thread_id, lambda told: work(on_progress=told), guest=bool(user.address))
