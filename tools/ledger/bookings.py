"""Rows of bookings: what was bought. A row is never deleted."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, select, update

from tripintent.state.booking import Booking
from tripintent.state.money import Money
from tripintent.tools.ledger.auditing import seal_row
from tripintent.tools.ledger.schema import bookings, holds, purchases

_INSERT = bookings.insert()
_FULL = (
    select(bookings, holds.c.option_id, holds.c.part, purchases.c.payment_method_id)
    .outerjoin(holds, holds.c.hold_id == bookings.c.hold_id)
    .outerjoin(purchases, purchases.c.purchase_id == bookings.c.purchase_id)
)
_GET = _FULL.where(bookings.c.booking_id == bindparam("id"))
_OF_TRIP = _FULL.where(bookings.c.trip_id == bindparam("trip")).order_by(bookings.c.seq)
_OF_PURCHASE = _FULL.where(bookings.c.purchase_id == bindparam("purchase")).order_by(bookings.c.seq)
_PAID = select(bookings.c.hold_id, bookings.c.total).where(bookings.c.purchase_id == bindparam("purchase"))
_OF_ORDER = select(bookings.c.hold_id).where(
    bookings.c.supplier == bindparam("from"), bookings.c.order_id == bindparam("order")
)
_HOLD_OF = select(bookings.c.hold_id).where(bookings.c.booking_id == bindparam("id"))
_CHANGE = update(bookings).where(bookings.c.booking_id == bindparam("id"))


def insert(tx: Connection, booking: Booking, trip_id: str, hold_id: str, now: datetime) -> None:
    """Add a booking; the same order of the same supplier a second time is an IntegrityError."""
    elsewhere = {"stale", "stale_reason", "option_id", "part", "payment_method_id"}
    values = booking.model_dump(mode="json", exclude=elsewhere) | {"booked_at": booking.booked_at or now}
    tx.execute(_INSERT, {**values, "trip_id": trip_id, "hold_id": hold_id, "updated_at": now})
    seal_row(tx, "booking", booking.booking_id, now)


def of_trip(tx: Connection, trip_id: str) -> tuple[Booking, ...]:
    """Return the bookings of a trip, oldest first."""
    return _rows(tx.execute(_OF_TRIP, {"trip": trip_id}))


def confirmed(tx: Connection) -> tuple[tuple[str, str, Booking], ...]:
    """Return (trip_id, hold_id, booking) of every booking that is confirmed, for an operator's worker."""
    rows = tx.execute(select(bookings).where(bookings.c.status == "confirmed").order_by(bookings.c.seq))
    return tuple((row.trip_id, row.hold_id, _booking(row)) for row in rows)


def of_purchase(tx: Connection, purchase_id: str) -> tuple[Booking, ...]:
    """Return the bookings of a purchase, oldest first."""
    return _rows(tx.execute(_OF_PURCHASE, {"purchase": purchase_id}))


def paid_by_hold(tx: Connection, purchase_id: str) -> dict[str, Money]:
    """Return what was charged for each hold of a purchase."""
    rows = tx.execute(_PAID, {"purchase": purchase_id})
    return {row.hold_id: Money.model_validate(row.total) for row in rows}


def get(tx: Connection, booking_id: str) -> tuple[str, Booking] | None:
    """Return (trip_id, booking), or None."""
    row = tx.execute(_GET, {"id": booking_id}).one_or_none()
    return None if row is None else (row.trip_id, _booking(row))


def hold_of(tx: Connection, booking_id: str) -> str:
    """Return the hold that a booking came from; a missing booking is a programming error."""
    return str(tx.execute(_HOLD_OF, {"id": booking_id}).scalar_one())


def has(tx: Connection, supplier: str, order_id: str, beside: str | None = None) -> bool:
    """Return whether an order of a supplier is a booking here, of another hold than ``beside``."""
    row = tx.execute(_OF_ORDER, {"from": supplier, "order": order_id}).first()
    return row is not None and row.hold_id != beside


def change(tx: Connection, booking_id: str, now: datetime, **values: object) -> None:
    """Change a booking."""
    tx.execute(_CHANGE, {**values, "id": booking_id, "updated_at": now})
    seal_row(tx, "booking", booking_id, now)


def _rows(result: Any) -> tuple[Booking, ...]:
    return tuple(_booking(row) for row in result)


def _booking(row: Any) -> Booking:
    known = {name: value for name, value in row._mapping.items() if value is not None}  # noqa: SLF001
    return Booking.model_validate(known)
