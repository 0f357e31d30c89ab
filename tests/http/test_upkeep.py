"""A server looks after what is open in the ledger while nobody writes."""

import asyncio
from datetime import timedelta

import pytest

from tripintent.app.recovery import upkeep
from tripintent.tools.errors import StoreError

SOON = 0.002
"""Minutes."""


async def until(reached):
    """Wait for something that happens beside the test; it fails by the runner's own limit."""
    async with asyncio.timeout(30):
        while not await reached():  # noqa: ASYNC110 - what it waits for has no event
            await asyncio.sleep(0.02)


async def test_a_hold_lapses_in_the_ledger_without_a_turn(running):
    """Nobody writes for three days; the approval is expired all the same, with the holds behind it."""
    async with running(web={"upkeep_minutes": SOON}) as client:
        _, pending = await client.waiting()
        ports = client.app.state.web.session.ports
        ports.clock.advance(timedelta(days=3))

        async def lapsed():
            approval = await ports.desk.approval(pending["approval_id"])
            holds = (await ports.desk.ledger_status(approval.trip_id)).holds
            return approval.state == "expired" and holds and {hold.status for hold in holds} == {"expired"}

        await until(lapsed)


class Ports:
    """A desk that fails as told, and counts."""

    def __init__(self, *failures):
        self.desk = self
        self.failures = list(failures)
        self.asked = 0

    async def reconcile(self):
        self.asked += 1
        if self.failures:
            raise self.failures.pop(0)
        return Report()


class Report:
    notes = ("waits: op-1",)


@pytest.mark.parametrize("failure", [StoreError("the database is away"), RuntimeError("a mistake of ours")])
async def test_a_failure_ends_no_upkeep(failure, caplog):
    """What failed is logged, and the next round comes."""
    ports = Ports(failure)
    async with upkeep(ports, timedelta(milliseconds=5)):
        await until(lambda: asyncio.sleep(0, ports.asked >= 3))
    assert str(failure) in caplog.text


async def test_a_note_is_logged_once(caplog):
    """What waits for days is not said every five minutes."""
    ports = Ports()
    async with upkeep(ports, timedelta(milliseconds=5)):
        await until(lambda: asyncio.sleep(0, ports.asked >= 3))
    assert caplog.text.count("waits: op-1") == 1


async def test_none_is_wanted():
    """Zero minutes: a server only looks at its start."""
    ports = Ports()
    async with upkeep(ports, timedelta(0)):
        await asyncio.sleep(0.02)
    assert ports.asked == 0
