"""Deciding an approval by its id, from a chat, a queue or a link; a late or second answer is refused in words.

Who answers for somebody takes their place in the ledger; the audit names who it really was.
"""

from typing import Literal, NamedTuple

from pydantic import BaseModel, Field, SecretStr

from tripintent.app.errors import SessionError
from tripintent.app.http.links import Ticket, link_ended, read
from tripintent.app.http.problems import DOCUMENTED, Problem
from tripintent.app.http.users import User
from tripintent.app.http.web import Web
from tripintent.app.incoming import Answer
from tripintent.app.results import TurnResult
from tripintent.app.running import closed_card
from tripintent.app.session import OnProgress
from tripintent.app.user_session import UserSession
from tripintent.state.booking import Approval
from tripintent.state.context import LINK_HOLDER, TRAVELLER, Identity, Principal
from tripintent.state.frozen import Exact
from tripintent.tools.ports.desk import AuditEvent

CLOSED: dict[str, str] = DOCUMENTED["closed"]


class Decision(Exact):
    """A person's answer. An ``interrupt_id`` that is given must be that of the question that waits."""

    decision: Literal["approve", "reject"]
    interrupt_id: str | None = Field(default=None, description="from `pending` of the thread")
    payment_method_id: str | None = Field(default=None, examples=["pm_sim_visa_4242"])
    confirmations: tuple[str, ...] = Field(default=(), description="ids of everything that is confirmed")
    approval_token: SecretStr | None = Field(default=None, description="where the approval demands one")
    reason: str = Field(default="", description="why not")
    said: str = Field(
        default="",
        max_length=200,
        description="what the pressed control says: it is kept in the conversation where the traveller decides",
    )


async def decide(
    session: UserSession, approval: Approval, decision: Decision, who: tuple[Identity, str], told: OnProgress
) -> TurnResult:
    """Answer the approval in its thread. ``who`` is whose answer it is, and the grant by which it is given.

    Raises Problem 409 with what became of it when it no longer waits.

    A no to one whose time is over is taken: its holds may live on for hours, and are given back by it.
    """
    late_no = approval.state == "expired" and decision.decision == "reject"
    if approval.state != "open" and not late_no:
        heard = await _heard_now(session, approval, told)
        if heard is not None and approval.state == "consumed" and decision.decision == "approve":
            return heard
        raise Problem(409, f"approval_{approval.state}", CLOSED[approval.state])
    answer = Answer(
        **decision.model_dump(include={"payment_method_id", "confirmations", "interrupt_id", "said"}),
        approval_id=approval.approval_id,
        by=who[0].user,
        organisation=who[0].organisation,
        grant_id=who[1],
    )
    try:
        if decision.decision == "approve" and decision.approval_token is not None:
            event = {**_by_token(approval, decision), "said": decision.said}
            return await session.event(approval.thread_id, event, on_progress=told)
        if decision.decision == "approve":
            return await session.approve(approval.thread_id, answer, on_progress=told)
        return await session.reject(approval.thread_id, decision.reason, answer)
    except SessionError as error:
        after = await session.ports.desk.approval(approval.approval_id)
        if error.code in ("nothing_pending", "stale_answer") and after and after.state != "open":
            raise Problem(409, f"approval_{after.state}", CLOSED[after.state]) from error
        raise


async def _heard_now(session: UserSession, approval: Approval, told: OnProgress) -> TurnResult | None:
    """Let the conversation hear what became of an approval whose card still waits there; None where it did before."""
    snapshot = await session.graph.aget_state({"configurable": {"thread_id": approval.thread_id}})
    closed = await closed_card(snapshot, session.ports.desk)
    if closed is None or closed.approval_id != approval.approval_id:
        return None
    return await session.go_on(approval.thread_id, on_progress=told)


def _by_token(approval: Approval, decision: Decision) -> dict[str, object]:
    """Return the approval by token as an event: the ledger looks for whose token it is, and counts nothing else."""
    return {
        "type": "USER_APPROVED_PURCHASE",
        "approval_token": decision.approval_token.get_secret_value() if decision.approval_token else "",
        "payment_method_id": decision.payment_method_id or approval.payment_method_id or "",
        "confirmations": list(decision.confirmations),
    }


TOLD = frozenset({"refused", "reapproval_needed", "purchase_failed", "in_review", "too_late"})
"""Replies that say why a decision came to nothing: they name no more than the cart."""


class Decided(BaseModel):
    """What became of a decision, for whoever is not the traveller: nothing else of the conversation."""

    approval_id: str
    outcome: Literal["approved", "rejected", "not_completed"]
    message: str = Field(default="", description="why it was not completed, in the language of the conversation")


