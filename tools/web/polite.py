"""Reading JSON from a public service that many share: one request at a time, a pause between two, answers kept for five minutes."""

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any

import httpx

from tripintent.tools.errors import InvalidRequest, RateLimited, SupplierTimeout, SupplierUnavailable

KEPT_SECONDS = 300.0
PAUSE_SECONDS = 1.0
PATIENCE_SECONDS = 25.0
LARGEST = 5_000_000
"""Bytes of an answer; a longer one is refused."""
KEPT_ANSWERS = 200
USER_AGENT = "tripintent (https://pypi.org/project/tripintent/)"


class PoliteReader:
    """Asks one service. ``name`` is what errors call it; ``pause`` is in seconds between the starts of two requests."""

    def __init__(
        self, name: str, url: str, *, pause: float = PAUSE_SECONDS, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Nothing is sent before the first question."""
        self._name, self._url, self._pause, self._now = name, url, pause, now
        self._turn = asyncio.Lock()
        self._last = float("-inf")
        self._kept: dict[tuple[tuple[str, str], ...], tuple[float, Any]] = {}

    async def read(self, parameters: Mapping[str, str], *, post: bool = False) -> Any:
        """Return the JSON of an answer, from memory where it is fresh. Raises SupplierError."""
        key = tuple(sorted(parameters.items()))
        async with self._turn:
            at, answer = self._kept.get(key, (float("-inf"), None))
            if self._now() - at < KEPT_SECONDS:
                return answer
            wait = self._last + self._pause - self._now()
            if wait > 0:
                await asyncio.sleep(wait)
            self._last = self._now()
            answer = await self._asked(parameters, post=post)
            self._kept = dict(list(self._kept.items())[-KEPT_ANSWERS:]) | {key: (self._now(), answer)}
            return answer

    async def _asked(self, parameters: Mapping[str, str], *, post: bool) -> Any:
        headers = {"user-agent": USER_AGENT, "accept": "application/json"}
        sent: dict[str, Any] = {"data": dict(parameters)} if post else {"params": dict(parameters)}
        try:
            async with (
                httpx.AsyncClient(timeout=PATIENCE_SECONDS, headers=headers) as client,
                client.stream("POST" if post else "GET", self._url, **sent) as reply,
            ):
                self._refused(reply)
                body = bytearray()
                async for piece in reply.aiter_bytes():
                    body += piece
                    if len(body) > LARGEST:
                        raise InvalidRequest(f"{self._name} answered with too much", supplier=self._name)
        except httpx.TimeoutException as error:
            raise SupplierTimeout(f"{self._name} did not answer in time", supplier=self._name) from error
        except httpx.HTTPError as error:
            raise SupplierUnavailable(f"{self._name} cannot be reached", supplier=self._name) from error
        try:
            return httpx.Response(200, content=bytes(body)).json()
        except ValueError as error:
            raise SupplierUnavailable(f"{self._name} did not answer in JSON", supplier=self._name) from error

    def _refused(self, reply: httpx.Response) -> None:
        """Raise what a status means."""
        if reply.status_code == httpx.codes.TOO_MANY_REQUESTS:
            raise RateLimited(f"{self._name} asks for a pause", supplier=self._name)
        if reply.is_server_error:
            raise SupplierUnavailable(f"{self._name} failed ({reply.status_code})", supplier=self._name)
        if not reply.is_success:
            raise InvalidRequest(f"{self._name} refuses ({reply.status_code})", supplier=self._name)
