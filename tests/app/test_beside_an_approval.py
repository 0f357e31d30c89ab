"""What is said beside an approval that waits comes from what it is for, and from what is booked by then."""

from datetime import UTC, datetime

import pytest
from tests.acts import cancel, change, cheapest, do, hold, plan

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.tools.language.replies.texts import texts_of

from .test_session import confirming

WISH = plan("Boston", "Lisbon", "2026-06-14", "2026-06-21", lodging={"needed": False})


@pytest.fixture
async def bought(tmp_path, people):
    """A session with a trip that is bought."""
    async with open_session(Settings(db=tmp_path / "trips.db", now=datetime(2026, 2, 1, 9, tzinfo=UTC))) as session:
        await do(session, "t", WISH)
        await do(session, "t", cheapest, hold())
        waiting = await do(session, "t", people)
        assert waiting.interrupt is not None, waiting.messages
        await session.approve("t", confirming(waiting))
        assert (await session.trip("t")).working_memory.bookings
        yield session


def of_kind(kind):
    return texts_of("en").words[f"waits.{kind}"]


async def test_a_cancellation_that_waits_is_no_purchase(bought):
    """The cancellation says what it waits for, and words beside it that it does; nothing says that nothing is paid or bought."""
    waiting = await do(bought, "t", cancel())
    assert waiting.interrupt is not None, waiting.messages
    beside = (await bought.say("t", "hello"), await do(bought, "t", change(return_day="2026-06-23")))
    for turn in beside:
        said = "\n".join(map(str, turn.messages))
        others = {of_kind(kind) for kind in ("purchase", "more", "change")}
        assert [text for text in others if text in said] == []
    assert of_kind("cancel") in waiting.messages[-1]
    assert any("Approve it on the card to cancel " in text for text in beside[0].messages)
    assert await bought.waiting("t") is not None


async def test_a_first_purchase_is_told_as_before(session, to_approval):
    """Where nothing is booked, nothing is paid yet: it is said when one begins to wait."""
    said = "\n".join(map(str, (await to_approval(session, "t")).messages))
    assert texts_of("en").words["waits.purchase"] in said
