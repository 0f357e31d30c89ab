"""The facade for hosts that speak the earlier contract."""

import json
from typing import Any

import pytest
from tests.acts import choose, hold, plan

from tripintent.app.runner import Runner
from tripintent.app.session import Session
from tripintent.state.wishes import PolicyRules

HOST = {"portfolio": "p1", "org": "acme", "entity_type": "org-trip", "entity_id": "acme-77", "thread": "main"}
WISH = "Boston to Lisbon June 14-21, two adults"
PEOPLE = "Ann Smith 4 March 1985 and Bob Smith 1983-07-09, ann@example.org"


async def test_a_booking_through_the_facade(session: Session) -> None:
    """Words, then events; the approval of the earlier contract carries the id of what waits, and buys."""
    runner = Runner(session)
    offered = await runner.run({**HOST, "user_text": WISH})
    assert offered["success"]
    bundle = offered["output"]["trip_intent"]["working_memory"]["ranked_bundles"][0]
    await runner.run({**HOST, "event": {"type": "USER_SELECTED_BUNDLE", "bundle_id": bundle["bundle_id"]}})
    await runner.run({**HOST, "event": {"type": "USER_REQUEST_HOLD"}})
    waiting = (await runner.run({**HOST, "user_text": PEOPLE}))["output"]["waiting"]["action_requests"][0]["args"]
    approval = {
        "type": "USER_APPROVED_PURCHASE",
        "approval_token": waiting["approval_id"],
        "payment_method_id": waiting["payment_method_id"] or "",
        "confirmations": [c["id"] for c in waiting["confirmations"]],
    }
    done = await runner.run({**HOST, "event": approval})
    assert done["success"]
    assert {b["status"] for b in done["output"]["trip_intent"]["working_memory"]["bookings"]} == {"confirmed"}
    assert done["output"]["waiting"] is None
    assert waiting["approval_id"] not in str(done["input"])


async def test_who_approves_is_the_hosts_to_say(session: Session) -> None:
    """Where a policy names an approver, a client's event that claims to be theirs buys nothing; the host's ``by`` does."""
    await session.ports.policies.set("acme", PolicyRules(approver="boss"))
    runner = Runner(session)
    for act in (plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2), choose(1), hold()):
        await runner.run({**HOST, "event": act})
    waiting = (await runner.run({**HOST, "user_text": PEOPLE}))["output"]["waiting"]["action_requests"][0]["args"]
    approval = {
        "type": "USER_APPROVED_PURCHASE",
        "approval_token": waiting["approval_id"],
        "payment_method_id": waiting["payment_method_id"],
        "confirmations": [c["id"] for c in waiting["confirmations"]],
        "by": "boss",
    }
    claimed = await runner.run({**HOST, "event": approval})
    assert claimed["output"]["trip_intent"]["working_memory"]["bookings"] == []
    assert claimed["output"]["waiting"]["action_requests"][0]["args"]["approval_id"] == waiting["approval_id"]
    done = await runner.run({**HOST, "event": approval, "by": "boss"})
    assert {b["status"] for b in done["output"]["trip_intent"]["working_memory"]["bookings"]} == {"confirmed"}
    assert [e["data"]["by"] for e in done["stack"] if e["type"] == "approval.consumed"] == ["boss"]


async def test_the_stack_is_the_audit_of_this_turn(session: Session) -> None:
    """Each call returns what was decided in it, in order, and nothing of the calls before."""
    runner = Runner(session)
    first = await runner.run({**HOST, "user_text": WISH})
    second = await runner.run({**HOST, "event": choose(1)})
    assert "node.rank" in [e["type"] for e in first["stack"]]
    nodes = [e["type"] for e in second["stack"]]
    assert "node.choose" in nodes
    assert "node.rank" not in nodes
    audit = await session.ports.desk.audit(f"{HOST['org']}/{first['output']['trip_id']}")
    assert [e["type"] for e in first["stack"] + second["stack"]] == [e.type for e in audit]


async def test_hosts_do_not_meet(session: Session) -> None:
    """The same entity and thread of another organisation is another conversation, also where names hold separators."""
    runner = Runner(session)
    mine = await runner.run({**HOST, "user_text": WISH})
    ids = {mine["output"]["trip_id"]}
    for other in (
        {"org": "evil", "entity_id": "evil-77"},
        {"portfolio": "p1/acme", "org": "x"},
        {"entity_id": "acme/77"},
    ):
        ids.add((await runner.run({**HOST, **other, "user_text": WISH}))["output"]["trip_id"])
    assert len(ids) == 4


async def test_threads_about_one_trip_share_it(session: Session) -> None:
    """What one thread of an entity settled, another thread of it knows; other kinds of entities have a trip per thread."""
    runner = Runner(session)
    await runner.run({**HOST, "user_text": WISH})
    second = await runner.run({**HOST, "thread": "assistant", "event": choose(1)})
    assert second["output"]["trip_intent"]["working_memory"]["selected"]["bundle_id"]
    guest = {**HOST, "entity_type": "guest"}
    trips = [(await runner.run({**guest, "thread": t, "user_text": WISH}))["output"]["trip_id"] for t in ("a", "b")]
    assert trips[0] != trips[1]


