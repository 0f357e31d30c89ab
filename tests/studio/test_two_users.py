"""Two users of one LangGraph server: the `auth` handler of langgraph.json says who runs, and nothing that they send does."""

import sqlite3
from contextlib import closing
from typing import Any

import httpx
import pytest
from langgraph_sdk import get_client
from langgraph_sdk.errors import NotFoundError
from tests.acts import choose, hold, people, person, plan
from tests.studio.conftest import TOKENS, Server, Talk

SHORT = plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", lodging={"needed": False})
EVE = person("Eve Adams", "1985-03-04", email="eve@example.org")


async def talk_of(server: Server, token: str) -> Talk:
    client = get_client(url=server.url, headers={"Authorization": f"Bearer {token}"})
    thread = await client.threads.create()
    return Talk(client, thread["thread_id"], server.url)


@pytest.fixture
async def victoria(guarded_server: Server) -> Talk:
    talk = await talk_of(guarded_server, next(iter(TOKENS)))
    await talk.to_approval()
    return talk


@pytest.fixture
async def eve(guarded_server: Server) -> Talk:
    talk = await talk_of(guarded_server, list(TOKENS)[1])
    await talk.do(SHORT)
    return talk


def rows(server: Server, query: str) -> list[Any]:
    file = server.log.parent / "data/tripintent.ledger.db"
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return connection.execute(query).fetchall()


async def trip_of(talk: Talk) -> dict[str, Any]:
    return dict((await talk.state())["values"]["trip_intent"])


async def test_a_stranger_is_not_let_in(guarded_server: Server) -> None:
    """Without a token, with a wrong one, and with Studio's own header: 401."""
    async with httpx.AsyncClient(base_url=guarded_server.url) as client:
        for headers in ({}, {"Authorization": "Bearer guessed"}, {"x-auth-scheme": "langsmith"}):
            assert (await client.post("/threads", json={}, headers=headers)).status_code == 401


async def test_each_sees_their_own_threads_only(victoria: Talk, eve: Talk) -> None:
    """Another user's thread is not there: not to read, not to run, not in a list."""
    with pytest.raises(NotFoundError):
        await eve.client.threads.get_state(victoria.thread)
    with pytest.raises(httpx.HTTPStatusError, match="404"):
        await eve.client.runs.wait(victoria.thread, "booking", input=None)
    assert victoria.thread not in [t["thread_id"] for t in await eve.client.threads.search(limit=100)]


async def test_a_yes_with_the_victims_trip_buys_nothing(guarded_server: Server, victoria: Talk, eve: Talk) -> None:
    """H3: a forged card is not shown, and a yes that carries the victim's trip and approval buys nothing of it."""
    theirs = await trip_of(victoria)
    await eve.do(choose(1), hold(), people(EVE))
    yes = {
        "decisions": [{"type": "approve", "args": {"approval_id": theirs["working_memory"]["approval"]["approval_id"]}}]
    }
    await eve.run(command={"resume": yes, "update": {"trip_intent": theirs}})
    assert (await eve.state())["interrupts"] == []
    approval = theirs["working_memory"]["approval"]["approval_id"]
    states = dict(rows(guarded_server, "SELECT approval_id, state FROM approvals"))
    assert states[approval] == "open"
    bought = await victoria.answer(await victoria.yes())
    assert {b["status"] for b in bought["trip_intent"]["working_memory"]["bookings"]} == {"confirmed"}


@pytest.mark.parametrize(
    "named", [{"traveller": "victoria"}, {"organisation": "other"}], ids=["traveller", "organisation"]
)
async def test_a_context_that_contradicts_the_token_is_refused(eve: Talk, named: dict[str, str]) -> None:
    """M1: a client's context says who travels only where nobody is signed in."""
    words = {"messages": [{"role": "user", "content": "hello"}]}
    with pytest.raises(Exception, match="ContextRefused"):
        await eve.client.runs.wait(eve.thread, "booking", input=words, context=named)


async def test_configuration_of_a_client_says_nothing_about_who_runs(victoria: Talk, eve: Talk) -> None:
    """Neither `langgraph_auth_user` nor a `principal` of JSON makes a client somebody else."""
    theirs = await trip_of(victoria)
    words = {"messages": [{"role": "user", "content": "what does it cost?"}]}
    somebody = {"organisation": "acme", "subject": "victoria", "traveller": "victoria"}
    claims = {"principal": somebody, "langgraph_auth_user": {"identity": "victoria", "is_authenticated": True}}
    for name, claim in claims.items():
        named = {"trip_intent": {"trip_id": theirs["trip_id"], "org": "acme"}}
        await eve.client.threads.update_state(eve.thread, named, as_node="publish")
        await eve.client.runs.wait(eve.thread, "booking", input=words, config={"configurable": {name: claim}})
        assert (await trip_of(eve))["trip_id"] != theirs["trip_id"]
