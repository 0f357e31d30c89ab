"""The ledger's key: random, made once, never leaves the machine that opened it. It seals answers; other keys come from it."""

import hashlib
import hmac
import secrets
from datetime import datetime

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from tripintent.tools.ledger.schema import keys

_NAME = "seal"
_FIND = select(keys.c.value).where(keys.c.name == _NAME)
PEOPLE = "people"
"""The purpose of the key under which personal data is compared once the data itself is gone."""


def find(tx: Connection) -> bytes | None:
    """Return the key, or None before the first use."""
    value = tx.execute(_FIND).scalar()
    return None if value is None else bytes.fromhex(value)


def make(tx: Connection, now: datetime) -> bytes:
    """Make the key unless another process was faster; return the one that counts."""
    try:
        with tx.begin_nested():
            tx.execute(keys.insert().values(name=_NAME, value=secrets.token_hex(32), created_at=now))
    except IntegrityError:
        pass  # somebody else made it between our look and our write
    key = find(tx)
    assert key is not None  # noqa: S101 - inserted above, by us or by the other one
    return key


def derived(tx: Connection, purpose: str, now: datetime) -> bytes:
    """Return the key for another purpose, in a transaction that writes: one of them tells nothing of the others."""
    return derive(find(tx) or make(tx, now), purpose)


def derive(key: bytes, purpose: str) -> bytes:
    """Return the key that the ledger's key gives for a purpose."""
    return hmac.new(key, purpose.encode(), hashlib.sha256).digest()
