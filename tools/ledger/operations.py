"""Rows of operations: everything that commits a supplier, PLANNED → SENT → OK | REJECTED | UNKNOWN.

All transitions are compare-and-set: of two workers that try, one wins and the other sees that it did not.
"""

import hashlib
import hmac
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

from pydantic import JsonValue
from sqlalchemy import Connection, bindparam, or_, select, update

from tripintent.state.frozen import Frozen
from tripintent.tools.ledger import seals
from tripintent.tools.ledger.locks import is_alive, is_gone
from tripintent.tools.ledger.schema import operations

Action = Literal["hold", "pay", "book", "release", "cancel"]
State = Literal["PLANNED", "SENT", "OK", "REJECTED", "UNKNOWN"]
OPEN: tuple[State, ...] = ("PLANNED", "SENT", "UNKNOWN")

_INSERT = operations.insert()
_ALL = select(operations)
_GET = _ALL.where(operations.c.op_id == bindparam("id"))
_SEVERAL = _ALL.where(operations.c.op_id.in_(bindparam("ids", expanding=True)))
_OF_PURCHASE = (
    _ALL.where(operations.c.purchase_id == bindparam("purchase"))
    .where(operations.c.action.in_(bindparam("actions", expanding=True)))
    .order_by(operations.c.seq)
)
_OF_PLAN = _ALL.where(operations.c.plan_id == bindparam("plan")).order_by(operations.c.seq)
_NEWEST = _ALL.order_by(operations.c.created_at.desc()).limit(1)
_OF_HOLD = _NEWEST.where(operations.c.hold_id == bindparam("hold"), operations.c.action == bindparam("act"))
_OF_HOLDS = _ALL.where(
    operations.c.hold_id.in_(bindparam("ids", expanding=True)), operations.c.action == bindparam("act")
).order_by(operations.c.created_at)
_OPEN_OF_BOOKING = _NEWEST.where(operations.c.booking_id == bindparam("booking"), operations.c.state.in_(OPEN))
_ALL_OPEN = _ALL.where(operations.c.state.in_(OPEN)).order_by(operations.c.created_at, operations.c.seq)
_OPEN_OF_TRIP = _ALL_OPEN.where(operations.c.trip_id == bindparam("trip"), operations.c.action == bindparam("act"))
_WATCHED = _ALL.where(operations.c.watch_until.is_not(None))
_MOVE = update(operations).where(
    operations.c.op_id == bindparam("id"),
    operations.c.state == bindparam("was"),
    operations.c.lease_owner.is_not_distinct_from(bindparam("holder")),
)
_SKIP = update(operations).where(
    operations.c.purchase_id == bindparam("purchase"),
    operations.c.state == "PLANNED",
    operations.c.action.in_(("pay", "book")),
)


class OperationRow(Frozen):
    """One commit at one supplier. ``op_id`` is its idempotency key and its reference in the supplier's books."""

    op_id: str
    seq: int = 0
    trip_id: str
    purchase_id: str | None = None
    plan_id: str | None = None
    hold_id: str | None = None
    booking_id: str | None = None
    action: Action
    supplier: str
    order_id: str | None = None
    body: dict[str, JsonValue]
    request_hash: str
    state: State = "PLANNED"
    attempts: int = 0
    sent_at: datetime | None = None
    send_by: datetime | None = None
    settles_at: datetime | None = None
    watch_until: datetime | None = None
    lease_owner: str | None = None
    lease_until: datetime | None = None
    ref: str | None = None
    code: str = ""
    error: str = ""
    created_at: datetime
    updated_at: datetime

    def leased(self, now: datetime) -> bool:
        """Check whether a worker that may still be alive is waiting for the supplier's reply.

        One that certainly is keeps its lease beyond its time: what it is about is not closed over its head.
        """
        if self.lease_owner is None or is_gone(self.lease_owner):
            return False
        return (self.lease_until is not None and self.lease_until > now) or is_alive(self.lease_owner)

    @property
    def settled(self) -> bool:
        """Check whether the outcome is certain."""
        return self.state in ("OK", "REJECTED")


_MOMENTS = ("sent_at", "send_by", "settles_at", "watch_until", "lease_until", "created_at", "updated_at")


def insert(tx: Connection, *rows: OperationRow) -> None:
    """Add planned operations. The hash of a body is kept under the ledger's key: the body names people until it is settled."""
    if not rows:
        return
    key = seals.derived(tx, seals.PEOPLE, rows[0].created_at)
    hashes = [{"request_hash": _under(key, row.request_hash)} for row in rows]
    moments = [{name: getattr(row, name) for name in _MOMENTS} for row in rows]
    plain = [row.model_dump(mode="json") for row in rows]
    tx.execute(_INSERT, [a | b | c for a, b, c in zip(plain, moments, hashes, strict=True)])


