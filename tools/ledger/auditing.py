"""The audit: append-only, each row hashed together with the hash before it.

``audit_head`` names the newest row, so that a cut-off tail is noticed too, and its row lock keeps two Postgres writers
from forking the chain.

The chain covers what was bought: each change of a purchase or booking leaves the row's hash in the audit. So an edited, a removed
and an invented row are found, though nothing of the audit itself was touched. Leases and the moment of the last change are left
out: they say nothing of what was bought.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Literal, cast

from pydantic import JsonValue
from sqlalchemy import Connection, Row, Table, bindparam, select, update

from tripintent.tools.ledger.schema import audit, audit_head, bookings, purchases
from tripintent.tools.ledger.seals import canonical, sha256
from tripintent.tools.ports.desk import AuditEvent

ROW = "row."
"""Lines that hold the hash of a row: for the check, and shown to no one."""
GENESIS = "0" * 64
_INSERT = audit.insert()
_ALL = select(audit).order_by(audit.c.seq)
_SHOWN = _ALL.where(audit.c.type.not_like(f"{ROW}%"))
_OF_TRIP = _SHOWN.where(audit.c.trip_id == bindparam("trip"))
_NEWEST_OF_TRIP = _OF_TRIP.order_by(None).order_by(audit.c.seq.desc()).limit(bindparam("last"))
_HASH_AT = select(audit.c.hash).where(audit.c.seq == bindparam("at"))
_HEAD = select(audit_head.c.seq, audit_head.c.hash)
_HEAD_LOCKED = _HEAD.with_for_update()
_SET_HEAD = update(audit_head)
_KEPT = "lines of the audit that are written at the end of the transaction"


def begin(tx: Connection) -> None:
    """Begin the chain in a new database."""
    tx.execute(audit_head.insert().values(id=1, seq=0, hash=GENESIS))


def append(tx: Connection, events: Sequence[AuditEvent], now: datetime) -> None:
    """Add events to the chain, in the caller's transaction: a change and its audit are stored together or not at all."""
    dated = [(event, (event.at or now).astimezone(UTC)) for event in events]
    kept: list[tuple[AuditEvent, datetime]] | None = tx.info.get(_KEPT)
    if kept is None:
        _write(tx, dated)
    else:
        kept += dated


@contextmanager
def together(tx: Connection) -> Iterator[None]:
    """Write all lines of a block at its end, still in its transaction; none where the block breaks off."""
    info = tx.info  # a connection that was lost inside gives it no more
    kept = info[_KEPT] = list[tuple[AuditEvent, datetime]]()
    try:
        yield
    finally:
        del info[_KEPT]
    _write(tx, kept)


def _write(tx: Connection, events: Sequence[tuple[AuditEvent, datetime]]) -> None:
    if not events:
        return
    seq, prev = head(tx, lock=True)
    rows: list[dict[str, Any]] = []
    for event, at in events:
        seq += 1
        rows.append(_row(seq, prev, event, at))
        prev = rows[-1]["hash"]
    tx.execute(_INSERT, rows)
    tx.execute(_SET_HEAD, {"seq": seq, "hash": prev})


def _row(seq: int, prev: str, event: AuditEvent, at: datetime) -> dict[str, Any]:
    data = canonical(cast("JsonValue", event.data))
    row_hash = _hash([seq, prev, event.trip_id, event.type, at.isoformat(), data])
    row = {"seq": seq, "trip_id": event.trip_id, "type": event.type, "at": at, "data": data}
    return {**row, "prev_hash": prev, "hash": row_hash}


def head(tx: Connection, *, lock: bool = False) -> tuple[int, str]:
    """Return the number and the hash of the newest line."""
    row = tx.execute(_HEAD_LOCKED if lock else _HEAD).one()
    return row.seq, row.hash


def _hash(facts: list[JsonValue]) -> str:
    return sha256(canonical(facts))


