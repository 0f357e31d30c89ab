"""Signed links: approvers' links, which are bound to one approval and the cart that it showed, and links to a day plan.

A link lasts as long as its approval: the ledger closes an approval at the first decision or when its time is over, and with it
every link to it; then the link only says what became of it.
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

PATH = "/approve/"
SHARED = "/shared/"
_APPROVER, _SHARE = b"approver-link:", b"share-link:"


class Ticket(NamedTuple):
    """What a link says."""

    approval_id: str
    cart_hash: str


async def approver_link(approval: Approval, owners: Owners, settings: WebSettings) -> str:
    """Return the address under which the approval can be seen and decided by whoever has it."""
    ticket = Ticket(approval.approval_id, approval.cart_hash)
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
    approval_id, cart_hash, *_ = json.loads(_opened(token, key))  # links of before 2026-11-27 say when they end, too
    return Ticket(approval_id, cart_hash)


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
