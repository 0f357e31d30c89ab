"""What JSON can carry and nothing behind it can keep: refused in words, and the conversation goes on."""

import json
from typing import Any

import pytest

HALF = "half\ud800character"
DEEP: Any = 1
for _ in range(900):
    DEEP = {"a": DEEP}


def agui(thread: str, **fields: Any) -> dict[str, Any]:
    given = {"threadId": thread, "runId": "r1", "messages": [], "state": {}, "tools": [], "context": []}
    return {**given, "forwardedProps": {}, **fields}


UNSTORABLE: list[tuple[str, dict[str, Any]]] = [
    ("messages", {"text": HALF}),
    ("events", {"type": "USER_MESSAGE", "text": HALF}),
    ("events", {"type": "USER_SELECTED_BUNDLE", "bundle_id": HALF}),
    ("events", {"type": "USER_REJECTS", "reason": HALF}),
    ("events", {"type": "USER_APPROVED_PURCHASE", "approval_token": HALF, "payment_method_id": "pm"}),
    ("events", {"type": "INTENT_READY", "trip_intent": {HALF: 1}}),
    ("events", {"type": "INTENT_READY", "trip_intent": {"party": {"travelers": {"adults": 10**40}}}}),
    ("events", {"type": "INTENT_READY", "trip_intent": DEEP}),
]


@pytest.mark.parametrize(("path", "body"), UNSTORABLE)
async def test_an_unstorable_body_is_refused(client: Any, path: str, body: dict[str, Any]) -> None:
    """Half characters, numbers beyond 64 bits, nesting without end: 422 in words, and the next message is worked."""
    thread = await client.begin()
    sent = await client.http.post(f"/api/threads/{thread}/{path}", content=json.dumps(body), headers=JSON)
    assert sent.status_code == 422
    assert sent.json()["title"] in ("unreadable", "bad_event")
    assert (await client.view(thread))["messages"] == []
    assert (await client.say(thread, "hello")).status_code == 200


JSON = {"content-type": "application/json"}


async def test_an_answer_with_half_a_character_is_refused(client: Any) -> None:
    """Everything that a decision may carry; the approval waits as before."""
    thread, pending = await client.waiting()
    path = f"/api/approvals/{pending['approval_id']}/decision"
    for field, value in (
        ("payment_method_id", HALF),
        ("interrupt_id", HALF),
        ("confirmations", [HALF]),
        ("approval_token", HALF),
    ):
        body = json.dumps({"decision": "approve", field: value})
        answered = await client.http.post(path, content=body, headers=JSON)
        assert answered.status_code < 500, (field, answered.text)
    refused = await client.http.post(path, content=json.dumps({"decision": "reject", "reason": HALF}), headers=JSON)
    assert refused.status_code == 422
    assert (await client.view(thread))["trip"]["bookings"] == []


async def test_agui_refuses_what_it_cannot_keep(client: Any) -> None:
    """Ids, words and answers of a run."""
    thread, pending = await client.waiting()
    resume = {"interruptId": pending["interrupt_id"], "status": "resolved"}
    for body in (
        agui(HALF),
        agui(thread, runId=HALF),
        agui(thread, messages=[{"id": HALF, "role": "user", "content": "hello"}]),
        agui(thread, messages=[{"id": "m1", "role": "user", "content": HALF}]),
        agui(thread, resume=[{**resume, "interruptId": HALF}]),
        agui(thread, resume=[{**resume, "payload": {"decisions": [{"type": "reject", "message": HALF}]}}]),
        agui(thread, resume=[{**resume, "payload": {"decisions": [{"type": HALF}]}}]),
        agui(thread, resume=[{**resume, "payload": {"decisions": [{"type": "approve", "args": {"x": 10**40}}]}}]),
        agui(thread, resume=[{**resume, "payload": DEEP}]),
    ):
        answered = await client.http.post("/agui", content=json.dumps(body), headers=JSON)
        assert answered.status_code == 422, (body, answered.status_code, answered.text)
    assert (await client.view(thread))["pending"]["approval_id"] == pending["approval_id"]
