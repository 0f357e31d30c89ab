"""Webhooks signed as Duffel signs them: ``t=<unix>,v1=<hex>``, an HMAC-SHA256 over the time, a dot and the raw body.

Source: Duffel's guide to webhooks (``X-Duffel-Signature``; at least once, unordered, five minutes of tolerance). The embedded
supplier's are read by the same reader, under a header of its own.
"""

import hmac
import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from pydantic import ValidationError

from tripintent.tools.errors import InvalidRequest
from tripintent.tools.ports.suppliers import Report, UnsignedReport

TOLERANCE = timedelta(seconds=300)


def signature(secret: bytes, body: bytes, at: datetime) -> str:
    """Return the header's value for a body sent at a moment."""
    sent = int(at.timestamp())
    return f"t={sent},v1={_mac(secret, sent, body)}"


def check(secret: bytes, header: str, body: bytes, now: datetime) -> None:
    """Raise UnsignedReport unless one of the header's signatures is right and its moment is near."""
    parts = [part.strip().partition("=") for part in header.split(",")]
    sent = next((value for name, _, value in parts if name == "t"), "")
    if not (sent.isascii() and sent.isdigit() and len(sent) <= len(str(2**40))):
        raise UnsignedReport("the webhook carries no moment and no signature")
    told = [value for name, _, value in parts if name == "v1"]
    right = _mac(secret, int(sent), body)
    if not any(hmac.compare_digest(right.encode(), value.encode()) for value in told):
        raise UnsignedReport("the webhook's signature is not its supplier's")
    if abs(now - datetime.fromtimestamp(int(sent), UTC)) > TOLERANCE:
        raise UnsignedReport("the webhook was signed too long ago")


def _mac(secret: bytes, sent: int, body: bytes) -> str:
    return hmac.new(secret, f"{sent}.".encode() + body, sha256).hexdigest()


class SignedWebhooks:
    """Reads the events of one supplier. ``header`` is the name of the signature's header, in lower case."""

    def __init__(self, header: str, secret: bytes) -> None:
        self._header, self._secret = header, secret

    def opened(self, headers: Mapping[str, str], body: bytes, now: datetime) -> Report:
        """Return the event of a body with a right and fresh signature."""
        check(self._secret, headers.get(self._header, ""), body, now)
        try:
            event: Any = json.loads(body)
            about = event["data"]["object"]
            ours = about.get("metadata") or {}
            facts = {"event_id": event["id"], "type": event["type"], "body": event, "order_id": about.get("id")}
            return Report(client_ref=ours.get("op_id"), **facts)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, ValidationError) as error:
            raise InvalidRequest("the webhook is signed, and no event", code="bad_request") from error
