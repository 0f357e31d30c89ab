"""The example of a chat product with its own store of conversations and its own users."""

import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The product's own store, of each kind; trips and ledger are kept where our settings say."""
    monkeypatch.setenv("TRIPINTENT_DATA_DIR", str(tmp_path / "trips"))
    monkeypatch.setenv("TRIPINTENT_LANGUAGE", "offline")
    monkeypatch.setenv("TRIPINTENT_NOW", "2027-03-01T09:00:00+00:00")
    if request.param == "sqlite":
        monkeypatch.setenv("CHAT_DB", str(tmp_path / "chat.db"))
        return "sqlite"
    url = request.getfixturevalue("postgres_url")
    name = f"chat{uuid.uuid4().hex}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    monkeypatch.setenv("DATABASE_URL", url.rsplit("/", 1)[0] + f"/{name}")
    return "postgres"


@pytest.fixture
def product(chat_product: Any, store: str) -> Callable[[], AbstractAsyncContextManager[httpx.AsyncClient]]:
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
        for text in (wish, "the cheapest, hold it", people):
            reply = (await client.post("/chats/c1/messages", json={"text": text}, **anna)).json()
    card = reply["card"]["args"]
    async with product() as client:
        confirmed = [c["id"] for c in card["confirmations"]]
        decision = {"approval_id": card["approval_id"], "approve": True, "confirmations": confirmed}
        done = (await client.post("/chats/c1/decision", json=decision, **anna)).json()
        assert (done["state"], done["card"]) == ("completed", None)
        again = await client.post("/chats/c1/decision", json=decision, **anna)
        assert again.status_code == 409


async def test_users_have_their_own_conversations(product: Any, wish: str) -> None:
    """Ben's chat of the same name is not Anna's, and nobody is nobody."""
    async with product() as client:
        offered = (await client.post("/chats/c1/messages", json={"text": wish}, **as_user("token-of-anna"))).json()
        assert offered["state"] == "presenting_options"
        other = (
            await client.post("/chats/c1/messages", json={"text": "the cheapest"}, **as_user("token-of-ben"))
        ).json()
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
