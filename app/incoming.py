"""What comes in is made safe before it becomes graph input, because graph input is stored as it comes."""

import hashlib
import re
from collections.abc import Mapping
from typing import Any

from tripintent.app.errors import SessionError
from tripintent.nodes.booking.intake import MAX_CHARACTERS
from tripintent.state.caps import excess_of
from tripintent.tools.desk.masking import mask_cards
from tripintent.tools.ports.masking import masked_within

_TOKEN = re.compile(r"(approval_token\s{0,3}[=:]\s{0,3}[\"']?)([^\s\"',;&]{1,512})", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ufffd]")
_THREAD = re.compile(r"[^\x00-\x1f\x7f\ud800-\udfff]{1,200}")
_HALVES = re.compile(r"[\ud800-\udfff]")
"""Halves of a character: JSON can carry them, and no database and no reply can."""
_DEEPEST, _LARGEST = 40, 2**63


def checked_thread(thread_id: str) -> str:
    """Return a thread id that can be stored, or raise SessionError."""
    if not thread_id.strip() or not _THREAD.fullmatch(thread_id):
        raise SessionError("a thread id is 1 to 200 printable characters", "bad_thread_id")
    if mask_cards(thread_id)[1]:
        raise SessionError("a thread id must not look like a card number: choose another one", "bad_thread_id")
    return thread_id


def safe_text(text: str) -> tuple[str, bool]:
    """Return the text as it may be stored, and whether a card number was masked in it. Raises SessionError."""
    if not text.strip():
        raise SessionError("the message is empty: write what trip you want", "empty")
    if len(text) > MAX_CHARACTERS:
        said = (
            f"the message has {len(text):,} characters, the limit is {MAX_CHARACTERS:,}: shorten it or send it in parts"
        )
        raise SessionError(said, "too_long")
    if _CONTROL.search(text) or _HALVES.search(text):
        raise SessionError("the message is not readable text: send words, not a file", "unreadable")
    return mask_cards(_TOKEN.sub(lambda m: m[1] + token_hash(m[2]), text))


def safe_event(event: Mapping[str, Any]) -> dict[str, Any]:
    """Return the event as it may be stored: tokens hashed, card numbers masked. Its shape is checked by the graph."""
    if not isinstance(event, Mapping) or not isinstance(event.get("type"), str):
        raise SessionError(
            'an event is an object with a "type", for example {"type": "USER_REQUEST_HOLD"}', "bad_event"
        )
    if not storable(event):
        said = (
            "the event holds what cannot be stored: text that is none, a number beyond 64 bits, or too deep a nesting"
        )
        raise SessionError(said, "bad_event")
    document = event.get("trip_intent")
    over = excess_of(document) if isinstance(document, Mapping) else None
    if over is not None:
        said = f"the document has {over.count:,} {over.what}, the limit is {over.limit:,}: split it or shorten it"
        raise SessionError(said, "too_much")
    clean: dict[str, Any] = masked_within(event, mask_cards)
    if isinstance(clean.get("approval_token"), str):
        clean["approval_token"] = token_hash(str(event["approval_token"]))
    return clean


def token_hash(token: str) -> str:
    """Return the SHA-256 (hex) of a token. What looks like one is hashed too: who reads a stored hash has no token."""
    return hashlib.sha256(token.rstrip(".").encode()).hexdigest()


def storable(value: Any, depth: int = 0) -> bool:
    """Tell whether a value from a client can be kept in a checkpoint and told again."""
    if isinstance(value, str):
        return not _HALVES.search(value)
    if isinstance(value, int):
        return -_LARGEST <= value < _LARGEST
    if isinstance(value, Mapping):
        return depth < _DEEPEST and all(storable(k) and storable(v, depth + 1) for k, v in value.items())
    if isinstance(value, list | tuple):
        return depth < _DEEPEST and all(storable(v, depth + 1) for v in value)
    return True
