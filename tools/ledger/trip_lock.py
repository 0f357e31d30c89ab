"""One writer per trip: on Postgres by an advisory lock for the length of the transaction, on SQLite by BEGIN IMMEDIATE anyway.

It makes "look, then act" inside a transaction safe, and keeps two transactions from waiting for each other's rows.
"""

import hashlib

from sqlalchemy import Connection, text


def lock_trip(tx: Connection, trip_id: str) -> None:
    """Wait until no other transaction writes to the trip."""
    if tx.dialect.name == "postgresql":
        tx.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _number(trip_id)})


def _number(trip_id: str) -> int:
    digest = hashlib.sha256(f"tripintent-trip:{trip_id}".encode()).digest()
    return int.from_bytes(digest[:8], signed=True)
