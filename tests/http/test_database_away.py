"""A database that cannot be used any more: 503 in words on every way in, and its name stays inside."""

from typing import Any

import pytest

WAYS = [
    ("GET", "/api/threads", None),
    ("GET", "/api/threads/{t}", None),
    ("GET", "/api/threads/{t}/trip", None),
    ("POST", "/api/threads/{t}/messages", {"text": "hello"}),
    ("GET", "/readyz", None),
]


@pytest.mark.parametrize(("method", "path", "body"), WAYS)
async def test_a_database_that_is_away_is_503(client: Any, method: str, path: str, body: Any) -> None:
    """Reading, writing and readiness say that it is not the client's fault, and when to come back; health goes on."""
    thread = await client.begin()
    await client.say(thread, "hello")
    await client.app.state.web.session.graph.checkpointer.conn.execute("ALTER TABLE checkpoints RENAME TO away")
    answer = await client.http.request(method, path.format(t=thread), json=body)
    assert (answer.status_code, answer.json()["title"]) == (503, "store")
    assert answer.headers["retry-after"]
    assert "trips" not in answer.json()["detail"]
    assert (await client.http.get("/healthz")).status_code == 200
