"""Checkpointers on SQLite (WAL mode, the default), and the list of types that they give back.

The list is found by walking the channels of the graphs, so that no type is forgotten.
A value is stored under its module and class name: moving or renaming one breaks old files (``tests/golden``).
"""

import asyncio
import sqlite3
import zlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiosqlite
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from tripintent.nodes.assistant.state import AssistantState
from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.conversation.state import ConversationState
from tripintent.nodes.planning.state import PlanningState
from tripintent.state.context import TripContext
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.document import stored_types
from tripintent.state.patch import Patch
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist
from tripintent.state.turn import SearchTask
from tripintent.tools.errors import StoreError

APPLICATION_ID = 0x54524954  # "TRIT", in the header of the SQLite file
PATIENCE = timedelta(seconds=15)
"""How long a writer waits for another one before it says that the file is locked."""

PACKED = "+zlib"
"""Ends the name of the form of what is stored packed."""
LARGE = 4096
"""Bytes from which a value is packed: a trip is stored twice a turn, and packs to a fifth."""


class _Packing(JsonPlusSerializer):
    """A serializer that packs what is large; what was stored before it did is read as it was."""

    def dumps_typed(self, obj: object) -> tuple[str, bytes]:
        """Return the form of a value, and its bytes."""
        form, data = super().dumps_typed(obj)
        return (form, data) if len(data) < LARGE else (form + PACKED, zlib.compress(data, 1))

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """Return a value of its form and bytes."""
        form, stored = data
        return super().loads_typed(
            (form.removesuffix(PACKED), zlib.decompress(stored)) if form.endswith(PACKED) else data
        )


def serializer() -> JsonPlusSerializer:
    """Return the serializer of checkpoints: types that are not listed come back as plain data, never as code."""
    return _Packing(allowed_msgpack_modules=STORED_TYPES)


@asynccontextmanager
async def open_checkpointer(where: str, patience: timedelta = PATIENCE) -> AsyncIterator[BaseCheckpointSaver[str]]:
    """Open the conversations at a path or a ``postgresql://`` URL. Raises StoreError."""
    if "://" in where:
        try:
            from tripintent.app.postgres_threads import open_threads  # noqa: PLC0415 - an optional extra
        except ModuleNotFoundError as error:
            raise StoreError("Postgres needs its driver: pip install 'tripintent[postgres]'") from error
        opener = open_threads(where, serializer())
    else:
        opener = _sqlite(where, patience)
    async with opener as saver:
        yield saver


@asynccontextmanager
async def _sqlite(where: str, patience: timedelta) -> AsyncIterator[BaseCheckpointSaver[str]]:
    await asyncio.to_thread(claim, Path(where), patience)
    async with AsyncExitStack() as stack:
        try:
            connecting = aiosqlite.connect(where, timeout=patience.total_seconds())
            saver = await _set_up(await stack.enter_async_context(connecting))
        except sqlite3.Error as error:
            raise StoreError.of(error, where) from error
        yield saver


class _Saver(AsyncSqliteSaver):
    """A saver whose versions of channels are short: a checkpoint names some seventy of them, and a file keeps it whole.

    They grow as the library's do, also on from its own of 32 digits, which are all smaller. Its random ending tells forks
    apart where a version is the key of a row, which in a file it is not.
    """

    def get_next_version(self, current: str | float | None, channel: None = None) -> str:
        """Return the version after the current one."""
        return f"{int(str(current or 0).partition('.')[0]) + 1:08}"


async def _set_up(connection: aiosqlite.Connection) -> AsyncSqliteSaver:
    await connection.execute("PRAGMA journal_mode=WAL")
    await connection.execute("PRAGMA synchronous=NORMAL")
    saver = _Saver(connection, serde=serializer())
    await saver.setup()
    return saver


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
        raise StoreError.of(error, str(path)) from error


ROOTS: tuple[object, ...] = (
    ConversationState, BookingState, AssistantState, PlanningState, ItineraryDocument, Checklist, Budget, TripContext,
    SearchTask, Patch,
)  # fmt: skip
"""The channels of each graph, the context, the payloads of fan-outs, and the envelope of changes. A new graph adds its state."""

STORED_TYPES = stored_types(*ROOTS)
