"""Hashes and seals: canonical JSON (RFC 8785), its SHA-256, and the ledger's key.

Equal facts always have equal bytes and equal hashes. The key is random, made once, and never leaves the machine that opened the
ledger. It seals answers, so that only what came through the approve node can buy, never an edit of the state.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Callable
from datetime import datetime
from weakref import WeakKeyDictionary

import rfc8785
from pydantic import BaseModel, JsonValue
from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import Pool

from tripintent.state.booking import ApprovalAnswer
from tripintent.tools.ledger.schema import keys


def canonical(value: JsonValue | BaseModel) -> str:
    """Return the canonical JSON text of a JSON value or a model (money and moments as strings)."""
    plain = value.model_dump(mode="json") if isinstance(value, BaseModel) else value
    text = _written(plain) if _is_ordinary(plain) else ""
    return text if text and text.isascii() else rfc8785.dumps(plain).decode()


_written: Callable[[object], str] = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode
"""The standard library's encoder: its text is canonical where ``_is_ordinary`` holds and all of it is ASCII; it is far quicker."""
_EXACT = 2**53
"""Whole numbers from here on are refused by RFC 8785."""


def _is_ordinary(value: object) -> bool:
    """Check whether a value holds no fractions, no large numbers and nothing but texts as keys."""
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return True
    if isinstance(value, int):
        return kind is int and -_EXACT < value < _EXACT
    if isinstance(value, dict):
        return all(type(key) is str and _is_ordinary(one) for key, one in value.items())
    return isinstance(value, list | tuple) and all(map(_is_ordinary, value))


def sha256(text: str) -> str:
    """Return the hex SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


_NAME = "seal"
_FIND = select(keys.c.value).where(keys.c.name == _NAME)
PEOPLE = "people"
"""The purpose of the key under which personal data is compared once the data itself is gone."""


_KNOWN: WeakKeyDictionary[Pool, bytes] = WeakKeyDictionary()
"""The keys of the ledgers that are open, as they were read once they were committed: a key is made once and never changes."""


def find_key(tx: Connection) -> bytes | None:
    """Return the key, or None before the first use."""
    key = _KNOWN.get(tx.engine.pool)
    if key is None and (value := tx.execute(_FIND).scalar()) is not None:
        key = bytes.fromhex(value)
        if tx.get_execution_options().get("reads", False):  # one that is being written may still be rolled back
            _KNOWN[tx.engine.pool] = key
    return key


def make_key(tx: Connection, now: datetime) -> bytes:
    """Make the key unless another process was faster; return the one that counts."""
    try:
        with tx.begin_nested():
            tx.execute(keys.insert().values(name=_NAME, value=secrets.token_hex(32), created_at=now))
    except IntegrityError:
        pass  # somebody else made it between our look and our write
    key = find_key(tx)
    assert key is not None  # noqa: S101 - inserted above, by us or by the other one
    return key


def derived(tx: Connection, purpose: str, now: datetime) -> bytes:
    """Return the key for another purpose, in a transaction that writes: one of them tells nothing of the others."""
    return derive(find_key(tx) or make_key(tx, now), purpose)


def derive(key: bytes, purpose: str) -> bytes:
    """Return the key that the ledger's key gives for a purpose."""
    return hmac.new(key, purpose.encode(), hashlib.sha256).digest()


def seal_of(answer: ApprovalAnswer, key: bytes) -> str:
    """Return the seal that belongs to an answer."""
    said = answer.model_dump(mode="json") | {"seal": ""}
    if not answer.grant_id:
        del said["grant_id"]  # as answers were sealed before there were grants
    if answer.organisation is None:
        del said["organisation"]  # as they were before it was named
    text = canonical(said)
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def is_sealed(answer: ApprovalAnswer, key: bytes) -> bool:
    """Check whether the answer carries its own seal and nothing of it was changed afterwards."""
    return hmac.compare_digest(seal_of(answer, key), answer.seal)
