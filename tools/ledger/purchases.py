"""Rows of purchases. The database itself keeps them single: one per approval, one live per trip, one per trip and cart."""

from datetime import datetime, timedelta
from typing import Any

from pydantic import BaseModel, ConfigDict
from sqlalchemy import Connection, func, select, update

from tripintent.state.money import Money
from tripintent.tools.ledger.owners import is_gone
from tripintent.tools.ledger.schema import purchases


class PurchaseRow(BaseModel):
    """One purchase: an approval that was used."""

    model_config = ConfigDict(frozen=True)

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
        """Whether a worker that may still be alive is carrying it out."""
        return (
            self.lease_owner is not None
            and self.lease_until is not None
            and self.lease_until > now
            and not is_gone(self.lease_owner)
        )


def insert(tx: Connection, row: PurchaseRow) -> None:
    """Add a purchase, as the newest of its trip; a second one where only one may be is an IntegrityError."""
    before = select(func.count()).select_from(purchases).where(purchases.c.trip_id == row.trip_id)
    values: dict[str, Any] = {
        "created_at": row.created_at,
        "updated_at": row.updated_at,
        "lease_until": row.lease_until,
    }
    values["seq"] = tx.execute(before).scalar_one()
    tx.execute(purchases.insert().values(**(row.model_dump(mode="json") | values)))


def get(tx: Connection, purchase_id: str) -> PurchaseRow:
    """Return a purchase; a missing one is a programming error."""
    row = tx.execute(select(purchases).where(purchases.c.purchase_id == purchase_id)).one()
    return PurchaseRow.model_validate(dict(row._mapping))  # noqa: SLF001


def of_approval(tx: Connection, approval_id: str) -> PurchaseRow | None:
    """Return the purchase that consumed an approval."""
    return _one(tx.execute(select(purchases).where(purchases.c.approval_id == approval_id)).one_or_none())


def latest(tx: Connection, trip_id: str) -> PurchaseRow | None:
    """Return the newest purchase of a trip."""
    query = select(purchases).where(purchases.c.trip_id == trip_id).order_by(purchases.c.seq.desc())
    return _one(tx.execute(query.limit(1)).one_or_none())


def live_of_trip(tx: Connection, trip_id: str) -> PurchaseRow | None:
    """Return the purchase of a trip that is being carried out."""
    return _one(tx.execute(select(purchases).where(purchases.c.trip_id == trip_id, purchases.c.live)).one_or_none())


def all_live(tx: Connection) -> list[PurchaseRow]:
    """Return every purchase that is being carried out, oldest first."""
    rows = tx.execute(select(purchases).where(purchases.c.live).order_by(purchases.c.created_at))
    return [PurchaseRow.model_validate(dict(row._mapping)) for row in rows]  # noqa: SLF001


def newest(tx: Connection, limit: int) -> list[PurchaseRow]:
    """Return the newest purchases of all trips, newest first."""
    rows = tx.execute(select(purchases).order_by(purchases.c.created_at.desc()).limit(limit))
    return [PurchaseRow.model_validate(dict(row._mapping)) for row in rows]  # noqa: SLF001


def take(tx: Connection, purchase_id: str, owner: str, now: datetime, lease: timedelta) -> PurchaseRow | None:
    """Take the lease of a live purchase, or return None when another worker has it."""
    row = get(tx, purchase_id)
    if not row.live or (row.lease_owner != owner and row.leased(now)):
        return None
    same = purchases.c.lease_owner.is_(None) if row.lease_owner is None else purchases.c.lease_owner == row.lease_owner
    query = update(purchases).where(purchases.c.purchase_id == purchase_id, purchases.c.live, same)
    won = tx.execute(query.values(lease_owner=owner, lease_until=now + lease)).rowcount == 1
    return get(tx, purchase_id) if won else None


def move(tx: Connection, row: PurchaseRow, now: datetime, **values: Any) -> bool:
    """Compare-and-set: change a purchase if it is still in the state of ``row``. Return whether it was."""
    query = update(purchases).where(purchases.c.purchase_id == row.purchase_id, purchases.c.state == row.state)
    return tx.execute(query.values(**values, updated_at=now)).rowcount == 1


def free(tx: Connection, purchase_id: str, owner: str) -> None:
    """Give the lease back."""
    query = update(purchases).where(purchases.c.purchase_id == purchase_id, purchases.c.lease_owner == owner)
    tx.execute(query.values(lease_owner=None, lease_until=None))


def _one(row: Any) -> PurchaseRow | None:
    return None if row is None else PurchaseRow.model_validate(dict(row._mapping))  # noqa: SLF001
