"""The example of a chat product with its own store of conversations and its own users."""

from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where everything is kept, of each kind: one setting."""
    monkeypatch.setenv("TRIPINTENT_DATA_DIR", str(tmp_path / "trips"))
    monkeypatch.setenv("TRIPINTENT_LANGUAGE", "offline")
    monkeypatch.setenv("TRIPINTENT_NOW", "2027-03-01T09:00:00+00:00")
    if request.param == "postgres":
        monkeypatch.setenv("TRIPINTENT_DATABASE_URL", request.getfixturevalue("database"))


@pytest.fixture
def product(chat_product: Any, store: None) -> Callable[[], AbstractAsyncContextManager[httpx.AsyncClient]]:
    """Starts the product; each start is a new process's worth of it."""

    @asynccontextmanager
    async def started() -> AsyncIterator[httpx.AsyncClient]:
        transport = httpx.ASGITransport(chat_product.app)
        async with (
            chat_product.lifespan(chat_product.app),
            httpx.AsyncClient(transport=transport, base_url="http://chat") as client,
        ):
            yield client

    return started


def as_user(token: str) -> dict[str, str]:
    return {"headers": {"authorization": f"Bearer {token}"}}


async def test_a_booking_in_the_product_survives_its_restart(product: Any, wish: str, people: str) -> None:
    """The conversation waits for the approval in the product's own store, and a restarted product buys on the answer."""
    anna = as_user("token-of-anna")
    async with product() as client:
        for text in (wish, "1", "hold", people):
            reply = (await client.post("/chats/c1/messages", json={"text": text}, **anna)).json()
    card = reply["card"]["args"]
    async with product() as client:
        confirmed = [c["id"] for c in card["confirmations"]]
        decision = {"approval_id": card["approval_id"], "approve": True, "confirmations": confirmed}
        done = (await client.post("/chats/c1/decision", json=decision, **anna)).json()
        assert (done["state"], done["card"]) == ("completed", None)
        again = await client.post("/chats/c1/decision", json=decision, **anna)
        assert again.status_code == 409


@pytest.mark.release
def test_two_processes_share_one_database(started: Any, database: str, wish: str, people: str) -> None:
    """Each step is done by the other process; both approve at once, and one purchase comes of it."""
    programs = [started("chat_product.py", TRIPINTENT_DATABASE_URL=database) for _ in range(2)]
    first, second = (httpx.Client(base_url=one.url, timeout=120, **as_user("token-of-anna")) for one in programs)
    for client, text in ((first, wish), (second, "1"), (second, "hold"), (first, people)):
        reply = client.post("/chats/c1/messages", json={"text": text}).json()
    card = reply["card"]["args"]
    confirmed = [one["id"] for one in card["confirmations"]]
    decision = {"approval_id": card["approval_id"], "approve": True, "confirmations": confirmed}
    with ThreadPoolExecutor() as both:
        answers = list(both.map(lambda one: one.post("/chats/c1/decision", json=decision), (first, second)))
    assert sorted(one.status_code for one in answers) == [200, 409]
    files = sorted(one.name for one in programs[0].folder.rglob("*") if one.is_file())
    assert [name for name in files if not name.startswith(("tripintent.supplier.db", "program.log"))] == []


async def test_users_have_their_own_conversations(product: Any, wish: str) -> None:
    """Ben's chat of the same name is not Anna's, and nobody is nobody."""
    async with product() as client:
        offered = (await client.post("/chats/c1/messages", json={"text": wish}, **as_user("token-of-anna"))).json()
        assert offered["state"] == "presenting_options"
        other = (await client.post("/chats/c1/messages", json={"text": "1"}, **as_user("token-of-ben"))).json()
        assert other["state"] == "collecting_requirements"
        assert (await client.post("/chats/c1/messages", json={"text": wish})).status_code == 401


async def test_what_is_refused_is_said(product: Any) -> None:
    """Words that are none, an answer that nothing waits for: the product answers, and does not fall over."""
    anna = as_user("token-of-anna")
    async with product() as client:
        for text, code in (("", "empty"), ("x" * 9_000, "too_long"), ("\x00\x01", "unreadable")):
            answer = await client.post("/chats/c1/messages", json={"text": text}, **anna)
            assert (answer.status_code, answer.json()["error"]) == (422, code)
        decision = {"approval_id": "apr_x", "approve": True}
        assert (await client.post("/chats/c1/decision", json=decision, **anna)).status_code == 409
