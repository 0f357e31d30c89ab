"""The outcome is the last word of a turn: what else could be done is said before it, or at the start of the next turn."""

import pytest
from tests.acts import ANN, BOB, agree, change, do, plan, to_approval

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings


@pytest.fixture
async def session(tmp_path):
    settings = Settings(db=tmp_path / "t.sqlite", language="offline", now="2026-11-26T09:00:00+00:00")
    async with open_session(settings) as opened:
        yield opened


async def test_the_receipt_is_the_last_word_of_a_purchase(session):
    """What the purchase made possible is offered by the reply after it, once, and before that reply's own words."""
    wish = plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2)
    await do(session, "t", *to_approval(wish, ANN, BOB))
    bought = await agree(session, "t")
    assert bought.messages[-1].startswith("Booked and paid")
    after = await do(session, "t", change(wishes={"add": ["quiet"]}))
    assert [one.kind for one in after.said][-1] != "planning"
    assert [one.kind for one in after.said].count("planning") <= 1
