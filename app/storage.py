"""Where things are kept: one file for conversations, and beside it the ledger's, the supplier's and the locks'.

They are files of their own on purpose: a conversation may be deleted, forked or replayed, the ledger and what a supplier
remembers may not.
"""

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from tripintent.app.settings import Settings
from tripintent.tools.errors import StoreError


@dataclass(frozen=True)
class Storage:
    """Places of the databases; ``ledger`` and ``threads`` may be ``postgresql://`` URLs."""

    threads: str
    ledger: str
    supplier: Path
    locks: Path
    seal_key: Path | None
    """The key of sealed data where no setting names one; None on Postgres, which several machines share."""


def storage_of(settings: Settings) -> Storage:
    """Return the places, with their folder made. Raises StoreError when that is not possible."""
    threads = (settings.db or settings.data_dir / "tripintent.db").expanduser().absolute()
    if threads.is_dir():
        raise StoreError(f"{threads} is a folder: name a file for the database")
    try:
        threads.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"the folder {threads.parent} cannot be made: {error.strerror}") from error
    stem = threads.with_suffix("") if threads.suffix in (".db", ".sqlite") else threads
    return Storage(
        threads=settings.database_url or str(threads),
        ledger=settings.database_url or f"{stem}.ledger.db",
        supplier=Path(f"{stem}.supplier.db"),
        locks=Path(f"{stem}.locks.db"),
        seal_key=None if settings.database_url else Path(f"{stem}.seal.key"),
    )


def database_errors(where: str) -> tuple[type[Exception], ...]:
    """Return the drivers' errors for a path or URL."""
    if "://" not in where:
        return (sqlite3.Error,)
    import psycopg  # noqa: PLC0415 - an optional extra
    import psycopg_pool  # noqa: PLC0415

    return (psycopg.Error, psycopg_pool.PoolTimeout, psycopg_pool.PoolClosed)


def shown_name(where: str) -> str:
    """Return a path or URL as it may be shown: without a password."""
    if "://" not in where:
        return where
    from sqlalchemy.engine import make_url  # noqa: PLC0415 - a file's path needs no such thing

    return make_url(where).render_as_string(hide_password=True)
