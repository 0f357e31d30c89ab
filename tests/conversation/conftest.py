"""A session whose conversation a scripted chat model holds."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.app.conftest import NOW
from tests.conversation.scripted import Scripted, Step

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings

TRIP: tuple[str, dict[str, Any]] = (
    "update_trip",
    {
        "origin": "Boston",
        "stops": [{"place": "Lisbon", "arrive": "2027-06-14", "nights": 7}],
        "back": "2027-06-21",
        "adults": 2,
    },
)
PEOPLE: tuple[str, dict[str, Any]] = (
    "set_travellers",
    {
        "people": [
            {"given_name": "Ann", "family_name": "Smith", "date_of_birth": "1985-03-04"},
            {"given_name": "Bob", "family_name": "Smith", "date_of_birth": "1983-07-09"},
        ],
        "email": "ann@example.org",
    },
)


@pytest.fixture
async def talk(tmp_path: Path) -> AsyncIterator[Callable[..., Any]]:
    """Return what opens a session with a script."""
    async with AsyncExitStack() as stack:

        async def opened(*script: Step) -> tuple[Any, Scripted]:
            model = Scripted(script=list(script))
            settings = Settings(data_dir=tmp_path, language="offline", now=NOW)
            return await stack.enter_async_context(open_session(settings, model=model)), model

        yield opened
