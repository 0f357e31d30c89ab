"""The checkpointer: SQLite in WAL mode by default, Postgres by URL. Only listed types come back out of it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiosqlite
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from tripintent.app.stored_types import STORED_TYPES
from tripintent.tools.errors import StoreError

APPLICATION_ID = 0x54524954  # "TRIT", in the header of the SQLite file
PATIENCE = timedelta(seconds=15)
"""How long a writer waits for another one before it says that the file is locked."""


def serializer() -> JsonPlusSerializer:
    """Return the serializer of checkpoints: types that are not listed come back as plain data, never as code."""
    return JsonPlusSerializer(allowed_msgpack_modules=STORED_TYPES)


@asynccontextmanager
async def open_checkpointer(where: str, patience: timedelta = PATIENCE) -> AsyncIterator[BaseCheckpointSaver[Any]]:
    """Open the conversations at a path or a ``postgresql://`` URL. Raises StoreError."""
    opener = _postgres(where) if "://" in where else _sqlite(where, patience)
    async with opener as saver:
        yield saver


@asynccontextmanager
async def _sqlite(where: str, patience: timedelta) -> AsyncIterator[BaseCheckpointSaver[Any]]:
    await asyncio.to_thread(claim, Path(where), patience)
    async with AsyncExitStack() as stack:
        try:
            connecting = aiosqlite.connect(where, timeout=patience.total_seconds())
            saver = await _set_up(await stack.enter_async_context(connecting))
        except sqlite3.Error as error:
            raise store_error(error, where) from error
        yield saver


async def _set_up(connection: aiosqlite.Connection) -> AsyncSqliteSaver:
    await connection.execute("PRAGMA journal_mode=WAL")
    await connection.execute("PRAGMA synchronous=NORMAL")
    saver = AsyncSqliteSaver(connection, serde=serializer())
    await saver.setup()
    return saver


@asynccontextmanager
async def _postgres(where: str) -> AsyncIterator[BaseCheckpointSaver[Any]]:
    try:
        from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver  # noqa: PLC0415 - an optional extra
    except ModuleNotFoundError as error:
        raise StoreError("Postgres needs its driver: pip install 'tripintent[postgres]'") from error
    async with AsyncPostgresSaver.from_conn_string(where, serde=serializer()) as saver:
        await saver.setup()
        yield saver


def claim(path: Path, patience: timedelta = PATIENCE) -> None:
    """Mark a new file as ours. Raises StoreError for another program's file, which is left untouched."""
    try:
        with closing(sqlite3.connect(path, timeout=patience.total_seconds())) as connection:
            mark = connection.execute("PRAGMA application_id").fetchone()[0]
            if mark == APPLICATION_ID:
                return
            if mark or connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
                raise StoreError(
                    f"{path} belongs to another program: it was left untouched; choose another file with --db"
                )
            connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    except sqlite3.Error as error:
        raise store_error(error, str(path)) from error


def store_error(error: sqlite3.Error, name: str) -> StoreError:
    """Return a driver's error in plain words."""
    text = str(error)
    for needle, words in _WORDS.items():
        if needle in text.lower():
            return StoreError(words.format(name=name))
    return StoreError(f"{name} cannot be used: {text}")


_WORDS = {
    "file is not a database": "{name} is not a database of ours: it was left untouched; choose another file with --db",
    "malformed": "{name} is damaged: restore it from a backup, or choose another file with --db",
    "locked": "{name} is locked by another program: close it, or wait and try again",
    "unable to open": "{name} cannot be opened: check that its folder exists and may be written",
    "readonly": "{name} may not be written: check its permissions",
    "disk is full": "the disk with {name} is full: nothing of this turn was stored; free some space and try again",
    "disk i/o error": "the disk with {name} reports an error or is full: nothing of this turn was stored",
}
