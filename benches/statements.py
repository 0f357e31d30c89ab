"""Counts of a ledger's work: statements, transactions, and commits that wait for the disk."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Connection, event

from tripintent.tools.ledger.database import Database

_SETUP = ("BEGIN", "PRAGMA", "SET LOCAL")


@dataclass
class Statements:
    """Counts of one stretch of work. ``BEGIN`` and settings of a transaction are part of it and no statements of their own."""

    statements: int = 0
    transactions: int = 0
    durable: int = 0

    def executed(self, *call: object) -> None:
        """Count what a cursor is given: (connection, cursor, statement, parameters, context, executemany)."""
        self.statements += not str(call[2]).lstrip().startswith(_SETUP)

    def began(self, _: Connection) -> None:
        """Count a transaction that does something."""
        self.transactions += 1

    def committed(self, tx: Connection) -> None:
        """Count a commit that is on disk when it returns."""
        self.durable += bool(tx.get_execution_options().get("durable", True))


@contextmanager
def statements_of(ledger: Database) -> Iterator[Statements]:
    """Count what a ledger is asked meanwhile."""
    counts = Statements()
    listeners: dict[str, Callable[..., None]] = {
        "before_cursor_execute": counts.executed,
        "begin": counts.began,
        "commit": counts.committed,
    }
    for name, listener in listeners.items():
        event.listen(ledger.engine, name, listener)
    try:
        yield counts
    finally:
        for name, listener in listeners.items():
            event.remove(ledger.engine, name, listener)
