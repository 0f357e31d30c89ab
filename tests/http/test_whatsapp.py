"""Guests on WhatsApp: signed webhooks in, replies out over real HTTP on loopback, each message once."""

import asyncio
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.emulators import serving, whatsapp
from tests.stored import bytes_in

from tripintent.app.http.guards import shown_path
from tripintent.app.http.server import channels_of
from tripintent.app.http.web_settings import WebSettings

message, webhook, signed = whatsapp.message, whatsapp.webhook, whatsapp.signed
PATH = "/api/channels/whatsapp"


@pytest.fixture(scope="module")
def service() -> Any:
    """The emulator and where it is: one for all tests of the file."""
    emulator = whatsapp.Emulator()
    with serving.running(emulator.app) as url:
        yield emulator, url


@pytest.fixture
def meta(service: Any) -> Any:
    service[0].sent.clear()
    service[0].faults.clear()
    return service[0]


def web(url: str, **more: Any) -> dict[str, Any]:
    return {
        "whatsapp_url": url, "whatsapp_number": whatsapp.NUMBER, "whatsapp_token": whatsapp.TOKEN,
        "whatsapp_app_secret": whatsapp.APP_SECRET, "whatsapp_verify": whatsapp.VERIFY,
        "public_url": "https://desk.example.org", "open": True, **more,
    }  # fmt: skip


@pytest.fixture
async def server(running: Any, meta: Any, service: Any) -> Any:
    async with running(web=web(service[1])) as client:
        yield client


async def post(server: Any, *messages: Any) -> dict[str, Any]:
    body = webhook(*messages)
    return (await server.http.post(PATH, content=body, headers=signed(body))).json()


async def quiet(server: Any) -> None:
    """Wait until nothing is worked on."""
    async with asyncio.timeout(20):
        while tasks := list(server.app.state.correspondence._tasks.values()):
            await asyncio.gather(*tasks)


async def conversations(server: Any) -> list[Any]:
    graph = server.app.state.web.session.graph
    names = {one.config["configurable"]["thread_id"] async for one in graph.checkpointer.alist(None)}
    return [
        (await graph.aget_state({"configurable": {"thread_id": name}})).values["messages"] for name in sorted(names)
    ]


@pytest.mark.parametrize("word", [whatsapp.VERIFY, "guess", ""])
async def test_the_handshake_is_answered_for_the_agreed_word_only(server: Any, word: str) -> None:
    """And the word is not in the access log."""
    query = {"hub.mode": "subscribe", "hub.verify_token": word, "hub.challenge": "1158201444"}
    answer = await server.http.get(PATH, params=query)
    assert (
        (answer.status_code, answer.text) == (200, "1158201444")
        if word == whatsapp.VERIFY
        else answer.status_code == 401
    )
    assert whatsapp.VERIFY not in shown_path(f"{PATH}?hub.verify_token={whatsapp.VERIFY}&hub.challenge=1")


@pytest.mark.parametrize("headers", [{}, signed(b"another"), {"X-Hub-Signature-256": b"sha256=\xe9"}])
async def test_what_meta_did_not_sign_is_not_kept(server: Any, meta: Any, headers: Any) -> None:
    """The same message, rightly signed, is the first afterwards."""
    one = message(1, "Hello")
    refused = await server.http.post(PATH, content=webhook(one), headers=headers)
    assert (refused.status_code, refused.json()["title"]) == (401, "not_signed")
    assert await post(server, one) == {"new": 1}
    await quiet(server)


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"entry": 5}', b"[" * 100_000])
async def test_what_is_signed_and_no_event_is_refused_in_words(server: Any, body: bytes) -> None:
    """Receipts and messages to another number are events, and not ours."""
    refused = await server.http.post(PATH, content=body, headers=signed(body))
    assert (refused.status_code, refused.json()["title"]) == (422, "no_event")
    for other in (webhook(), webhook(message(1, "Hello"), number="7")):
        assert (await server.http.post(PATH, content=other, headers=signed(other))).json() == {"new": 0}


