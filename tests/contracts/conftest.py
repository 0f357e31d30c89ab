"""A ledger database of each kind, fresh for each test: what runs on one must run on the other."""

import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from tripintent.tools.clock import FixedClock
from tripintent.tools.ledger.database import Database

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(NOON)


@pytest.fixture(params=["sqlite", "postgres"])
def ledger_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "ledger.db")
        return
    server = make_url(request.getfixturevalue("postgres_url")).set(drivername="postgresql+psycopg")
    name = f"t{uuid.uuid4().hex}"
    admin = create_engine(server, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield server.set(database=name).render_as_string(hide_password=False)
    with admin.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    admin.dispose()


@pytest.fixture
def open_ledger(ledger_url: str) -> Iterator[Callable[[], Database]]:
    """Opens the same ledger again and again, as several processes would."""
    opened: list[Database] = []

    def open_again() -> Database:
        opened.append(Database.open(ledger_url))
        return opened[-1]

    yield open_again
    for database in opened:
        database.close()


@pytest.fixture
def ledger(open_ledger: Callable[[], Database]) -> Database:
    return open_ledger()
