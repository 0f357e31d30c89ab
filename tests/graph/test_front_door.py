"""The front door: one conversation over the systems, with the booking's approvals asked for at the door."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.acts import ANN, BOB, change, days, do, plan, to_approval

from tripintent.app.opening import open_session
from tripintent.app.results import Pending
from tripintent.app.session import Session
from tripintent.app.settings import Settings

WISH = plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(db=tmp_path / "t.db", now=datetime(2027, 3, 1, 9, tzinfo=UTC))


@pytest.fixture
async def session(settings: Settings) -> AsyncIterator[Session]:
    async with open_session(settings) as opened:
        yield opened


async def _to_the_card(session: Session) -> Pending:
    result = await do(session, "t", *to_approval(WISH, ANN, BOB))
    assert result.interrupt is not None
    return result.interrupt


async def test_a_no_gives_the_holds_back_and_the_next_act_begins_a_turn(session):
    """After a rejection nothing waits, and a new wish is worked like a first one."""
    await _to_the_card(session)
    result = await session.reject("t", "too dear")
    assert result.interrupt is None
    later = await do(session, "t", change(party={"adults": 1}))
    assert later.trip.party.travelers.adults == 1
    assert later.interrupt is None


async def test_each_reply_is_told_once(session):
    """What a mounted system says is told as it says it, and not again when it ends."""
    result = await do(session, "t", WISH)
    kept = [said.text for said in await session.history("t") if said.role == "assistant"]
    assert list(result.messages) == kept


async def test_the_days_of_the_flights_are_the_days_of_the_plan(session):
    """The designer does not ask for dates that the trip's legs already hold; their days are filled."""
    result = await do(session, "t", WISH, days(likes=["food", "history"], pace="leisurely"))
    document = next(one for kind, one in result.documents.items() if kind == "itinerary")
    assert (document["startDate"], document["endDate"]) == ("2027-06-14", "2027-06-21")
    assert document["segments"]
