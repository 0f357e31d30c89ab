"""Approvals: what waits, for whom, until when; deciding by id."""

from collections.abc import Coroutine
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Header, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from tripintent.app.exports.wording import passengers
from tripintent.app.http.approver_facts import asker_of
from tripintent.app.http.deciding import Decided, Decision, decide_as, decided, find, from_queue, granted
from tripintent.app.http.guards import limited
from tripintent.app.http.links import approver_link
from tripintent.app.http.localized import Journey, Localized, journey_of
from tripintent.app.http.problems import PROBLEMS, Problem
from tripintent.app.http.routes_turns import TURN_RESPONSE, answer
from tripintent.app.http.users import CurrentUser, User
from tripintent.app.http.views import TurnView
from tripintent.app.http.web import CurrentWeb, Web
from tripintent.app.results import TurnResult
from tripintent.app.session import OnProgress
from tripintent.app.words import accepted, catalogue
from tripintent.nodes.booking.facts.card import drawn
from tripintent.nodes.booking.facts.options import line_facts, money
from tripintent.state.booking import Approval
from tripintent.state.context import TRAVELLER, Identity
from tripintent.state.money import Money
from tripintent.state.offers import RefundTo

router = APIRouter(
    prefix="/api/approvals", tags=["approvals"], responses={k: PROBLEMS[k] for k in (401, 404, 422, 503)}
)
DECISION_RESPONSE: dict[int | str, dict[str, object]] = {200: {**TURN_RESPONSE[200], "model": TurnView | Decided}}


class ReplacedLine(BaseModel):
    """An earlier booking that is cancelled. Without ``fee`` and ``refund`` it cannot be now, and stays booked.

    With the problem ``changed`` its airline changes it: nothing of it is cancelled, and ``refund`` comes back to ``refund_to``.
    """

    title: str
    paid: Money
    fee: Money | None
    refund: Money | None
    refund_to: RefundTo | None = None
    problem: str = ""


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
    asks_you: bool = Field(description="whether it is the caller who has to decide")
    link: str | None = None
    asked_by: str = Field(default="", description="who asks, by name where it is known", examples=["Anna Muster, acme"])
    journey: Journey = Field(default=Journey(), description="where and when; empty for a trip that is gone")
    travellers: tuple[str, ...] = Field(default=(), description="who travels, by name")
    amount: str = Field(default="", description="what it comes to in all, local taxes with it", examples=["€667.23"])
    at_once: str = Field(default="", description="of it what is paid now and what later, where both are")
    change: ChangeLine | None = Field(default=None, description="for a purchase that replaces earlier bookings")
    now: datetime = Field(description="the server's time, for countdowns")
    grant_id: str = Field(default="", exclude=True)
    whose: Identity = Field(exclude=True)

    def is_theirs(self, user: User) -> bool:
        """Whether it waits in a conversation of the user's own."""
        return user.is_local or user.identity == self.whose


@router.get("")
async def list_approvals(
    web: CurrentWeb, user: CurrentUser, accept_language: Annotated[str, Header()] = ""
) -> list[ApprovalLine]:
    """Return the open approvals that the caller may see, the most urgent first, in the caller's language."""
    worded = _worded(user, accept_language)
    lines = [await _line(web, user, approval) for approval in await web.session.pending()]
    found = [await _asked(web, line, worded) for line in lines if line is not None]
    return [_shown(line, user, worded) for line in sorted(found, key=lambda line: line.approval.expires_at)]


def _worded(user: User, accept_language: str) -> Localized:
    """Return the words of the language that the user's context names, else of the one that is accepted."""
    named = "locale" in user.context.model_fields_set
    return Localized(user.context.locale if named else accepted(accept_language))


async def _asked(web: Web, line: ApprovalLine, worded: Localized) -> ApprovalLine:
    """Return the line with who asks, for whom and for which journey."""
    thread = line.approval.thread_id
    trip = await (await web.as_owner(thread)).trip(thread)
    asker = await asker_of(web, line.approval, trip, catalogue(worded.language))
    whole = await web.session.ports.desk.approval(line.approval.approval_id) or line.approval
    card = await drawn(whole, trip, web.session.ports, worded.language)
    at_once = card.now if whole.kind == "purchase" and card.now != card.amount else ""
    journey = journey_of(trip, web.session.ports.places, worded.language)
    told = {"asked_by": asker, "travellers": passengers(trip), "journey": journey}
    return line.model_copy(update={**told, "amount": card.amount, "at_once": at_once})


