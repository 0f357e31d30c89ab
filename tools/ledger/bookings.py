"""Rows of bookings: what was bought. A row is never deleted."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select, update

from tripintent.state.booking import Booking
from tripintent.tools.ledger.schema import bookings


def insert(tx: Connection, booking: Booking, trip_id: str, hold_id: str, now: datetime) -> None:
    """Add a booking; the same order of the same supplier a second time is an IntegrityError."""
    values = booking.model_dump(mode="json", exclude={"stale", "stale_reason"}) | {
        "booked_at": booking.booked_at or now
    }
    tx.execute(bookings.insert().values(**values, trip_id=trip_id, hold_id=hold_id, updated_at=now))


def of_trip(tx: Connection, trip_id: str) -> tuple[Booking, ...]:
    """Return the bookings of a trip, oldest first."""
    return _rows(tx.execute(select(bookings).where(bookings.c.trip_id == trip_id).order_by(bookings.c.seq)))


def of_purchase(tx: Connection, purchase_id: str) -> tuple[Booking, ...]:
    """Return the bookings of a purchase, oldest first."""
    return _rows(tx.execute(select(bookings).where(bookings.c.purchase_id == purchase_id).order_by(bookings.c.seq)))


def get(tx: Connection, booking_id: str) -> tuple[str, Booking] | None:
    """Return (trip_id, booking), or None."""
    row = tx.execute(select(bookings).where(bookings.c.booking_id == booking_id)).one_or_none()
    return None if row is None else (row.trip_id, Booking.model_validate(dict(row._mapping)))  # noqa: SLF001


def change(tx: Connection, booking_id: str, now: datetime, **values: Any) -> None:
    """Change a booking."""
    tx.execute(update(bookings).where(bookings.c.booking_id == booking_id).values(**values, updated_at=now))


def _rows(result: Any) -> tuple[Booking, ...]:
    return tuple(Booking.model_validate(dict(row._mapping)) for row in result)  # noqa: SLF001
