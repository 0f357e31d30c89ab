"""The invariants, asserted against the supplier's own books: what the ledger believes is compared with what happened."""

import json
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import select
from tests.crash.world import Office

from tripintent.tools.ledger import operations, purchases
from tripintent.tools.ledger.schema import bookings, holds


@dataclass(frozen=True)
class Sold:
    """One order in the supplier's book."""

    order_id: str
    client_ref: str
    option_id: str
    status: str
    payments: int


def sold(folder: Path) -> list[Sold]:
    """Read the supplier's book as it lies on the disk."""
    path = folder / "supplier.db"
    if not path.exists():
        return []
    with closing(sqlite3.connect(path)) as book:
        if not book.execute("SELECT count(*) FROM sqlite_schema WHERE name='orders'").fetchone()[0]:
            return []
        paid = dict(book.execute("SELECT order_id, count(*) FROM payments GROUP BY order_id"))
        rows = book.execute("SELECT order_id, client_ref, offer, status FROM orders").fetchall()
    return [Sold(row[0], row[1], json.loads(row[2])["option_id"], row[3], paid.get(row[0], 0)) for row in rows]


def never(folder: Path) -> list[str]:
    """What may not be true at any moment, not even in the middle of a crash."""
    orders = sold(folder)
    bought = Counter(order.option_id for order in orders if order.payments)
    return [
        *(f"order {order.order_id} was paid {order.payments} times" for order in orders if order.payments > 1),
        *(f"{option} was bought {count} times" for option, count in bought.items() if count > 1),
    ]


def at_rest(office: Office) -> list[str]:
    """What must be true once recovery is through, while the holds are still alive.

    An order that turned up late, unpaid, must have been given back: only what is still alive counts as ordered twice.
    """
    orders = {order.order_id: order for order in sold(office.world.folder)}
    trip = office.world.trip_id
    booked, kept = office.ledger.read_now(lambda tx: (_rows(tx, bookings, trip), _rows(tx, holds, trip)))
    confirmed = {row["order_id"] for row in booked if row["status"] == "confirmed"}
    held = {row["order_id"] for row in kept if row["status"] == "held" and row["order_id"]}
    open_ones = office.ledger.read_now(operations.all_open)
    live = office.ledger.read_now(purchases.all_live)
    alive = Counter(order.option_id for order in orders.values() if order.status in ("held", "confirmed"))
    return [
        *never(office.world.folder),
        *(f"{option} is ordered {count} times" for option, count in alive.items() if count > 1),
        *(
            f"order {o.order_id} is paid and in no booking"
            for o in orders.values()
            if o.payments and o.order_id not in {b["order_id"] for b in booked}
        ),
        *(
            f"order {o.order_id} is confirmed, its booking is not"
            for o in orders.values()
            if o.status == "confirmed" and o.order_id not in confirmed
        ),
        *(
            f"booking of {order_id} is not a confirmed, paid order"
            for order_id in confirmed
            if not _is_paid(orders.get(order_id))
        ),
        *(
            f"order {o.order_id} is held, and nobody knows of it"
            for o in orders.values()
            if o.status == "held" and o.order_id not in held
        ),
        *(
            f"hold of {order_id} is not held at the supplier"
            for order_id in held
            if order_id not in orders or orders[order_id].status != "held"
        ),
        *(f"hold {row['hold_id']} is in doubt for ever" for row in kept if row["status"] == "in_doubt"),
        *(
            f"{op.action} {op.op_id} is {op.state} for ever: {op.code} {op.error}"
            for op in open_ones
            if op.trip_id == trip
        ),
        *(f"purchase {row.purchase_id} is {row.state} for ever" for row in live if row.trip_id == trip),
    ]


def leases(office: Office, *, by_time: bool = False) -> dict[str, str]:
    """Who is at what: operations that are on their way, and purchases whose lease is not over.

    A worker on another machine lives as far as its lease goes (``by_time``), in true time, whatever a worker's clock says; on this
    machine it keeps an operation beyond that.
    """
    now = office.world.clock.now()
    sent = [op for op in office.ledger.read_now(operations.all_open) if op.state == "SENT" and op.lease_owner]
    held = {f"{op.action} {op.op_id}": op.lease_owner or "" for op in sent if not by_time or op.leased(now)}
    live = [row for row in office.ledger.read_now(purchases.all_live) if row.lease_until and row.lease_until > now]
    return held | {f"purchase {row.purchase_id}": row.lease_owner or "" for row in live}


def changed(office: Office) -> list[str]:
    """Beside all that: the old booking is cancelled only where the new one is bought."""
    trip = office.world.trip_id
    booked = office.ledger.read_now(lambda tx: _rows(tx, bookings, trip))
    state = {row["key"]: row["status"] for row in booked}
    lost = state.get("k0") == "cancelled" and state.get("k1") != "confirmed"
    return [*at_rest(office), *(["the old booking is cancelled, and there is no new one"] if lost else [])]


def _is_paid(order: Sold | None) -> bool:
    return order is not None and order.status == "confirmed" and order.payments == 1


def _rows(tx: Any, table: Any, trip_id: str) -> list[dict[str, Any]]:
    return [dict(row) for row in tx.execute(select(table).where(table.c.trip_id == trip_id)).mappings()]
