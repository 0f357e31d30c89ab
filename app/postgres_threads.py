"""Conversations on Postgres: a pool of connections, so that threads run side by side and a restarted server is no end."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.serde.base import SerializerProtocol
from psycopg import AsyncConnection, Error
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from tripintent.app.storage import shown_name
from tripintent.tools.errors import StoreError
from tripintent.tools.ledger.database import SCHEMA

CONNECTIONS = 10
ANSWERS_WITHIN = 15.0
"""Seconds for the server to give a connection."""
_SET_UP_LOCK = 0x54524958  # "TRIX": several workers may start at once


@asynccontextmanager
async def open_threads(where: str, serde: SerializerProtocol) -> AsyncIterator[BaseCheckpointSaver[str]]:
    """Open the conversations at a ``postgresql://`` URL. Raises StoreError when the server cannot be reached."""
    pool: AsyncConnectionPool[Any] = AsyncConnectionPool(
        where,
        min_size=1,
        max_size=CONNECTIONS,
        open=False,
        timeout=ANSWERS_WITHIN,
        check=AsyncConnectionPool.check_connection,
        kwargs={
            "options": f"-csearch_path={SCHEMA}",
            "autocommit": True,
            "prepare_threshold": 0,
            "row_factory": dict_row,
        },
    )
    async with pool:
        saver = AsyncPostgresSaver(pool, serde=serde)
        try:
            await pool.wait(ANSWERS_WITHIN)
            await _set_up(pool, saver)
        except (Error, PoolTimeout) as error:
            raise StoreError.of(error, shown_name(where)) from error
        yield saver


async def _set_up(pool: AsyncConnectionPool[Any], saver: AsyncPostgresSaver) -> None:
    """Make or migrate the tables, one process at a time. Who waits is in no transaction: making an index waits for those."""
    async with pool.connection() as connection:
        while not await _is_ours(connection):  # noqa: ASYNC110 - another process ends it
            await asyncio.sleep(0.1)
        try:
            await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
            await saver.setup()
        finally:
            await connection.execute("SELECT pg_advisory_unlock(%s)", [_SET_UP_LOCK])


async def _is_ours(connection: AsyncConnection[Any]) -> bool:
    tried = await connection.execute("SELECT pg_try_advisory_lock(%s) AS ours", [_SET_UP_LOCK])
    return bool((await tried.fetchone() or {}).get("ours"))
