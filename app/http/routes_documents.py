"""The files of a conversation: checklist and budget with their changes, the booked trip as a file, and pictures as SVG."""

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import APIRouter, Body, Request, Response
from fastapi.openapi.models import Example
from pydantic import BaseModel, Field

from tripintent.app.exports import ExportError, Format, export
from tripintent.app.exports.documents import FORMS, DocumentForm, DocumentKind, document_file
from tripintent.app.http.guards import limited
from tripintent.app.http.localized import offers_shown
from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.routes_turns import TURN_RESPONSE, answer
from tripintent.app.http.users import CurrentUser
from tripintent.app.http.web import CurrentWeb
from tripintent.app.pictures.price_time import price_time
from tripintent.app.pictures.route_map import route_map
from tripintent.app.pictures.route_of import legs_of, route_through
from tripintent.app.planning import PlanningDocuments, PlanningView
from tripintent.state.derived import current_ranking
from tripintent.state.planning.changes import Change
from tripintent.state.planning.gate import Action
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.planning import ChangeRefused
from tripintent.tools.ports.ports import Ports

documents_router = APIRouter(
    prefix="/api/threads", tags=["documents"], responses={k: PROBLEMS[k] for k in (401, 404, 409, 422, 429, 503)}
)
CHANGES: dict[str, Example] = {
    "tick": {"value": {"op": "tick", "item": "item-passport", "checked": True}},
    "add": {"value": {"op": "add", "text": "contact lenses"}},
    "amount": {"value": {"op": "amount", "category": "budget-category-food", "amount": "400.00"}},
    "spend": {"value": {"op": "spend", "amount": "45.00", "what": "dinner", "payer": "Ana", "shared_by": ["", "Ana"]}},
}


class MakeDocuments(BaseModel):
    """Documents to make."""

    documents: list[Action] = Field(min_length=1, max_length=3, examples=[["checklist"]])


@documents_router.get("/{thread_id:path}/documents")
async def read_documents(thread_id: str, web: CurrentWeb, user: CurrentUser) -> PlanningView:
    """Return checklist and budget, ready to be drawn, and what each document still needs."""
    return await PlanningDocuments(await web.enter(thread_id, user)).view(thread_id)


@documents_router.post("/{thread_id:path}/documents/changes")
async def change_documents(
    thread_id: str,
    change: Annotated[Change, Body(openapi_examples=CHANGES)],
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
    session = await web.enter(thread_id, user)
    try:
        made = await document_file(session, thread_id, kind, form)
    except ExportError as error:
        raise Problem(409, "no_export", str(error)) from error
    headers = {"content-disposition": f'attachment; filename="{made.filename}"'}
    return Response(made.content, media_type=made.media_type, headers=headers)


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
    try:
        made = await export(await session.trip(thread_id), form, session.acting(thread_id))
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


async def _price_time(trip: TripIntent, ports: Ports) -> str:
    del ports
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
