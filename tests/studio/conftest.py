"""A LangGraph development server, offline, on a free port, with the graph that langgraph.json names."""

import json
import os
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient
from tests.acts import ANN, BOB, Event, choose, plan, to_approval, yes
from tests.postgres_server import free_port

ROOT = Path(__file__).parents[2]
ADDRESS = re.compile(r"API:\s+(?:\x1b\[\d+m)*(http://[\d.]+:\d+)")
WISH = plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2)


class Server(NamedTuple):
    """Where it listens, and what it has written."""

    url: str
    log: Path


TOKENS = {"the-token-of-victoria": "victoria", "the-token-of-eve": "eve"}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the one person at the machine."""
    with started(tmp_path_factory.mktemp("studio")) as server:
        yield server


@pytest.fixture(scope="session")
def guarded_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows two users by their tokens."""
    signed_in = {"TRIPINTENT_HTTP_TOKENS": json.dumps(TOKENS), "TRIPINTENT_ORGANISATION": "acme"}
    with started(tmp_path_factory.mktemp("guarded"), **signed_in) as server:
        yield server


@contextmanager
def started(folder: Path, **settings: str) -> Iterator[Server]:
    """Run a server until the block ends; skip the test where there is none."""
    launcher = _launcher()
    if launcher is None:
        pytest.skip("no LangGraph server here: make studio (it cannot share an environment with schemathesis)")
    config = json.loads((ROOT / "langgraph.json").read_text())
    config["graphs"] = {name: str(ROOT / where) for name, where in config["graphs"].items()}
    config["auth"]["path"] = str(ROOT / config["auth"]["path"])
    (folder / "langgraph.json").write_text(json.dumps(config))
    command = [launcher, "dev", "--no-browser", "--no-reload", "--port", str(free_port()), "--config", "langgraph.json"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=folder, env=environment(folder) | settings, stdout=log, stderr=subprocess.STDOUT
        )
    try:
        yield Server(_address(process, folder / "log"), folder / "log")
    finally:
        process.terminate()
        process.wait(30)


def _launcher() -> Path | None:
    """Return the server's program: one that was named, one in an environment of its own, or one beside the interpreter."""
    named = os.environ.get("TRIPINTENT_STUDIO_LAUNCHER")
    places = (
        Path(named) if named else None,
        ROOT / ".venv-studio/bin/langgraph",
        Path(sys.executable).with_name("langgraph"),
    )
    return next((place for place in places if place and place.exists()), None)


def environment(folder: Path) -> dict[str, str]:
    """Return the environment: our own clock and files, no key of anybody, no telemetry, a proxy that reaches nothing."""
    kept = {
        k: v for k, v in os.environ.items() if not k.startswith(("LANGSMITH_", "LANGCHAIN_", "OPENAI_", "TRIPINTENT_"))
    }
    return kept | {
        "TRIPINTENT_DATA_DIR": str(folder / "data"),
        "TRIPINTENT_LANGUAGE": "offline",
        "TRIPINTENT_NOW": "2027-03-01T09:00:00+00:00",
        "LANGGRAPH_CLI_NO_ANALYTICS": "1",
        "HTTPS_PROXY": "http://127.0.0.1:9",
        "NO_COLOR": "1",
    }


def _address(process: "subprocess.Popen[bytes]", log: Path) -> str:
    """Return the address out of the log: the server silently takes another port when one is taken."""
    for _ in range(600):
        text = log.read_text(errors="replace")
        found = ADDRESS.search(text)
        if found and _answers(found[1]):
            return found[1]
        assert process.poll() is None, f"the server ended: {text[-2000:]}"
        time.sleep(0.1)
    pytest.fail(f"the server did not start: {log.read_text(errors='replace')[-2000:]}")


def _answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/ok", timeout=2).is_success
    except httpx.TransportError:
        return False


class Talk:
    """One thread on the server."""

    def __init__(self, client: LangGraphClient, thread: str, url: str) -> None:
        self.client, self.thread, self.url = client, thread, url

    async def run(self, **entry: Any) -> dict[str, Any]:
        """Run once, with the context that has to be sent each time."""
        result = await self.client.runs.wait(self.thread, "booking", context={"locale": "en-GB"}, **entry)
        assert isinstance(result, dict)
        return result

    async def say(self, text: str) -> dict[str, Any]:
        return await self.run(input={"messages": [{"role": "user", "content": text}]})

    async def do(self, *acts: Event) -> dict[str, Any]:
        """Work acts, each as a run of its own."""
        for act in acts:
            result = await self.run(input={"event": act})
        return result

    async def answer(self, value: Any, **more: Any) -> dict[str, Any]:
        return await self.run(command={"resume": value}, **more)

    async def state(self) -> dict[str, Any]:
        return dict(await self.client.threads.get_state(self.thread))

    async def card(self) -> dict[str, Any]:
        return (await self.state())["interrupts"][0]["value"]["action_requests"][0]["args"]

    async def status(self) -> str:
        return (await self.client.threads.get(self.thread))["status"]

    async def yes(self) -> dict[str, Any]:
        """Return the answer that a person who read the card would give."""
        card = await self.card()
        return yes(card, approval_id=card["approval_id"])

    async def to_approval(self) -> dict[str, Any]:
        """Go all the way to a waiting approval; return what the last run gave."""
        return await self.do(*to_approval(WISH, ANN, BOB, option=choose(1)))


@pytest.fixture
async def talk(server: Server) -> Talk:
    client = get_client(url=server.url)
    thread = await client.threads.create()
    return Talk(client, thread["thread_id"], server.url)


@pytest.fixture
def ledger(server: Server) -> Callable[..., list[Any]]:
    """Read the first column of a query straight from the ledger's file: what was really bought."""

    def read(query: str, *values: str) -> list[Any]:
        file = server.log.parent / "data/tripintent.ledger.db"
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
            return [row[0] for row in connection.execute(query, values)]

    return read


@pytest.hookimpl(tryfirst=True)  # before -m looks at the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test of this folder needs the LangGraph server."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.release)
