"""A server in this process, on a fresh folder, with a stopped clock and the simulated supplier."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path
from typing import Any, TypeVar

import httpx
import jsonpatch
import pytest
from tests.acts import ANNA, Event, choose, hold, move, people, plan, post
from tests.server_process import Server
from tests.stored import World

from tripintent.app.http.server import create_app
from tripintent.app.http.web_settings import WebSettings
from tripintent.app.settings import Settings

T = TypeVar("T")
NOW = datetime(2026, 11, 20, 10, tzinfo=UTC)
WISH = "Munich to Lisbon March 4-8, one adult"
PEOPLE = "Anna Muster, born 12 April 1990, anna@example.org, +49 151 23456789"
TRIP = plan("Munich", "Lisbon", "2027-03-04", "2027-03-08")
BASE = "http://localhost"


def as_user(client: Any, name: str) -> Any:
    """Sign a client in as a user who has a token of their own."""
    client.http.headers["authorization"] = f"Bearer the-token-of-{name}"
    return client


class Client:
    """A client of the REST interface; ``app`` is the application it talks to."""

    def __init__(self, http: httpx.AsyncClient, app: Any, world: World | None = None) -> None:
        self.http, self.app, self.world = http, app, world

    async def reach(self, way: str, walk: Callable[[], Awaitable[T]]) -> T:
        """Walk a way, or be where it ends, where nothing was done before."""
        if self.world is None or "authorization" in self.http.headers:
            return await walk()
        return await self.world.reach(("http", way), walk)

    async def begin(self) -> str:
        return (await self.http.post("/api/threads")).json()["thread_id"]

    async def say(self, thread: str, text: str) -> httpx.Response:
        return await self.http.post(f"/api/threads/{thread}/messages", json={"text": text})

    async def event(self, thread: str, kind: str, **fields: Any) -> httpx.Response:
        return await self.http.post(f"/api/threads/{thread}/events", json={"type": kind, **fields})

    async def do(self, thread: str, *acts: Event) -> httpx.Response:
        """Work typed acts, each as a turn of its own."""
        return await post(self.http, thread, *acts)

    async def view(self, thread: str) -> dict[str, Any]:
        return (await self.http.get(f"/api/threads/{thread}")).json()

    @staticmethod
    def confirmations(pending: dict[str, Any]) -> list[str]:
        return [one["id"] for one in pending["card"]["action_requests"][0]["args"]["confirmations"]]

    async def decide(self, approval_id: str, decision: str, **fields: Any) -> httpx.Response:
        return await self.http.post(f"/api/approvals/{approval_id}/decision", json={"decision": decision, **fields})

    async def chosen(self) -> str:
        """Return a thread whose first option is chosen."""
        return await self.reach("chosen", self._chosen)

    async def _chosen(self) -> str:
        thread = await self.begin()
        said = (await self.do(thread, TRIP)).json()
        options = next(m for m in said["messages"] if m["kind"] == "options")["facts"]["options"]
        await self.event(thread, "USER_SELECTED_BUNDLE", bundle_id=options[0]["bundle_id"])
        return thread

    async def waiting(self) -> tuple[str, dict[str, Any]]:
        """Return a thread with a waiting approval, and what waits."""
        return await self.reach("waiting", self._waiting)

    async def _waiting(self) -> tuple[str, dict[str, Any]]:
        thread = await self.chosen()
        pending = (await self.do(thread, hold(), people(ANNA))).json()["pending"]
        assert pending, "an approval should wait"
        return thread, pending

    async def rebooking(self) -> tuple[str, dict[str, Any]]:
        """Return a thread where the approval of a change of dates waits, after a purchase, and what waits."""
        return await self.reach("rebooking", self._rebooking)

    async def _rebooking(self) -> tuple[str, dict[str, Any]]:
        thread, pending = await self.waiting()
        await self.decide(pending["approval_id"], "approve", confirmations=self.confirmations(pending))
        later = move("flight", which="return", date="2027-03-10")
        pending = (await self.do(thread, later, choose(1), hold())).json()["pending"]
        assert pending, "an approval of the change should wait"
        return thread, pending


def settings_in(folder: Path, **fields: Any) -> Settings:
    given = {"db": folder / "trips.db", "language": "offline", "now": NOW, "_env_file": None, **fields}
    return Settings(**given)


Running = Callable[..., AbstractAsyncContextManager[Client]]


def running_in(folder: Path, request: pytest.FixtureRequest | None = None) -> Running:
    """Return servers in this process; ``web`` and ``session`` are settings by name."""

    @asynccontextmanager
    async def run(
        *, web: Any = None, session: Any = None, headers: Any = None, **app_fields: Any
    ) -> AsyncIterator[Client]:
        fields = {"_env_file": None, "writes_per_minute": 10_000, "reads_per_minute": 100_000, **(web or {})}
        app = create_app(settings_in(folder, **(session or {})), WebSettings(**fields), **app_fields)
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url=BASE, headers=headers, timeout=30) as http,
        ):
            alike = request and not (web or session or headers or app_fields)
            yield Client(http, app, World(folder, request) if alike else None)

    return run


@pytest.fixture
def running(tmp_path: Path, request: pytest.FixtureRequest) -> Running:
    """Servers in this process, on the folder of the test."""
    return running_in(tmp_path, request)


@pytest.fixture
async def client(running: Running) -> AsyncIterator[Client]:
    """A client of a server with one local user."""
    async with running() as one:
        yield one


@pytest.fixture
def shared_states() -> Callable[[list[dict[str, Any]]], list[dict[str, Any]]]:
    """Return what gives the shared states of an AG-UI run, in order: its one snapshot, and that with each patch."""

    def states(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
        [first] = [one["snapshot"] for one in events if one["type"] == "STATE_SNAPSHOT"]
        patches = [one["delta"] for one in events if one["type"] == "STATE_DELTA"]
        return list(accumulate(patches, jsonpatch.apply_patch, initial=first))

    return states


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Return how to start a server process; settings are given by their names, ``SUPPLIER_LATENCY="1"``."""
    started: list[Any] = []

    def start(**settings: str) -> Any:
        started.append(
            Server(tmp_path, **{"HTTP_WRITES_PER_MINUTE": "100000", "HTTP_READS_PER_MINUTE": "1000000", **settings})
        )
        return started[-1].start()

    yield start
    for server in started:
        server.stop()


@pytest.fixture
def front_end(client: Client) -> Any:
    """OpenAI's official client, on the application of the test."""
    from openai import AsyncOpenAI  # noqa: PLC0415 - a second, for the few tests that need it

    http = httpx.AsyncClient(transport=httpx.ASGITransport(client.app), base_url="http://localhost/v1")
    return AsyncOpenAI(api_key="unused", base_url="http://localhost/v1", http_client=http, max_retries=0)


@pytest.fixture
async def shared(running: Any, request: pytest.FixtureRequest) -> AsyncIterator[Any]:
    """A server with the users of the module."""
    async with running(web=request.module.WEB) as client:
        yield client