def has_body(tx: Connection, row: OperationRow, plain_hash: str) -> bool:
    """Check whether an operation was planned with the body of this hash."""
    return hmac.compare_digest(keyed(tx, plain_hash, row.created_at), row.request_hash)


def keyed(tx: Connection, plain_hash: str, now: datetime) -> str:
    """Return a hash of personal data as it is kept: no one without the ledger's key can try names on it."""
    return _under(seals.derived(tx, seals.PEOPLE, now), plain_hash)


def _under(key: bytes, plain_hash: str) -> str:
    return hmac.new(key, plain_hash.encode(), hashlib.sha256).hexdigest()


def several(tx: Connection, op_ids: Sequence[str]) -> list[OperationRow]:
    """Return operations in the order of their ids; a missing one is a programming error."""
    found = {row.op_id: row for row in _rows(tx.execute(_SEVERAL, {"ids": list(op_ids)}))}
    return [found[op_id] for op_id in op_ids]


def get(tx: Connection, op_id: str) -> OperationRow:
    """Return an operation; a missing one is a programming error."""
    return _rows([tx.execute(_GET, {"id": op_id}).one()])[0]


def find(tx: Connection, op_id: str) -> OperationRow | None:
    """Return the operation of an id, or None."""
    return next(iter(_rows(tx.execute(_GET, {"id": op_id}))), None)


def of_purchase(tx: Connection, purchase_id: str, *actions: Action) -> list[OperationRow]:
    """Return the operations of a purchase in the order of execution."""
    return _rows(tx.execute(_OF_PURCHASE, {"purchase": purchase_id, "actions": actions}))


def of_plan(tx: Connection, plan_id: str) -> list[OperationRow]:
    """Return the cancellations that were planned together."""
    return _rows(tx.execute(_OF_PLAN, {"plan": plan_id}))


def of_hold(tx: Connection, hold_id: str, action: Action) -> OperationRow | None:
    """Return the newest operation of one kind on a hold."""
    return next(iter(_rows(tx.execute(_OF_HOLD, {"hold": hold_id, "act": action}))), None)


def of_holds(tx: Connection, hold_ids: Sequence[str], action: Action) -> dict[str, OperationRow]:
    """Return the newest operation of one kind on each of several holds."""
    found = _rows(tx.execute(_OF_HOLDS, {"ids": list(hold_ids), "act": action})) if hold_ids else []
    return {op.hold_id: op for op in found if op.hold_id}


def of_booking(tx: Connection, booking_id: str) -> OperationRow | None:
    """Return the newest unsettled cancellation of a booking."""
    return next(iter(_rows(tx.execute(_OPEN_OF_BOOKING, {"booking": booking_id}))), None)


def all_open(tx: Connection) -> list[OperationRow]:
    """Return every operation without a certain outcome, oldest first."""
    return _rows(tx.execute(_ALL_OPEN))


def open_of_trip(tx: Connection, trip_id: str, action: Action) -> list[OperationRow]:
    """Return the operations of one kind of a trip that have no certain outcome, oldest first."""
    return _rows(tx.execute(_OPEN_OF_TRIP, {"trip": trip_id, "act": action}))


def about(tx: Connection, supplier: str, client_ref: str | None, order_id: str | None) -> list[OperationRow]:
    """Return the operations that a supplier's message is about, by our reference or by its order's number."""
    same = [operations.c.op_id == client_ref] if client_ref else []
    same += [operations.c.order_id == order_id, operations.c.ref == order_id] if order_id else []
    return _rows(tx.execute(_ALL.where(operations.c.supplier == supplier, or_(*same)))) if same else []


def watched(tx: Connection) -> list[OperationRow]:
    """Return the operations that were given up without proof and may still turn up."""
    return _rows(tx.execute(_WATCHED))


def move(tx: Connection, row: OperationRow, now: datetime, **values: object) -> OperationRow | None:
    """Compare-and-set: change an operation that is still in the state, and under the lease, of ``row``.

    Returns it as it is now, or None when it was changed meanwhile. ``row`` must have been read in this transaction for the
    other fields to be the ledger's.
    """
    values["updated_at"] = now
    same = {"id": row.op_id, "was": row.state, "holder": row.lease_owner}
    won = tx.execute(_MOVE, values | same).rowcount == 1
    return row.model_copy(update=values) if won else None


def skip_planned(tx: Connection, purchase_id: str, now: datetime, reason: str) -> None:
    """Close the operations of a purchase that were never sent."""
    values = {"state": "REJECTED", "code": "skipped", "error": reason, "updated_at": now}
    tx.execute(_SKIP, values | {"purchase": purchase_id})


def _rows(result: Any) -> list[OperationRow]:
    return [OperationRow.model_validate(dict(row._mapping)) for row in result]  # noqa: SLF001 - SQLAlchemy's public name for it
