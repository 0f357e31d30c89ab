"""The contract of the thread lock, on SQLite and on Postgres."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path

import pytest

from tripintent.tools.clock import FixedClock, SystemClock
from tripintent.tools.errors import Busy
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.locks import ThreadLocks


async def test_the_second_caller_is_told_that_the_thread_is_busy(
    open_ledger: Callable[[], Database], clock: FixedClock
) -> None:
    """One run at a time for a thread, also through another connection; another thread is free."""
    mine, yours = ThreadLocks(open_ledger(), clock), ThreadLocks(open_ledger(), clock)
    async with mine.hold("thread-1"):
        with pytest.raises(Busy, match=r"last message or click.*another tab"):
            async with yours.hold("thread-1"):
                pass
        async with yours.hold("thread-2"):
            pass


async def test_a_lock_is_free_after_its_block_even_when_the_block_fails(ledger: Database, clock: FixedClock) -> None:
    """Nothing is left behind by a run that ends, well or badly."""
    locks = ThreadLocks(ledger, clock)
    with pytest.raises(ValueError, match="bad run"):
        async with locks.hold("t"):
            raise ValueError("bad run")
    async with locks.hold("t"):
        pass


HOLD_FOREVER = """
import asyncio, sys
from tripintent.tools.clock import SystemClock
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.locks import ThreadLocks

async def run():
    async with ThreadLocks(Database.open(sys.argv[1]), SystemClock()).hold("t"):
        print("held", flush=True)
        await asyncio.sleep(600)

asyncio.run(run())
"""


async def test_a_killed_process_leaves_no_lock(ledger_url: str, ledger: Database) -> None:
    """After kill -9 the next worker can go on at once."""
    worker = subprocess.Popen([sys.executable, "-c", HOLD_FOREVER, ledger_url], stdout=subprocess.PIPE, text=True)  # noqa: ASYNC220
    assert worker.stdout is not None
    assert worker.stdout.readline() == "held\n"
    with pytest.raises(Busy):
        async with ThreadLocks(ledger, SystemClock()).hold("t"):
            pass
    worker.kill()
    worker.communicate()
    assert await _becomes_free(ledger)


async def _becomes_free(ledger: Database) -> bool:
    """Postgres notices the closed connection a moment later."""
    for _ in range(500):
        try:
            async with ThreadLocks(ledger, SystemClock()).hold("t"):
                return True
        except Busy:
            await asyncio.sleep(0.02)
    return False


async def test_a_lease_that_ran_out_is_free(tmp_path: Path, clock: FixedClock) -> None:
    """On SQLite a lost machine's lock ends with its lease."""
    path = str(tmp_path / "l.db")
    mine, yours = ThreadLocks(Database.open(path), clock), ThreadLocks(Database.open(path), clock)
    async with mine.hold("t"):
        clock.advance(timedelta(seconds=61))
        async with yours.hold("t"):
            pass


async def test_many_locks_leave_room_for_the_work(ledger: Database, clock: FixedClock) -> None:
    """Thirty threads at once hold their locks, and the ledger can still be written."""
    locks = ThreadLocks(ledger, clock)
    async with AsyncExitStack() as stack:
        for number in range(30):
            await stack.enter_async_context(locks.hold(f"thread-{number}"))
        await ledger.write(lambda tx: tx.exec_driver_sql("DELETE FROM inbox"))
