"""WhatsApp by Meta's Cloud API: signed webhooks in, its messages endpoint out.

Source: Meta's guides "Webhooks" (handshake by ``hub.…``, ``X-Hub-Signature-256``, an HMAC-SHA256 of the raw body under the
app's secret) and "Messages" (a text has at most 4,096 characters) and "Business-scoped user IDs": a guest
with a username has no number but a user id, and is written to as the ``recipient``; in ``to`` it would be taken for a number.
"""

import hmac
import json
import logging
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import httpx
import stamina
from pydantic import SecretStr

from tripintent.tools.errors import InvalidRequest
from tripintent.tools.ports.messages import Incoming, Media, NotSent, Unsigned

_LOG = logging.getLogger(__name__)
LONGEST = 4096
ATTEMPTS = 4
PATIENCE_SECONDS = 10.0
_LATER = frozenset({401, 403, 404, 408, 425, 429})
"""Beside what the service cannot do now: a token or a number that has to be set right first."""

KIND, SENDER, IDENTITY, LONGEST_NUMBER = 40, 200, 200, 20
"""Characters of a message's type, its sender, its id, and of a whole number."""
EARLIEST, SLACK = datetime(2009, 1, 1, tzinfo=UTC), timedelta(days=1)
"""WhatsApp's first year, and how far a clock may be ahead."""
_WORDED = frozenset({"text", "button", "interactive"})
_FACTS = (("media_id", "id", 200), ("mime_type", "mime_type", 120), ("sha256", "sha256", 100))
_USER_ID = re.compile(r"[A-Z]{2}\.")
"""How a user id begins, with the user's country."""
_HALVES = re.compile(r"[\ud800-\udfff\ufffd]")


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
        """Return the messages to our number with a right signature; receipts and other numbers' messages are none.

        Of an odd message what is readable is read, and one that cannot be answered is logged: the others count all the same.
        """
        right = "sha256=" + hmac.new(self._app_secret.get_secret_value().encode(), body, sha256).hexdigest()
        if not hmac.compare_digest(right.encode(), headers.get("x-hub-signature-256", "").encode()):
            raise Unsigned("the webhook's signature is not WhatsApp's")
        try:
            event = json.loads(body.decode("utf-8", "replace"), parse_int=_whole_number)
            entries = event["entry"]
            changes = [change for entry in entries for change in _list(entry, "changes")]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise InvalidRequest("the webhook is signed, and no event", code="bad_request") from error
        values = [
            _mapping(_mapping(change).get("value")) for change in changes if _mapping(change).get("field") == "messages"
        ]
        ours = [one for one in values if _mapping(one.get("metadata")).get("phone_number_id") == self._number]
        now = datetime.now(UTC)
        read = [_incoming(_mapping(one), _writer(value), now) for value in ours for one in _list(value, "messages")]
        return [one for one in read if one is not None]

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
        whom = "recipient" if _USER_ID.match(to) else "to"
        body = {"messaging_product": "whatsapp", "recipient_type": "individual", whom: to, "type": "text"}
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


def _writer(value: Mapping[str, object]) -> str:
    """Return the user id of the one guest whom an event is about; nothing where there are several."""
    contacts = _list(value, "contacts")
    return _words(_mapping(contacts[0]).get("user_id")) if len(contacts) == 1 else ""


def _incoming(message: Mapping[str, object], writer: str, now: datetime) -> Incoming | None:
    """Return what can be read of a message; None for a mere reaction, and for one without a sender to answer."""
    kind = _words(message.get("type"))[:KIND] or "unknown"
    sender = _words(message.get("from")) or _words(message.get("from_user_id")) or writer
    if kind == "reaction":
        return None
    if not 0 < len(sender) <= SENDER or not sender.isprintable():
        _LOG.warning("a message (%s) of a signed webhook is left out: it has no sender", ascii(kind))
        return None
    content = _mapping(message.get(kind))
    media = (
        None
        if kind in _WORDED
        else Media(kind=kind, **{name: _short(content.get(key), most) for name, key, most in _FACTS})
    )
    given = _words(message.get("id"))
    return Incoming(
        message_id=given if 0 < len(given) <= IDENTITY and given.isprintable() else _made_id(message),
        sender=sender,
        sent_at=_moment(message.get("timestamp"), now),
        text=_text(kind, content),
        media=media,
    )


def _text(kind: str, content: Mapping[str, object]) -> str:
    """Return the words of a message: what was written, or what was tapped in a list, a button or a form."""
    if kind == "interactive":
        tapped = _mapping(content.get(_words(content.get("type"))))
        return _words(tapped.get("title")) or _words(tapped.get("body"))
    return _words(content.get({"text": "body", "button": "text"}.get(kind, "caption")))


def _moment(value: object, now: datetime) -> datetime:
    """Return when a message was sent; the present for what can be no such moment."""
    try:
        sent = datetime.fromtimestamp(int(_words(value)), UTC)
    except (ValueError, OverflowError, OSError):
        return now
    return sent if EARLIEST <= sent <= now + SLACK else now


def _made_id(message: Mapping[str, object]) -> str:
    """Return an id for a message without one: the same however often it comes."""
    return "made-" + sha256(json.dumps(message, sort_keys=True).encode()).hexdigest()


def _whole_number(digits: str) -> object:
    return int(digits) if len(digits) <= LONGEST_NUMBER else digits


def _words(value: object) -> str:
    """Return a text without the halves of characters and the marks of bytes that were none; nothing for what is not text."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return _HALVES.sub("", value) if isinstance(value, str) else ""


def _short(value: object, most: int) -> str:
    found = _words(value)
    return found if len(found) <= most else ""


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _list(value: object, name: str) -> list[object]:
    found = _mapping(value).get(name)
    return found if isinstance(found, list) else []
