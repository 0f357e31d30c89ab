"""The key that seals answers: random, made once per ledger, never leaves the machine that opened it."""

import secrets
from datetime import datetime

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from tripintent.tools.ledger.schema import keys

_NAME = "seal"


def find(tx: Connection) -> bytes | None:
    """Return the key, or None before the first use."""
    value = tx.execute(select(keys.c.value).where(keys.c.name == _NAME)).scalar()
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
