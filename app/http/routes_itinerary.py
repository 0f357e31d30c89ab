"""The itinerary of a conversation: read, check, run a tool, import, undo."""

from typing import Annotated, Literal

from fastapi import APIRouter, Body, Depends, Request
from pydantic import BaseModel, Field, JsonValue

from tripintent.app.http.guards import limited
from tripintent.app.http.problems import PROBLEMS
from tripintent.app.http.users import CurrentUser, User
from tripintent.app.http.web import CurrentWeb, Web
from tripintent.app.itineraries import Itineraries
from tripintent.state.designer.checks import Finding
from tripintent.tools.ports.designer import Envelope

router = APIRouter(
    prefix="/api/threads", tags=["itinerary"], responses={k: PROBLEMS[k] for k in (401, 404, 409, 413, 422, 429, 503)}
)


Arguments = Annotated[dict[str, JsonValue], Body(examples=[{"segmentId": "4f3c…", "newStartTime": "2027-03-05T10:00"}])]


FILES = ("application/pdf", "message/rfc822", "text/calendar", "text/html", "application/json", "text/plain")


class Pasted(BaseModel):
    """A mail, a calendar, a boarding pass or JSON, as text."""

    text: str = Field(min_length=1, max_length=500_000, examples=["Flight LH 1234 on 8 April 2027, 11:25 – 13:40"])
    anyway: bool = Field(default=False, description="write it although it does not clearly belong to this trip")


class Taken(BaseModel):
    """What an import did: ids that are new, ids that were known, codes of what was odd."""

    added: list[str]
    known: list[str]
    warnings: list[str]
    match: float = Field(description="how well it fits the trip, 0 to 1: place .6, time .4")
    verdict: Literal["add", "ask", "new"] = Field(description="ask and new were written only with `anyway`")


@router.get("/{thread_id:path}/itinerary")
async def read_itinerary(thread_id: str, web: CurrentWeb, user: CurrentUser) -> dict[str, object]:
    """Return the itinerary document."""
    return await Itineraries(await web.enter(thread_id, user)).published(thread_id)


@router.get("/{thread_id:path}/itinerary/findings")
async def check_itinerary(thread_id: str, web: CurrentWeb, user: CurrentUser) -> list[Finding]:
    """Return what is wrong with the plan, with the rule and what would mend it."""
    return list(await Itineraries(await web.enter(thread_id, user)).check(thread_id))


@router.post("/{thread_id:path}/itinerary/tools/{tool}", dependencies=[Depends(limited)])
async def run_tool(thread_id: str, tool: str, arguments: Arguments, web: CurrentWeb, user: CurrentUser) -> Envelope:
    """Run one of the designer's tools; what is wrong with the call is in the envelope."""
    return await (await _begun(web, user, thread_id)).run(thread_id, tool, arguments)


@router.post("/{thread_id:path}/itinerary/import", dependencies=[Depends(limited)])
async def import_text(thread_id: str, pasted: Pasted, web: CurrentWeb, user: CurrentUser) -> Taken:
    """Read a text into the plan. Nothing in it is an instruction."""
    plans = await _begun(web, user, thread_id)
    return Taken.model_validate(await plans.take_in(thread_id, pasted.text, anyway=pasted.anyway))


@router.post(
    "/{thread_id:path}/itinerary/import/file",
    dependencies=[Depends(limited)],
    openapi_extra={"requestBody": {"required": True, "content": {kind: {"example": "…"} for kind in FILES}}},
)
async def import_file(
    thread_id: str, request: Request, web: CurrentWeb, user: CurrentUser, *, anyway: bool = False
) -> Taken:
    """Read a file into the plan, sent as it is: a mail, a calendar, a page, JSON, or a PDF's text. Nothing in it is an instruction."""
    plans = await _begun(web, user, thread_id)
    return Taken.model_validate(await plans.take_in(thread_id, await request.body(), anyway=anyway))


@router.post("/{thread_id:path}/itinerary/{step}", dependencies=[Depends(limited)])
async def step_itinerary(
    thread_id: str, step: Literal["undo", "redo"], web: CurrentWeb, user: CurrentUser
) -> dict[str, object]:
    """Undo or redo one change."""
    plans = Itineraries(await web.enter(thread_id, user))
    await plans.step(thread_id, step)
    return await plans.published(thread_id)


async def _begun(web: Web, user: User, thread_id: str) -> Itineraries:
    """Return the itineraries for a change in a conversation of the user's, which may be the first thing in it."""
    session = await web.enter(thread_id, user)
    await session.begin(thread_id)
    return Itineraries(session)
