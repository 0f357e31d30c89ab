"""Answering for somebody: the ledger counts whose place it is, the audit names who it really was."""

from typing import Literal, NamedTuple

from tripintent.app.http.deciding import Decision, decide
from tripintent.app.http.users import User
from tripintent.app.results import TurnResult
from tripintent.app.session import OnProgress
from tripintent.app.user_session import UserSession
from tripintent.state.booking import Approval
from tripintent.state.principal import Identity
from tripintent.tools.ports.desk import AuditEvent

TRAVELLER = "traveller"
LINK_HOLDER = "holder of the link"


class Answerer(NamedTuple):
    """Who answers. ``by`` is whose answer it counts as, ``really`` who gave it, ``grant_id`` the owner's grant that lets them."""

    by: Identity
    really: str
    via: Literal["queue", "link"]
    grant_id: str = ""


def from_queue(approval: Approval, user: User, owner: Identity, grant_id: str = "") -> Answerer:
    """Return who answers in the queue: an approver by their own name, whoever may approve all in the named one's place.

    Whoever the owner of the trip lets decide answers in the owner's place, and the audit names them.
    """
    if user.is_local or user.approves_all:
        really = user.user_id or TRAVELLER
        return Answerer(approval.asked or Identity(approval.org, really), really, "queue")
    by = user.identity if approval.asked else Identity(approval.org, TRAVELLER)
    return Answerer(by, by.user if user.identity == owner else user.user_id, "queue", grant_id)


def by_link(approval: Approval) -> Answerer:
    """Return who answers by link: whoever has it, in the place of the one who is asked."""
    return Answerer(approval.asked or Identity(approval.org, TRAVELLER), LINK_HOLDER, "link")


async def decide_as(
    session: UserSession, approval: Approval, decision: Decision, who: Answerer, told: OnProgress
) -> TurnResult:
    """Decide, and write into the audit beforehand who answers in another's place. Raises Problem as ``decide`` does."""
    if who.really != who.by.user and approval.state in ("open", "expired"):
        data = {"approval_id": approval.approval_id, "by": who.really, "in_place_of": who.by.user, "via": who.via}
        event = AuditEvent(trip_id=approval.trip_id, type="approval.answered", data={**data})
        await session.ports.desk.record([event])
    return await decide(session, approval, decision, (who.by, who.grant_id), told)
