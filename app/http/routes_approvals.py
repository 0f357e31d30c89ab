"""Approvals: what waits, for whom, until when; deciding by id."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Header, Request, Response
from pydantic import BaseModel, Field

from tripintent.app.http.answering import TURN_RESPONSE, answer
from tripintent.app.http.deciding import Decision, find
from tripintent.app.http.limits import limited
from tripintent.app.http.links import approver_link
from tripintent.app.http.on_behalf import TRAVELLER, decide_as, from_queue
from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.users import CurrentUser, User
from tripintent.app.http.web import CurrentWeb, Web
from tripintent.app.http.worded import Worded
from tripintent.app.words import accepted
from tripintent.state.booking import Approval
from tripintent.state.context import TripContext
from tripintent.state.money import Money

router = APIRouter(
    prefix="/api/approvals", tags=["approvals"], responses={k: PROBLEMS[k] for k in (401, 404, 422, 503)}
)


class ReplacedLine(BaseModel):
    """An earlier booking that would be cancelled. Without ``fee`` and ``refund`` nobody can say now what that costs."""

    title: str
    paid: Money
    fee: Money | None
    refund: Money | None


class ChangeLine(BaseModel):
    """What a change of dates replaces, and what it comes to in all."""

    replaces: list[ReplacedLine]
    difference: Money | None = Field(description="below zero when money comes back; null as long as it is not known")


class ApprovalLine(BaseModel):
    """One approval. ``link`` opens it for somebody who is not in the chat; only who may decide gets it."""

    approval: Approval
    waits_for: str = Field(examples=["traveller"])
    owner: str = Field(description="whose conversation it is; empty for the local user")
    may_decide: bool
    link: str | None = None
    change: ChangeLine | None = Field(default=None, description="for a purchase that replaces earlier bookings")
    now: datetime = Field(description="the server's time, for countdowns")


@router.get("")
async def list_approvals(
    web: CurrentWeb, user: CurrentUser, accept_language: Annotated[str, Header()] = ""
) -> list[ApprovalLine]:
    """Return the open approvals that the caller may see, oldest first; titles are in the language that is accepted."""
    worded = Worded(accepted(accept_language))
    lines = [await _line(web, user, approval) for approval in await web.session.pending()]
    return [await _shown(web, line, worded) for line in lines if line is not None]


@router.get("/{approval_id}")
async def read_approval(
    approval_id: str, web: CurrentWeb, user: CurrentUser, accept_language: Annotated[str, Header()] = ""
) -> ApprovalLine:
    """Return an approval in whatever state it is; titles are in the language that is accepted."""
    return await _shown(web, await _found(web, user, approval_id), Worded(accepted(accept_language)))


@router.post(
    "/{approval_id}/decision", responses={**TURN_RESPONSE, **{k: PROBLEMS[k] for k in (400, 403, 409, 413, 429)}}
)
async def decide_approval(
    approval_id: str, decision: Decision, request: Request, web: CurrentWeb, user: CurrentUser
) -> Response:
    """Approve or reject. An answer that comes too late is refused with 409 and says what became of the approval."""
    limited(request, user)
    line = await _found(web, user, approval_id)
    if not line.may_decide and decision.decision == "approve":
        raise Problem(403, "wrong_approver", f"{line.waits_for} has to approve this.")
    thread = line.approval.thread_id
    session = await web.as_owner(thread)
    who = from_queue(line.approval, user)
    return await answer(request, web, thread, lambda told: decide_as(session, line.approval, decision, who, told))


async def _found(web: Web, user: User, approval_id: str) -> ApprovalLine:
    """Return an approval that the caller may see. Raises Problem: another one does not exist."""
    line = await _line(web, user, await find(web.as_user(user), approval_id))
    if line is None:
        raise Problem(404, "unknown_approval", "There is no such approval.")
    return line


async def _line(web: Web, user: User, approval: Approval) -> ApprovalLine | None:
    owner, context = await web.owners.owner(approval.thread_id) or ("", web.session.context)
    may_decide = _approves_all(user, context) or user.user_id == (approval.approver or owner)
    if not (may_decide or owner == user.user_id):
        return None
    now = web.session.ports.clock.now()
    waits = approval.state == "open" and may_decide
    link = await approver_link(approval, web.owners, web.settings, now) if waits else None
    waits_for = approval.approver or owner or TRAVELLER
    return ApprovalLine(approval=approval, waits_for=waits_for, owner=owner, may_decide=may_decide, link=link, now=now)


def _approves_all(user: User, context: TripContext) -> bool:
    """Return whether a user decides whatever waits in a conversation: of the user's own organisation; the local user in all."""
    return user.is_local or (user.approves_all and user.context.organisation == context.organisation)


async def _shown(web: Web, line: ApprovalLine, worded: Worded) -> ApprovalLine:
    """Return the line with its titles in the language, and with what its card says that the cart replaces."""
    lines = tuple(one.model_copy(update={"title": worded.title(one.title)}) for one in line.approval.lines)
    approval = line.approval.model_copy(update={"lines": lines})
    return line.model_copy(update={"approval": approval, "change": await _change(web, line.approval, worded)})


async def _change(web: Web, approval: Approval, worded: Worded) -> ChangeLine | None:
    """Return the change that the approval's card shows, as long as the card waits in its conversation."""
    if approval.state != "open" or approval.kind != "purchase":
        return None
    if not (await web.session.ports.desk.standing(approval.trip_id)).bookings:
        return None  # nothing to replace: the ledger knows it much sooner than the conversation can be read
    pending = await web.session.waiting(approval.thread_id)
    args = pending.args if pending else {}
    if args.get("approval_id") != approval.approval_id or not args.get("replaces"):
        return None
    replaces = worded.titles(args["replaces"])
    return ChangeLine.model_validate({"replaces": replaces, "difference": args["difference"]})
