"""Several conversations about one trip, and how a list tells them apart."""

from datetime import UTC, datetime, timedelta

import pytest
from tests.acts import buy, release
from tests.http.conftest import as_user

from tripintent.app.threads import quiet_since


@pytest.mark.parametrize(
    ("passed", "name"),
    [
        (timedelta(minutes=-5), "active"),
        (timedelta(minutes=29), "active"),
        (timedelta(minutes=31), "idle"),
        (timedelta(hours=25), "archived"),
        (timedelta(days=31), "expired"),
    ],
)
def test_what_a_quiet_conversation_is_called(passed, name):
    """By the time since its last turn."""
    assert quiet_since((datetime.now(UTC) - passed).isoformat()) == name


WEB = {"tokens": {"the-token-of-anna": "anna", "the-token-of-ben": "ben"}}


async def _on(client, trip_id):
    return await client.http.post("/api/threads", json={"trip_id": trip_id})


async def test_a_second_conversation_about_a_trip_goes_on_with_it(running):
    """It sees what is held, can let it go, and the first conversation sees that; nobody else can begin one."""
    async with running(web=WEB) as client:
        first, pending = await as_user(client, "anna").waiting()
        trip_id = (await client.view(first))["trip"]["trip_id"]
        assert (await _on(as_user(client, "ben"), trip_id)).status_code == 404
        begun = await _on(as_user(client, "anna"), trip_id)
        assert begun.status_code == 201
        second = begun.json()["thread_id"]
        hello = (await client.say(second, "hello")).json()
        assert hello["pending"] is None, "the card waits in the first conversation"
        seen = (await client.do(second, buy())).json()["pending"]
        assert seen["approval_id"] != pending["approval_id"], "a card is of the conversation that it is shown in"
        confirmed = client.confirmations(pending)
        late = await client.decide(pending["approval_id"], "approve", confirmations=confirmed)
        assert late.status_code == 409, "the card that was shown before is void"
        let_go = (await client.do(second, release())).json()
        assert let_go["pending"] is None
        assert (await client.say(first, "hello")).json()["pending"] is None
        both = (await client.http.get("/api/threads", params={"trip_id": trip_id})).json()
        assert {line["thread_id"] for line in both} == {first, second}
        assert {line["quiet"] for line in both} == {"active"}
        assert next(line for line in both if line["thread_id"] == second)["preview"].startswith("I’ve let the hold go")
        assert (await client.http.get("/api/threads", params={"trip_id": "another"})).json() == []


async def test_a_trip_that_is_not_there_cannot_be_gone_on_with(client):
    """It is said in words."""
    answer = await _on(client, "trip_nobody")
    assert answer.status_code == 404
    assert "no trip" in answer.json()["detail"]


async def test_a_conversation_is_ended_by_whom_it_belongs_to(running):
    """Not while something is held; then its words are gone, and what was bought is kept on record."""
    async with running(web=WEB) as client:
        thread, _ = await as_user(client, "anna").waiting()
        refused = await client.http.delete(f"/api/threads/{thread}")
        assert (refused.status_code, refused.json()["title"]) == (409, "not_over")
        await client.do(thread, release())
        assert (await as_user(client, "ben").http.delete(f"/api/threads/{thread}")).status_code == 404
        assert (await as_user(client, "anna").http.delete(f"/api/threads/{thread}")).status_code == 204
        assert (await client.http.get(f"/api/threads/{thread}")).status_code == 404
        assert (await client.http.get("/api/threads")).json() == []
        assert (await client.http.delete(f"/api/threads/{thread}")).status_code == 404
