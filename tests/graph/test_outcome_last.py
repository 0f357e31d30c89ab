"""The outcome is the last word of a turn: what else could be done is said before it, or at the start of the next turn."""

import pytest

from tripintent.app.incoming import Answer
from tripintent.app.opening import open_session
from tripintent.app.settings import Settings

PEOPLE = "Ann Smith 4 March 1985 and Bob Smith 1983-07-09, ann@example.org"


@pytest.fixture
async def session(tmp_path):
    settings = Settings(db=tmp_path / "t.sqlite", language="offline", now="2026-11-26T09:00:00+00:00")
    async with open_session(settings) as opened:
        yield opened


async def test_an_offer_of_a_document_comes_before_what_was_found(session):
    """The message that makes the checklist possible has the offer first and the options last."""
    await session.say("t", "Boston to Lisbon")
    told = await session.say("t", "June 14 to June 21 2027, two adults")
    assert [one.kind for one in told.said][-1] == "options"
    assert [one.kind for one in told.said].count("planning") == 1
    assert "create the checklist" in next(one.text for one in told.said if one.kind == "planning")
    history = [one.kind for one in await session.history("t")]
    assert history[-1] == "options"
    again = await session.say("t", "only direct flights")
    assert "planning" not in [one.kind for one in again.said]


async def test_the_receipt_is_the_last_word_of_a_purchase(session):
    """What the purchase made possible is offered by the reply after it, once, and before that reply's own words."""
    for words in ("Boston to Lisbon June 14 to June 21 2027, two adults", "the cheapest, hold it", PEOPLE):
        result = await session.say("t", words)
    assert result.interrupt is not None
    seen = tuple(one["id"] for one in result.interrupt.args["confirmations"])
    bought = await session.approve("t", Answer(confirmations=seen))
    assert bought.messages[-1].startswith("Booked and paid")
    after = await session.say("t", "what have I booked?")
    assert [one.kind for one in after.said][-1] != "planning"
    assert [one.kind for one in after.said].count("planning") == 1
    last = await session.say("t", "what does it cost?")
    assert "planning" not in [one.kind for one in last.said]
