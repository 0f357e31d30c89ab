"""Sessions on files of their own, with the clock stopped, and the way to a waiting approval."""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.acts import ANN, Event, cheapest, do, hold, people, plan
from tests.emulators import duffel as duffel_emulator
from tests.emulators import liteapi as liteapi_emulator

from tripintent.app.opening import open_session
from tripintent.app.results import TurnResult
from tripintent.app.session import Session
from tripintent.app.settings import Settings

NOW, BEFORE = datetime(2026, 2, 1, 9, tzinfo=UTC), datetime(2027, 1, 10, 9, tzinfo=UTC)
WISH = plan("JFK", "SFO", "2026-03-11", lodging={"needed": False})
PEOPLE = people(ANN)


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No key, no .env and no data folder of the person who runs the tests."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "TRIPINTENT_API_KEY", "TRIPINTENT_DB"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TRIPINTENT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings of a throw-away world."""
    return Settings(db=tmp_path / "trips.db", now=NOW)


@pytest.fixture
async def session(settings: Settings) -> AsyncIterator[Session]:
    """An open session."""
    async with open_session(settings) as opened:
        yield opened


ToApproval = Callable[[Session, str], Awaitable[TurnResult]]


@pytest.fixture
def to_approval() -> ToApproval:
    """Bring a thread to a waiting approval."""

    async def walk(session: Session, thread: str) -> TurnResult:
        result = await do(session, thread, WISH, cheapest, hold(), PEOPLE)
        assert result.interrupt is not None, result.messages
        return result

    return walk


@pytest.fixture
def sentence() -> str:
    """A complete wish for doors that take words alone."""
    return "Boston to Lisbon June 14-21, one adult"


@pytest.fixture
def wish() -> Event:
    """A complete wish."""
    return WISH


@pytest.fixture(name="people")
def named() -> Event:
    """What the traveller of the wish is asked for."""
    return PEOPLE


@pytest.fixture
def duffel() -> Any:
    """An emulator of Duffel, two months before the trip."""
    return duffel_emulator.Emulator(lambda: BEFORE, discount=10)


@pytest.fixture
def liteapi() -> Any:
    """An emulator of LiteAPI, two months before the trip."""
    return liteapi_emulator.Emulator(lambda: BEFORE)
