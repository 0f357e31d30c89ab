"""The staff's queue: rows of their own on either database, oldest first, by organisation, closed once."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from tripintent.state.concierge.front import HandOff, Request
from tripintent.state.context import Principal
from tripintent.tools.clock import FixedClock
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.schema import staff_queue
from tripintent.tools.ledger.staff_queue import MOST, WITHIN, SqlStaffQueue

ILL = HandOff(handoff_id="hnd_1", to="Reception", reason="illness", summary="illness: I feel very ill")
ASKS = ILL.model_copy(update={"handoff_id": "hnd_2", "reason": "asks", "summary": "asks: the manager"})
TOWELS = Request(function="GUEST_JOURNEY_AGENT", text="two towels, room 12", at="2026-11-24T09:00+00:00")


@pytest.fixture
def database(ledger_url: str) -> Any:
    opened = Database.open(ledger_url)
    yield opened
    opened.close()


@pytest.fixture
def queue(database: Database, clock: FixedClock) -> SqlStaffQueue:
    return SqlStaffQueue(database, clock)


def guest(name: str, org: str = "inn") -> Principal:
    return Principal(organisation=org, subject=name, traveller=name, thread_id=f"thread-{name}")


async def threads(queue: SqlStaffQueue, limit: int = 2, org: str | None = "inn") -> list[str]:
    """Return the whole queue, page by page."""
    found, after = list[str](), ""
    while True:
        page = await queue.page(org, after, limit)
        found += [one.thread_id for one in page.entries]
        if not (after := page.more):
            return found


async def test_guests_come_first_and_the_oldest_of_each_first(queue: SqlStaffQueue, clock: FixedClock) -> None:
    """Page by page nothing is left out or told twice, also when the clock goes back meanwhile."""
    for number in range(5):
        await queue.open(guest(f"r{number}"), "m.0", TOWELS)
        await queue.open(guest(f"h{number}"), "m.0", ILL)
        clock.advance(timedelta(hours=-1))
    expected = [f"thread-{kind}{number}" for kind in "hr" for number in range(5)]
    assert await threads(queue) == expected
    assert await threads(queue, limit=100) == expected


async def test_each_organisation_has_its_own(queue: SqlStaffQueue) -> None:
    """The same guest in another house is in that house's queue; None sees both."""
    await queue.open(guest("ann", "inn"), "m.0", ILL)
    await queue.open(guest("ann", "bar"), "m.0", TOWELS)
    assert [one.organisation for one in (await queue.page("inn")).entries] == ["inn"]
    assert [one.waits_for for one in (await queue.page("bar")).entries] == [TOWELS]
    assert not (await queue.page("")).entries
    assert len((await queue.page(None)).entries) == 2


async def test_a_repeated_turn_adds_nothing_and_what_is_closed_keeps_no_words(
    queue: SqlStaffQueue, database: Database
) -> None:
    """The row tells the newest words; told again after it was closed, it is open again, in its old place."""
    later = TOWELS.model_copy(update={"at": "2026-11-24T09:01+00:00"})
    await queue.open(guest("ann"), "m.0", TOWELS)
    await queue.open(guest("bob"), "m.0", TOWELS)
    await asyncio.gather(*(queue.open(guest("ann"), "m.0", later) for _ in range(4)))
    (mine,) = await queue.of_thread("thread-ann")
    assert mine.waits_for == later
    await queue.close([mine])
    assert await threads(queue) == ["thread-bob"]
    rows = await database.read(lambda tx: tx.execute(staff_queue.select().order_by(staff_queue.c.seq)).all())
    assert [(row.body == "", row.closed_at is None) for row in rows] == [(True, False), (False, True)]
    await queue.open(guest("ann"), "m.0", TOWELS)
    assert await threads(queue) == ["thread-ann", "thread-bob"]


async def test_a_page_that_none_gave_is_refused(queue: SqlStaffQueue) -> None:
    """A name of a page is no text of the caller's."""
    with pytest.raises(ValueError, match="invalid literal"):
        await queue.page("inn", "1.x")


async def test_illness_and_danger_come_before_everything(queue: SqlStaffQueue) -> None:
    """Whoever asked for a person before; page by page, too."""
    for number in range(3):
        await queue.open(guest(f"a{number}"), "m.0", ASKS)
    await queue.open(guest("ill"), "m.0", ILL)
    await queue.open(guest("fire"), "m.0", ILL.model_copy(update={"reason": "danger"}))
    assert await threads(queue, limit=1) == ["thread-ill", "thread-fire", "thread-a0", "thread-a1", "thread-a2"]


@pytest.mark.parametrize("fake", [ILL, ASKS])
async def test_one_address_does_not_hide_the_others(queue: SqlStaffQueue, clock: FixedClock, fake: HandOff) -> None:
    """Of 120 calls from one address a few stand before those of others; none is lost, and an hour later all is as before."""
    for number in range(120):
        await queue.open(guest(f"f{number}").model_copy(update={"address": "192.0.2.1"}), "m.0", fake)
    await queue.open(guest("ann"), "m.0", ASKS)
    await queue.open(guest("ill").model_copy(update={"address": "192.0.2.2"}), "m.0", ILL)
    found = await threads(queue, limit=50)
    assert found.index("thread-ill") <= MOST
    assert found.index("thread-ann") <= 2 * MOST + 1
    assert len(found) == 122
    clock.advance(WITHIN)
    await queue.open(guest("real").model_copy(update={"address": "192.0.2.1"}), "m.0", ILL)
    assert (await threads(queue, limit=50)).index("thread-real") <= MOST + 1
