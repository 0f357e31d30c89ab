"""The documents of a conversation: itinerary, checklist and budget with their changes, the booked trip as a file, pictures as SVG."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Literal

from fastapi import APIRouter, Body, Depends, Request, Response
from pydantic import BaseModel, Field, JsonValue

from tripintent.app.exports import Exported, ExportError, Format, export
from tripintent.app.exports.documents import FORMS, DocumentForm, DocumentKind, document_file
from tripintent.app.http.guards import limited
from tripintent.app.http.localized import offers_shown
from tripintent.app.http.problems import DOCUMENTED, PROBLEMS, Problem
from tripintent.app.http.routes_turns import TURN_RESPONSE, answer
from tripintent.app.http.users import CurrentUser, User
from tripintent.app.http.web import CurrentWeb, Web
from tripintent.app.itineraries import Itineraries
from tripintent.app.pictures.price_time import price_time
from tripintent.app.pictures.route_map import route_map
from tripintent.app.pictures.route_of import legs_of, route_through
from tripintent.app.planning import PlanningDocuments, PlanningView
from tripintent.state.derived import current_ranking
from tripintent.state.designer.checks import Finding
from tripintent.state.frozen import Exact
from tripintent.state.planning.changes import Change
from tripintent.state.planning.gate import Action
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.designer import Envelope
from tripintent.tools.ports.planning import ChangeRefused
from tripintent.tools.ports.ports import Ports

itinerary_router = APIRouter(
    prefix="/api/threads", tags=["itinerary"], responses={k: PROBLEMS[k] for k in (401, 404, 409, 413, 422, 429, 503)}
)


Arguments = Annotated[dict[str, JsonValue], Body(examples=[{"segmentId": "4f3c…", "newStartTime": "2027-03-05T10:00"}])]


IMPORTED = ("application/pdf", "message/rfc822", "text/calendar", "text/html", "application/json", "text/plain")


class Pasted(Exact):
    """A mail, a calendar, a boarding pass or JSON, as text."""

    text: str = Field(min_length=1, max_length=500_000, examples=["Flight LH 1234 on 8 April 2027, 11:25 – 13:40"])
    anyway: bool = Field(default=False, description="write it although it does not clearly belong to this trip")


class ImportResult(BaseModel):
    """What an import did: ids that are new, ids that were known, codes of what was odd."""

    added: list[str]
    known: list[str]
    warnings: list[str]
    match: float = Field(description="how well it fits the trip, 0 to 1: place .6, time .4")
    verdict: Literal["add", "ask", "new"] = Field(description="ask and new were written only with `anyway`")


@itinerary_router.get("/{thread_id:path}/itinerary")
async def read_itinerary(thread_id: str, web: CurrentWeb, user: CurrentUser) -> dict[str, object]:
    """Return the itinerary document."""
    return await Itineraries(await web.enter(thread_id, user)).published(thread_id)


@itinerary_router.get("/{thread_id:path}/itinerary/findings")
async def check_itinerary(thread_id: str, web: CurrentWeb, user: CurrentUser) -> list[Finding]:
    """Return what is wrong with the plan, with the rule and what would mend it."""
    return list(await Itineraries(await web.enter(thread_id, user)).check(thread_id))


@itinerary_router.post("/{thread_id:path}/itinerary/tools/{tool}", dependencies=[Depends(limited)])
async def run_tool(thread_id: str, tool: str, arguments: Arguments, web: CurrentWeb, user: CurrentUser) -> Envelope:
    """Run one of the designer's tools; what is wrong with the call is in the envelope."""
    return await (await _begun(web, user, thread_id)).run(thread_id, tool, arguments)


@itinerary_router.post("/{thread_id:path}/itinerary/import", dependencies=[Depends(limited)])
async def import_text(thread_id: str, pasted: Pasted, web: CurrentWeb, user: CurrentUser) -> ImportResult:
    """Read a text into the plan. Nothing in it is an instruction."""
    plans = await _begun(web, user, thread_id)
    return ImportResult.model_validate(await plans.take_in(thread_id, pasted.text, anyway=pasted.anyway))


@itinerary_router.post(
    "/{thread_id:path}/itinerary/import/file",
    dependencies=[Depends(limited)],
    openapi_extra={"requestBody": {"required": True, "content": {kind: {"example": "…"} for kind in IMPORTED}}},
)
async def import_file(
    thread_id: str, request: Request, web: CurrentWeb, user: CurrentUser, *, anyway: bool = False
) -> ImportResult:
    """Read a file into the plan, sent as it is: a mail, a calendar, a page, JSON, or a PDF's text. Nothing in it is an instruction."""
    plans = await _begun(web, user, thread_id)
    return ImportResult.model_validate(await plans.take_in(thread_id, await request.body(), anyway=anyway))


@itinerary_router.post("/{thread_id:path}/itinerary/{step}", dependencies=[Depends(limited)])
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


documents_router = APIRouter(
    prefix="/api/threads", tags=["documents"], responses={k: PROBLEMS[k] for k in (401, 404, 409, 422, 429, 503)}
)


