"""WhatsApp by Meta's Cloud API: signed webhooks in, its messages endpoint out.

Source: Meta's guides "Webhooks" (handshake by ``hub.…``, ``X-Hub-Signature-256``, an HMAC-SHA256 of the raw body under the
app's secret) and "Messages" (a text has at most 4,096 characters).
"""

import hmac
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import httpx
import stamina
from pydantic import SecretStr, ValidationError

from tripintent.tools.errors import InvalidRequest
from tripintent.tools.ports.messages import Incoming, Media, NotSent, Unsigned

LONGEST = 4096
ATTEMPTS = 4
PATIENCE_SECONDS = 10.0
_LATER = frozenset({401, 403, 404, 408, 425, 429})
"""Beside what the service cannot do now: a token or a number that has to be set right first."""


class WhatsApp:
    """One business number. ``url`` is that of the Graph API with its version."""

    name = "whatsapp"

    def __init__(self, *, url: str, number: str, token: SecretStr, app_secret: SecretStr, verify: SecretStr) -> None:
        self._url = f"{url.rstrip('/')}/{number}/messages"
        self._number = number
        self._token, self._app_secret, self._verify = token, app_secret, verify

    def challenge(self, query: Mapping[str, str]) -> str:
        """Return Meta's own word, once its token is the one that was agreed."""
        given, ours = query.get("hub.verify_token", ""), self._verify.get_secret_value()
        if query.get("hub.mode") != "subscribe" or not hmac.compare_digest(given.encode(), ours.encode()):
            raise Unsigned("the handshake does not carry the agreed token")
        return query.get("hub.challenge", "")

    def opened(self, headers: Mapping[str, str], body: bytes) -> list[Incoming]:
        """Return the messages to our number behind a right signature; receipts and other numbers' messages are none."""
        right = "sha256=" + hmac.new(self._app_secret.get_secret_value().encode(), body, sha256).hexdigest()
        if not hmac.compare_digest(right.encode(), headers.get("x-hub-signature-256", "").encode()):
            raise Unsigned("the webhook's signature is not WhatsApp's")
        try:
            changes = [change for entry in json.loads(body)["entry"] for change in entry["changes"]]
            values = [change["value"] for change in changes if change.get("field") == "messages"]
            ours = [value for value in values if value["metadata"]["phone_number_id"] == self._number]
            return [_incoming(one) for value in ours for one in value.get("messages", ())]
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
            raise InvalidRequest("the webhook is signed, and no event", code="bad_request") from error

    def parts(self, text: str) -> list[str]:
        """Cut a long reply between paragraphs, else lines, else words."""
        cut: list[str] = []
        rest = text.strip()
        while len(rest) > LONGEST:
            at = next(
                (found for mark in ("\n\n", "\n", " ") if (found := rest.rfind(mark, 1, LONGEST + 1)) > 0), LONGEST
            )
            cut.append(rest[:at].rstrip())
            rest = rest[at:].lstrip()
        return [*cut, rest] if rest else cut

    async def send(self, to: str, text: str) -> None:
        """Post it; a busy or broken service is asked again after growing pauses."""
        body = {"messaging_product": "whatsapp", "recipient_type": "individual", "to": to, "type": "text"}
        words = {"body": text, "preview_url": False}
        async for attempt in stamina.retry_context(on=_again, attempts=ATTEMPTS, wait_initial=0.2, wait_max=5.0):
            with attempt:
                await self._post({**body, "text": words})

    async def _post(self, body: Mapping[str, object]) -> None:
        headers = {"authorization": f"Bearer {self._token.get_secret_value()}"}
        try:
            async with httpx.AsyncClient(timeout=PATIENCE_SECONDS, follow_redirects=False) as client:
                answer = await client.post(self._url, json=body, headers=headers)
        except httpx.HTTPError as error:
            raise NotSent(f"WhatsApp did not answer: {type(error).__name__}", again=True) from error
        if not answer.is_success:
            later = answer.status_code in _LATER or answer.is_server_error
            raise NotSent(f"WhatsApp answered {answer.status_code}", again=later)


def _again(error: Exception) -> bool:
    return isinstance(error, NotSent) and error.again


def _incoming(message: Mapping[str, Any]) -> Incoming:
    kind = str(message["type"])
    content = message.get(kind) or {}
    words = content.get({"text": "body", "button": "text"}.get(kind, "caption"), "")
    if kind == "interactive":  # a button or a row of a list that the guest tapped
        words = content[content["type"]]["title"]
    try:
        named = {"media_id": content.get("id", ""), "mime_type": content.get("mime_type", "")}
        media = None if kind in {"text", "button", "interactive"} else Media(
            kind=kind, sha256=content.get("sha256", ""), **named
        )  # fmt: skip
        at = datetime.fromtimestamp(int(message["timestamp"]), UTC)
        return Incoming(message_id=message["id"], sender=message["from"], sent_at=at, text=words, media=media)
    except ValidationError as error:
        raise ValueError("a message without its parts") from error
