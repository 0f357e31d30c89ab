"""Rows of purchases. The database itself keeps them single: one per approval, one live per trip, one per trip and cart."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, func, select, update

from tripintent.state.frozen import Frozen
from tripintent.state.money import Money
from tripintent.tools.ledger.auditing import seal_read, seal_row
from tripintent.tools.ledger.locks import is_gone
from tripintent.tools.ledger.schema import approvals, purchases

_INSERT = purchases.insert()
_NEXT = select(func.coalesce(func.max(purchases.c.seq) + 1, 0)).where(purchases.c.trip_id == bindparam("trip"))
_ALL = select(purchases)
_GET = _ALL.where(purchases.c.purchase_id == bindparam("id"))
_STANDS = (
    select(purchases.c.state, approvals.c.expires_at)
    .outerjoin(approvals, approvals.c.approval_id == purchases.c.approval_id)
    .where(purchases.c.purchase_id == bindparam("id"))
)
_OF_APPROVAL = _ALL.where(purchases.c.approval_id == bindparam("approval"))
_LATEST = _ALL.where(purchases.c.trip_id == bindparam("trip")).order_by(purchases.c.seq.desc()).limit(1)
_LIVE_OF_TRIP = _ALL.where(purchases.c.trip_id == bindparam("trip"), purchases.c.live)
_COUNTED = _ALL.where(
    purchases.c.trip_id == bindparam("trip"),
    purchases.c.cart_hash == bindparam("cart"),
    purchases.c.counts,
    purchases.c.purchase_id != bindparam("id"),
)
_ALL_LIVE = _ALL.where(purchases.c.live).order_by(purchases.c.created_at)
_NEWEST = _ALL.order_by(purchases.c.created_at.desc()).limit(bindparam("most"))
_MOVE = update(purchases).where(purchases.c.purchase_id == bindparam("id"), purchases.c.state == bindparam("was"))
_LEASE = update(purchases).where(
    purchases.c.purchase_id == bindparam("id"), purchases.c.lease_owner.is_not_distinct_from(bindparam("holder"))
)
_LEASE_LIVE = _LEASE.where(purchases.c.live)


_RENUMBER = update(purchases).where(purchases.c.purchase_id == bindparam("id"))


class PurchaseRow(Frozen):
    """One purchase: an approval that was used."""

    purchase_id: str
    seq: int = 0
    approval_id: str
    trip_id: str
    org: str = ""
    thread_id: str = ""
    cart_hash: str
    state: str
    live: bool
    counts: bool
    payment_method_id: str
    approved_by: str
    total: Money
    cheaper_by: Money | None = None
    dearer_by: Money | None = None
    differences: tuple[str, ...] = ()
    loss: Money | None = None
    declined: bool = False
    note: str = ""
    lease_owner: str | None = None
    lease_until: datetime | None = None
    created_at: datetime
    updated_at: datetime

    def leased(self, now: datetime) -> bool:
        """Check whether a worker that may still be alive is carrying it out."""
        return (
            self.lease_owner is not None
            and self.lease_until is not None
            and self.lease_until > now
            and not is_gone(self.lease_owner)
        )


def insert(tx: Connection, row: PurchaseRow) -> None:
    """Add a purchase, as the newest of its trip; a second one where only one may be is an IntegrityError."""
    values: dict[str, object] = {
        "created_at": row.created_at,
        "updated_at": row.updated_at,
        "lease_until": row.lease_until,
    }
    values["seq"] = tx.execute(_NEXT, {"trip": row.trip_id}).scalar_one()
    tx.execute(_INSERT, row.model_dump(mode="json") | values)
    seal_row(tx, "purchase", row.purchase_id, row.created_at)


def get(tx: Connection, purchase_id: str) -> PurchaseRow:
    """Return a purchase; a missing one is a programming error."""
    return _row(tx.execute(_GET, {"id": purchase_id}).one())


def state_of(tx: Connection, purchase_id: str) -> tuple[str, datetime | None]:
    """Return the state of a purchase and when the time of its approval is over."""
    row = tx.execute(_STANDS, {"id": purchase_id}).one()
    return row.state, row.expires_at


def of_approval(tx: Connection, approval_id: str) -> PurchaseRow | None:
    """Return the purchase that consumed an approval."""
    return _one(tx.execute(_OF_APPROVAL, {"approval": approval_id}).one_or_none())


def latest(tx: Connection, trip_id: str) -> PurchaseRow | None:
    """Return the newest purchase of a trip."""
    return _one(tx.execute(_LATEST, {"trip": trip_id}).one_or_none())


def live_of_trip(tx: Connection, trip_id: str) -> PurchaseRow | None:
    """Return the purchase of a trip that is being carried out."""
    return _one(tx.execute(_LIVE_OF_TRIP, {"trip": trip_id}).one_or_none())


def counted_elsewhere(tx: Connection, row: PurchaseRow) -> bool:
    """Return whether another purchase is live, bought or in manual review for the same cart of the same trip."""
    asked = {"trip": row.trip_id, "cart": row.cart_hash, "id": row.purchase_id}
    return tx.execute(_COUNTED, asked).first() is not None


def make_latest(tx: Connection, row: PurchaseRow) -> None:
    """Let a purchase be the one that its trip shows: it ended later than the others."""
    newest = latest(tx, row.trip_id)
    if newest is not None and newest.purchase_id != row.purchase_id:
        tx.execute(_RENUMBER, {"id": row.purchase_id, "seq": newest.seq + 1})


def all_live(tx: Connection) -> list[PurchaseRow]:
    """Return every purchase that is being carried out, oldest first."""
    return [_row(row) for row in tx.execute(_ALL_LIVE)]


def newest(tx: Connection, limit: int) -> list[PurchaseRow]:
    """Return the newest purchases of all trips, newest first."""
    return [_row(row) for row in tx.execute(_NEWEST, {"most": limit})]


def take(tx: Connection, purchase_id: str, owner: str, now: datetime, lease: timedelta) -> PurchaseRow | None:
    """Take the lease of a live purchase, or return None when another worker has it."""
    row = get(tx, purchase_id)
    if not row.live or (row.lease_owner != owner and row.leased(now)):
        return None
    values = {"lease_owner": owner, "lease_until": now + lease}
    won = tx.execute(_LEASE_LIVE, values | {"id": purchase_id, "holder": row.lease_owner}).rowcount == 1
    return row.model_copy(update=values) if won else None


def move(tx: Connection, row: PurchaseRow, now: datetime, **values: object) -> PurchaseRow | None:
    """Compare-and-set: change a purchase that is still in the state of ``row``. Return it as it is then, or None."""
    values |= {"id": row.purchase_id, "was": row.state, "updated_at": now}
    if tx.execute(_MOVE, values).rowcount != 1:
        return None
    found = tx.execute(_GET, {"id": row.purchase_id}).one()
    seal_read(tx, "purchase", found, now)
    return _row(found)


def free(tx: Connection, purchase_id: str, owner: str) -> None:
    """Give the lease back."""
    tx.execute(_LEASE, {"id": purchase_id, "holder": owner, "lease_owner": None, "lease_until": None})


def _one(row: object) -> PurchaseRow | None:
    return None if row is None else _row(row)


def _row(row: Any) -> PurchaseRow:
    return PurchaseRow.model_validate(dict(row._mapping))  # noqa: SLF001 - SQLAlchemy's public name for it
