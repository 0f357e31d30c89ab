"""``forget`` over what a server keeps: guests of the desk, their conversations, numbers, and lines in the staff's queue."""

import asyncio
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet
from pydantic import SecretStr
from tests.emulators import serving, whatsapp
from tests.http.test_whatsapp import web as desk
from tests.stored import bytes_in

from tripintent.app.forgetting import forget_traveller
from tripintent.app.http.users import User
from tripintent.app.settings import Settings
from tripintent.state.context import TripContext

message, webhook, signed = whatsapp.message, whatsapp.webhook, whatsapp.signed
HOUSE = Path(str(files("tripintent.tools.services.demonstration"))) / "accommodations-guest-journey.yaml"
NUMBER, OTHER = "447700900001", "447700900002"
WORDS = "I feel very ill and need a doctor, Quillfeather"
NAMES = (NUMBER.encode(), b"Quillfeather", b"ann-7")


@pytest.fixture(scope="module")
def service() -> Any:
    emulator = whatsapp.Emulator()
    with serving.running(emulator.app) as url:
        yield url


@pytest.fixture
def session_settings(tmp_path: Path) -> Settings:
    """The settings of whoever erases, on the files of the servers of these tests."""
    return Settings(db=tmp_path / "trips.db", language="offline")


async def writes(client: Any, number: int, text: str, sender: str) -> None:
    body = webhook(message(number, text, sender))
    assert (await client.http.post("/api/channels/whatsapp", content=body, headers=signed(body))).status_code == 200
    async with asyncio.timeout(20):
        while tasks := list(client.app.state.correspondence._tasks.values()):
            await asyncio.gather(*tasks)


def found(folder: Path) -> list[str]:
    """Names that stand in any file of ours; the supplier's book is the supplier's."""
    mine = [path for path in folder.iterdir() if path.is_file() and "supplier" not in path.name]
    return sorted({name.decode() for path in mine for name in NAMES if name in bytes_in([path])})


async def test_a_guest_on_whatsapp_is_erased_by_their_number(
    running: Any, service: str, tmp_path: Path, session_settings: Settings
) -> None:
    """Number, words, conversation and line in the queue; the other guest stays, and staff can still answer them."""
    async with running(web=desk(service), session={"service": HOUSE}) as client:
        await writes(client, 1, WORDS, NUMBER)
        await writes(client, 2, "I want to speak to the manager, please", OTHER)
    assert {NUMBER, "Quillfeather"} <= set(found(tmp_path))
    done = await forget_traveller(session_settings, f"whatsapp:+{NUMBER[:2]} {NUMBER[2:]}")
    assert (len(done.threads), done.left, found(tmp_path)) == (1, {}, [])
    assert (done.erased["channel_guests"], done.erased["channel_messages"]) == (1, 1)
    assert (done.erased["staff_queue"], done.erased["web_threads"]) == (1, 1)
    async with running(web=desk(service), session={"service": HOUSE}) as client:
        (line,) = (await client.http.get("/api/desk/queue")).json()["handed_over"]
        told = await client.http.post(f"/api/desk/queue/{line['thread_id']}/answer", json={"text": "Yes?"})
        assert told.status_code == 200
    again = await forget_traveller(session_settings, f"whatsapp:{NUMBER}")
    assert (again.threads, again.left) == ((), {})


async def test_a_user_of_the_server_is_erased_with_a_conversation_that_has_no_trip(
    running: Any, tmp_path: Path, session_settings: Settings
) -> None:
    """Also one that was begun and never spoken in; a user of the same name in another organisation keeps theirs."""
    tokens = {SecretStr("a" * 16): "ann-7", SecretStr("b" * 16): "bob"}
    async with running(web={"tokens": tokens}, session={"service": HOUSE}) as client:
        ann, bob = ({"authorization": f"Bearer {token * 16}"} for token in "ab")
        threads = [(await client.http.post("/api/threads", headers=who)).json()["thread_id"] for who in (ann, ann, bob)]
        for thread, who in ((threads[0], ann), (threads[2], bob)):
            said = await client.http.post(f"/api/threads/{thread}/messages", json={"text": WORDS}, headers=who)
            assert said.status_code == 200
        owners = client.app.state.web.owners
        abroad = User(user_id="ann-7", context=TripContext(organisation="elsewhere", traveller="ann-7"))
        await owners.claim("abroad", abroad)
    done = await forget_traveller(session_settings, "ann-7")
    assert (set(done.threads), done.left) == (set(threads[:2]), {})
    assert (done.erased["web_threads"], done.erased["staff_queue"]) == (2, 1)
    async with running(web={"tokens": tokens, "staff": ("bob",)}, session={"service": HOUSE}) as client:
        assert await client.app.state.web.owners.owner("abroad") is not None
        (line,) = (await client.http.get("/api/desk/queue", headers=bob)).json()["handed_over"]
        assert line["thread_id"] == threads[2]
        assert (await client.http.get("/api/threads", headers=ann)).json() == []


async def test_a_guest_with_a_username_is_erased_by_their_user_id(
    running: Any, service: str, session_settings: Settings
) -> None:
    """They have no number to be named by."""
    async with running(web=desk(service), session={"service": HOUSE}) as client:
        await writes(client, 1, WORDS, "GB.13491208655302741918")
    done = await forget_traveller(session_settings, "whatsapp:GB.13491208655302741918")
    assert (len(done.threads), done.left) == (1, {})


async def test_what_is_still_there_is_said(
    running: Any, session_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row that was not erased is found by reading again, not taken for gone."""
    async with running(web={"tokens": {SecretStr("a" * 16): "ann-7"}}, session={"service": HOUSE}) as client:
        ann = {"authorization": f"Bearer {'a' * 16}"}
        thread = (await client.http.post("/api/threads", headers=ann)).json()["thread_id"]
        await client.http.post(f"/api/threads/{thread}/messages", json={"text": WORDS}, headers=ann)

    async def nothing(*_: object) -> None:
        return None

    monkeypatch.setattr("langgraph.checkpoint.sqlite.aio.AsyncSqliteSaver.adelete_thread", nothing)
    done = await forget_traveller(session_settings, "ann-7")
    assert set(done.left) == {"checkpoints"}
    assert done.left["checkpoints"] > 1


@pytest.mark.release
async def test_a_guest_is_erased_from_postgres(running: Any, service: str, database: str, tmp_path: Path) -> None:
    """The same rows, in one database; no file beside it has them."""
    house = {"service": HOUSE, "database_url": database, "seal_key": Fernet.generate_key().decode()}
    async with running(web=desk(service), session=house) as client:
        await writes(client, 1, WORDS, NUMBER)
    assert found(tmp_path) == []
    done = await forget_traveller(Settings(database_url=database, language="offline"), f"whatsapp:{NUMBER}")
    assert (len(done.threads), done.left) == (1, {})
    assert (done.erased["channel_guests"], done.erased["staff_queue"], done.erased["web_threads"]) == (1, 1, 1)
    async with running(web=desk(service), session=house) as client:
        assert (await client.http.get("/api/desk/queue")).json()["handed_over"] == []
        assert await conversations(client) == set()


async def conversations(client: Any) -> set[str]:
    graph = client.app.state.web.session.graph
    return {one.config["configurable"]["thread_id"] async for one in graph.checkpointer.alist(None)}
