"""Whose threads are whose, and the server's own key: a small database of the HTTP skin.

On SQLite it is a file beside the conversations, on Postgres two tables in the ledger's schema.
"""

import asyncio
import json
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeVar

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    delete,
    or_,
    select,
    text,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from tripintent.app.http.users import User
from tripintent.app.settings import Settings
from tripintent.app.storage import storage_of
from tripintent.state.context import Identity, TripContext
from tripintent.tools.errors import StoreError

T = TypeVar("T")


class Owned(NamedTuple):
    """Whose a thread is, and the context that its turns run in."""

    identity: Identity
    context: TripContext


_tables = MetaData()
_threads = Table(
    "web_threads",
    _tables,
    Column("thread_id", String(200), primary_key=True),
    Column("owner", String(200), nullable=False, index=True),
    Column("context", Text, nullable=False),
)
_keys = Table("web_keys", _tables, Column("name", String(40), primary_key=True), Column("value", Text, nullable=False))
_CREATE_LOCK = 0x54524957  # "TRIW": several workers may start at once


class Owners:
    """Threads of users. The local user needs no rows: everything is theirs."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        with _plain(), engine.begin() as tx:
            if engine.dialect.name == "postgresql":
                tx.execute(text("SELECT pg_advisory_xact_lock(:id)"), {"id": _CREATE_LOCK})
                tx.exec_driver_sql("CREATE SCHEMA IF NOT EXISTS tripintent")
            _tables.create_all(tx)

    @classmethod
    def open(cls, settings: Settings) -> "Owners":
        """Open the database that belongs to the settings. Raises StoreError."""
        ledger = storage_of(settings).ledger
        if "://" not in ledger:
            return cls(create_engine(f"sqlite:///{ledger.removesuffix('.ledger.db')}.web.db"))
        url = ledger.replace("postgresql://", "postgresql+psycopg://", 1)
        return cls(create_engine(url, pool_pre_ping=True, connect_args={"options": "-csearch_path=tripintent"}))

    async def claim(self, thread_id: str, user: User) -> None:
        """Make a thread the user's unless it is somebody's: then it stays theirs, and ``owner`` says so."""
        row = {"thread_id": thread_id, "owner": user.user_id, "context": user.context.model_dump_json()}
        await self.run(lambda tx: _claim(tx, row))

    async def owner(self, thread_id: str) -> Owned | None:
        """Return whose a thread is, and the context that its turns run in."""
        return await self.run(lambda tx: _owned(tx, thread_id))

    async def threads(self, user: User) -> list[str]:
        """Return the ids of a user's threads: not those of a user of the same name in another organisation."""
        query = select(_threads).where(_threads.c.owner == user.user_id)
        rows = await self.run(lambda tx: tx.execute(query).all())
        return [row.thread_id for row in rows if _of(row.owner, row.context).identity == user.identity]

    async def threads_of(self, organisation: str, traveller: str) -> list[str]:
        """Return the threads of a person of an organisation, by the name of the user or of their profile."""
        named = _threads.c.context.contains(json.dumps(traveller, ensure_ascii=False), autoescape=True)
        query = select(_threads).where(or_(_threads.c.owner == traveller, named))
        rows = [
            (r, TripContext.model_validate_json(r.context)) for r in await self.run(lambda tx: tx.execute(query).all())
        ]
        mine = [(row, c) for row, c in rows if c.organisation == organisation and traveller in (row.owner, c.traveller)]
        return [row.thread_id for row, _ in mine]

    async def forget(self, threads: Sequence[str]) -> int:
        """Erase whose some threads were: the last of all that is known of them. Return how many rows there were."""
        gone = delete(_threads).where(_threads.c.thread_id.in_(threads))
        return await self.run(lambda tx: tx.execute(gone).rowcount)

    async def key(self) -> bytes:
        """Return the key that signs approvers' links: random, made once, the same for all workers."""
        return bytes.fromhex(await self.run(_key))

    def close(self) -> None:
        """Give back every connection."""
        self._engine.dispose()

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do work in one transaction. Raises StoreError."""
        return await asyncio.to_thread(self._run_now, work)

    def _run_now(self, work: Callable[[Connection], T]) -> T:
        with _plain(), self._engine.begin() as tx:
            return work(tx)


def _claim(tx: Connection, row: dict[str, str]) -> None:
    with suppress(IntegrityError), tx.begin_nested():
        tx.execute(_threads.insert().values(**row))


def _owned(tx: Connection, thread_id: str) -> Owned | None:
    query = select(_threads.c.owner, _threads.c.context).where(_threads.c.thread_id == thread_id)
    row = tx.execute(query).one_or_none()
    return _of(row.owner, row.context) if row else None


def _of(owner: str, context: str) -> Owned:
    """Read a row: the organisation of an owner is that of the context in which they began."""
    read = TripContext.model_validate_json(context)
    return Owned(Identity(read.organisation, owner), read)


def _key(tx: Connection) -> str:
    query = select(_keys.c.value).where(_keys.c.name == "links")
    found: str | None = tx.execute(query).scalar()
    if found is not None:
        return found
    with suppress(IntegrityError), tx.begin_nested():  # another worker may make it between our look and our write
        tx.execute(_keys.insert().values(name="links", value=secrets.token_hex(32)))
    made: str = tx.execute(query).scalar_one()
    return made


class _plain:  # noqa: N801 - reads as a with-block
    """Turn the driver's errors into StoreError."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, SQLAlchemyError) and not isinstance(error, IntegrityError):
            raise StoreError(f"the server's own database cannot be used: {error.__class__.__name__}") from error