ODD: dict[str, Any] = {
    "contacts": {"type": "contacts", "contacts": [{"name": {"formatted_name": "Ann"}}]},
    "form": {
        "type": "interactive",
        "interactive": {"type": "nfm_reply", "nfm_reply": {"response_json": "{}", "body": "Sent"}},
    },
    "form without words": {"type": "interactive", "interactive": {"type": "nfm_reply"}},
    "no sender": {"from": None},
    "strange sender": {"from": "4477\x00"},
    "sender of half a character": {"from": "\ud83d"},
    "half a character": {"text": {"body": "Half \ud83d"}},
    "huge moment": {"timestamp": "9" * 30},
    "moment of five thousand digits": {"timestamp": "9" * 5000},
    "no moment": {"timestamp": None},
    "far moment": {"timestamp": "253402300799"},
    "no type": {"type": None},
    "list as type": {"type": ["text"]},
    "type of another": {"type": "x" * 500},
    "text as list": {"text": ["Hello"]},
    "no id": {"id": None},
    "long id": {"id": "x" * 500},
    "id with a zero byte": {"id": "a\x00b"},
    "reaction": {"type": "reaction", "reaction": {"message_id": "wamid.1", "emoji": "👍"}},
    "unsupported": {"type": "unsupported", "errors": [{"code": 131051}]},
    "long facts": {"type": "image", "image": {"id": "x" * 5000, "mime_type": 5, "sha256": None}},
}


@pytest.mark.parametrize("odd", ODD)
async def test_one_odd_message_loses_no_other_of_its_batch(server: Any, odd: str) -> None:
    """Signed and taken with 200 also when it comes again; the texts around it are in the conversation, each once."""
    around = message(1, "Hello there"), {**message(2, "Odd"), **ODD[odd]}, message(3, "Is breakfast included?")
    body = webhook(*around)
    for _ in range(2):
        answer = await server.http.post(PATH, content=body, headers=signed(body))
        assert answer.status_code == 200, answer.text
        await quiet(server)
    assert answer.json() == {"new": 0}
    texts = [m.content for one in await conversations(server) for m in one if m.type == "human"]
    assert [texts.count(one) for one in ("Hello there", "Is breakfast included?")] == [1, 1]
    assert texts.count({"half a character": "Half ", "form": "Sent"}.get(odd, "-")) == (
        odd in ("half a character", "form")
    )


@pytest.mark.parametrize(
    "value", [5, None, [], {"messages": 5}, {"messages": [5, None, "x"], "metadata": {"phone_number_id": "1066"}}]
)
async def test_what_is_no_message_is_passed_over(server: Any, value: Any) -> None:
    """A change in another form beside a good one, a number of five thousand digits, bytes that are no text."""
    event = json.loads(webhook(message(1, "Hello there")))
    event["entry"][0]["changes"].insert(0, {"field": "messages", "value": value})
    event["entry"] += [5, {"changes": [None, 5]}]
    body = json.dumps(event).encode().replace(b"waba", b"\xff")[:-1] + b', "n": ' + b"9" * 5000 + b"}"
    assert (await server.http.post(PATH, content=body, headers=signed(body))).json() == {"new": 1}
    await quiet(server)


async def test_what_is_left_out_is_logged_without_who_and_what(server: Any, caplog: pytest.LogCaptureFixture) -> None:
    """The kind of the message is told, neither words nor a number."""
    await post(server, {**message(1, "My words"), "from": ""})
    assert "has no sender" in caplog.text
    assert "My words" not in caplog.text


@pytest.mark.parametrize("text", ["👍", "👍🏽", "❤️ 🙏", "👨‍👩‍👧", "🇬🇧"])
async def test_pictures_alone_want_no_answer(server: Any, meta: Any, text: str) -> None:
    """They are no turn either; with a word, or as the digit of an option, they are a message."""
    await post(server, message(1, text))
    await quiet(server)
    assert not meta.sent
    assert not any(m.content == text for one in await conversations(server) for m in one)
    await post(server, message(2, f"{text} ok"), message(3, "1️⃣"))
    await quiet(server)
    assert meta.sent


