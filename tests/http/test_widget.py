"""The chat on pages of other origins: which pages may show it, and that a guest there is a guest and no one else."""

import asyncio
from importlib.resources import files
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import Request
from pydantic import SecretStr, ValidationError

from tripintent.app.http.users import address_of
from tripintent.app.http.web import Turns
from tripintent.app.http.web_settings import WebSettings
from tripintent.tools.services.reading import ServiceFileError, read_service

HOUSE = Path(str(files("tripintent.tools.services.demonstration"))) / "attraction.yaml"
GUEST_SITE, OTHER_SITE = "https://www.example.org", "https://evil.example"


@pytest.fixture
async def client(running, tmp_path):
    """The desk of a house that names its own site in its service file, and a second site by setting."""
    house = tmp_path / "house.yaml"
    house.write_text(HOUSE.read_text("utf-8") + f'colour: "#b3261e"\nwidget_origins: [{GUEST_SITE}]\n', "utf-8")
    (tmp_path / "attraction").mkdir()
    async with running(
        session={"service": house}, web={"widget_origins": ("https://booking.example",), "open": True}
    ) as one:
        yield one


@pytest.mark.parametrize("header", [{"origin": GUEST_SITE}, {"referer": f"{GUEST_SITE}/rooms?x=1"}, {}])
async def test_a_listed_page_gets_the_widget(client, header):
    """With the name and the colour of the house; an origin that is sent may read it (CORS)."""
    got = await client.http.get("/widget.js", headers=header)
    assert got.status_code == 200
    assert "#b3261e" in got.text
    assert read_service(HOUSE).name in got.text
    assert got.headers["cross-origin-resource-policy"] == "cross-origin"
    assert got.headers.get("access-control-allow-origin") == header.get("origin")


@pytest.mark.parametrize(
    "header", [{"origin": OTHER_SITE}, {"referer": f"{OTHER_SITE}/{GUEST_SITE}"}, {"origin": "null"}]
)
@pytest.mark.parametrize("path", ["/widget.js", "/widget"])
async def test_any_other_page_is_refused(client, header, path):
    """Also one that only has the address of a listed one in its own."""
    refused = await client.http.get(path, headers=header)
    assert (refused.status_code, refused.json()["title"]) == (403, "foreign_page")
    assert "access-control-allow-origin" not in refused.headers


async def test_only_listed_pages_may_frame_the_chat(client):
    """The rest of the policy is as strict as that of the page; the page itself is never framed."""
    policy = (await client.http.get("/widget")).headers["content-security-policy"]
    assert f"frame-ancestors 'self' {GUEST_SITE} https://booking.example" in policy
    assert "default-src 'none'; script-src 'self'" in policy
    assert "frame-ancestors 'none'" in (await client.http.get("/")).headers["content-security-policy"]


async def test_a_guest_sees_only_their_own_conversation(client):
    """A guest is nobody's colleague: no list, no queue, no policy, no conversation of another guest."""
    anna, otto = [await _guest(client) for _ in range(2)]
    assert anna != otto
    thread = (await client.http.post("/api/threads", headers=anna)).json()["thread_id"]
    said = await client.http.post(f"/api/threads/{thread}/messages", json={"text": "Hello"}, headers=anna)
    assert said.status_code == 200
    assert (await client.http.get(f"/api/threads/{thread}", headers=otto)).status_code == 404
    assert (await client.http.get("/api/threads", headers=otto)).json() == []
    assert [one["thread_id"] for one in (await client.http.get("/api/threads", headers=anna)).json()] == [thread]
    assert (await client.http.get("/api/desk/queue", headers=anna)).status_code == 403
    assert (await client.http.get("/api/policy", headers=anna)).status_code == 403


async def test_a_guest_cannot_be_made_up(client, running):
    """A token that was not made here, or was changed, opens nothing, also where the one at this machine needs none."""
    token = (await client.http.post("/api/guests")).json()["token"]
    name, _, mark = token.rpartition(".")
    for wrong in (f"{name}x.{mark}", f"{name}.{mark[:-1]}", f"{name}.", "guest.", f"{name}.\xe9"):
        headers = {"authorization": f"Bearer {wrong}".encode("latin-1")}
        assert (await client.http.get("/api/threads", headers=headers)).status_code == 401, wrong
    async with running() as other:
        assert (await other.http.post("/api/guests")).status_code == 404


async def test_guests_and_users_with_tokens_live_side_by_side(running):
    """Where users have tokens a guest still needs none; nothing else opens without one."""
    web = {"tokens": {SecretStr("t" * 16): "sam"}, "staff": ("sam",), "widget_origins": (GUEST_SITE,)}
    async with running(web=web) as client:
        guest = await _guest(client)
        thread = (await client.http.post("/api/threads", headers=guest)).json()["thread_id"]
        assert (
            await client.http.get(f"/api/threads/{thread}", headers={"authorization": f"Bearer {'t' * 16}"})
        ).status_code == 404
        assert (await client.http.get("/api/threads")).status_code == 401


async def test_without_a_listed_origin_there_is_no_widget(running):
    """Nothing is open by default."""
    async with running() as client:
        for path in ("/widget.js", "/widget"):
            assert (await client.http.get(path)).status_code == 404


