"""A wish about the extras of a chosen trip keeps the trip: its flights and its hotel at the fare and for the people now asked for."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tripintent.app.opening import open_session
from tripintent.app.session import Session
from tripintent.app.settings import Settings

START = ("London to Rome 5-9 June, two adults, hotel", "number 1 please")


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[Session]:
    async with open_session(Settings(db=tmp_path / "t.db", now=datetime(2027, 3, 1, 9, tzinfo=UTC))) as opened:
        yield opened


async def _told(session: Session, *words: str) -> str:
    for text in words:
        result = await session.say("t", text)
    return "\n".join(said.text for said in result.said)


def _flights(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("  Flight: ")]


async def test_bags_people_and_board_are_asked_of_the_chosen_flights(session):
    """The price is told of the trip as it is now; only another kind of wish brings the list back."""
    chosen = await _told(session, *START)
    bags = await _told(session, "add a checked bag each, and what does it cost then?")
    assert "Your choice:" in bags
    assert "You chose the trip" in bags
    assert _flights(bags) == _flights(chosen) != []
    assert "best 3" not in bags
    more = await _told(session, "make it 3 people")
    assert _flights(more) == _flights(chosen)
    board = await _told(session, "and with breakfast please")
    assert _flights(board) == _flights(chosen)
    assert "The best 3 of " in await _told(session, "actually we want a hotel with a pool")


async def test_a_question_beside_a_change_is_about_what_is_found_then(session):
    told = await _told(session, START[0], "make it 4 stars, and which is the cheapest?")
    answer, options = told.split("The best 3 of ", 1)
    cheapest = next(line for line in options.splitlines() if line.startswith("Option ") and "cheapest" in line)
    price = cheapest.rpartition("£")[2]
    assert price.replace(",", "") in answer.replace(",", "")
