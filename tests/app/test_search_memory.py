"""Searches of a session: the same question of another conversation is answered from memory, until something is held."""

import pytest
from tests.acts import ANN, BOB, choose, do, hold, people, plan

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.tools.suppliers.embedded.flights import EmbeddedFlights

WISH = plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2, lodging={"needed": False})


@pytest.fixture
def searched(monkeypatch):
    """The questions that reached the flight supplier."""
    asked, search = [], EmbeddedFlights.search

    async def counted(self, query):
        asked.append(query)
        return await search(self, query)

    monkeypatch.setattr(EmbeddedFlights, "search", counted)
    return asked


async def _worked(tmp_path, *turns, **more):
    settings = Settings(data_dir=tmp_path, language="offline", now="2026-11-22T09:00:00+00:00", **more)
    async with open_session(settings) as session:
        return [await do(session, *turn) for turn in turns]


async def test_another_conversation_asks_no_supplier_again(tmp_path, searched):
    """Both legs are searched once, and both conversations show the same options."""
    first, second = await _worked(tmp_path, ("a", WISH), ("b", WISH))
    shown = [one.trip.working_memory.ranking.bundles for one in (first, second)]
    assert [b.flight_option_ids for b in shown[0]] == [b.flight_option_ids for b in shown[1]]
    assert len(searched) == 2


async def test_what_was_held_is_searched_anew(tmp_path, searched):
    """After a hold the next conversation sees what is for sale then."""
    told = await _worked(tmp_path, ("a", WISH, choose(1), hold(), people(ANN, BOB)), ("b", WISH))
    assert told[0].trip.working_memory.holds
    assert len(searched) == 4


async def test_a_session_without_memory_searches_each_time(tmp_path, searched):
    """The setting turns it off."""
    await _worked(tmp_path, ("a", WISH), ("b", WISH), search_memory=0)
    assert len(searched) == 4