async def test_a_hosts_organisation_is_the_trips(session: Session) -> None:
    """Policy and audit follow the organisation that the host named."""
    mine = await Runner(session).run({**HOST, "user_text": WISH})
    assert mine["output"]["trip_intent"]["org"] == "acme"


async def test_the_prefix_of_a_trip_entity_does_not_matter(session: Session) -> None:
    """``acme-77`` and ``77`` of an org-trip are the same trip."""
    runner = Runner(session)
    first = await runner.run({**HOST, "user_text": WISH})
    again = await runner.run({**HOST, "entity_id": "77", "event": choose(1)})
    assert again["output"]["trip_id"] == first["output"]["trip_id"]
    assert again["output"]["trip_intent"]["working_memory"]["selected"]["bundle_id"]


@pytest.mark.parametrize(
    ("payload", "words"),
    [
        ({}, "portfolio: Field required"),
        ({**HOST}, "give either user_text or event"),
        ({**HOST, "user_text": "x", "event": {}}, "give either user_text or event"),
        ({**HOST, "org": "", "user_text": "x"}, "org:"),
        ({**HOST, "user_text": "  "}, "the message is empty"),
        ({**HOST, "event": {"kind": "?"}}, "an event is an object"),
        ({**HOST, "event": {"type": "INTENT_READY", "trip_intent": {"x": 10**40}}}, "cannot be stored"),
        ({**HOST, "user_text": "half\ud800character"}, "not readable text"),
        ({**HOST, "thread": "half\ud800character", "user_text": "x"}, "thread:"),
        (None, "payload:"),
    ],
)
async def test_what_cannot_be_worked_is_a_failure_in_words(session: Session, payload: Any, words: str) -> None:
    """A bad payload is no exception: success is false, the error says what was wrong, and all of it can be sent on."""
    result = await Runner(session).run(payload)
    assert (result["success"], result["stack"]) == (False, [])
    assert json.dumps(result, ensure_ascii=False).encode()
    assert words in result["output"]["error"]


async def test_secrets_do_not_come_back(session: Session) -> None:
    """A card number in the words and a token in an event are masked in what is echoed."""
    runner = Runner(session)
    said = await runner.run({**HOST, "user_text": "pay with 4111 1111 1111 1111"})
    assert "4111 1111" not in str(said)
    event = {"type": "USER_APPROVED_PURCHASE", "approval_token": "secret-token", "payment_method_id": "pm"}
    assert "secret-token" not in str(await runner.run({**HOST, "event": event}))


async def test_an_error_inside_is_a_failure_too(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever breaks inside, the host gets its envelope, without the insides."""

    async def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("password=hunter2")

    monkeypatch.setattr(Session, "say", broken)
    result = await Runner(session).run({**HOST, "user_text": WISH})
    assert (result["success"], result["output"]["code"]) == (False, "internal")
    assert "hunter2" not in str(result)


@pytest.mark.parametrize("enveloped", [True, False])
async def test_an_event_may_come_in_its_envelope(session: Session, enveloped: bool) -> None:
    """``{type, data}`` and the flat form are one event; its token is hashed in either."""

    def event(kind: str, **data: str) -> dict[str, Any]:
        return {"type": kind, "data": data} if enveloped else {"type": kind, **data}

    runner = Runner(session)
    offered = await runner.run({**HOST, "event": event("USER_MESSAGE", text=WISH)})
    bundle = offered["output"]["trip_intent"]["working_memory"]["ranked_bundles"][0]["bundle_id"]
    chosen = await runner.run({**HOST, "event": event("USER_SELECTED_BUNDLE", bundle_id=bundle)})
    assert chosen["success"]
    assert chosen["output"]["trip_intent"]["working_memory"]["selected"]["bundle_id"] == bundle
    wrong = await runner.run({**HOST, "event": event("USER_APPROVED_PURCHASE", approval_token="s3cr3t")})
    assert not wrong["success"]
    assert "s3cr3t" not in str(wrong["input"])


@pytest.mark.parametrize(
    "event",
    [
        {"type": "NO_SUCH_EVENT"},
        {"type": "TOOL_RESULT", "data": {"tool_name": "x", "result": {}}},
        {"type": "USER_SELECTED_BUNDLE"},
        {"type": "USER_SELECTED_BUNDLE", "bundle_id": "nope"},
        {"type": "USER_REQUEST_HOLD"},
        {"type": "USER_APPROVED_PURCHASE", "approval_token": "x", "payment_method_id": "y"},
        {"type": "TOOL_CALL", "name": "no_such_tool"},
    ],
)
async def test_an_event_that_did_nothing_is_no_success(session: Session, event: dict[str, Any]) -> None:
    """Unknown, malformed, or without what it is about: it says why, and the trip is told as it stands."""
    runner = Runner(session)
    await runner.run({**HOST, "user_text": WISH})
    refused = await runner.run({**HOST, "event": event})
    assert not refused["success"]
    assert refused["output"]["error"]
    assert refused["output"]["trip_intent"]["working_memory"]["bookings"] == []
    assert (await runner.run({**HOST, "user_text": "hello"}))["success"]
