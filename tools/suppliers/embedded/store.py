"""The supplier's book: one SQLite file (WAL) of orders, payments, stock taken, cancellation quotes and changed prices.

It is opened for each transaction, so that any number of processes can share it. One more connection stays open and does nothing:
SQLite copies the log into the file, synced, whenever the last connection closes (sqlite.org/wal.html, "Checkpointing").
"""

import sqlite3
import weakref
from collections.abc import Generator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock

from tripintent.tools.errors import StoreError, SupplierUnavailable
from tripintent.tools.shipped import text
from tripintent.tools.suppliers.embedded.tables import Tables

BUSY_SECONDS = 10.0


class Store:
    """Transactions on the supplier's file; the file and its folder are made when first needed."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._lock = Lock()
        self._ready = False

    @contextmanager
    def reading(self) -> Generator[Tables]:
        """Open a consistent view. Raises StoreError or SupplierUnavailable (the file is busy)."""
        with self._session("BEGIN") as pages:
            yield pages

    @contextmanager
    def writing(self) -> Generator[Tables]:
        """Open a transaction that commits at the end and rolls back on any exception. Raises like ``reading``."""
        with self._session("BEGIN IMMEDIATE") as pages:
            yield pages

    def totals(self) -> dict[str, int]:
        """Count orders by status, and payments: ``{"orders": 2, "held": 1, "confirmed": 1, "payments": 1}``."""
        with self.reading() as pages:
            by_status = dict(pages.rows("SELECT status, count(*) FROM orders GROUP BY status"))
            payments = pages.rows("SELECT count(*) FROM payments")[0][0]
        return {"orders": sum(by_status.values()), **by_status, "payments": payments}

    def orders_per_client_ref(self) -> Mapping[str, int]:
        """Count the orders made under each client reference, cancelled ones included."""
        with self.reading() as pages:
            return dict(pages.rows("SELECT client_ref, count(*) FROM orders GROUP BY client_ref"))

    def payments_per_order(self) -> Mapping[str, int]:
        """Count the payments taken for each order."""
        with self.reading() as pages:
            return dict(pages.rows("SELECT order_id, count(*) FROM payments GROUP BY order_id"))

    @contextmanager
    def _session(self, begin: str) -> Generator[Tables]:
        with _explained(self._path):
            self._prepare()
            with closing(_connect(self._path)) as connection:
                connection.execute(begin)
                try:
                    yield Tables(connection)
                except BaseException:
                    connection.rollback()
                    raise
                connection.commit()

    def _prepare(self) -> None:
        with self._lock:
            if self._ready and self._path.exists():
                return
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with closing(_connect(self._path)) as connection:
                _claim(connection, self._path)
            self._stay()
            self._ready = True

    def _stay(self) -> None:
        idle = _connect(self._path)
        idle.execute("SELECT count(*) FROM sqlite_schema").fetchall()  # opens the log, which connecting alone does not
        weakref.finalize(self, idle.close)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA synchronous=NORMAL")
    return connection


def _claim(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables in an empty file; leave our own alone and refuse any other program's."""
    connection.execute("BEGIN")
    mark = connection.execute("PRAGMA application_id").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    connection.execute("COMMIT")
    if mark == APPLICATION_ID:
        return
    if tables or mark:
        msg = f"{path} is another program's database, not a supplier's book; choose another file for the supplier"
        raise StoreError(msg)
    connection.execute("PRAGMA journal_mode=WAL")
    # the mark and the tables appear together, so that a second process sees either an empty file or a complete book
    connection.executescript(f"BEGIN IMMEDIATE; {SCHEMA}; PRAGMA application_id={APPLICATION_ID}; COMMIT;")


@contextmanager
def _explained(path: Path) -> Generator[None]:
    """Turn database errors into ours: busy is worth another try, everything else is said with the file's name."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            msg = f"the supplier's book is busy ({path.name})"
            raise SupplierUnavailable(msg, supplier="embedded", code="busy") from error
        msg = f"the supplier's book {path} cannot be used: {error}"
        raise StoreError(msg) from error
    except (sqlite3.DatabaseError, OSError) as error:
        msg = f"the supplier's book {path} cannot be used: {error}"
        raise StoreError(msg) from error


APPLICATION_ID = 0x54524942
"""Marks the file as ours ("TRIB"); a file with tables and another mark is refused."""

SCHEMA = text("tools/suppliers/embedded/schema.sql")
