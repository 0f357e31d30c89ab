"""Erasing a traveller everywhere: the ledger's rows first, then the conversations, then what a file keeps of deleted rows."""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from tripintent.app.checkpoints import open_checkpointer
from tripintent.app.settings import Settings
from tripintent.app.storage import storage_of
from tripintent.app.store_errors import store_error
from tripintent.tools.errors import StoreError
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.forgetting import forget, threads_to_erase
from tripintent.tools.ledger.vault import erase
from tripintent.tools.ports.operating import Forgotten


async def forget_traveller(settings: Settings, traveller: str) -> Forgotten:
    """Erase a traveller of the settings' organisation. Raises StoreError; nothing is erased while something is under way.

    Run again after a crash half way it erases what is left: the threads of a trip stay findable until they are gone.
    """
    storage, patience = storage_of(settings), timedelta(seconds=settings.lock_patience)
    with closing(await asyncio.to_thread(Database.open, storage.ledger, patience)) as ledger:
        threads = await ledger.read(lambda tx: threads_to_erase(tx, settings.organisation, traveller))
        async with open_checkpointer(storage.threads, patience) as saver:
            for thread_id in threads:
                await saver.adelete_thread(thread_id)
        await ledger.write(lambda tx: erase(tx, threads))
        await _forget_threads_of_server(settings, traveller, threads)
        done = await ledger.write(lambda tx: forget(tx, settings.organisation, traveller, ledger.time.read(tx)))
    if not done.in_the_way:
        for where in {storage.ledger, storage.threads, web_file(storage.ledger)}:
            if _is_file(where):
                await asyncio.to_thread(_wipe, Path(where), patience)
    return done


def web_file(ledger: str) -> str:
    """Return where a server keeps whose threads are whose: beside the ledger's file, or in its database."""
    return ledger if "://" in ledger else f"{ledger.removesuffix('.ledger.db')}.web.db"


def _is_file(where: str) -> bool:
    return "://" not in where and Path(where).exists()


async def _forget_threads_of_server(settings: Settings, traveller: str, threads: Sequence[str]) -> None:
    where = web_file(storage_of(settings).ledger)
    if "://" not in where and not _is_file(where):
        return  # no server ran here
    try:
        from tripintent.app.http.owners import Owners  # noqa: PLC0415 - an optional extra
    except ModuleNotFoundError:
        if "://" in where:
            return  # nor here
        raise StoreError(
            "a server ran on these files: pip install 'tripintent[server]' to erase what it keeps"
        ) from None
    with closing(Owners.open(settings)) as owners:
        await owners.forget(traveller, threads)


def _wipe(path: Path, patience: timedelta) -> None:
    """Write a SQLite file again: deleted rows are otherwise still in its free pages and its log."""
    try:
        with closing(sqlite3.connect(path, timeout=patience.total_seconds(), isolation_level=None)) as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise store_error(error, str(path)) from error
