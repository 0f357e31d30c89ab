"""Conversations on Postgres: a pool of connections, so that threads run side by side and a restarted server is no end."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.checkpoint.serde.base import SerializerProtocol
from psycopg import Error
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from tripintent.app.storage import shown_name
from tripintent.tools.errors import StoreError
from tripintent.tools.ledger.database import SCHEMA

CONNECTIONS = 10
ANSWERS_WITHIN = 15.0
"""Seconds for the server to give a connection."""


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
            async with pool.connection() as connection:
                await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
            await saver.setup()
        except (Error, PoolTimeout) as error:
            raise StoreError.of(error, shown_name(where)) from error
        yield saver
