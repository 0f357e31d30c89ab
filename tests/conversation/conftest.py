"""A session whose conversation a scripted chat model holds."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.acts import plan
from tests.app.conftest import NOW
from tests.conversation.scripted import Call, Scripted, Step

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings

TRIP: Call = ("update_trip", plan("Boston", "Lisbon", "2026-06-14", "2026-06-21", adults=2)["arguments"])
ANN = {"given_name": "Ann", "family_name": "Smith", "date_of_birth": "1985-03-04", "email": "ann@example.org"}
BOB = {"given_name": "Bob", "family_name": "Smith", "date_of_birth": "1983-07-09"}
PEOPLE: Call = ("set_travellers", {"people": [ANN, BOB]})
TO_CARD = ([TRIP], [("choose", {"option": "1"})], [PEOPLE], [("request_purchase", {})])
"""From nothing to a card that waits, without a word."""


@pytest.fixture
async def talk(tmp_path: Path) -> AsyncIterator[Callable[..., Any]]:
    """Return what opens a session with a script."""
    async with AsyncExitStack() as stack:

        async def opened(*script: Step, model: Scripted | None = None, **more: Any) -> tuple[Any, Scripted]:
            model = model or Scripted(script=[])
            model.script = list(script)
            settings = Settings(data_dir=tmp_path, language="offline", now=NOW, **more)
            return await stack.enter_async_context(open_session(settings, model=model)), model

        yield opened