def read(tx: Connection, trip_id: str | None, last: int | None = None) -> list[AuditEvent]:
    """Return the events of a trip (of all when None), oldest first; with ``last`` only so many of the newest."""
    if last is not None:
        newest = tx.execute(_NEWEST_OF_TRIP, {"trip": trip_id or "", "last": last}).fetchall()
        rows: Iterable[Row[Any]] = reversed(newest)
    else:
        rows = tx.execute(_SHOWN) if trip_id is None else tx.execute(_OF_TRIP, {"trip": trip_id})
    return [
        AuditEvent.model_validate({"trip_id": r.trip_id, "type": r.type, "at": r.at, "data": json.loads(r.data)})
        for r in rows
    ]


def hash_at(tx: Connection, seq: int) -> str | None:
    """Return the hash of a line, None when it is missing; before the first line there is the chain's beginning."""
    return GENESIS if seq == 0 else tx.execute(_HASH_AT, {"at": seq}).scalar()


def verify(tx: Connection) -> str | None:
    """Return None when the chain is whole, else one sentence that names the first broken row."""
    seq, prev = 0, GENESIS
    for row in tx.execute(_ALL):
        seq += 1
        if row.seq != seq:
            return f"audit row {seq} is missing"
        if row.prev_hash != prev or row.hash != _hash([seq, prev, row.trip_id, row.type, row.at.isoformat(), row.data]):
            return f"audit row {seq} ({row.type} of trip {row.trip_id!r} at {row.at.isoformat()}) was changed after it was written"
        prev = row.hash
    newest = head(tx)
    if newest != (seq, prev):
        return f"the audit was cut off or added to after row {min(seq, newest[0])}"
    return None


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
_SEALS = select(audit.c.type, audit.c.data).where(audit.c.type.in_([f"{ROW}{kind}" for kind in _COLUMNS]))


def seal_row(tx: Connection, kind: Kind, row_id: str, now: datetime) -> None:
    """Write the hash of a row as it is now, in the transaction of its change."""
    seal_read(tx, kind, tx.execute(_ONE[kind], {"id": row_id}).one(), now)


def seal_read(tx: Connection, kind: Kind, row: Row[Any], now: datetime) -> None:
    """Write the hash of a row that was read with all its columns since its change, in the transaction of the change."""
    sealed = [getattr(row, name) for name in _COLUMNS[kind][1]]
    data: dict[str, JsonValue] = {"id": sealed[0], "hash": _row_hash(sealed)}
    event = AuditEvent(trip_id=row.trip_id, type=f"{ROW}{kind}", data=data)
    append(tx, [event], now)


def verify_rows(tx: Connection) -> str | None:
    """Return None when every row is as the chain says, else one sentence about the first that is not."""
    known = _newest(tx)
    for kind, row in _all_rows(tx):
        sealed = known.pop((kind, row[0]), None)
        if sealed is None:
            return f"{kind} {row[0]} is not in the audit: it was added from outside"
        if sealed != _row_hash(row):
            return f"{kind} {row[0]} was changed from outside: it is not as the audit says"
    if known:
        return f"{' '.join(next(iter(known)))} was removed: the audit knows it"
    return None


def _all_rows(tx: Connection) -> Iterator[tuple[Kind, Any]]:
    for kind in _COLUMNS:
        for row in tx.execute(_ROWS[kind]):
            yield kind, row


def _newest(tx: Connection) -> dict[tuple[str, str], str]:
    """Return the newest hash of each row."""
    found: dict[tuple[str, str], str] = {}
    for line in tx.execute(_SEALS.order_by(audit.c.seq)):
        data = json.loads(line.data)
        found[line.type.removeprefix(ROW), data["id"]] = data["hash"]
    return found


def _row_hash(row: Any) -> str:
    plain: list[JsonValue] = [one.isoformat() if isinstance(one, datetime) else one for one in row]
    return sha256(canonical(plain))
