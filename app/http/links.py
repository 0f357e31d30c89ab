"""Approvers' links: signed, ending, bound to one approval and to the cart that it showed.

A link is used up with its approval: the ledger closes an approval at the first decision, and with it every link to it.
The link itself carries nothing secret about the trip.
"""

import base64
import hmac
import json
from datetime import datetime, timedelta
from typing import NamedTuple

from tripintent.app.http.owners import Owners
from tripintent.app.http.problems import Problem
from tripintent.app.http.web_settings import WebSettings
from tripintent.state.booking import Approval

PATH = "/approve/"


class Ticket(NamedTuple):
    """What a link says."""

    approval_id: str
    cart_hash: str
    ends: datetime


async def approver_link(approval: Approval, owners: Owners, settings: WebSettings, now: datetime) -> str:
    """Return the address under which the approval can be seen and decided by whoever has it."""
    ends = min(now + timedelta(hours=settings.link_hours), approval.expires_at)
    ticket = Ticket(approval.approval_id, approval.cart_hash, ends)
    return f"{settings.base_url}{PATH}{sign(ticket, await owners.key())}"


def sign(ticket: Ticket, key: bytes) -> str:
    """Return the ticket as text for an address."""
    body = _text(json.dumps([ticket.approval_id, ticket.cart_hash, ticket.ends.isoformat()]).encode())
    return f"{body}.{_text(_mark(body, key))}"


def read(token: str, key: bytes, now: datetime) -> Ticket:
    """Return the ticket of a link. Raises Problem for one that was not made here, was changed, or has ended."""
    body, _, mark = token.partition(".")
    if not token.isascii() or not hmac.compare_digest(_text(_mark(body, key)), mark):
        raise Problem(404, "bad_link", "This link is not one of ours, or it was cut short. Ask for it again.")
    approval_id, cart_hash, ends = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    ticket = Ticket(approval_id, cart_hash, datetime.fromisoformat(ends))
    if ticket.ends <= now:
        raise Problem(410, "link_ended", "This link has ended. Nothing was decided with it; ask for a new one.")
    return ticket


def _mark(body: str, key: bytes) -> bytes:
    return hmac.digest(key, b"approver-link:" + body.encode(), "sha256")


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
