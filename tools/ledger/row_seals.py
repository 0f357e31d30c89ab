"""The chain covers what was bought: each change of a purchase or booking leaves the row's hash in the audit.

So an edited, a removed and an invented row are found, though nothing of the audit itself was touched. Leases and the moment of the
last change are left out: they say nothing of what was bought.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Literal

from pydantic import JsonValue
from sqlalchemy import Connection, Table, bindparam, select

from tripintent.tools.ledger import auditing
from tripintent.tools.ledger.canonical import canonical, sha256
from tripintent.tools.ledger.schema import audit, bookings, purchases
from tripintent.tools.ports.desk import AuditEvent

Kind = Literal["purchase", "booking"]

_PURCHASE = (
    "purchase_id approval_id trip_id org thread_id cart_hash state live counts payment_method_id approved_by total cheaper_by "
    "dearer_by differences loss declined note created_at"
)
_BOOKING = (
    "booking_id trip_id purchase_id hold_id item_type key requirement_key supplier order_id status locator tickets title "
    "total refund terms simulated booked_at"
)
_COLUMNS: dict[Kind, tuple[Table, tuple[str, ...]]] = {
    "purchase": (purchases, tuple(_PURCHASE.split())),
    "booking": (bookings, tuple(_BOOKING.split())),
}
"""Which fields a hash is over, the id first. The list is part of the format: one that is added changes every hash."""

_ROWS = {kind: select(*(table.c[name] for name in names)) for kind, (table, names) in _COLUMNS.items()}
_ONE = {kind: _ROWS[kind].where(table.c[names[0]] == bindparam("id")) for kind, (table, names) in _COLUMNS.items()}
_SEALS = select(audit.c.type, audit.c.data).where(audit.c.type.in_([f"{auditing.ROW}{kind}" for kind in _COLUMNS]))


def seal(tx: Connection, kind: Kind, row_id: str, now: datetime) -> None:
    """Write the hash of a row as it is now, in the transaction of its change."""
    _append(tx, kind, tx.execute(_ONE[kind], {"id": row_id}).one(), now)


def verify(tx: Connection) -> str | None:
    """Return None when every row is as the chain says, else one sentence about the first that is not."""
    known = _newest(tx)
    for kind, row in _all(tx):
        sealed = known.pop((kind, row[0]), None)
        if sealed is None:
            return f"{kind} {row[0]} is not in the audit: it was added from outside"
        if sealed != _hash(row):
            return f"{kind} {row[0]} was changed from outside: it is not as the audit says"
    if known:
        return f"{' '.join(next(iter(known)))} was removed: the audit knows it"
    return None


def _all(tx: Connection) -> Iterator[tuple[Kind, Any]]:
    for kind in _COLUMNS:
        for row in tx.execute(_ROWS[kind]):
            yield kind, row


def _newest(tx: Connection) -> dict[tuple[str, str], str]:
    """Return the newest hash of each row."""
    found: dict[tuple[str, str], str] = {}
    for line in tx.execute(_SEALS.order_by(audit.c.seq)):
        data = auditing.loads(line.data)
        found[line.type.removeprefix(auditing.ROW), data["id"]] = data["hash"]
    return found


def _append(tx: Connection, kind: Kind, row: Any, now: datetime) -> None:
    event = AuditEvent(trip_id=row.trip_id, type=f"{auditing.ROW}{kind}", data={"id": row[0], "hash": _hash(row)})
    auditing.append(tx, [event], now)


def _hash(row: Any) -> str:
    plain: list[JsonValue] = [one.isoformat() if isinstance(one, datetime) else one for one in row]
    return sha256(canonical(plain))
