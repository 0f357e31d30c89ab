"""Whose answer an approval gets: whoever is signed in, at every door; a name that stands for anybody is nobody's."""

from typing import Any
from uuid import uuid4

import pytest
from pydantic import SecretStr

from tripintent.app.http.users import User
from tripintent.app.incoming import Answer
from tripintent.state.context import Principal
from tripintent.state.wishes import PolicyRules


async def _answer(client, thread, pending, payload):
    resume = [{"interruptId": pending["interrupt_id"], "status": "resolved", "payload": {"decisions": [payload]}}]
    run = {"threadId": thread, "runId": str(uuid4()), "state": {}, "messages": [], "tools": [], "context": []}
    answer = await client.http.post("/agui", json={**run, "forwardedProps": {}, "resume": resume})
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("approvers", [(), ("anna",)])
@pytest.mark.parametrize("named", [{}, {"by": "traveller", "organisation": "elsewhere", "grant_id": "grt_1"}])
async def test_an_approver_approves_an_own_trip(running, approvers, named):
    """Whoever is signed in answers by their own name, and is told of nobody else; what the client says of it is not read."""
    async with running(web={"tokens": {"the-token-of-anna": "anna"}, "approvers": approvers}) as client:
        client.http.headers["authorization"] = "Bearer the-token-of-anna"
        ports = client.app.state.web.session.ports
        await ports.policies.set("", PolicyRules(approver="anna"))
        thread, pending = await client.waiting()
        [line] = (await client.http.get("/api/approvals")).json()
        by_link, said = (await client.http.get(line["link"])).text, (await client.view(thread))["messages"][-1]["text"]
        assert (line["asks_you"], "anna has" in said, "anna decides" in by_link) == (True, False, False)
        answer = {"type": "approve", "args": {"confirmations": client.confirmations(pending), **named}}
        await _answer(client, thread, pending, answer)
        assert len((await client.view(thread))["trip"]["bookings"]) == 3
        audit = await ports.desk.audit((await ports.desk.approval(pending["approval_id"])).trip_id)
        assert next(one for one in audit if one.type == "approval.consumed").data["by"] == "anna"


async def test_an_approver_called_traveller_is_not_everybody(running):
    """Set behind the checks of an operator's command, the name is nobody's: no answer at any door counts as theirs."""
    async with running(web={"tokens": {"the-token-of-anna": "anna"}}) as client:
        client.http.headers["authorization"] = "Bearer the-token-of-anna"
        await client.app.state.web.session.ports.policies.set("", PolicyRules(approver="traveller"))
        thread, pending = await client.waiting()
        answer = {"type": "approve", "args": {"confirmations": client.confirmations(pending)}}
        await _answer(client, thread, pending, answer)
        given = Answer(confirmations=tuple(client.confirmations(pending)))
        await client.app.state.web.session.approve(thread, given)
        assert (await client.view(thread))["trip"]["bookings"] == []


async def test_a_sign_in_that_names_nobody_is_refused(running):
    """A host's hook whose user is called as whoever is not named; the policy takes no such approver either."""

    async def everybody(_):
        return User(user_id="Traveller", administers=True)

    async with running(authenticate=everybody) as client:
        refused = await client.http.get("/api/threads")
        assert (refused.status_code, refused.json()["title"]) == (401, "reserved_name")
    async with running() as client:
        refused = await client.http.put("/api/policy", json={"approver": "traveller"})
        assert "means whoever is not named" in refused.text


async def test_a_conversation_over_agui_is_noted_in_the_ledger(running: Any) -> None:
    """So it is erased with the person, and is theirs at the doors that know the ledger alone."""
    async with running(web={"tokens": {SecretStr("a" * 16): "ann-7"}}) as client:
        run = {"threadId": "t1", "runId": "r1", "state": {}, "tools": [], "context": [], "forwardedProps": {}}
        body = {**run, "messages": [{"id": "m1", "role": "user", "content": "Hello"}]}
        headers = {"authorization": f"Bearer {'a' * 16}"}
        assert (await client.http.post("/agui", json=body, headers=headers)).status_code == 200
        owns = client.app.state.web.session.ports.ownership
        assert not await owns.speaks(Principal(subject="ben", thread_id="t1"))
        assert await owns.speaks(Principal(subject="ann-7", thread_id="t1"))
