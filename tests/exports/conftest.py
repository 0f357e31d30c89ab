"""A trip that was really booked, at the embedded supplier, on a real ledger."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.acts import ANN, BOB, cheapest, do, hold, people, plan

from tripintent.app.incoming import Answer
from tripintent.app.opening import open_session
from tripintent.app.session import Session
from tripintent.app.settings import Settings
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports

PEOPLE = people(ANN, BOB)


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
    await do(session, "t1", plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2))
    await do(session, "t1", cheapest, hold())
    waiting = (await do(session, "t1", PEOPLE)).interrupt
    assert waiting is not None
    confirmed = tuple(c["id"] for c in waiting.args["confirmations"])
    result = await session.approve("t1", Answer(confirmations=confirmed))
    assert result.trip.status.state == "completed"
    return Booked(session, result.trip, session.ports)