@router.get("/{approval_id}")
async def read_approval(
    approval_id: str, web: CurrentWeb, user: CurrentUser, accept_language: Annotated[str, Header()] = ""
) -> ApprovalLine:
    """Return an approval in whatever state it is, in the caller's language."""
    worded = _worded(user, accept_language)
    return _shown(await _asked(web, await _found(web, user, approval_id), worded), user, worded)


@router.post(
    "/{approval_id}/decision", responses={**DECISION_RESPONSE, **{k: PROBLEMS[k] for k in (400, 403, 409, 413, 429)}}
)
async def decide_approval(
    approval_id: str, decision: Decision, request: Request, web: CurrentWeb, user: CurrentUser
) -> Response:
    """Approve or reject. An answer that comes too late is refused with 409 and says what became of the approval.

    The traveller gets the turn, as a stream if they like; anybody else hears what became of the decision (`Decided`), no more.
    """
    limited(request, user)
    line = await _found(web, user, approval_id)
    if not line.may_decide and decision.decision == "approve":
        raise Problem(403, "wrong_approver", f"{line.waits_for} has to approve this.")
    approval, thread = line.approval, line.approval.thread_id
    session = await web.as_owner(thread)
    who = from_queue(approval, user, line.whose, line.grant_id)
    given = decision if line.is_theirs(user) else decision.model_copy(update={"said": ""})

    def work(told: OnProgress) -> Coroutine[object, object, TurnResult]:
        return decide_as(session, approval, given, who, told)

    if line.is_theirs(user):
        return await answer(request, web, thread, work)
    came = decided(await web.turns.result(thread, work), approval, decision)
    return JSONResponse(came.model_dump(mode="json"))


async def _found(web: Web, user: User, approval_id: str) -> ApprovalLine:
    """Return an approval that the caller may see. Raises Problem: another one does not exist."""
    line = await _line(web, user, await find(web.as_user(user), approval_id))
    if line is None:
        raise Problem(404, "unknown_approval", "There is no such approval.")
    return line


async def _line(web: Web, user: User, approval: Approval) -> ApprovalLine | None:
    found = await web.owners.owner(approval.thread_id)
    whose = found.identity if found else Identity(approval.org, "")
    asks_you = user.identity == (approval.asked or whose)
    own = user.approves_all and user.context.organisation == approval.org
    may_decide = asks_you or own or user.is_local
    grant_id = "" if may_decide or approval.approver else await granted(web, user.identity, approval)
    may_decide = may_decide or bool(grant_id)
    if not (may_decide or user.identity == whose):
        return None
    now = web.session.ports.clock.now()
    waits = approval.state == "open" and may_decide
    link = await approver_link(approval, web.owners, web.settings, user.identity, grant_id) if waits else None
    return ApprovalLine(
        approval=approval, waits_for=approval.approver or whose.user or TRAVELLER, owner=whose.user, may_decide=may_decide,
        asks_you=asks_you, link=link, now=now, grant_id=grant_id, whose=whose,
    )  # fmt: skip


_NOT_THEIRS = {"trip_id": "", "thread_id": "", "payment_method_id": None}
"""What an approver needs not know of somebody else's approval: where it came from, and what the traveller pays with."""


def _shown(line: ApprovalLine, user: User, worded: Localized) -> ApprovalLine:
    """Return the line with its titles in the language, and with what the cart replaces; for others than the traveller the cart alone."""
    approval = line.approval if line.is_theirs(user) else line.approval.model_copy(update=_NOT_THEIRS)
    lines = tuple(one.model_copy(update={"title": worded.title(one.title)}) for one in approval.lines)
    cancels = tuple(one.model_copy(update={"title": worded.title(one.title)}) for one in approval.cancels)
    texts = worded.confirmed(approval)
    wording = {
        name: one.model_copy(update={"text": texts.get(name, one.text)}) for name, one in approval.wording.items()
    }
    shown = approval.model_copy(update={"lines": lines, "cancels": cancels, "wording": wording})
    return line.model_copy(update={"approval": shown, "change": _change(shown)})


def _change(approval: Approval) -> ChangeLine | None:
    if approval.kind != "purchase" or not approval.cancels:
        return None
    replaces = [line_facts(line) for line in approval.cancels]
    return ChangeLine.model_validate({"replaces": replaces, "difference": money(approval.difference)})
