"""Sessions on files of their own, with the clock stopped, and the way to a waiting approval."""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tripintent.app.opening import open_session
from tripintent.app.results import TurnResult
from tripintent.app.session import Session
from tripintent.app.settings import Settings

NOW = datetime(2026, 2, 1, 9, tzinfo=UTC)
WISH = "I want to fly one way from JFK to SFO on March 11 2026, 1 adult, no hotel needed"
PEOPLE = "Ann Smith 4 March 1985, ann@example.org"


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
        await session.say(thread, WISH)
        await session.say(thread, "the cheapest, and hold it")
        result = await session.say(thread, PEOPLE)
        if result.interrupt is None:
            result = await session.say(thread, "buy it")
        assert result.interrupt is not None, result.messages
        return result

    return walk


@pytest.fixture
def wish() -> str:
    """One sentence that is a complete wish."""
    return WISH


@pytest.fixture
def people() -> str:
    """What the traveller of the wish is asked for."""
    return PEOPLE
