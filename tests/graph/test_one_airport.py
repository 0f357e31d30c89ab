"""Places with one airport: there is no flight between them."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.acts import change, do, plan

from tripintent.app.opening import open_session
from tripintent.app.session import Session
from tripintent.app.settings import Settings


@pytest.fixture
async def chat(tmp_path: Path) -> AsyncIterator[Session]:
    async with open_session(Settings(db=tmp_path / "t.db", now=datetime(2026, 11, 25, 9, tzinfo=UTC))) as opened:
        yield opened


@pytest.mark.parametrize(("start", "end"), [("Lisbon", "Sintra"), ("Sintra", "Lisbon")])
async def test_two_places_with_one_airport_are_named(chat: Session, start: str, end: str) -> None:
    """They are rejected by their names and kept as nothing; a hotel alone is looked for."""
    told = await do(chat, "t", plan(start, end, "2027-06-04", "2027-06-08"))
    why = " ".join(one.why for one in told.called[-1].outcome.rejected)
    assert "Sintra" in why
    assert "have one airport" in why
    assert {one.destination.code for one in told.trip.itinerary.segments} == {None}
    stay = {"place": end, "arrive": "2027-06-04", "leave": "2027-06-08"}
    alone = await do(chat, "t", change(stops=[stay], flights_needed=False))
    assert alone.trip.constraints.flights_needed is False
