"""One database, SQLite or Postgres: opening, transactions, and errors in plain words.

SQLite runs in WAL mode with ``synchronous=FULL``: a committed row survives a power cut. Every write transaction begins
with BEGIN IMMEDIATE, so that two writers wait for each other instead of failing half way.

A write that no one outside relies on may ask for less (``durable=False``): its commit is not waited for until it is on disk.
Both databases write one log in the order of the commits and cut it at the first gap, so that a power cut leaves a prefix
of the history: such a commit can be lost only together with everything after it, and never once a durable one followed it
(sqlite.org/wal.html and fileformat2.html, "The WAL file format"; Postgres manual, "Asynchronous Commit"). A killed process
loses nothing either way.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import Context, copy_context
from datetime import timedelta
from itertools import zip_longest
from threading import Lock
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from tripintent.tools.errors import StoreError
from tripintent.tools.ledger.ledger_time import LedgerTime, time_of
from tripintent.tools.ledger.upgrade import prepare
from tripintent.tools.ports.clock import Clock

T = TypeVar("T")
SCHEMA = "tripintent"
PATIENCE = timedelta(seconds=15)
OPTIONS = f"-csearch_path={SCHEMA} -csynchronous_commit=on -cidle_in_transaction_session_timeout=15000"
"""Of each Postgres session: our own schema, a commit that is on disk when it returns, and no transaction that a worker which
stops keeps open for longer than 15 s: its locks would keep the others waiting."""


class _Ask(NamedTuple):
    """A question that waits for the next read transaction."""

    work: Callable[[Connection], Any]
    answer: asyncio.Future[Any]
    context: Context


class Database:
    """An open database at the newest schema. Calls block; the async methods run them in a worker thread."""

    def __init__(self, engine: Engine, name: str, time: LedgerTime | None = None) -> None:
        self.engine = engine
        self.name = name
        self.time = time or time_of(is_sqlite=self.is_sqlite)
        # SQLite lets waiting writers guess when to try again: within a process they queue here instead, in order
        self._turn = Lock() if self.is_sqlite else nullcontext()
        self._asked: dict[asyncio.AbstractEventLoop, list[_Ask]] = {}
        self._reads: set[asyncio.Task[None]] = set()
        self._relaxed = engine.execution_options(durable=False)
        reading = {"read_only": True} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        self._reading = engine.execution_options(reads=True, **reading)

    @classmethod
    def open(cls, where: str, patience: timedelta = PATIENCE, time: LedgerTime | None = None) -> "Database":
        """Open (and make or migrate) the database at a path or a ``postgresql://`` URL. Raises StoreError.

        ``patience`` is how long a writer waits for another one on SQLite before it says that the file is locked; ``time`` is in
        for the database's own.
        """
        url = _url(where)
        name = url.render_as_string(hide_password=True) if url.host else (url.database or where)
        database = cls(_engine(url, patience), name, time)
        with database.plain_words():
            prepare(database.engine, database.name)
        database.read_now(database.time.read)
        return database

    @property
    def is_sqlite(self) -> bool:
        """Check whether this is a file."""
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def plain_words(self) -> Iterator[None]:
        """Turn the driver's errors into StoreError, except those that the caller asked for (integrity)."""
        try:
            yield
        except SQLAlchemyError as error:
            raise StoreError.of(getattr(error, "orig", None) or error, self.name) from error

    def write_now(self, work: Callable[[Connection], T], *, durable: bool = True) -> T:
        """Run ``work`` in one write transaction: all of it is committed, or none.

        When this returns a durable commit is on disk; another one may still be lost by a power cut, with all that followed.
        """
        engine = self.engine if durable else self._relaxed
        with self.plain_words(), self._turn, engine.begin() as tx:
            return work(tx)

    def read_now(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` in one read transaction: it sees one moment."""
        with self.plain_words(), self._reading.connect() as tx:
            return work(tx)

    async def write(self, work: Callable[[Connection], T], *, durable: bool = True) -> T:
        """``write_now`` in a worker thread."""
        return await asyncio.to_thread(self.write_now, work, durable=durable)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """``read_now`` in a worker thread; what is asked side by side is read in one transaction."""
        loop = asyncio.get_running_loop()
        ask = _Ask(work, loop.create_future(), copy_context())
        asked = self._asked.setdefault(loop, [])
        asked.append(ask)
        if len(asked) == 1:
            loop.call_soon(self._begin, loop)
        answer: T = await ask.answer
        return answer

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Take what was asked since the loop last went round, and read it."""
        task = loop.create_task(self._answer(self._asked.pop(loop)))
        self._reads.add(task)
        task.add_done_callback(self._reads.discard)

    async def _answer(self, asked: "Sequence[_Ask]") -> None:
        outcomes: Sequence[tuple[Any] | Exception] = ()
        try:
            outcomes = await asyncio.to_thread(self.read_now, lambda tx: [self._outcome(ask, tx) for ask in asked])
        except Exception as error:  # noqa: BLE001 - whatever it is, who asked hears it
            outcomes = [error] * len(asked)
        finally:
            for ask, outcome in zip_longest(asked, outcomes):
                _tell(ask.answer, outcome)

    def _outcome(self, ask: "_Ask", tx: Connection) -> "tuple[Any] | Exception":
        """Return the answer, or what went wrong: that one question fails is told to no one else."""
        try:
            with self.plain_words(), that_may_fail(tx):
                return (ask.context.run(ask.work, tx),)
        except Exception as error:  # noqa: BLE001 - it is raised where it was asked
            return error

    def own_connection(self) -> Connection:
        """Open a connection outside the pool: for what is kept for long, so that it takes no one's place."""
        with self.plain_words():
            return create_engine(self.engine.url, poolclass=NullPool, isolation_level="AUTOCOMMIT").connect()

    def close(self) -> None:
        """Give back every connection."""
        self.engine.dispose()


def _tell(answer: asyncio.Future[Any], outcome: tuple[Any] | Exception | None) -> None:
    if answer.done():
        return
    if outcome is None:  # the loop ends, and whoever asked with it
        answer.cancel()
    elif isinstance(outcome, Exception):
        answer.set_exception(outcome)
    else:
        answer.set_result(outcome[0])


def that_may_fail(tx: Connection) -> AbstractContextManager[object]:
    """Return the context of one statement whose failure is no end of its transaction: a file takes back just that statement."""
    return nullcontext() if tx.dialect.name == "sqlite" else tx.begin_nested()


def engine_of(where: str, patience: timedelta) -> Engine:
    """Return an engine for a path or an address, set up as the ledger's is; nothing is opened yet."""
    return _engine(_url(where), patience)


def _url(where: str) -> URL:
    if "://" not in where:
        return URL.create("sqlite", database=where)
    url = make_url(where)
    if url.drivername in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    return url


def _engine(url: URL, patience: timedelta) -> Engine:
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, connect_args={"timeout": patience.total_seconds(), "check_same_thread": False})
        event.listen(engine, "connect", _on_sqlite_connect)
        event.listen(engine, "begin", _on_sqlite_begin)
        return engine
    return _postgres(url)


def _postgres(url: URL) -> Engine:
    try:
        engine = create_engine(url, pool_pre_ping=True, connect_args={"options": OPTIONS})
    except ModuleNotFoundError as error:
        raise StoreError("Postgres needs the driver: pip install 'tripintent[postgres]'") from error
    event.listen(engine, "begin", _on_postgres_begin)
    return engine


def _on_sqlite_connect(connection: object, _: object) -> None:
    """Take transactions into our own hands (the driver would begin too late) and ask for durability."""
    connection.isolation_level = None  # type: ignore[attr-defined]
    connection.execute("PRAGMA synchronous=FULL")  # type: ignore[attr-defined]


def _on_sqlite_begin(tx: Connection) -> None:
    """Begin. How a write is synced is asked for again each time: the connection may come from one that asked for something else."""
    options = tx.get_execution_options()
    if options.get("read_only", False):
        tx.exec_driver_sql("BEGIN")
        return
    synchronous = "FULL" if options.get("durable", True) else "NORMAL"
    tx.exec_driver_sql(f"PRAGMA synchronous={synchronous}")
    tx.exec_driver_sql("BEGIN IMMEDIATE")


def _on_postgres_begin(tx: Connection) -> None:
    if not tx.get_execution_options().get("durable", True):
        tx.exec_driver_sql("SET LOCAL synchronous_commit=off")


class SqlStore:
    """A part of the ledger: it reads and writes in the database, and its rows have the clock's time."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
