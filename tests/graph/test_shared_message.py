"""One message for two systems: an order or a change for the booking, and a question of fact for the planning."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tripintent.app.opening import open_session
from tripintent.app.session import Session
from tripintent.app.settings import Settings


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[Session]:
    async with open_session(Settings(db=tmp_path / "t.db", now=datetime(2027, 3, 1, 9, tzinfo=UTC))) as opened:
        yield opened


async def _told(session: Session, *words: str) -> list[str]:
    for text in words:
        result = await session.say("t", text)
    return [said.text for said in result.said]


async def test_an_order_beside_a_question_of_fact_is_carried_out_and_asked_for_last(session):
    facts, chosen = await _told(
        session,
        "Berlin to Lisbon 14 to 21 June, two adults, hotel",
        "the cheapest please, what plugs do they use there?",
    )
    assert "type C, F" in facts
    assert chosen.startswith("You chose")
    held = await _told(session, "yes")
    assert "name as in the passport" in held[0], "the booking's own question was asked last"


async def test_a_change_is_made_and_searched_before_the_fact_is_told(session):
    told = await _told(
        session,
        "Berlin to Lisbon 14 to 21 June, two adults, hotel",
        "make it Porto instead. what is the weather like there?",
    )
    assert any("best 3" in one for one in told[:-1])
    assert "Porto" in told[-1], "the weather of the place that it was changed to"


async def test_a_first_message_is_searched_and_its_question_of_fact_answered(session):
    told = await _told(
        session, "flights London to New York 5-12 May, one adult, no hotel. do I need a visa as a British citizen?"
    )
    assert "best 3" in told[0]
    assert "electronic travel authorisation" in told[-1]


async def test_how_far_the_hotel_is_takes_no_order_away(session):
    told = await _told(
        session,
        "Berlin to Lisbon 14 to 21 June, two adults, hotel",
        "the cheapest please. and how far is the hotel from the airport?",
    )
    assert any(one.startswith("You chose") for one in told)
    assert not any("crow flies" in one for one in told)