@pytest.mark.parametrize(
    "wrong", ["*", "https://*.example.org", "https://a.example/page", "a.example", "https://a.example; x"]
)
def test_an_origin_is_a_scheme_a_host_and_a_port(wrong, tmp_path):
    """Anything else is refused when it is set, and no header is written with it."""
    with pytest.raises(ValidationError, match="widget_origins"):
        WebSettings(widget_origins=(wrong,), _env_file=None)
    house = tmp_path / "house.yaml"
    house.write_text(HOUSE.read_text("utf-8") + f'widget_origins: ["{wrong}"]\n', "utf-8")
    (tmp_path / "attraction").mkdir()
    with pytest.raises(ServiceFileError, match="widget_origins"):
        read_service(house)


async def _guest(client) -> dict[str, str]:
    return {"authorization": f"Bearer {(await client.http.post('/api/guests')).json()['token']}"}


async def test_tokens_of_one_address_are_one_guest(running):
    """Another token is no other guest: what an address may write in a minute stays what it is. A user with a token is not counted in."""
    web = {"tokens": {SecretStr("t" * 16): "sam"}, "widget_origins": (GUEST_SITE,), "writes_per_minute": 60}
    async with running(web=web) as client:
        guests = [await _guest(client) for _ in range(6)]
        codes = [(await client.http.post("/api/threads", headers=guests[n % 6])).status_code for n in range(40)]
        assert codes.count(201) < 15
        assert codes[-1] == 429
        user = await client.http.post("/api/threads", headers={"authorization": f"Bearer {'t' * 16}"})
        assert user.status_code == 201


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        (None, "unknown"),
    ],
)
def test_an_address_is_what_one_household_has(host, counted):
    """Of IPv6 everybody has more addresses than there are guests."""
    client = (host, 1) if host else None
    assert address_of(Request({"type": "http", "client": client, "headers": []})) == counted


async def test_guests_leave_slots_to_those_who_are_signed_in():
    """As many guests as like wait for each other; a user's turn runs at once."""
    turns, go = Turns(at_once=4), asyncio.Event()
    running: list[str] = []

    async def turn(name: str) -> None:
        running.append(name)
        await go.wait()

    guests = [
        asyncio.create_task(turns.result(f"g{n}", lambda _, n=n: turn(f"guest {n}"), guest=True)) for n in range(30)
    ]
    await asyncio.sleep(0)
    user = asyncio.create_task(turns.result("u", lambda _: turn("user")))
    for _ in range(5):
        await asyncio.sleep(0)
    assert running == ["guest 0", "guest 1", "user"]
    go.set()
    await asyncio.gather(user, *guests)
    assert len(running) == 31


async def test_an_emergency_is_seen_among_fakes_of_one_address(client):
    """It stands first, and of the fakes no more than a few stand before other guests' calls."""

    async def calls(address: str, words: str) -> str:
        transport = httpx.ASGITransport(client.app, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            token = (await http.post("/api/guests")).json()["token"]
            guest = {"authorization": f"Bearer {token}"}
            thread = (await http.post("/api/threads", headers=guest)).json()["thread_id"]
            said = await http.post(f"/api/threads/{thread}/messages", json={"text": words}, headers=guest)
            assert said.status_code == 200
            return thread

    for _ in range(12):
        await calls("192.0.2.1", "I want to speak to the manager, please")
    calm = await calls("192.0.2.2", "I want to speak to the manager, please")
    ill = await calls("192.0.2.3", "My wife is unconscious")
    queue = (await client.http.get("/api/desk/queue")).json()["handed_over"]
    places = [one["thread_id"] for one in queue]
    assert (places.index(ill), places.index(calm), len(places)) == (0, 6, 14)


def _chat(client: Any, thread: str, text: str, **headers: str) -> Any:
    body = {"messages": [{"role": "user", "content": text}]}
    return client.http.post("/v1/chat/completions", json=body, headers={"x-conversation-id": thread, **headers})


def _run(client: Any, thread: str, text: str, **headers: str) -> Any:
    run = {"threadId": thread, "runId": "r1", "state": {}, "tools": [], "context": [], "forwardedProps": {}}
    body = {**run, "messages": [{"id": "m1", "role": "user", "content": text}]}
    return client.http.post("/agui", json=body, headers=headers)


def _respond(client: Any, thread: str, text: str, **headers: str) -> Any:
    return client.http.post("/v1/responses", json={"input": text}, headers={"x-conversation-id": thread, **headers})


@pytest.mark.parametrize("door", [_chat, _run, _respond])
@pytest.mark.parametrize("first", ["guest", "local"])
async def test_one_name_of_a_conversation_is_one_persons(client: Any, door: Any, first: str) -> None:
    """The person at this machine and a guest choose the same id: whoever came second is in no one's conversation."""
    token = (await client.http.post("/api/guests")).json()["token"]
    guest = {"authorization": f"Bearer {token}"}
    one, other = (guest, {}) if first == "guest" else ({}, guest)
    assert (await door(client, "my-trip", "Is there a cloakroom?", **one)).status_code == 200
    refused = await door(client, "my-trip", "I have epilepsy", **other)
    assert refused.status_code == 404
    assert "epilepsy" not in str(await client.view("my-trip"))


async def test_a_name_that_was_begun_by_nobody_yet_is_taken_at_once(client: Any) -> None:
    """Two first messages at the same moment: one of them is refused, whichever it is."""
    token = (await client.http.post("/api/guests")).json()["token"]
    both = [_chat(client, "same", "Hello"), _chat(client, "same", "Hello", authorization=f"Bearer {token}")]
    assert sorted([one.status_code for one in await asyncio.gather(*both)]) == [200, 404]
