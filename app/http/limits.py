"""Limits: how much in one request, and how often."""

import math
import time
from collections import OrderedDict

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tripintent.app.http.problems import Problem, problem_response
from tripintent.app.http.users import CurrentUser, User
from tripintent.state.principal import Identity


class BodyLimit:
    """Refuses bodies over a size, by their declared length and by what really arrives."""

    UPLOAD = "/import/file"
    """How a path ends that takes files, which may be larger than what people write."""

    def __init__(self, app: ASGIApp, max_bytes: int, max_upload: int) -> None:
        self._app = app
        self._most = {False: max_bytes, True: max_upload}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request with a body within the limit."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        most = self._most[scope["path"].endswith(self.UPLOAD)]
        if not declared.isdigit() or int(declared) > most:
            await problem_response(_too_large(most))(scope, receive, send)
            return
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > most:
                raise _too_large(most)
            return message

        await self._app(scope, counted, send)


def _too_large(most: int) -> Problem:
    return Problem(413, "too_large", f"The limit of a request is {most:,} bytes.")


class RateLimit:
    """A bucket of tokens for each caller: it holds a quarter of a minute's worth and fills evenly."""

    KEPT = 10_000
    """Callers remembered; the one not seen for longest is forgotten first, with a full bucket."""

    def __init__(self, per_minute: int) -> None:
        self._rate = per_minute / 60
        self._size = max(per_minute / 4, 1.0)
        self._buckets: OrderedDict[Identity | str, tuple[float, float]] = OrderedDict()

    def take(self, caller: Identity | str) -> None:
        """Take one token. Raises Problem when none is left."""
        now = time.monotonic()
        left, since = self._buckets.pop(caller, (self._size, now))
        left = min(self._size, left + (now - since) * self._rate)
        self._buckets[caller] = (left - 1 if left >= 1 else left, now)
        while len(self._buckets) > self.KEPT:
            self._buckets.popitem(last=False)
        if left < 1:
            wait = math.ceil((1 - left) / self._rate)
            said = f"That is too often; try again in {wait} s."
            raise Problem(429, "rate_limit_exceeded", said, {"retry-after": str(wait)})


def limited_reads(request: Request, user: CurrentUser) -> None:
    """Count one look of a user, or of an address where there is only one user. Raises Problem."""
    if request.method in ("GET", "HEAD"):
        request.app.state.web.reads.take(_caller(request, user))


def _caller(request: Request, user: User) -> Identity | str:
    address = request.client.host if request.client else ""
    return user.identity if user.user_id else address


def limited(request: Request, user: CurrentUser) -> None:
    """Count one command of a user, or of an address where there is only one user. Raises Problem."""
    request.app.state.web.rate.take(_caller(request, user))
