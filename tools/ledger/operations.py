"""Rows of operations: everything that commits a supplier, PLANNED → SENT → OK | REJECTED | UNKNOWN.

All transitions are compare-and-set: of two workers that try, one wins and the other sees that it did not.
"""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, JsonValue
from sqlalchemy import Connection, or_, select, update

from tripintent.tools.ledger.owners import is_gone
from tripintent.tools.ledger.schema import operations

Action = Literal["hold", "pay", "book", "release", "cancel"]
State = Literal["PLANNED", "SENT", "OK", "REJECTED", "UNKNOWN"]
OPEN: tuple[State, ...] = ("PLANNED", "SENT", "UNKNOWN")


class OperationRow(BaseModel):
    """One commit at one supplier. ``op_id`` is its idempotency key and its reference in the supplier's books."""

    model_config = ConfigDict(frozen=True)

    op_id: str
    seq: int = 0
    trip_id: str
    purchase_id: str | None = None
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
        """Whether a worker that may still be alive is waiting for the supplier's reply."""
        return (
            self.lease_owner is not None
            and self.lease_until is not None
            and self.lease_until > now
            and not is_gone(self.lease_owner)
        )

    @property
    def settled(self) -> bool:
        """Whether the outcome is certain."""
        return self.state in ("OK", "REJECTED")


_MOMENTS = ("sent_at", "send_by", "settles_at", "watch_until", "lease_until", "created_at", "updated_at")


def insert(tx: Connection, row: OperationRow) -> None:
    """Add a planned operation."""
    tx.execute(
        operations.insert().values(**(row.model_dump(mode="json") | {name: getattr(row, name) for name in _MOMENTS}))
    )


def get(tx: Connection, op_id: str) -> OperationRow:
    """Return an operation; a missing one is a programming error."""
    return _row(tx.execute(select(operations).where(operations.c.op_id == op_id)).one())


def of_purchase(tx: Connection, purchase_id: str, *actions: Action) -> list[OperationRow]:
    """Return the operations of a purchase in the order of execution."""
    query = select(operations).where(operations.c.purchase_id == purchase_id, operations.c.action.in_(actions))
    return [_row(row) for row in tx.execute(query.order_by(operations.c.seq))]


def of_hold(tx: Connection, hold_id: str, action: Action) -> OperationRow | None:
    """Return the newest operation of one kind on a hold."""
    query = select(operations).where(operations.c.hold_id == hold_id, operations.c.action == action)
    row = tx.execute(query.order_by(operations.c.created_at.desc()).limit(1)).one_or_none()
    return None if row is None else _row(row)


def of_booking(tx: Connection, booking_id: str) -> OperationRow | None:
    """Return the newest unsettled cancellation of a booking."""
    query = select(operations).where(operations.c.booking_id == booking_id, operations.c.state.in_(OPEN))
    row = tx.execute(query.order_by(operations.c.created_at.desc()).limit(1)).one_or_none()
    return None if row is None else _row(row)


def all_open(tx: Connection) -> list[OperationRow]:
    """Return every operation without a certain outcome, oldest first."""
    query = select(operations).where(operations.c.state.in_(OPEN)).order_by(operations.c.created_at, operations.c.seq)
    return [_row(row) for row in tx.execute(query)]


def open_of_trip(tx: Connection, trip_id: str, action: Action) -> list[OperationRow]:
    """Return the operations of one kind of a trip that have no certain outcome."""
    query = select(operations).where(operations.c.trip_id == trip_id, operations.c.action == action)
    return [_row(row) for row in tx.execute(query.where(operations.c.state.in_(OPEN)))]


def about(tx: Connection, supplier: str, client_ref: str | None, order_id: str | None) -> list[OperationRow]:
    """Return the operations that a supplier's message is about, by our reference or by its order's number."""
    same = [operations.c.op_id == client_ref] if client_ref else []
    same += [operations.c.order_id == order_id, operations.c.ref == order_id] if order_id else []
    if not same:
        return []
    return [_row(row) for row in tx.execute(select(operations).where(operations.c.supplier == supplier, or_(*same)))]


def watched(tx: Connection) -> list[OperationRow]:
    """Return the operations that were given up without proof and may still turn up."""
    return [_row(row) for row in tx.execute(select(operations).where(operations.c.watch_until.is_not(None)))]


def move(tx: Connection, row: OperationRow, now: datetime, **values: Any) -> bool:
    """Compare-and-set: change an operation that is still in the state, and under the lease, of ``row``."""
    same = (
        operations.c.lease_owner.is_(None) if row.lease_owner is None else operations.c.lease_owner == row.lease_owner
    )
    query = update(operations).where(operations.c.op_id == row.op_id, operations.c.state == row.state, same)
    return tx.execute(query.values(**values, updated_at=now)).rowcount == 1


def skip_planned(tx: Connection, purchase_id: str, now: datetime, reason: str) -> None:
    """Close the operations of a purchase that were never sent."""
    query = update(operations).where(operations.c.purchase_id == purchase_id, operations.c.state == "PLANNED")
    query = query.where(or_(operations.c.action == "pay", operations.c.action == "book"))
    tx.execute(query.values(state="REJECTED", code="skipped", error=reason, updated_at=now))


def _row(row: Any) -> OperationRow:
    return OperationRow.model_validate(dict(row._mapping))  # noqa: SLF001