class MakeDocuments(Exact):
    """Documents to make."""

    documents: list[Action] = Field(min_length=1, max_length=3, examples=[["checklist"]])


@documents_router.get("/{thread_id:path}/documents")
async def read_documents(thread_id: str, web: CurrentWeb, user: CurrentUser) -> PlanningView:
    """Return checklist and budget, ready to be drawn, and what each document still needs."""
    return await PlanningDocuments(await web.enter(thread_id, user)).view(thread_id)


@documents_router.post("/{thread_id:path}/documents/changes")
async def change_documents(
    thread_id: str,
    change: Annotated[Change, Body(openapi_examples=DOCUMENTED["changes"])],
    request: Request,
    web: CurrentWeb,
    user: CurrentUser,
) -> PlanningView:
    """Tick, add, remove or move an item, set an amount, log or correct an expense. Changes made at once merge."""
    limited(request, user)
    try:
        return await PlanningDocuments(await web.enter(thread_id, user)).change(thread_id, change)
    except ChangeRefused as refused:
        raise Problem(404 if refused.code == "not_found" else 409, refused.code, str(refused)) from refused


@documents_router.post("/{thread_id:path}/documents", responses=TURN_RESPONSE)
async def make_documents(
    thread_id: str, wanted: MakeDocuments, request: Request, web: CurrentWeb, user: CurrentUser
) -> Response:
    """Make documents, as a button does. What is not ready is asked for in the reply."""
    limited(request, user)
    documents = PlanningDocuments(await web.enter(thread_id, user))
    return await answer(request, web, thread_id, lambda told: documents.make(thread_id, wanted.documents, told))


@documents_router.get(
    "/{thread_id:path}/documents/{kind}/exports/{form}",
    response_class=Response,
    responses={200: {"content": {one.media_type: {} for one in FORMS.values()}, "description": "The file."}},
)
async def read_document_file(
    thread_id: str, kind: DocumentKind, form: DocumentForm, web: CurrentWeb, user: CurrentUser
) -> Response:
    """Return the checklist, the budget or the day plan as Markdown, CSV, a page to print, or PDF."""
    return await _as_file(document_file(await web.enter(thread_id, user), thread_id, kind, form))


exports_router = APIRouter(
    prefix="/api/threads", tags=["exports"], responses={k: PROBLEMS[k] for k in (401, 404, 409, 422, 503)}
)
FILES: dict[str, object] = {
    kind: {} for kind in ("text/calendar", "application/pdf", "text/html", "application/ld+json")
}


@exports_router.get(
    "/{thread_id:path}/exports/{form}",
    response_class=Response,
    responses={200: {"content": FILES, "description": "The file."}},
)
async def read_export(thread_id: str, form: Format, web: CurrentWeb, user: CurrentUser) -> Response:
    """Return the booked trip as a calendar, a printed itinerary, a mail or structured data."""
    session = await web.enter(thread_id, user)
    return await _as_file(export(await session.trip(thread_id), form, session.acting(thread_id)))


async def _as_file(making: Awaitable[Exported]) -> Response:
    try:
        made = await making
    except ExportError as error:
        raise Problem(409, "no_export", str(error)) from error
    headers = {"content-disposition": f'attachment; filename="{made.filename}"'}
    return Response(made.content, media_type=made.media_type, headers=headers)


SVG = "image/svg+xml"
pictures_router = APIRouter(
    prefix="/api/threads", tags=["pictures"], responses={k: PROBLEMS[k] for k in (401, 404, 422, 503)}
)


async def _route(trip: TripIntent, ports: Ports) -> str:
    """Draw the way of the chosen or booked flights through their stops, or else the legs as they are wished."""
    offers = await offers_shown(trip, ports)
    flown = sorted((o for o in offers.values() if o["kind"] == "flight"), key=lambda o: str(o["depart_at"]))
    legs = tuple(leg for flight in flown for leg in route_through(flight["route"], ports.places))
    return route_map(legs or legs_of(trip, ports.places), trip.request.tag)


async def _price_time(trip: TripIntent, _: Ports) -> str:
    ranking = current_ranking(trip)
    return price_time(ranking.bundles if ranking else (), trip.working_memory.selected.bundle_id, trip.request.tag)


PICTURES: dict[str, Callable[[TripIntent, Ports], Awaitable[str]]] = {"route": _route, "price-time": _price_time}


@pictures_router.get(
    "/{thread_id:path}/pictures/{name}.svg", responses={200: {"content": {SVG: {}}, "description": "The picture."}}
)
async def read_picture(thread_id: str, name: str, web: CurrentWeb, user: CurrentUser) -> Response:
    """Return `route` (great circles on a map) or `price-time` (all ranked trips). 404 while there is nothing to draw."""
    session = await web.enter(thread_id, user)
    draw = PICTURES.get(name)
    picture = await draw(await session.trip(thread_id), session.acting(thread_id)) if draw else ""
    if not picture:
        raise Problem(404, "no_picture", f"There is no picture {name!r} of this trip; known: {', '.join(PICTURES)}.")
    return Response(picture, media_type=SVG)
