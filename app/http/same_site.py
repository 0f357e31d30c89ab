"""A server on loopback is open to every page that the same browser shows: foreign hosts and foreign pages are refused.

The Host check stops DNS rebinding; the Origin check stops another site's page from sending commands.
"""

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from tripintent.app.http.problems import Problem, problem_response

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
        if _name(f"//{host}") not in self._hosts:
            return Problem(421, "unknown_host", "This server does not answer under that name: see allowed_hosts.")
        origin = request.headers.get("origin")
        if request.method in READING or origin is None or origin in self._origins:
            return None
        if urlsplit(origin).netloc.casefold() == host.casefold():
            return None
        return Problem(403, "foreign_page", "Pages of other origins may not do this: see cors_origins.")


def _name(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
