"""Anchors: the newest line of the audit, signed, to be kept where whoever can write to the ledger cannot.

A chain alone cannot show that it was written again as a whole, or cut and closed again. Against an anchor it can: the line that was
signed must still stand where it stood.
"""

import hashlib
import hmac
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection

from tripintent.tools.ledger import auditing, row_seals
from tripintent.tools.ledger.canonical import canonical
from tripintent.tools.ports.operating import Anchor

PURPOSE = "audit anchor"


def anchor_of(tx: Connection, key: bytes, now: datetime) -> Anchor:
    """Return the signed head of the chain."""
    seq, newest = auditing.head(tx)
    return _signed(Anchor(seq=seq, hash=newest, at=now), key)


def verify(tx: Connection, anchors: Sequence[Anchor], key: bytes) -> str | None:
    """Return None when the chain is whole, the rows are as it says and every anchor still holds, else one sentence."""
    return (
        auditing.verify(tx) or row_seals.verify(tx) or next(filter(None, (_broken(tx, a, key) for a in anchors)), None)
    )


def _broken(tx: Connection, anchor: Anchor, key: bytes) -> str | None:
    where = f"the anchor of {anchor.at:%Y-%m-%d %H:%M:%S} UTC (row {anchor.seq})"
    if not hmac.compare_digest(_signed(anchor, key).signature, anchor.signature):
        return f"{where} is not signed with this ledger's key: it was changed, or belongs to another ledger"
    there = auditing.hash_at(tx, anchor.seq)
    if there is None:
        return f"{where} names a line that is gone: the audit was cut off after it was anchored"
    return None if there == anchor.hash else f"{where} does not match: the audit was written anew after it was anchored"


def _signed(anchor: Anchor, key: bytes) -> Anchor:
    text = canonical(anchor.model_copy(update={"signature": ""}))
    return anchor.model_copy(update={"signature": hmac.new(key, text.encode(), hashlib.sha256).hexdigest()})