def decided(result: TurnResult, approval: Approval, decision: Decision) -> Decided:
    """Return what an approver hears of the turn that their decision led to."""
    kinds = {said.kind for said in result.said}
    if decision.decision == "reject" and "declined" in kinds:
        return Decided(approval_id=approval.approval_id, outcome="rejected")
    if decision.decision == "approve" and kinds & {"bought", "cancelled"}:
        return Decided(approval_id=approval.approval_id, outcome="approved")
    why = "\n\n".join(said.text for said in result.said if said.kind in TOLD)
    return Decided(approval_id=approval.approval_id, outcome="not_completed", message=why)


async def find(session: UserSession, approval_id: str) -> Approval:
    """Return an approval in whatever state it is. Raises Problem for one that was never issued."""
    found = await session.ports.desk.approval(approval_id)
    if found is None:
        raise Problem(404, "unknown_approval", "There is no such approval.")
    return found


class Answerer(NamedTuple):
    """Who answers. ``by`` is whose answer it counts as, ``really`` who gave it, ``grant_id`` the owner's grant that lets them."""

    by: Identity
    really: str
    via: Literal["queue", "link"]
    grant_id: str = ""
    link_of: str = ""
    """For whom the link was made, by which it is given."""


def from_queue(approval: Approval, user: User, owner: Identity, grant_id: str = "") -> Answerer:
    """Return who answers in the queue: an approver by their own name, whoever may approve all in the named one's place.

    Whoever the owner of the trip lets decide answers in the owner's place, and the audit names them.
    """
    if user.is_local or user.approves_all:
        really = user.user_id or TRAVELLER
        return Answerer(approval.asked or Identity(approval.org, really), really, "queue")
    by = user.identity if approval.asked else Identity(approval.org, TRAVELLER)
    return Answerer(by, by.user if user.identity == owner else user.user_id, "queue", grant_id)


def by_link(approval: Approval, ticket: Ticket) -> Answerer:
    """Return who answers by link: whoever has it, in the place of the one who is asked, by the right of its person."""
    by = approval.asked or Identity(approval.org, TRAVELLER)
    return Answerer(by, LINK_HOLDER, "link", ticket.grant_id, ticket.user)


async def granted(web: Web, person: Identity, approval: Approval) -> str:
    """Return the grant by which the trip's owner lets somebody decide; empty where it is missing, or it was taken back."""
    who = Principal(organisation=person.organisation, subject=person.user)
    access = await web.session.ports.ownership.access(who, approval.trip_id)
    return access.decides_by if access is not None else ""


async def of_link(web: Web, token: str) -> tuple[Ticket, Approval]:
    """Return what a link says, and its approval in whatever state. Raises Problem for another cart, or a right that ended."""
    ticket = read(token, await web.owners.key())
    approval = await web.session.ports.desk.approval(ticket.approval_id)
    if approval is None or approval.cart_hash != ticket.cart_hash:
        raise Problem(410, "approval_void", CLOSED["void"])
    if not await _still_decides(web, ticket, approval):
        raise link_ended()
    return ticket, approval


async def _still_decides(web: Web, ticket: Ticket, approval: Approval) -> bool:
    """Check whether the person of a link may decide at this moment: by the grant, or as who is asked or approves all.

    Who approves all is known from the settings; what a host's own sign-in said when the link was made is taken at its word.
    """
    if ticket.grant_id:
        return await granted(web, ticket.person, approval) == ticket.grant_id
    found = await web.owners.owner(approval.thread_id)
    if ticket.person == (approval.asked or (found.identity if found else None)):
        return True
    return not web.settings.tokens or (ticket.user in web.settings.approvers and ticket.organisation == approval.org)


async def decide_as(
    session: UserSession, approval: Approval, decision: Decision, who: Answerer, told: OnProgress
) -> TurnResult:
    """Decide, and write into the audit beforehand who answers in another's place. Raises Problem as ``decide`` does."""
    await note_answerer(session, approval, who)
    return await decide(session, approval, decision, (who.by, who.grant_id), told)


async def note_answerer(session: UserSession, approval: Approval, who: Answerer) -> None:
    """Write into the audit who answers in another's place; who answers for themselves is named by the answer."""
    if who.really != who.by.user and approval.state in ("open", "expired"):
        data = {"approval_id": approval.approval_id, "by": who.really, "in_place_of": who.by.user, "via": who.via}
        data |= {"link_of": who.link_of, "grant_id": who.grant_id} if who.via == "link" else {}
        event = AuditEvent(trip_id=approval.trip_id, type="approval.answered", data={**data})
        await session.ports.desk.record([event])
