"""Several users on one server: each sees only their own."""

import pytest
from tests.http.conftest import as_user

from tripintent.app.http.users import User
from tripintent.state.context import TripContext
from tripintent.state.wishes import PolicyRules

TOKENS = {"the-token-of-anna": "anna", "the-token-of-ben": "ben", "the-token-of-boss": "boss"}
WEB = {"tokens": TOKENS, "approvers": ("boss",)}


async def _audit(shared, thread, kind):
    """Return the events of a kind in the audit of Anna's thread."""
    audit = (await as_user(shared, "anna").http.get(f"/api/threads/{thread}/audit")).json()
    return [event for event in audit if event["type"] == kind]


async def test_nobody_gets_in_without_a_token(shared):
    """Without a token, with a wrong one, or with another scheme every API answer is 401."""
    for header in (None, "Bearer wrong", "Basic the-token-of-anna", "the-token-of-anna"):
        shared.http.headers.pop("authorization", None)
        if header:
            shared.http.headers["authorization"] = header
        for path in ("/api/threads", "/api/approvals", "/api/threads/x", "/api/threads/x/trip"):
            refused = await shared.http.get(path)
            assert refused.status_code == 401
            assert refused.json()["detail"].startswith("This token is not known here." if header else "Send the token")


async def test_everybody_reads_who_is_signed_in(shared, client):
    """A user by their id; the one person at this machine has none, and is led to the policy."""
    anna = (await as_user(shared, "anna").http.get("/api/me")).json()
    assert anna == {"user_id": "anna", "administers": False, "staff": False}
    assert (await client.http.get("/api/me")).json() == {"user_id": "", "administers": True, "staff": False}


async def test_a_stranger_sees_and_does_nothing(shared):
    """Another user's thread does not exist: not to read, to write in, to choose in, to decide, to draw or to list."""
    thread, pending = await as_user(shared, "anna").waiting()
    as_user(shared, "ben")
    for path in ("", "/trip", "/options", "/audit", "/pictures/route.svg", "/exports/ics"):
        assert (await shared.http.get(f"/api/threads/{thread}{path}")).status_code == 404
    assert (await shared.say(thread, "hello")).status_code == 404
    assert (await shared.event(thread, "USER_REQUEST_HOLD")).status_code == 404
    assert (await shared.http.post(f"/api/threads/{thread}/continue")).status_code == 404
    assert (await shared.decide(pending["approval_id"], "approve")).status_code == 404
    assert (await shared.http.get("/api/threads")).json() == []
    assert (await shared.http.get("/api/approvals")).json() == []


async def test_an_approver_sees_and_decides_everybodys(shared):
    """A user listed as approver finds another's approval in the queue and decides it, under the own name."""
    thread, pending = await as_user(shared, "anna").waiting()
    [line] = (await as_user(shared, "boss").http.get("/api/approvals")).json()
    assert (line["owner"], line["may_decide"]) == ("anna", True)
    done = await shared.decide(pending["approval_id"], "approve", confirmations=shared.confirmations(pending))
    assert done.status_code == 200
    assert len((await as_user(shared, "anna").view(thread))["trip"]["bookings"]) == 3
    assert [event["data"]["by"] for event in await _audit(shared, thread, "approval.consumed")] == ["boss"]
    assert await _audit(shared, thread, "approval.answered") == []


@pytest.mark.parametrize(("decision", "closed"), [("approve", "approval.consumed"), ("reject", "approval.rejected")])
async def test_the_audit_names_who_answers_in_the_named_approvers_place(shared, decision, closed):
    """It counts as the named approver's answer, and the audit says beforehand who really gave it."""
    await shared.app.state.web.session.ports.policies.set("", PolicyRules(approver="director"))
    thread, pending = await as_user(shared, "anna").waiting()
    fields = {"confirmations": shared.confirmations(pending)}
    done = await as_user(shared, "boss").decide(pending["approval_id"], decision, **fields)
    assert done.status_code == 200
    [answered] = await _audit(shared, thread, "approval.answered")
    told = {"by": "boss", "in_place_of": "director", "via": "queue", "approval_id": pending["approval_id"]}
    assert answered["data"] == told
    assert [event["data"]["by"] for event in await _audit(shared, thread, closed)] == ["director"]


async def test_a_traveller_cannot_answer_for_the_approver(shared):
    """Where a policy names an approver, the traveller neither approves nor gets the link, but may withdraw."""
    await shared.app.state.web.session.ports.policies.set("", PolicyRules(approver="boss"))
    thread, pending = await as_user(shared, "anna").waiting()
    [line] = (await shared.http.get("/api/approvals")).json()
    refused = await shared.decide(pending["approval_id"], "approve", confirmations=shared.confirmations(pending))
    assert (line["waits_for"], line["may_decide"], line["link"]) == ("boss", False, None)
    assert refused.status_code == 403
    assert (await shared.decide(pending["approval_id"], "reject")).status_code == 200
    assert (await shared.view(thread))["trip"]["bookings"] == []
    assert [event["data"]["by"] for event in await _audit(shared, thread, "approval.rejected")] == ["anna"]


async def test_a_host_brings_its_own_users(running):
    """A hook that reads the host's own header replaces tokens, context included."""

    async def authenticate(request):
        name = request.headers.get("x-host-user")
        return User(user_id=name, context=TripContext(locale="de-DE", traveller=name)) if name else None

    money = {"currency": "EUR"}  # the server's, where the hook names none
    async with running(authenticate=authenticate, session=money, headers={"x-host-user": "carla"}) as client:
        thread = await client.begin()
        assert (await client.say(thread, "hello")).status_code == 200
        trip = (await client.http.get(f"/api/threads/{thread}/trip")).json()
        assert (trip["request"]["locale"], trip["constraints"]["currency"]) == ("de-DE", "EUR")
        client.http.headers["x-host-user"] = "dora"
        assert (await client.http.get(f"/api/threads/{thread}")).status_code == 404
        del client.http.headers["x-host-user"]
        refused = (await client.http.get("/api/threads")).json()["detail"]
        assert refused == "No one is signed in.", "no token of ours is asked for"


@pytest.mark.parametrize(("who", "told"), [("boss", "boss refused it: too dear."), ("anna", "The reason given: ")])
async def test_whose_no_it_was_is_said(shared, who, told):
    """Who travels is told who has to approve, and who refused: the approver, or they themselves."""
    await shared.app.state.web.session.ports.policies.set("", PolicyRules(approver="boss"))
    thread, pending = await as_user(shared, "anna").waiting()
    await as_user(shared, who).decide(pending["approval_id"], "reject", reason="too dear")
    said = [one["text"] for one in (await as_user(shared, "anna").view(thread))["messages"]]
    assert any("boss has to approve it" in one for one in said)
    assert not any("Approve it below" in one for one in said)
    assert told in next(one for one in said if "the holds are let go" in one)


async def test_a_hook_that_names_no_one_lets_no_one_in(running):
    """A user without an id is not the person at this machine: a header that is missing opens nothing. A hook may be a plain function."""

    def authenticate(request):
        return User(user_id=request.headers.get("x-host-user", ""))

    async with running(authenticate=authenticate) as client:
        refused = await client.http.get("/api/threads")
        assert (refused.status_code, refused.json()["title"]) == (401, "sign_in")
