"""Traffic with a supplier, kept in a file and answered from it: one's own sandbox as a test fixture. People and keys are left out.

A line is one exchange as JSON. Headers are not kept, so no key is; what names a person, their documents or their means of payment
becomes ``redacted`` on its way into the file.
"""

import json
from collections import defaultdict, deque
from pathlib import Path

import httpx
from pydantic import JsonValue

PERSONAL = frozenset([
    "given_name", "family_name", "firstName", "lastName", "title", "gender", "born_on", "birthday", "email",
    "phone", "phone_number", "unique_identifier", "documentNumber", "expires_on", "account_number", "holderTitle",
    "secretKey", "transactionId", "three_d_secure_session_id", "card_id", "client_secret", "clientIP", "ip",
])  # fmt: skip
KEPT_HEADERS = ("ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "retry-after")
REDACTED = "redacted"


class Recorder(httpx.AsyncBaseTransport):
    """Passes requests on, and adds each exchange to a file."""

    def __init__(self, file: Path, inner: httpx.AsyncBaseTransport | None = None) -> None:
        self._file, self._inner = file, inner or httpx.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Ask, and keep what was said."""
        reply = await self._inner.handle_async_request(request)
        await reply.aread()
        line = {
            "method": request.method,
            "path": request.url.raw_path.decode(),
            "sent": redacted(_json(request.content)),
            "status": reply.status_code,
            "headers": {name: reply.headers[name] for name in KEPT_HEADERS if name in reply.headers},
            "reply": redacted(_json(reply.content)),
        }
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
        return reply

    async def aclose(self) -> None:
        """Close the connections."""
        await self._inner.aclose()


class Replay(httpx.AsyncBaseTransport):
    """Answers from a file: the same question again gets the next answer that was kept for it, and the last one from then on."""

    def __init__(self, file: Path) -> None:
        self._answers: dict[tuple[str, str], deque[dict[str, JsonValue]]] = defaultdict(deque)
        for line in file.read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            self._answers[one["method"], one["path"]].append(one)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Return what was kept. Raises ConnectError for a question that is not in the file: nothing was sent."""
        kept = self._answers.get((request.method, request.url.raw_path.decode()))
        if not kept:
            raise httpx.ConnectError(f"{request.method} {request.url.path} is not in the recording", request=request)
        one = kept.popleft() if len(kept) > 1 else kept[0]
        status, headers = one["status"], one["headers"]
        assert isinstance(status, int)  # noqa: S101 - written by Recorder
        named = {name: str(value) for name, value in headers.items()} if isinstance(headers, dict) else {}
        return httpx.Response(status, headers=named, json=one["reply"], request=request)


def redacted(value: JsonValue) -> JsonValue:
    """Return a body without what names people; the shape stays."""
    if isinstance(value, dict):
        return {
            name: REDACTED if name in PERSONAL and isinstance(one, str) and one else redacted(one)
            for name, one in value.items()
        }
    return [redacted(one) for one in value] if isinstance(value, list) else value


def _json(content: bytes) -> JsonValue:
    try:
        body: JsonValue = json.loads(content) if content else None
    except ValueError:
        return None
    return body
