"""A server on the loopback that speaks the OpenAI chat completions wire format, and answers as it was told to.

Each request takes the next scripted reply; the last one is repeated. Requests are kept for the tests to look at.
"""

import json
import re
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class WireReply:
    """One scripted reply: a status, a body (text is sent as it is), headers, and seconds of silence before it."""

    body: Mapping[str, Any] | str
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0


def completion(
    content: str | None,
    *,
    finish: str = "stop",
    refusal: str | None = None,
    calls: Sequence[tuple[str, str]] = (),
    tokens: int = 150,
) -> WireReply:
    """Return a chat completion; ``calls`` are (tool name, arguments as JSON text)."""
    message: dict[str, Any] = {"role": "assistant", "content": content, "refusal": refusal}
    if calls:
        message["tool_calls"] = [
            {"id": f"call_{n}", "type": "function", "function": {"name": name, "arguments": arguments}}
            for n, (name, arguments) in enumerate(calls)
        ]
    return WireReply(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1_700_000_000,
            "model": "scripted-1",
            "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if calls else finish}],
            "usage": {"prompt_tokens": tokens - 50, "completion_tokens": 50, "total_tokens": tokens},
        }
    )


def failure(status: int, message: str = "no", **headers: str) -> WireReply:
    """Return an error in the wire format; header names are written with underscores."""
    body = {"error": {"message": message, "type": "error", "param": None, "code": None}}
    return WireReply(body, status, {name.replace("_", "-"): value for name, value in headers.items()})


class WireServer:
    """The running server: its address, what it will answer, and what it was asked."""

    def __init__(self, port: int) -> None:
        self.base_url = f"http://127.0.0.1:{port}/v1"
        self.replies: list[WireReply] = []
        self.requests: list[dict[str, Any]] = []
        self._lock = threading.Lock()

    def answers(self, *replies: WireReply) -> None:
        """Set the replies of the requests to come."""
        self.replies = list(replies)

    def next_reply(self, request: dict[str, Any]) -> WireReply:
        """Keep a request and return its reply."""
        with self._lock:
            self.requests.append(request)
            return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


def _handler(server_of: list[WireServer]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # one packet for head and body: in two, the second waits for an acknowledgement

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            reply = server_of[0].next_reply({"path": self.path, **request})
            time.sleep(reply.delay)
            body, kind = _as_asked(reply, streamed=bool(request.get("stream")))
            self.send_response(reply.status)
            for name, value in {"Content-Type": kind, **reply.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Keep the tests' output clean."""

    return Handler


def _as_asked(reply: WireReply, *, streamed: bool) -> tuple[bytes, str]:
    """Return the body and its kind: a completion as events, a word each, where the request asked for a stream."""
    choices = reply.body.get("choices") if isinstance(reply.body, Mapping) else None
    if not streamed or not choices:
        text = reply.body if isinstance(reply.body, str) else json.dumps(reply.body)
        return text.encode(), "application/json"
    assert isinstance(reply.body, Mapping)
    base = {key: reply.body[key] for key in ("id", "created", "model")} | {"object": "chat.completion.chunk"}
    message = choices[0]["message"]
    calls = [{"index": number, **call} for number, call in enumerate(message.get("tool_calls", ()))]
    pieces = [{"role": "assistant", "tool_calls": calls}] if calls else []
    pieces += [{"content": piece} for piece in re.findall(r"\s*\S+\s*", message["content"] or "")]
    chunks = [{**base, "choices": [{"index": 0, "delta": piece, "finish_reason": None}]} for piece in pieces]
    chunks.append({**base, "choices": [{"index": 0, "delta": {}, "finish_reason": choices[0]["finish_reason"]}]})
    chunks.append({**base, "choices": [], "usage": reply.body["usage"]})
    lines = [*(json.dumps(chunk) for chunk in chunks), "[DONE]"]
    return "".join(f"data: {line}\n\n" for line in lines).encode(), "text/event-stream"


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """A client that gave up waiting is part of the tests."""


@contextmanager
def running() -> Iterator[WireServer]:
    """Run the server on a free port of the loopback."""
    box: list[WireServer] = []
    http = _Quiet(("127.0.0.1", 0), _handler(box))
    box.append(WireServer(http.server_address[1]))
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield box[0]
    finally:
        http.shutdown()
        http.server_close()
