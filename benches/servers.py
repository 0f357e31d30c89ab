"""Servers to be loaded: ours, and the bare substrate, each as processes of its own on a free port."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypedDict

import httpx
from fastapi import FastAPI
from langgraph.graph import END, START, StateGraph

from tripintent.app.checkpoints import open_checkpointer

Started = AbstractContextManager[str]
NODES = 10
STATE_BYTES = 6_400
TRIPS = "from tripintent.app.http.server import serve; serve()"
BARE = (
    "import os, uvicorn; uvicorn.run('benches.servers:bare_app', factory=True, host='127.0.0.1', "
    "port=int(os.environ['BENCH_PORT']), workers=int(os.environ['BENCH_WORKERS']), log_level='warning', "
    "timeout_worker_healthcheck=60, timeout_keep_alive=75)"
)


class BareState(TypedDict):
    """The state that the empty nodes hand on."""

    counter: int
    ballast: str


def bare_app() -> FastAPI:
    """Return a server around a graph of empty nodes: what LangGraph, its checkpointer and FastAPI cost by themselves."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with open_checkpointer(os.environ["BENCH_STORE"]) as saver:
            app.state.graph = _bare_graph().compile(checkpointer=saver)
            yield

    app = FastAPI(lifespan=lifespan)

    @app.get("/readyz")
    async def ready() -> dict[str, str]:
        return {"status": "ok"}

    @app.post("/turns/{thread}")
    async def turn(thread: str) -> dict[str, Any]:
        config = {"configurable": {"thread_id": thread}}
        given = {"counter": 0, "ballast": "x" * STATE_BYTES}
        done = await app.state.graph.ainvoke(given, config, durability="sync")
        return {"counter": done["counter"]}

    return app


def _bare_graph() -> StateGraph[BareState, None, BareState, BareState]:
    graph = StateGraph(BareState)
    names = [f"node_{number}" for number in range(NODES)]
    for name in names:
        graph.add_node(name, _count)
    for before, after in zip([START, *names], [*names, END], strict=True):
        graph.add_edge(before, after)
    return graph


async def _count(state: BareState) -> dict[str, int]:
    return {"counter": state["counter"] + 1}


def trip_server(folder: Path, database_url: str, workers: int) -> Started:
    """Run our server."""
    settings = {"DB": str(folder / "trips.db"), "LANGUAGE": "offline", "DATABASE_URL": database_url}
    port = _free_port()
    web = {"PORT": str(port), "WORKERS": str(workers), "WRITES_PER_MINUTE": "10000000"}
    named = {f"TRIPINTENT_{k}": v for k, v in settings.items()} | {f"TRIPINTENT_HTTP_{k}": v for k, v in web.items()}
    return _running(TRIPS, folder, port, named)


def bare_server(folder: Path, database_url: str, workers: int) -> Started:
    """Run the bare substrate on the same kind of store."""
    port = _free_port()
    store = database_url or str(folder / "bare.db")
    named = {"BENCH_PORT": str(port), "BENCH_WORKERS": str(workers), "BENCH_STORE": store}
    return _running(BARE, folder, port, named)


@contextmanager
def _running(program: str, folder: Path, port: int, settings: dict[str, str]) -> Iterator[str]:
    ours = ("TRIPINTENT_", "OPENAI_")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(ours)} | settings
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    with (folder / "server.log").open("ab") as log:
        command = [sys.executable, "-c", program]
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)  # noqa: S603 - ours
    url = f"http://127.0.0.1:{port}"
    try:
        _wait(url, process, folder / "server.log")
        yield url
    finally:
        process.terminate()
        process.wait(60)


def _wait(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(600):
        if process.poll() is not None:
            raise RuntimeError(f"the server ended:\n{log.read_text()[-2000:]}")
        try:
            if httpx.get(f"{url}/readyz", timeout=10).is_success:
                return
        except httpx.HTTPError:
            pass  # not yet listening
        time.sleep(0.1)
    raise RuntimeError("the server does not get ready")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
