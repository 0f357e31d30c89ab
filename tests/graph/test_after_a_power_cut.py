"""A power cut took the newest version of the published trip, which nobody waits for until it is on disk."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.acts import change

from tripintent.state.trip import TripIntent


@contextmanager
def taken_back(ledger: Path) -> Iterator[None]:
    """Take back what is published meanwhile, as if it had never reached the disk."""
    with closing(sqlite3.connect(ledger)) as connection:
        before = connection.execute("SELECT org, trip_id, version, document FROM documents").fetchall()
    yield
    with closing(sqlite3.connect(ledger)) as connection, connection:
        connection.execute("DELETE FROM documents")
        connection.executemany(
            "INSERT INTO documents VALUES (?, ?, 'trip_intent', ?, '', '', ?, '2027-03-01T09:00:00.000000Z')", before
        )


@pytest.mark.parametrize("published_before", [False, True], ids=["nothing is left", "an older version is left"])
async def test_the_conversation_publishes_what_it_knows(booking: Any, tmp_path: Path, published_before: bool) -> None:
    """What the lost turn understood stays in the trip, and the next turn publishes it, as one that came from what is left."""
    if published_before:
        days = {"depart": "2027-06-14", "return_day": "2027-06-21"}
        await booking.do(change(origin="Boston", stops=[{"place": "Lisbon"}], **days))
    with taken_back(tmp_path / "tripintent.ledger.db"):
        sum_ = {"amount": 5000, "currency": "USD"}
        await booking.do(change(party={"adults": 2}, budget={"trip": sum_}))
    await booking.do(change(flights={"max_stops": 0}))
    trip = await booking.trip()
    published = await booking.ports.documents.get(booking.principal, trip.trip_id, TripIntent)
    assert published.constraints.budget_total.amount == 5000
    assert published.constraints == trip.constraints
    assert published.version == trip.version == 1 + published_before
