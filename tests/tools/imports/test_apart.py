"""Imports are read in a process of their own: what takes too long or kills it is refused, and the next one is read."""

import asyncio
import os
import signal
from datetime import date
from pathlib import Path

import pytest

from tripintent.state.context import Principal
from tripintent.tools.errors import ImportRefused
from tripintent.tools.imports.apart import GUESTS_WAITING, MOST_WAITING, ImportsApart, Pool

TODAY = date(2026, 11, 25)
ANNA, OTTO = Principal(subject="anna"), Principal(subject="otto")
FLIGHT = "Flight LH 1234 on 8 April 2027, Munich (MUC) 11:25 - Lisbon (LIS) 13:40"
LONG = "Your flight LH 1234\n" + "LH 123 " * 70_000
"""Takes seconds to read."""


@pytest.fixture
def made():
    """Make pools that are closed afterwards."""
    pools = []

    def make(*args, **fields):
        pools.append(Pool(*args, **fields))
        return pools[-1]

    yield make
    for pool in pools:
        pool.close()


async def test_what_takes_too_long_is_ended_and_the_next_is_read(made):
    """The process is ended and replaced."""
    pool = made(1, 0.05, pause=0)
    imports = ImportsApart(pool)
    with pytest.raises(ImportRefused, match=r"more than 0\.05 seconds") as refused:
        await imports.read(LONG, TODAY, ANNA)
    assert refused.value.code == "too_slow"
    pool.seconds = 60.0
    assert len((await imports.read(FLIGHT, TODAY, ANNA)).segments) == 1


async def test_a_process_that_died_is_replaced(made):
    """Whatever ended it, also while it read."""
    pool = made(1)
    imports = ImportsApart(pool)
    await imports.read(FLIGHT, TODAY, ANNA)
    number = pool.processes[0]
    os.kill(number, signal.SIGKILL)
    for _ in range(100):
        if not pool.processes:
            break
        await asyncio.sleep(0.02)
    assert len((await imports.read(FLIGHT.encode(), TODAY, ANNA)).segments) == 1
    assert pool.processes
    assert pool.processes[0] != number


async def test_one_at_a_time_for_a_person(made):
    """The second of the same person is refused, that of somebody else is read; afterwards the person may send another."""
    imports = ImportsApart(made(1))
    first = asyncio.create_task(imports.read(FLIGHT, TODAY, ANNA))
    await asyncio.sleep(0)
    with pytest.raises(ImportRefused, match="one import at a time") as refused:
        await imports.read(FLIGHT, TODAY, ANNA)
    assert refused.value.code == "busy"
    assert (await imports.read(FLIGHT, TODAY, OTTO)).segments
    assert (await first).segments
    assert (await imports.read(FLIGHT, TODAY, ANNA)).segments


async def test_the_queue_has_an_end(made):
    """Many people who send at once are asked to come again."""
    imports = ImportsApart(made(1))
    sent = [
        asyncio.create_task(imports.read(FLIGHT, TODAY, Principal(subject=f"user {n}")))
        for n in range(MOST_WAITING + 4)
    ]
    done = await asyncio.gather(*sent, return_exceptions=True)
    refused = [one for one in done if isinstance(one, ImportRefused)]
    assert len(refused) == 3
    assert all(one.code == "busy" for one in refused)


async def test_who_gives_up_frees_nothing_that_still_runs(made):
    """A request that was broken off is read to its end; until then the person's next one waits."""
    imports = ImportsApart(made(1, 30.0))
    first = asyncio.create_task(imports.read(LONG, TODAY, ANNA))
    await asyncio.sleep(0.3)
    first.cancel()
    with pytest.raises(ImportRefused, match="one import at a time"):
        await imports.read(FLIGHT, TODAY, ANNA)


@pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="reads the environment of a process where Linux shows it"
)
async def test_the_process_has_no_keys(made, monkeypatch):
    """What the server keeps in its environment is not in that of the process."""
    monkeypatch.setenv("TRIPINTENT_SECRET", "hunter2")
    pool = made(1)
    await ImportsApart(pool).read(FLIGHT, TODAY, ANNA)
    there = Path("/proc", str(pool.processes[0]), "environ")
    assert b"hunter2" not in await asyncio.to_thread(there.read_bytes)


async def test_who_was_cut_off_by_the_clock_waits(made):
    """The next import of the same person is refused for a while; others go on."""
    pool = made(1, 0.05, pause=60)
    imports = ImportsApart(pool)
    with pytest.raises(ImportRefused, match="more than"):
        await imports.read(LONG, TODAY, ANNA)
    pool.seconds = 60.0
    with pytest.raises(ImportRefused, match=r"try again in \d+ s") as refused:
        await imports.read(FLIGHT, TODAY, ANNA)
    assert refused.value.code == "busy"
    assert (await imports.read(FLIGHT, TODAY, OTTO)).segments


async def test_guests_have_a_lane_of_their_own(made):
    """However many of them send at once, nobody who is known is refused; of guests one is read and two wait."""
    imports = ImportsApart(made(1), guests=made(1, waiting=GUESTS_WAITING))
    guests = [Principal(subject=f"guest-{n}", address=f"192.0.2.{n}") for n in range(12)]
    theirs = [asyncio.create_task(imports.read(FLIGHT, TODAY, one)) for one in guests]
    await asyncio.sleep(0)
    assert (await imports.read(FLIGHT, TODAY, ANNA)).segments
    refused = [one for one in await asyncio.gather(*theirs, return_exceptions=True) if isinstance(one, ImportRefused)]
    assert len(refused) == len(guests) - 1 - GUESTS_WAITING


async def test_guests_are_counted_by_address(made):
    """A second token of the same address is the same guest."""
    imports = ImportsApart(guests=made(1))
    one, two = (Principal(subject=f"guest-{n}", address="192.0.2.1") for n in range(2))
    first = asyncio.create_task(imports.read(FLIGHT, TODAY, one))
    await asyncio.sleep(0)
    with pytest.raises(ImportRefused, match="one import at a time"):
        await imports.read(FLIGHT, TODAY, two)
    assert (await first).segments
