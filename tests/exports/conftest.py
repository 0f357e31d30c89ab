"""A trip that was really booked, at the embedded supplier, on a real ledger."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from tripintent.app.incoming import Answer
from tripintent.app.opening import open_session
from tripintent.app.session import Session
from tripintent.app.settings import Settings
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports

PEOPLE = "Ann Smith 4 March 1985 and Bob Smith 1983-07-09, ann@example.org"


class Booked(NamedTuple):
    session: Session
    trip: TripIntent
    ports: Ports


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[Session]:
    settings = Settings(data_dir=tmp_path, language="offline", locale="en-GB", now=datetime(2027, 3, 1, 9, tzinfo=UTC))
    async with open_session(settings) as session:
        yield session


@pytest.fixture
async def booked(session: Session) -> Booked:
    """Boston to Lisbon and back with a hotel, for two, bought."""
    await session.say("t1", "Boston to Lisbon June 14 to June 21, two adults")
    await session.say("t1", "the cheapest, hold it")
    waiting = (await session.say("t1", PEOPLE)).interrupt
    assert waiting is not None
    confirmed = tuple(c["id"] for c in waiting.args["confirmations"])
    result = await session.approve("t1", Answer(confirmations=confirmed))
    assert result.trip.status.state == "completed"
    return Booked(session, result.trip, session.ports)
