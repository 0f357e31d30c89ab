"""Signed links: approvers' links, which are bound to one approval and the cart that it showed, and links to a day plan.

A link lasts as long as its approval and the right of the person for whom it was made: the ledger closes an approval at the first
decision or when its time is over, and with it every link to it; then the link only says what became of it.
The link itself carries nothing secret about the trip.
"""

import base64
import hmac
import json
from typing import NamedTuple

from tripintent.app.http.owners import Owners
from tripintent.app.http.problems import Problem
from tripintent.app.http.web_settings import WebSettings
from tripintent.state.booking import Approval
from tripintent.state.context import Identity

PATH = "/approve/"
SHARED = "/shared/"
_APPROVER, _SHARE = b"approver-link:", b"share-link:"


class Ticket(NamedTuple):
    """What a link says: which cart it opens, for whom it was made, and the grant that lets them decide, if any."""

    approval_id: str
    cart_hash: str
    organisation: str
    user: str
    grant_id: str = ""

    @property
    def person(self) -> Identity:
        """For whom it was made."""
        return Identity(self.organisation, self.user)


async def approver_link(
    approval: Approval, owners: Owners, settings: WebSettings, person: Identity, grant_id: str = ""
) -> str:
    """Return the address under which the person, and whoever they hand it to, can see and decide the approval."""
    ticket = Ticket(approval.approval_id, approval.cart_hash, *person, grant_id)
    return f"{settings.base_url}{PATH}{sign(ticket, await owners.key())}"


def sign(ticket: Ticket, key: bytes) -> str:
    """Return the ticket as text for an address."""
    body = _text(json.dumps(ticket).encode())
    return f"{body}.{_text(_mark(body, key))}"


def sign_share(thread: str, grant_id: str, key: bytes) -> str:
    """Return the token of a link to a conversation's day plan, which holds as long as the grant does."""
    body = _text(json.dumps([thread, grant_id]).encode())
    return f"{body}.{_text(_mark(body, key, _SHARE))}"


def read_share(token: str, key: bytes) -> tuple[str, str]:
    """Return the conversation and the grant of such a link. Raises Problem for one that was not made here, or was changed."""
    thread, grant_id = json.loads(_opened(token, key, _SHARE))
    return thread, grant_id


def read(token: str, key: bytes) -> Ticket:
    """Return the ticket of a link. Raises Problem for one that was not made here, or was changed."""
    said = json.loads(_opened(token, key))
    if len(said) != len(Ticket._fields):  # made before links named a person: whose right it was is not known any more
        raise link_ended()
    return Ticket(*said)


def link_ended() -> Problem:
    """Return the refusal of a link whose right was taken back."""
    return Problem(410, "link_ended", "This link was taken back. Ask for a new one.")


def _opened(token: str, key: bytes, purpose: bytes = _APPROVER) -> bytes:
    """Return what a link says. Raises Problem."""
    body, _, mark = token.partition(".")
    if not token.isascii() or not hmac.compare_digest(_text(_mark(body, key, purpose)), mark):
        raise Problem(404, "bad_link", "This link is not one of ours, or it was cut short. Ask for it again.")
    return base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))


def _mark(body: str, key: bytes, purpose: bytes = _APPROVER) -> bytes:
    """A link for one purpose is no link for another."""
    return hmac.digest(key, purpose + body.encode(), "sha256")


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
