"""A trip that was really booked, at the embedded supplier, on a real ledger."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.acts import ANN, BOB, agree, do, plan, to_approval
from tests.stored import World

from tripintent.app.opening import open_session
from tripintent.app.session import Session
from tripintent.app.settings import Settings
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports


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
async def booked(session: Session, tmp_path: Path, request: pytest.FixtureRequest) -> Booked:
    """Boston to Lisbon and back with a hotel, for two, bought."""

    async def walk() -> TripIntent:
        wish = plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2)
        await do(session, "t1", *to_approval(wish, ANN, BOB))
        result = await agree(session, "t1")
        assert result.trip.status.state == "completed"
        return result.trip

    return Booked(session, await World(tmp_path, request).reach("booked", walk), session.ports)
