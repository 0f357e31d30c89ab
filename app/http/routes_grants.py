"""Sharing a trip: the owner lists, adds and takes back who else may read it, work on it, or decide its approvals."""

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from tripintent.app import sharing
from tripintent.app.http.limits import limited
from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.users import CurrentUser
from tripintent.app.http.web import CurrentWeb
from tripintent.tools.ports.documents import NotYours
from tripintent.tools.ports.ownership import Grant, Role

router = APIRouter(
    prefix="/api/threads/{thread_id}/grants",
    tags=["sharing"],
    responses={k: PROBLEMS[k] for k in (401, 404, 422, 503)},
)


class NewGrant(BaseModel):
    """Whom to share with, and as what."""

    subject: str = Field(min_length=1, max_length=200, description="the other user's id", examples=["bob"])
    role: Role


@router.get("")
async def list_grants(thread_id: str, web: CurrentWeb, user: CurrentUser) -> list[Grant]:
    """Return with whom the trip is shared, and was."""
    return list(await sharing.grants(await web.enter(thread_id, user), thread_id))


@router.post("", status_code=201, responses={k: PROBLEMS[k] for k in (400, 413, 429)})
async def add_grant(thread_id: str, new: NewGrant, request: Request, web: CurrentWeb, user: CurrentUser) -> Grant:
    """Share the trip with another user of the organisation."""
    limited(request, user)
    return await sharing.share(await web.enter(thread_id, user), thread_id, new.subject, new.role)


@router.delete("/{grant_id}", responses={k: PROBLEMS[k] for k in (429,)})
async def revoke_grant(thread_id: str, grant_id: str, request: Request, web: CurrentWeb, user: CurrentUser) -> Grant:
    """Take a grant back."""
    limited(request, user)
    try:
        return await sharing.unshare(await web.enter(thread_id, user), thread_id, grant_id)
    except NotYours as error:
        raise Problem(404, "unknown_grant", "There is no such grant.") from error
