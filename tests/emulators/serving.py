"""What the emulators share: serving on loopback, and the faults that are played on demand."""

import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import uvicorn
from fastapi import Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from starlette.types import ASGIApp

Next = Callable[[Request], Awaitable[Any]]
AFTER = {"500_after", "202", "junk", "lost_after"}
"""Faults of the answer: the request is carried out first."""


class FaultPlan:
    """What goes wrong next, by path. ``refused`` makes the error of one's own service of a status."""

    def __init__(self, refused: Callable[[int], JSONResponse]) -> None:
        self.planned: list[tuple[str, str]] = []
        self.calls: list[tuple[str, str]] = []
        self._refused = refused

    def add(self, path: str, what: str) -> None:
        """Play a fault on the next commit of a path; with GET in front, on the next read of it."""
        self.planned.append((path, what))

    def takes(self, path: str, what: str) -> bool:
        """Return whether a fault that the service itself plays is planned; it is played once."""
        planned = (path, what) in self.planned
        if planned:
            self.planned.remove((path, what))
        return planned

    async def __call__(self, request: Request, call_next: Next) -> Any:
        """Answer a request, or spoil it."""
        path, reads = request.url.path, request.method == "GET"
        self.calls.append((request.method, path))
        for one in self.planned:
            wanted, _, where = one[0].rpartition(" ")
            if path.startswith(where) and reads == (wanted == "GET") and one[1] != "202_then":
                self.planned.remove(one)
                return await self._played(one[1], request, call_next)
        return await call_next(request)

    async def _played(self, what: str, request: Request, call_next: Next) -> Any:
        if what in AFTER:
            await call_next(request)
        if what.startswith("lost"):
            return _cut_off()
        if what == "202":
            return JSONResponse({"data": {}}, 202)
        if what == "junk":
            return JSONResponse({"data": {"id": None}}, 201)
        reply = self._refused(int(what[:3]) if what[:3].isdigit() else 500)
        if what.startswith("429"):
            reply.headers["ratelimit-limit"], reply.headers["ratelimit-remaining"] = "60", "0"
            reply.headers["ratelimit-reset" if what == "429" else "retry-after"] = "0"
        return reply


def _cut_off() -> Response:
    """Return an answer whose connection breaks before it is whole."""
    return StreamingResponse(iter(()), 200, headers={"content-length": "1000"})


@contextmanager
def running(app: ASGIApp, lifespan: Literal["on", "off"] = "off") -> Iterator[str]:
    """Serve an application on loopback, in a thread, and give its address."""
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="critical", lifespan=lifespan))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.005)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()
