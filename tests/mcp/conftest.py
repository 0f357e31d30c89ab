"""An MCP client on a server over a real session, in memory."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime
from inspect import isawaitable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.types import ElicitResult
from tests.stored import World

from tripintent.app.mcp.serve import build_server
from tripintent.app.opening import open_session
from tripintent.app.session import Session
from tripintent.app.settings import Settings

NOW = datetime(2027, 3, 1, 9, tzinfo=UTC)
Answering = Callable[[dict[str, Any]], Any]


class Talk:
    """A client with what its user was asked. ``answer`` stands for the user; None is a client without elicitation."""

    def __init__(self, client: Client, world: World | None = None) -> None:
        self.client, self.world = client, world
        self.asked: list[Any] = []

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, result.content
        return result.structured_content or {}

    async def refusal(self, tool: str, **arguments: Any) -> str:
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error
        return result.content[0].text

    async def to_approval(self) -> dict[str, Any]:
        """Plan, choose, hold and name the people: return what waits."""
        thread = await (self.world.reach("card", self._to_approval) if self.world else self._to_approval())
        return await self.call("show_trip", thread=thread)

    async def _to_approval(self) -> str:
        first = await self.call("say", words="Boston to Lisbon June 14-21, two adults")
        await self.call("choose", thread=first["thread"], option="1")
        await self.call("hold", thread=first["thread"])
        people = "Ann Smith 4 March 1985 and Bob Smith 1983-07-09, ann@example.org"
        waiting = await self.call("say", thread=first["thread"], words=people)
        assert waiting["waiting"]["kind"] == "purchase"
        return first["thread"]


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[Session]:
    async with open_session(Settings(data_dir=tmp_path, language="offline", now=NOW)) as session:
        yield session


@pytest.fixture(params=["2025-11-25", "2026-07-28"])
def mode(request: Any) -> str:
    """The handshake of both eras of the protocol: a question within a call, and a call that is asked to come again."""
    return "legacy" if request.param == "2025-11-25" else "auto"


@pytest.fixture
def connect(
    session: Session, mode: str, tmp_path: Path, request: pytest.FixtureRequest
) -> Callable[..., AbstractAsyncContextManager[Talk]]:
    world = World(tmp_path, request)

    @asynccontextmanager
    async def connected(answer: Answering | None = None, **more: Any) -> AsyncIterator[Talk]:
        talks: list[Talk] = []

        async def ask(_: Any, params: Any) -> ElicitResult:
            talks[0].asked.append(params)
            assert answer is not None
            given = answer(params.requested_schema)
            return await given if isawaitable(given) else given

        server = build_server(session, **more)
        async with Client(server, elicitation_callback=ask if answer else None, mode=mode) as client:
            talks.append(Talk(client, None if session.subject else world))
            yield talks[0]

    return connected


@pytest.fixture
def talking() -> Callable[[Session], AbstractAsyncContextManager[Talk]]:
    """Clients without elicitation, each on the session of one person."""

    @asynccontextmanager
    async def talks(session: Session) -> AsyncIterator[Talk]:
        async with Client(build_server(session)) as client:
            yield Talk(client)

    return talks
