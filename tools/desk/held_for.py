"""For whom a hold was placed: the names at the supplier are those of the hold, and paying for it changes none of them."""

import hashlib
import hmac
from datetime import datetime

from pydantic import JsonValue
from sqlalchemy import Connection

from tripintent.tools.desk.planning import People, body_hash, with_people
from tripintent.tools.ledger import operations, seal_key
from tripintent.tools.ledger.canonical import canonical
from tripintent.tools.ledger.holds import HoldRow


def is_for(tx: Connection, hold: HoldRow, people: People) -> bool:
    """Whether a hold was placed for exactly these people, contact and requests, told by the hash of what was sent.

    One that is kept here alone names no one at a supplier yet: it is for anybody.
    """
    op = operations.of_hold(tx, hold.hold_id, "hold")
    return op is None or operations.has_body(tx, op, body_hash(with_people(op.body, people, hold.key)))


def mark_of(tx: Connection, people: People, now: datetime) -> str:
    """Return what tells these people and this contact from any others, and tells nothing about them without the ledger's key."""
    plain: list[JsonValue] = [
        [one.sent() for one in people.travellers],
        people.contact.model_dump(mode="json"),
    ]
    if people.requests:
        plain.append([one.marked() for one in people.requests])
    return hmac.new(seal_key.derived(tx, seal_key.PEOPLE, now), canonical(plain).encode(), hashlib.sha256).hexdigest()
