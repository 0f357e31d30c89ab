"""Locks and leases: one run at a time on a thread, one writer at a time to a trip, and who holds a lease.

The lock of a thread spans all processes and machines that share the database. On SQLite it is a lease row with a heartbeat; a dead
process's lease is free at once, a lost machine's after the lease. It need not be durable: a power cut ends every process that could
hold one. On Postgres it is a session advisory lock: the server frees it the moment the connection ends.

A process is told apart from every other one, so that a dead owner's lease is free at once. Where the operating system cannot say
(another machine, another container, no /proc), a lease simply runs out.
"""

import asyncio
import hashlib
import os
import uuid
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, bindparam, delete, select, text, update
from sqlalchemy.exc import IntegrityError

from tripintent.tools.errors import Busy
from tripintent.tools.ledger.database import Database, that_may_fail
from tripintent.tools.ledger.schema import locks
from tripintent.tools.ports.clock import Clock

_PROC = Path("/proc")
_working: set[str] = set()


def new_owner() -> str:
    """Return an owner of this process that no other call gets: ``boot|namespace|pid|start|unique``."""
    pid = os.getpid()
    return f"{_machine()}|{pid}|{_started(pid)}|{uuid.uuid4().hex[:12]}"


def is_gone(owner: str) -> bool:
    """Return whether the owner's process certainly ended. False when that cannot be known."""
    parts = owner.rsplit("|", 3)
    if len(parts) != 4 or not _machine() or parts[0] != _machine():
        return False
    return _started(int(parts[1])) != parts[2]


def is_alive(owner: str) -> bool:
    """Return whether the owner is certainly still at it: here by what it said itself, elsewhere on this machine by its process."""
    parts = owner.rsplit("|", 3)
    if len(parts) != 4 or not _machine() or parts[0] != _machine():
        return False
    if parts[1] == str(os.getpid()):
        return owner in _working
    return _started(int(parts[1])) == parts[2]


@contextmanager
def at_work(owners: Iterable[str]) -> Iterator[None]:
    """Say for the length of a block that these owners of this process are at it."""
    known = set(owners)
    _working.update(known)
    try:
        yield
    finally:
        _working.difference_update(known)


@cache
def _machine() -> str:
    try:
        boot = (_PROC / "sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}|{(_PROC / 'self/ns/pid').readlink()}"
    except OSError:
        return ""


def _started(pid: int) -> str:
    """Return the start time of a process in clock ticks, or '' when it is missing: process ids are used again."""
    try:
        stat = (_PROC / str(pid) / "stat").read_text()
    except OSError:
        return ""
    fields = stat.rpartition(")")[2].split()
    return "" if fields[0] in "ZX" else fields[19]


def lock_trip(tx: Connection, trip_id: str) -> None:
    """Wait until no other transaction writes to the trip."""
    if tx.dialect.name == "postgresql":
        tx.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _trip_number(trip_id)})


def _trip_number(trip_id: str) -> int:
    digest = hashlib.sha256(f"tripintent-trip:{trip_id}".encode()).digest()
    return int.from_bytes(digest[:8], signed=True)


T = TypeVar("T")
LEASE = timedelta(seconds=60)

_INSERT = locks.insert()
_GET = select(locks).where(locks.c.name == bindparam("lock"))
_OWN = (locks.c.name == bindparam("lock"), locks.c.owner == bindparam("mine"))
_EXTEND, _DROP = update(locks).where(*_OWN), delete(locks).where(*_OWN)


class ThreadLocks:
    """Locks by name, by the ledger's time; ``clock`` is in for it where time is played."""

    def __init__(self, database: Database, clock: Clock | None = None, lease: timedelta = LEASE) -> None:
        self._database = database
        self._clock = clock or database.time
        self._lease = lease

    @asynccontextmanager
    async def hold(self, thread_id: str) -> AsyncGenerator[None]:
        """Hold the lock of a thread for the length of a block. Raises Busy at once when somebody else has it."""
        holder = self._by_lease if self._database.is_sqlite else self._by_advisory_lock
        async with holder(thread_id):
            yield

    @asynccontextmanager
    async def _by_lease(self, name: str) -> AsyncGenerator[None]:
        owner = new_owner()
        if not await self._write(lambda tx: _take(tx, name, owner, self._clock.now(), self._lease)):
            raise _busy()
        beating = asyncio.create_task(self._beat(name, owner))
        try:
            yield
        finally:
            beating.cancel()
            with suppress(asyncio.CancelledError):
                await beating
            await self._write(lambda tx: _drop(tx, name, owner))

    async def _beat(self, name: str, owner: str) -> None:
        while True:
            await asyncio.sleep(self._lease.total_seconds() / 3)
            await self._write(lambda tx: _extend(tx, name, owner, self._clock.now() + self._lease))

    async def _write(self, work: Callable[[Connection], T]) -> T:
        def timed(tx: Connection) -> T:
            self._database.time.read(tx)
            return work(tx)

        return await self._database.write(timed, durable=False)

    @asynccontextmanager
    async def _by_advisory_lock(self, name: str) -> AsyncGenerator[None]:
        connection = await asyncio.to_thread(self._lock_session, name)
        if connection is None:
            raise _busy()
        try:
            yield
        finally:
            await asyncio.to_thread(_end_session, connection, name)

    def _lock_session(self, name: str) -> Connection | None:
        """Return the connection that holds the lock, or None. It is used for nothing else until the lock is given back."""
        with self._database.plain_words():
            connection = self._database.own_connection()
            if connection.execute(text("SELECT pg_try_advisory_lock(:key)"), {"key": _number(name)}).scalar():
                return connection
            connection.close()
            return None


def _end_session(connection: Connection, name: str) -> None:
    try:
        connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": _number(name)})
    finally:
        connection.close()


def _busy() -> Busy:
    return Busy(
        "your last message or click is still being worked on, perhaps from another tab or device: wait for its answer"
    )


def _number(name: str) -> int:
    """Return the 64-bit key of an advisory lock."""
    return int.from_bytes(hashlib.sha256(f"tripintent:{name}".encode()).digest()[:8], signed=True)


def _take(tx: Connection, name: str, owner: str, now: datetime, lease: timedelta) -> bool:
    row = tx.execute(_GET, {"lock": name}).one_or_none()
    if row is not None:
        if row.lease_until > now and not is_gone(row.owner):
            return False
        _drop(tx, name, row.owner)
    try:
        with that_may_fail(tx):
            tx.execute(_INSERT, {"name": name, "owner": owner, "lease_until": now + lease})
    except IntegrityError:
        return False
    return True


def _extend(tx: Connection, name: str, owner: str, until: datetime) -> None:
    tx.execute(_EXTEND, {"lock": name, "mine": owner, "lease_until": until})


def _drop(tx: Connection, name: str, owner: str) -> None:
    tx.execute(_DROP, {"lock": name, "mine": owner})
