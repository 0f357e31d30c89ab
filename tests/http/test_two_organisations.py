"""The same user name in another organisation is a stranger, on every route of the server."""

from typing import Any

import pytest
from pydantic import SecretStr

from tripintent.app.errors import SessionError
from tripintent.app.http.server import create_app
from tripintent.app.http.users import User
from tripintent.app.http.web_settings import WebSettings
from tripintent.app.settings import Settings
from tripintent.state.context import TripContext

BODIES: dict[str, Any] = {
    "POST /api/threads": {},
    "POST /api/threads/{thread_id}/messages": {"text": "what did I book?"},
    "POST /api/threads/{thread_id}/events": {"type": "USER_RELEASES_HOLD"},
    "POST /api/threads/{thread_id}/grants": {"subject": "eve", "role": "companion"},
    "POST /api/threads/{thread_id}/itinerary/tools/{tool}": {},
    "POST /api/threads/{thread_id}/itinerary/import": {"text": "BEGIN:VCALENDAR\nEND:VCALENDAR"},
    "POST /api/threads/{thread_id}/itinerary/import/file": b"BEGIN:VCALENDAR\nEND:VCALENDAR",
    "POST /api/threads/{thread_id}/documents": {"documents": ["checklist"]},
    "POST /api/threads/{thread_id}/documents/changes": {"op": "add", "text": "tent"},
    "POST /api/approvals/{approval_id}/decision": {"decision": "approve"},
    "PUT /api/policy": {"approver": "boss"},
    "POST /api/desk/queue/{thread_id}/answer": {"text": "I am coming."},
    "POST /api/desk/queue/{thread_id}/requests/{request_id}/close": {"text": "Done."},
    "POST /v1/chat/completions": {"model": "tripintent", "messages": [{"role": "user", "content": "what did I book?"}]},
}
"""A body that is taken, for each route that wants one: a new route is not forgotten, it fails until it has one."""
PARTS = {"grant_id": "none", "name": "trip", "form": "ics", "tool": "get_itinerary", "step": "undo", "kind": "checklist",
         "request_id": "none", "supplier": "duffel", "channel": "whatsapp"}  # fmt: skip
HERS = ("Muster", "anna@example.org", "Munich to", "boss@acme")
"""What is said of the trip, and must not be read elsewhere."""


async def _authenticate(request: Any) -> User | None:
    name, _, organisation = request.headers["x-user"].partition("@")
    context = TripContext(organisation=organisation, traveller=name)
    return User(
        user_id=name, context=context, staff=name == "sam", administers=name == "boss", approves_all=name == "boss"
    )


def _agui(thread: str) -> dict[str, Any]:
    said = {"id": "m1", "role": "user", "content": "what did I book?"}
    return {
        "threadId": thread,
        "runId": "r1",
        "messages": [said],
        "tools": [],
        "context": [],
        "state": {},
        "forwardedProps": {},
    }


@pytest.mark.parametrize("stranger", ["anna", "boss", "sam"])
async def test_no_route_knows_somebody_of_the_same_name_elsewhere(running, stranger):
    """Nothing of her trip is read, nothing of it changes; boss and sam have their rights in their own organisation alone."""
    async with running(authenticate=_authenticate, headers={"x-user": "anna@acme"}) as client:
        thread, pending = await client.waiting()
        before = await client.view(thread)
        client.http.headers["x-user"] = f"{stranger}@umbrella"
        filled = {**PARTS, "thread_id": thread, "approval_id": pending["approval_id"]}
        for path, methods in client.app.openapi()["paths"].items():
            for method, operation in methods.items():
                await _is_a_stranger(client, f"{method.upper()} {path}", operation, filled)
        client.http.headers["x-user"] = "anna@acme"
        after = await client.view(thread)
        assert [m["text"] for m in after["messages"]] == [m["text"] for m in before["messages"]]
        assert after["pending"] == before["pending"]
        assert (await client.decide(pending["approval_id"], "reject")).status_code == 200


async def _is_a_stranger(client: Any, route: str, operation: dict[str, Any], filled: dict[str, str]) -> None:
    method, path = route.split()
    body = _agui(filled["thread_id"]) if path == "/agui" else BODIES.get(route)
    assert (body is None) == ("requestBody" not in operation), f"{route}: give this test a body that the route takes"
    sent = (
        {"content": body, "headers": {"content-type": "text/calendar"}} if isinstance(body, bytes) else {"json": body}
    )
    parts = filled | ({"form": "pdf"} if "/documents/" in path else {})
    got = await client.http.request(method, path.format(**parts), **(sent if body is not None else {}))
    assert got.status_code < 500, (route, got.text)
    assert got.status_code != 422, (route, got.text)
    if "{thread_id}" in path or "{approval_id}" in path:
        assert got.status_code in (403, 404), (route, got.status_code, got.text)
    assert not [word for word in (*HERS, filled["approval_id"]) if word in got.text], route


async def test_the_named_approver_is_the_one_of_the_own_organisation(running):
    """A policy names "boss": the boss of another organisation neither sees the approval nor gets its link, by any name."""
    async with running(authenticate=_authenticate, headers={"x-user": "boss@acme"}) as client:
        assert (await client.http.put("/api/policy", json={"approver": "boss"})).status_code == 200
        client.http.headers["x-user"] = "anna@acme"
        _, pending = await client.waiting()
        fields = {"confirmations": client.confirmations(pending)}
        client.http.headers["x-user"] = "boss@umbrella"
        assert (await client.http.get("/api/approvals")).json() == []
        assert (await client.decide(pending["approval_id"], "approve", **fields)).status_code == 404
        client.http.headers["x-user"] = "boss@acme"
        assert len((await client.http.get("/api/approvals")).json()) == 1
        assert (await client.decide(pending["approval_id"], "approve", **fields)).status_code == 200


@pytest.mark.parametrize(
    "public",
    [
        {"public_url": "https://trips.example.org"},
        {"allowed_hosts": ("trips.example.org",)},
        {"widget_origins": ("https://www.example.org",)},
    ],
)
def test_a_public_server_does_not_take_strangers_for_the_person_at_this_machine(public, tmp_path):
    """Whatever says that strangers reach the server, it does not start without users; OPEN is the only way round."""
    settings = Settings(db=tmp_path / "trips.db", language="offline", _env_file=None)
    with pytest.raises(SessionError, match="TRIPINTENT_HTTP_OPEN"):
        create_app(settings, WebSettings(**public, _env_file=None))
    assert create_app(settings, WebSettings(**public, open=True, _env_file=None))
    assert create_app(settings, WebSettings(**public, tokens={SecretStr("t" * 20): "anna"}, _env_file=None))
    assert create_app(settings, WebSettings(**public, _env_file=None), authenticate=_authenticate)


def test_this_machine_needs_no_tokens(tmp_path):
    """Loopback names are no strangers."""
    settings = Settings(db=tmp_path / "trips.db", language="offline", _env_file=None)
    here = {
        "public_url": "http://localhost:8484",
        "allowed_hosts": ("127.0.0.1", "::1"),
        "widget_origins": ("http://127.0.0.1:9000",),
    }
    assert create_app(settings, WebSettings(**here, _env_file=None))
