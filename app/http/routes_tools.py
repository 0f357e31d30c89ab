"""The toolbox: which tools there are, and a call of one on a conversation."""

from typing import Annotated, Literal

from fastapi import APIRouter, Body, Request
from pydantic import BaseModel, Field, JsonValue

from tripintent.app.calls import call
from tripintent.app.http.guards import limited
from tripintent.app.http.problems import PROBLEMS
from tripintent.app.http.users import CurrentUser
from tripintent.app.http.web import CurrentWeb
from tripintent.app.replies import CallReply
from tripintent.tools.toolbox.toolbox import tools

tools_router = APIRouter(prefix="/api/tools", tags=["tools"], responses={k: PROBLEMS[k] for k in (401, 503)})
calls_router = APIRouter(
    prefix="/api/threads", tags=["tools"], responses={k: PROBLEMS[k] for k in (400, 401, 404, 409, 413, 422, 429, 503)}
)


class ToolView(BaseModel):
    """One tool as a model reads it."""

    name: str
    toolset: str
    effect: Literal["READ", "WRITE", "GATED"] = Field(
        description="READ touches nothing; GATED only after the traveller's own message or click"
    )
    description: str
    arguments: dict[str, JsonValue] = Field(description="JSON schema of the arguments")


class NewCall(BaseModel):
    """A call of a tool."""

    name: str = Field(max_length=80, examples=["choose"])
    arguments: dict[str, JsonValue] = {}
    said: str = Field(
        default="",
        max_length=200,
        description="what a pressed control says: it is shown as the traveller's line, and the next question is there",
    )


CALLS = {
    "choose": {"value": {"name": "choose", "arguments": {"option": "1"}}},
    "buy": {"value": {"name": "request_purchase"}},
}


@tools_router.get("")
async def list_tools(user: CurrentUser) -> list[ToolView]:
    """List the tools of the toolbox with their schemas."""
    del user
    return [
        ToolView(
            name=one.name, toolset=one.toolset, effect=one.effect, description=one.description, arguments=one.schema()
        )
        for one in tools()
    ]


@calls_router.post("/{thread_id:path}/calls")
async def call_tool(
    thread_id: str,
    wanted: Annotated[NewCall, Body(openapi_examples=CALLS)],
    request: Request,
    web: CurrentWeb,
    user: CurrentUser,
) -> CallReply:
    """Call one tool. What is wrong with name or arguments is in `rejected`, with what would be right; approvals are no tool."""
    limited(request, user)
    session = await web.enter(thread_id, user)
    return await web.turns.result(
        thread_id,
        lambda told: call(session, thread_id, wanted.name, wanted.arguments, said=wanted.said, on_progress=told),
        guest=bool(user.address),
    )