async def test_no_file_has_what_a_guest_wrote_before_the_arrival(
    running: Any, meta: Any, service: Any, tmp_path: Path
) -> None:
    """Neither while the message waits nor afterwards; staff read it in the queue, and the reply names no number."""
    house = Path(str(files("tripintent.tools.services.demonstration"))) / "accommodations.yaml"
    async with running(web=web(service[1]), session={"service": house}) as client:
        await post(
            client, message(1, "I want to check in online, booking PW-20431, Marlowe Quillfeather, passport C01X00T47")
        )
        for _ in range(2):
            kept = {
                path.name: bytes_in([path])
                for path in await asyncio.to_thread(lambda: [*tmp_path.iterdir()])
                if path.is_file()
            }
            assert any(name.endswith(".web.db") for name in kept), sorted(kept)
            found = [
                (n, w)
                for n, body in kept.items()
                for w in ("Quillfeather", "C01X00T47", "PW-20431")
                if w.encode() in body
            ]
            assert found == []
            await quiet(client)
        assert "passed on" in meta.sent[0][1]
        [asked] = (await client.http.get("/api/desk/queue")).json()["requests"]
        assert "Quillfeather, passport C01X00T47" in asked["request"]["text"]


async def test_two_quick_messages_of_a_guest_are_one_conversation_and_each_counts_once(server: Any, meta: Any) -> None:
    """In their order, with the channel's own ids and times stored beside the words; another guest has their own."""
    first, second = (
        message(1, "Flights from Munich to Lisbon, one adult"),
        message(2, "on 4 March 2027, one way, no hotel"),
    )
    assert await post(server, first, second) == {"new": 2}
    assert await post(server, first) == {"new": 0}
    assert await post(server, message(3, "Guten Tag", "447700900002")) == {"new": 1}
    await quiet(server)
    assert await post(server, second) == {"new": 0}
    await quiet(server)
    [one, other] = sorted(await conversations(server), key=len, reverse=True)
    asked = [m for m in one if m.type == "human"]
    assert [(m.content, m.id) for m in asked] == [(f["text"]["body"], f"whatsapp:{f['id']}") for f in (first, second)]
    received = asked[0].additional_kwargs["received"]
    assert (received["channel"], received["message_id"]) == ("whatsapp", "wamid.1")
    assert received["sent_at"].startswith("2026-09-21T")
    told = [text for to, text in meta.sent if to == "447700900001"]
    assert told == [m.content for m in one if m.type == "ai" and m.content]
    assert len(told) >= 2
    assert len([m for m in other if m.type == "human"]) == 1


