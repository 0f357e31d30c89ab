"""Conversations and ledger on Postgres."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from tripintent.app.checkpoints import open_checkpointer
from tripintent.app.incoming import Answer
from tripintent.app.opening import open_session
from tripintent.tools.errors import StoreError

pytestmark = pytest.mark.release


async def test_a_booking_on_postgres_goes_on_in_another_session(settings, to_approval, postgres_url):
    """The same conversation, with files for nothing but the simulated supplier."""
    there = settings.model_copy(update={"database_url": postgres_url, "organisation": "pg"})
    async with open_session(there) as first:
        waiting = await to_approval(first, "pg-1")
        assert [t.thread_id for t in await first.threads()] == ["pg-1"]
    async with open_session(there) as second:
        confirmed = tuple(c["id"] for c in waiting.interrupt.args["confirmations"])
        done = await second.approve("pg-1", Answer(confirmations=confirmed, interrupt_id=waiting.interrupt.id))
    assert done.trip.status.phase == "completed"
    assert [f.name for f in settings.db.parent.glob("trips*.db")] == ["trips.supplier.db"]


async def test_a_server_that_does_not_answer(settings, monkeypatch):
    """It is said in a sentence, without the password."""
    monkeypatch.setattr("tripintent.app.postgres_threads.ANSWERS_WITHIN", 0.3)
    nowhere = settings.model_copy(update={"database_url": "postgresql://ann:s3cret@127.0.0.1:1/none"})
    with pytest.raises(StoreError, match="does not answer") as said:
        async with open_session(nowhere):
            pass
    assert "s3cret" not in str(said.value)


async def test_many_that_start_at_once_make_the_tables_once(database):
    """Workers of one command open an empty database together; none of them ends because another was quicker."""
    async with AsyncExitStack() as stack:
        opening = (stack.enter_async_context(open_checkpointer(database)) for _ in range(8))
        savers = await asyncio.gather(*opening)
        assert [await saver.aget_tuple({"configurable": {"thread_id": "none"}}) for saver in savers] == [None] * 8
