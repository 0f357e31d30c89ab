"""What keeps the server: limits on requests, headers for the browser, foreign pages refused, and logs without secrets.

A server on loopback is open to every page that the same browser shows. The Host check stops DNS rebinding; the Origin check stops
another site's page from sending commands. A signed link opens an approval or a day plan to whoever reads it in a log.
"""

import logging
import math
import re
import time
from collections import OrderedDict
from collections.abc import Collection
from urllib.parse import unquote, urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tripintent.app.http.links import PATH, SHARED
from tripintent.app.http.problems import Problem, problem_response
from tripintent.app.http.users import CurrentUser, User, address_of
from tripintent.app.http.web_settings import host_of
from tripintent.state.context import Identity
from tripintent.tools.desk.masking import mask_cards

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; font-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # no-referrer would send forms with "Origin: null"
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


class SecurityHeaders:
    """Adds the headers to every response; what is private is not kept by caches."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)


LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
READING = frozenset({"GET", "HEAD", "OPTIONS"})


class SameSite:
    """Serves only requests that were meant for this server and sent by its own page, a listed one, or no page at all."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] = (), origins: Collection[str] = ()) -> None:
        self._app = app
        self._hosts = LOOPBACK | {host.casefold() for host in hosts}
        self._origins = frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] == "http":
            refusal = self._refusal(Request(scope))
            if refusal:
                await problem_response(refusal)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _refusal(self, request: Request) -> Problem | None:
        host = request.headers.get("host", "")
        if host_of(f"//{host}") not in self._hosts:
            return Problem(421, "unknown_host", "This server has another name: see TRIPINTENT_HTTP_ALLOWED_HOSTS.")
        origin = request.headers.get("origin")
        if request.method in READING or origin is None or origin in self._origins:
            return None
        if urlsplit(origin).netloc.casefold() == host.casefold():
            return None
        return Problem(403, "foreign_page", "Pages of other origins may not: see TRIPINTENT_HTTP_CORS_ORIGINS.")


ACCESS_LOG = "uvicorn.access"
"""Where uvicorn tells each request, as client, method, path, version and status."""

_LINK = re.compile(rf"({re.escape(PATH)}|{re.escape(SHARED)}).+", re.DOTALL)
_PATH_AT = 2


class WithoutSecrets(logging.Filter):
    """Lets every line through, its path shortened."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten the path of a request's line."""
        told = record.args
        if isinstance(told, tuple) and len(told) > _PATH_AT:
            record.args = (*told[:_PATH_AT], shown_path(str(told[_PATH_AT])), *told[_PATH_AT + 1 :])
        return True


def shown_path(path: str) -> str:
    """Return a path as it may be logged: without what was asked for in it, which may be words or a secret, links and card numbers."""
    path = _LINK.sub(r"\1[link]", path.partition("?")[0])
    masked, found = mask_cards(unquote(path))
    return masked if found else path


def keep_secrets_out() -> None:
    """Put the filter before this process's access log, once. What is in front of the server logs for itself."""
    log = logging.getLogger(ACCESS_LOG)
    if not any(isinstance(one, WithoutSecrets) for one in log.filters):
        log.addFilter(WithoutSecrets())


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
    """Count one look of a user, or of an address without a sign-in. Raises Problem."""
    if request.method in ("GET", "HEAD"):
        request.app.state.web.reads.take(_caller(request, user))


def _caller(request: Request, user: User) -> Identity | str:
    return user.identity if user.user_id and not user.address else address_of(request)


def limited(request: Request, user: CurrentUser) -> None:
    """Count one command of a user, or of an address without a sign-in. Raises Problem."""
    request.app.state.web.rate.take(_caller(request, user))
