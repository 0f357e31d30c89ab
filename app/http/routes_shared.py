"""A link that shows the day plan to whoever has it: read-only, signed, and gone as soon as its owner takes it back."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field

from tripintent.app import sharing
from tripintent.app.exports.documents import document_file
from tripintent.app.http.limits import limited
from tripintent.app.http.links import SHARED, read_share, sign_share
from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.users import CurrentUser, User
from tripintent.app.http.web import CurrentWeb
from tripintent.tools.ids import new_id

router = APIRouter(tags=["sharing"], responses={k: PROBLEMS[k] for k in (401, 404, 422, 429, 503)})
READER = "link:"
"""How the subject begins for whom such a link is granted; no one signs in under it."""


class ShareLink(BaseModel):
    """Where the day plan can be read, and the grant that is taken back to end it (`DELETE …/grants/{grant_id}`)."""

    url: str = Field(examples=["http://localhost:8000/shared/WyIwYjhm…"])
    grant_id: str


@router.post("/api/threads/{thread_id}/links", status_code=201)
async def make_link(thread_id: str, request: Request, web: CurrentWeb, user: CurrentUser) -> ShareLink:
    """Make a link to the day plan. It shows days, places and times; no locators, prices or words of the conversation."""
    limited(request, user)
    session = await web.enter(thread_id, user)
    grant = await sharing.share(session, thread_id, f"{READER}{new_id()}", "companion")
    token = sign_share(thread_id, grant.grant_id, await web.owners.key())
    return ShareLink(url=f"{web.settings.base_url}{SHARED}{token}", grant_id=grant.grant_id)


@router.get(SHARED + "{token}", response_class=HTMLResponse, include_in_schema=False)
async def read_shared(token: str, request: Request, web: CurrentWeb) -> HTMLResponse:
    """Show the day plan as it is now, to be read or printed."""
    limited(request, User())
    thread, grant_id = read_share(token, await web.owners.key())
    session = await web.as_owner(thread)
    grants = [one for one in await sharing.grants(session, thread) if one.grant_id == grant_id]
    if not grants or grants[0].revoked_at or not grants[0].subject.startswith(READER):
        raise Problem(410, "link_ended", "This link was taken back. Ask for a new one.")
    page = await document_file(session, thread, "itinerary", "html")
    return HTMLResponse(page.content, headers={"x-robots-tag": "noindex", "cache-control": "no-store"})
