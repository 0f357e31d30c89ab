"""Approvals: what waits, for whom, until when; deciding by id."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Header, Request, Response
from pydantic import BaseModel, Field

from tripintent.app.http.answering import TURN_RESPONSE, answer
from tripintent.app.http.deciding import Decision, decide, find
from tripintent.app.http.limits import limited
from tripintent.app.http.links import approver_link
from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.users import CurrentUser, User
from tripintent.app.http.web import CurrentWeb, Web
from tripintent.app.http.worded import Worded
from tripintent.app.words import accepted
from tripintent.state.booking import Approval

router = APIRouter(
    prefix="/api/approvals", tags=["approvals"], responses={k: PROBLEMS[k] for k in (401, 404, 422, 503)}
)
TRAVELLER = "traveller"


class ApprovalLine(BaseModel):
    """One approval. ``link`` opens it for somebody who is not in the chat; only who may decide gets it."""

    approval: Approval
    waits_for: str = Field(examples=["traveller"])
    owner: str = Field(description="whose conversation it is; empty for the local user")
    may_decide: bool
    link: str | None = None
    now: datetime = Field(description="the server's time, for countdowns")


@router.get("")
async def list_approvals(
    web: CurrentWeb, user: CurrentUser, accept_language: Annotated[str, Header()] = ""
) -> list[ApprovalLine]:
    """Return the open approvals that the caller may see, oldest first; titles are in the language that is accepted."""
    worded = Worded(accepted(accept_language))
    lines = [await _line(web, user, approval) for approval in await web.session.pending()]
    return [_titled(line, worded) for line in lines if line is not None]


@router.get("/{approval_id}")
async def read_approval(approval_id: str, web: CurrentWeb, user: CurrentUser) -> ApprovalLine:
    """Return an approval in whatever state it is."""
    line = await _line(web, user, await find(web.as_user(user), approval_id))
    if line is None:
        raise Problem(404, "unknown_approval", "There is no such approval.")
    return line


@router.post(
    "/{approval_id}/decision", responses={**TURN_RESPONSE, **{k: PROBLEMS[k] for k in (400, 403, 409, 413, 429)}}
)
async def decide_approval(
    approval_id: str, decision: Decision, request: Request, web: CurrentWeb, user: CurrentUser
) -> Response:
    """Approve or reject. An answer that comes too late is refused with 409 and says what became of the approval."""
    limited(request, user)
    line = await read_approval(approval_id, web, user)
    if not line.may_decide and decision.decision == "approve":
        raise Problem(403, "wrong_approver", f"{line.waits_for} has to approve this.")
    thread = line.approval.thread_id
    session = await web.as_owner(thread)
    return await answer(
        request, web, thread, lambda told: decide(session, line.approval, decision, _by(line.approval, user), told)
    )


async def _line(web: Web, user: User, approval: Approval) -> ApprovalLine | None:
    found = await web.owners.owner(approval.thread_id)
    owner = found[0] if found else ""
    may_decide = user.approves_all or user.user_id == (approval.approver or owner)
    if not (may_decide or owner == user.user_id):
        return None
    now = web.session.ports.clock.now()
    waits = approval.state == "open" and may_decide
    link = await approver_link(approval, web.owners, web.settings, now) if waits else None
    waits_for = approval.approver or owner or TRAVELLER
    return ApprovalLine(approval=approval, waits_for=waits_for, owner=owner, may_decide=may_decide, link=link, now=now)


def _titled(line: ApprovalLine, worded: Worded) -> ApprovalLine:
    lines = tuple(one.model_copy(update={"title": worded.title(one.title)}) for one in line.approval.lines)
    return line.model_copy(update={"approval": line.approval.model_copy(update={"lines": lines})})


def _by(approval: Approval, user: User) -> str:
    """Return who answers: an approver by their own name, the one local user for everybody."""
    if user.is_local or user.approves_all:
        return approval.approver or TRAVELLER
    return user.user_id if approval.approver else TRAVELLER
