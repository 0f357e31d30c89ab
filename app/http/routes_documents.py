"""The planning documents of a conversation: checklist and budget as cards show them, their changes, and their files."""

from typing import Annotated

from fastapi import APIRouter, Body, Request, Response
from fastapi.openapi.models import Example
from pydantic import BaseModel, Field

from tripintent.app.exports.documents import FORMS, DocumentForm, DocumentKind, document_file
from tripintent.app.exports.export import ExportError
from tripintent.app.http.answering import TURN_RESPONSE, answer
from tripintent.app.http.limits import limited
from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.users import CurrentUser
from tripintent.app.http.web import CurrentWeb
from tripintent.app.planning import PlanningDocuments, PlanningView
from tripintent.state.planning.changes import Change
from tripintent.state.planning.gate import Action
from tripintent.tools.ports.planning import ChangeRefused

router = APIRouter(
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


@router.get("/{thread_id}/documents")
async def read_documents(thread_id: str, web: CurrentWeb, user: CurrentUser) -> PlanningView:
    """Return checklist and budget, ready to be drawn, and what each document still needs."""
    return await PlanningDocuments(await web.enter(thread_id, user)).view(thread_id)


@router.post("/{thread_id}/documents/changes")
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


@router.post("/{thread_id}/documents", responses=TURN_RESPONSE)
async def make_documents(
    thread_id: str, wanted: MakeDocuments, request: Request, web: CurrentWeb, user: CurrentUser
) -> Response:
    """Make documents, as a button does. What is not ready is asked for in the reply."""
    limited(request, user)
    documents = PlanningDocuments(await web.enter(thread_id, user))
    return await answer(request, web, thread_id, lambda told: documents.make(thread_id, wanted.documents, told))


@router.get(
    "/{thread_id}/documents/{kind}/exports/{form}",
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
