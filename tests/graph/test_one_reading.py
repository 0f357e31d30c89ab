"""A message is read once; what belongs to another system, or is called off, moves no journey."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.acts import cancel

from tripintent.app.opening import open_session
from tripintent.app.session import Session
from tripintent.app.settings import Settings
from tripintent.state.planning.budget import Budget
from tripintent.tools.language.offline.reader import OfflineReader

TRIP = "Boston to Lisbon June 14 to 21 2027, two adults, a hotel by the river, under $3,000"


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[Session]:
    async with open_session(Settings(db=tmp_path / "t.db", now=datetime(2026, 11, 25, 9, tzinfo=UTC))) as opened:
        yield opened


def _days(trip: Any) -> list[str | None]:
    return [leg.depart_date for leg in trip.itinerary.segments]


async def test_words_are_read_once(session: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader hears a message one time, whatever the front door and the graphs make of it."""
    heard: list[str] = []
    read = OfflineReader.read

    async def counted(self: OfflineReader, text: str, view: Any) -> Any:
        heard.append(text)
        return await read(self, text, view)

    monkeypatch.setattr(OfflineReader, "read", counted)
    await session.say("t", TRIP)
    assert heard == [TRIP]


@pytest.mark.parametrize(
    "words", ["put the fado evening on Thursday", "put the Colosseum on Thursday", "make Saturday lighter"]
)
async def test_a_day_of_the_plan_moves_no_flight(session: Any, words: str) -> None:
    """Neither the days nor the hours of the flights, with and without a plan of days."""
    before = _days((await session.say("t", TRIP)).trip)
    assert _days((await session.say("t", words)).trip) == before
    await session.say("t", "plan our days, we love food and history")
    after = (await session.say("t", words)).trip
    assert _days(after) == before
    assert all(leg.depart_time_window is None for leg in after.itinerary.segments)


async def test_several_systems_answer_one_message(session: Any) -> None:
    """Each in the order of the words, and nothing is lost."""
    await session.say("t", TRIP)
    said = await session.say("t", "create the checklist; what plugs do they use there?")
    told = "\n".join(said.messages)
    assert "type" in told
    assert "checklist" in set(said.documents)


async def test_what_was_paid_for_is_struck_from_the_budget(session: Any) -> None:
    """Beside a checklist, too, which does not have it."""
    for words in (TRIP, "create the checklist", "create the budget", "Ana paid 40 dollars for groceries"):
        await session.say("t", words)
    await session.say("t", "strike the groceries")
    budget = (await session.graph.aget_state(session.config("t"))).values["documents"]["budget"]
    assert isinstance(budget, Budget)
    assert budget.expenses == ()


async def test_a_cancellation_is_called_off_by_its_own_verb(booking: Any) -> None:
    """While it waits for approval; nothing is cancelled."""
    await booking.to_approval()
    await booking.approve()
    await booking.do(cancel("hotel"))
    await booking.say("no wait, don't cancel")
    trip = await booking.trip()
    assert trip.working_memory.approval is None
    assert {one.status for one in trip.working_memory.bookings} == {"confirmed"}


async def test_a_change_of_what_is_bought_is_called_off(booking: Any) -> None:
    """The trip is again what was bought, and no booking is left behind."""
    await booking.to_approval()
    await booking.approve()
    before = _days(await booking.trip())
    await booking.say("leave a day later")
    assert _days(await booking.trip()) != before
    await booking.say("undo that")
    trip = await booking.trip()
    assert _days(trip) == before
    assert not any(one.stale for one in trip.working_memory.bookings)


@pytest.mark.parametrize("words", ["asdf qwer", "our neighbours moved on Tuesday", "actually no keep the 14th", "?!"])
async def test_no_words_are_met_with_silence(session: Any, words: str) -> None:
    """Whatever was read of them, with options in view and beside a plan of days."""
    await session.say("t", TRIP)
    assert (await session.say("t", words)).messages
    await session.say("t", "plan our days, we love food and history")
    assert (await session.say("t", words)).messages
