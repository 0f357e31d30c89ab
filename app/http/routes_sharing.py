"""Sharing a trip: who else may read it, work on it or decide its approvals, and a link that shows the day plan.

The link is read-only, signed, and gone as soon as its owner takes it back.
"""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field

from tripintent.app import user_session as sharing
from tripintent.app.exports.documents import document_file
from tripintent.app.http.guards import limited
from tripintent.app.http.links import SHARED, link_ended, read_share, sign_share
from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.users import CurrentUser, User
from tripintent.app.http.web import CurrentWeb
from tripintent.state.frozen import Exact
from tripintent.tools.ids import new_id
from tripintent.tools.ports.documents import Grant, NotYours, Role

grants_router = APIRouter(
    prefix="/api/threads/{thread_id:path}/grants",
    tags=["sharing"],
    responses={k: PROBLEMS[k] for k in (401, 404, 422, 503)},
)


class NewGrant(Exact):
    """Whom to share with, and as what."""

    subject: str = Field(min_length=1, max_length=200, description="the other user's id", examples=["bob"])
    role: Role


@grants_router.get("")
async def list_grants(thread_id: str, web: CurrentWeb, user: CurrentUser) -> list[Grant]:
    """Return with whom the trip is shared, and was."""
    return list(await sharing.grants(await web.enter(thread_id, user), thread_id))


@grants_router.post("", status_code=201, responses={k: PROBLEMS[k] for k in (400, 413, 429)})
async def add_grant(thread_id: str, new: NewGrant, request: Request, web: CurrentWeb, user: CurrentUser) -> Grant:
    """Share the trip with another user of the organisation."""
    limited(request, user)
    return await sharing.share(await web.enter(thread_id, user), thread_id, new.subject, new.role)


@grants_router.delete("/{grant_id}", responses={k: PROBLEMS[k] for k in (429,)})
async def revoke_grant(thread_id: str, grant_id: str, request: Request, web: CurrentWeb, user: CurrentUser) -> Grant:
    """Take a grant back."""
    limited(request, user)
    try:
        return await sharing.unshare(await web.enter(thread_id, user), thread_id, grant_id)
    except NotYours as error:
        raise Problem(404, "unknown_grant", "There is no such grant.") from error


links_router = APIRouter(tags=["sharing"], responses={k: PROBLEMS[k] for k in (401, 404, 422, 429, 503)})
_READ_ONLY = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Of a page that has its own style, so that it can be kept as a file, and nothing else."""
READER = "link:"
"""How the subject begins for whom such a link is granted; no one signs in under it."""


class ShareLink(BaseModel):
    """Where the day plan can be read, and the grant that is taken back to end it (`DELETE …/grants/{grant_id}`)."""

    url: str = Field(examples=["http://localhost:8000/shared/WyIwYjhm…"])
    grant_id: str


@links_router.post("/api/threads/{thread_id:path}/links", status_code=201)
async def make_link(thread_id: str, request: Request, web: CurrentWeb, user: CurrentUser) -> ShareLink:
    """Make a link to the day plan. It shows days, places and times; no locators, prices or words of the conversation."""
    limited(request, user)
    session = await web.enter(thread_id, user)
    grant = await sharing.share(session, thread_id, f"{READER}{new_id()}", "companion")
    token = sign_share(thread_id, grant.grant_id, await web.owners.key())
    return ShareLink(url=f"{web.settings.base_url}{SHARED}{token}", grant_id=grant.grant_id)


@links_router.get(SHARED + "{token}", response_class=HTMLResponse, include_in_schema=False)
async def read_shared(token: str, request: Request, web: CurrentWeb) -> HTMLResponse:
    """Show the day plan as it is now, to be read or printed."""
    limited(request, User())
    thread, grant_id = read_share(token, await web.owners.key())
    session = await web.as_owner(thread)
    grants = [one for one in await sharing.grants(session, thread) if one.grant_id == grant_id]
    if not grants or grants[0].revoked_at or not grants[0].subject.startswith(READER):
        raise link_ended()
    page = await document_file(session, thread, "itinerary", "html")
    return HTMLResponse(page.content, headers={"x-robots-tag": "noindex", "content-security-policy": _READ_ONLY})