async def test_a_reply_that_did_not_arrive_is_sent_again(
    server: Any, meta: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """After a broken answer at once; neither key nor number nor words are in a log."""
    meta.faults.extend([500, 429])
    await post(server, message(1, "Hello"))
    await quiet(server)
    assert meta.sent
    assert not meta.faults
    assert not any(secret in caplog.text for secret in (whatsapp.TOKEN, whatsapp.APP_SECRET, "447700900001"))


async def test_what_a_crash_left_is_answered_by_the_next_server(running: Any, meta: Any, service: Any) -> None:
    """The service was away through all attempts: the reply is written once, and sent later."""
    async with running(web=web(service[1], whatsapp_token="expired")) as client:
        await post(client, message(1, "Hello"))
        await quiet(client)
        assert not meta.sent
        [before] = await conversations(client)
        await client.app.state.correspondence._inbox.leave(await guest(client))
    async with running(web=web(service[1])) as client:
        client.app.state.correspondence.wake(await guest(client))
        await quiet(client)
        assert [m.id for m in (await conversations(client))[0]] == [m.id for m in before]
    assert [text for _, text in meta.sent] == [m.content for m in before if m.type == "ai"]


async def guest(client: Any) -> str:
    graph = client.app.state.web.session.graph
    async for one in graph.checkpointer.alist(None):
        return one.config["configurable"]["thread_id"]
    raise AssertionError("nobody wrote")


async def test_a_picture_is_answered_in_words_and_its_words_are_read(server: Any, meta: Any) -> None:
    """What has no words is no turn; what has some is one, with the facts of the picture beside it."""
    picture = {"id": "media1", "mime_type": "image/jpeg", "sha256": "abc="}
    await post(server, message(1, "", type="image", image=picture))
    await quiet(server)
    assert [text for _, text in meta.sent]
    assert "only read words" in meta.sent[0][1]
    await post(server, message(2, "", type="image", image={**picture, "caption": "Flights from Munich to Lisbon"}))
    await quiet(server)
    [said] = [m for m in (await conversations(server))[0] if m.type == "human"]
    assert said.content == "Flights from Munich to Lisbon"
    assert said.additional_kwargs["received"]["media"] == {
        "kind": "image",
        "media_id": "media1",
        "mime_type": "image/jpeg",
        "sha256": "abc=",
    }


async def test_an_approval_is_a_link_and_its_outcome_is_told(server: Any, meta: Any) -> None:
    """What is decided on the page behind the link is told on the channel, without a word of the guest."""
    wish = "Munich to Lisbon March 4-8, one adult"
    people = "Anna Muster, born 12 April 1990, anna@example.org, +49 151 23456789"
    for number, text in enumerate((wish, "1", "hold", people)):
        await post(server, message(number, text))
        await quiet(server)
    link = meta.sent[-1][1].split()[-1]
    assert link.startswith("https://desk.example.org/approve/")
    before, path = len(meta.sent), link.removeprefix("https://desk.example.org")
    waits = next(iter((await server.http.get("/api/approvals")).json()))["approval"]
    assert (await server.http.get(path)).status_code == 200
    decided = await server.decide(waits["approval_id"], "reject")
    assert decided.status_code == 200, decided.text
    await quiet(server)
    assert len(meta.sent) > before


@pytest.mark.parametrize("left_out", ["whatsapp_token", "whatsapp_app_secret", "whatsapp_verify", "public_url"])
def test_a_setting_that_is_missing_is_named(left_out: str) -> None:
    """And nothing of the others is told."""
    with pytest.raises(ValueError, match=f"TRIPINTENT_HTTP_{left_out.upper()}") as refused:
        WebSettings(_env_file=None, **web("http://localhost", **{left_out: ""}))
    assert whatsapp.TOKEN not in str(refused.value)
    assert whatsapp.APP_SECRET not in str(refused.value)


def test_a_long_reply_is_cut_between_words(service: Any) -> None:
    """Nothing is lost, and each part is as long as the channel takes."""
    channel = channels_of(WebSettings(_env_file=None, **web(service[1])))["whatsapp"]
    text = " ".join(f"word{n}" for n in range(2000))
    assert " ".join(channel.parts(text)) == text
    assert all(len(part) <= 4096 for part in channel.parts(text))
    assert channel.parts("x" * 5000)[1] == "x" * 904


@pytest.mark.parametrize("named_in", ["messages", "contacts"])
async def test_a_guest_with_a_username_is_answered(server: Any, meta: Any, named_in: str) -> None:
    """Such a guest has a user id and no number: it is who they are, and where the reply goes."""
    user = f"GB.{'1349120865530274191' * 6}"
    one = message(1, "Hello") | ({"from_user_id": user} if named_in == "messages" else {})
    del one["from"]
    contacts = [{"profile": {"username": "ann"}, "user_id": user}] if named_in == "contacts" else []
    body = webhook(one, contacts=contacts)
    assert (await server.http.post(PATH, content=body, headers=signed(body))).json() == {"new": 1}
    await quiet(server)
    assert {to for to, _ in meta.sent} == {user}
