"""A desk behind the server: the organisation on the page, the staff's queue and who may see it."""

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from importlib.resources import files
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from langchain_core.messages import HumanMessage
from pydantic import SecretStr

from tripintent.app.http.branding import brand_files
from tripintent.app.http.server import create_app
from tripintent.app.http.web_settings import WebSettings
from tripintent.app.settings import Settings
from tripintent.tools.services.reading import read_service

HOUSES = Path(str(files("tripintent.tools.services.demonstration")))
TOKENS = {SecretStr("the-token-of-gina"): "gina", SecretStr("the-token-of-sam"): "sam"}
GINA, SAM = ({"authorization": f"Bearer the-token-of-{name}"} for name in ("gina", "sam"))


@pytest.fixture
async def desk(tmp_path) -> AsyncIterator[tuple[httpx.AsyncClient, FastAPI]]:
    """Gina is a guest, Sam is staff; a client, and the server it talks to."""
    text = (HOUSES / "accommodations-guest-journey.yaml").read_text("utf-8") + 'colour: "#e91e63"\n'
    (tmp_path / "house.yaml").write_text(text, "utf-8")
    (tmp_path / "accommodations-guest-journey").mkdir()
    settings = Settings(db=tmp_path / "t.db", service=tmp_path / "house.yaml")
    async with AsyncExitStack() as stack:
        app = create_app(settings, WebSettings(tokens=TOKENS, staff=("sam",)))
        await stack.enter_async_context(app.router.lifespan_context(app))
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        client = httpx.AsyncClient(transport=transport, base_url="http://localhost")
        yield await stack.enter_async_context(client), app


@pytest.fixture
def http(desk) -> httpx.AsyncClient:
    """A client of the desk."""
    return desk[0]


async def _said(http: httpx.AsyncClient, text: str) -> tuple[str, dict]:
    thread = (await http.post("/api/threads", headers=GINA)).json()["thread_id"]
    answer = await http.post(f"/api/threads/{thread}/messages", json={"text": text}, headers=GINA)
    assert answer.status_code == 200, answer.text
    return thread, answer.json()


async def test_a_guest_is_answered_by_staff_in_the_queue(http):
    """Who waits is in the queue with the summary; the answer is in the guest's conversation, with the name of who gave it."""
    thread, turn = await _said(http, "I want to speak to the manager, please")
    assert turn["pending"] is None
    queue = (await http.get("/api/desk/queue", headers=SAM)).json()
    (line,) = queue["handed_over"]
    assert line["thread_id"] == thread
    assert "manager" in line["handoff"]["summary"]
    answer = {"text": "I am on my way."}
    told = await http.post(f"/api/desk/queue/{thread}/answer", json=answer, headers=SAM)
    assert told.json() == {"messages": ["sam: I am on my way."]}
    view = (await http.get(f"/api/threads/{thread}", headers=GINA)).json()
    assert view["messages"][-1]["text"] == "sam: I am on my way."
    assert (await http.get("/api/desk/queue", headers=SAM)).json()["handed_over"] == []
    again = await http.post(f"/api/desk/queue/{thread}/answer", json=answer, headers=SAM)
    assert (again.status_code, again.json()["title"]) == (409, "nothing_pending")


async def test_staff_see_who_waits_since_when_and_what_was_said_last(http):
    """The guest's name, the last lines with who said them, and the server's time; requests have them, too."""
    thread, _ = await _said(http, "I want to speak to the manager, please")
    await http.post(f"/api/threads/{thread}/messages", json={"text": "Two towels to room 12, please"}, headers=GINA)
    queue = (await http.get("/api/desk/queue", headers=SAM)).json()
    for line in (*queue["handed_over"], *queue["requests"]):
        assert line["guest"] == "gina"
        assert line["opened_at"] <= queue["now"]
        assert len(line["last_lines"]) == 4
        assert {"who": "guest", "text": "Two towels to room 12, please"} in line["last_lines"]
        assert {one["who"] for one in line["last_lines"]} == {"guest", "agent"}


async def test_done_without_words_tells_the_guest_and_leaves_the_queue(http):
    """A hand-off and a request, with the name of who closed it."""
    thread, _ = await _said(http, "I want to speak to the manager, please")
    told = await http.post(f"/api/desk/queue/{thread}/answer", json={"text": "  "}, headers=SAM)
    assert told.json() == {"messages": ["sam: This has been taken care of."]}
    thread, _ = await _said(http, "Could you bring two towels to room 12, please")
    (line,) = (await http.get("/api/desk/queue", headers=SAM)).json()["requests"]
    path = f"/api/desk/queue/{thread}/requests/{line['request_id']}/close"
    assert (await http.post(path, json={}, headers=SAM)).json() == {"messages": ["sam: This has been taken care of."]}
    queue = (await http.get("/api/desk/queue", headers=SAM)).json()
    assert (queue["handed_over"], queue["requests"]) == ([], [])


async def test_a_request_is_closed_once_and_the_guest_is_told(http):
    """By staff only; others of the conversation stay, and it goes on as before."""
    thread, _ = await _said(http, "Could you bring two towels to room 12, please")
    say = {"text": "The towels are at your door."}
    await http.post(f"/api/threads/{thread}/messages", json={"text": "Could you bring a pillow, too?"}, headers=GINA)
    towels, *others = (await http.get("/api/desk/queue", headers=SAM)).json()["requests"]
    assert others
    path = f"/api/desk/queue/{thread}/requests/{towels['request_id']}/close"
    assert (await http.post(path, json=say, headers=GINA)).status_code == 403
    told = await http.post(path, json=say, headers=SAM)
    assert told.json() == {"messages": ["sam: The towels are at your door."]}
    again = await http.post(path, json=say, headers=SAM)
    assert (again.status_code, again.json()["title"]) == (409, "nothing_pending")
    left = (await http.get("/api/desk/queue", headers=SAM)).json()["requests"]
    assert [one["request_id"] for one in left] == [one["request_id"] for one in others]
    view = (await http.get(f"/api/threads/{thread}", headers=GINA)).json()
    assert view["messages"][-1]["text"] == "sam: The towels are at your door."
    asked = {"text": "When is breakfast?"}
    assert (await http.post(f"/api/threads/{thread}/messages", json=asked, headers=GINA)).json()["messages"]


async def test_a_request_is_not_closed_over_a_question_that_waits(http):
    """The guest still waits for a person, and the request is still there."""
    thread, _ = await _said(http, "Could you bring two towels to room 12, please")
    wish = {"text": "I want to speak to the manager, please"}
    await http.post(f"/api/threads/{thread}/messages", json=wish, headers=GINA)
    before = (await http.get("/api/desk/queue", headers=SAM)).json()
    path = f"/api/desk/queue/{thread}/requests/{before['requests'][0]['request_id']}/close"
    refused = await http.post(path, json={"text": "Done."}, headers=SAM)
    assert (refused.status_code, refused.json()["title"]) == (409, "stale_answer")
    after = (await http.get("/api/desk/queue", headers=SAM)).json()
    assert (after["handed_over"], after["requests"]) == (before["handed_over"], before["requests"])
    assert before["handed_over"]


async def test_no_number_of_strangers_pushes_a_guest_out_of_the_queue(desk):
    """A hand-over and a request, then 505 later conversations: both are still there, and a stranger's hand-over is behind."""
    http, app = desk
    ill, _ = await _said(http, "I feel very ill and need a doctor")
    towels, _ = await _said(http, "Could you bring two towels to room 12, please")
    session = app.state.web.session
    for number in range(505):
        hi = {"messages": [HumanMessage(content="hi", id=f"m{number}")]}
        await session.graph.aupdate_state(session.config(f"stranger-{number}"), hi, as_node="__input__")
    late, _ = await _said(http, "I want to speak to the manager, please")
    queue = (await http.get("/api/desk/queue", headers=SAM)).json()
    assert [one["thread_id"] for one in queue["handed_over"]] == [ill, late]
    assert "very ill" in queue["handed_over"][0]["handoff"]["summary"]
    assert [one["thread_id"] for one in queue["requests"]] == [towels]
    assert queue["more"] == ""
    first = (await http.get("/api/desk/queue?limit=1", headers=SAM)).json()
    assert [one["thread_id"] for one in first["handed_over"]] == [ill]
    rest = (await http.get("/api/desk/queue", params={"after": first["more"]}, headers=SAM)).json()
    assert [one["thread_id"] for one in (*rest["handed_over"], *rest["requests"])] == [late, towels]
    assert (await http.get("/api/desk/queue?after=x", headers=SAM)).status_code == 422


async def test_a_turn_that_was_cut_off_waits_in_the_queue_once_and_can_be_answered(desk, monkeypatch):
    """The process ended after the row was written: staff see the guest, their answer first brings the turn to its end."""
    http, app = desk
    session = app.state.web.session
    open_row, calls = session.ports.staff_queue.open, []

    async def cut(*given):
        await open_row(*given)
        calls.append(given)
        if len(calls) == 1:
            raise RuntimeError("the process ends here")

    monkeypatch.setattr(session.ports.staff_queue, "open", cut)
    thread = (await http.post("/api/threads", headers=GINA)).json()["thread_id"]
    said = {"text": "I feel very ill and need a doctor"}
    assert (await http.post(f"/api/threads/{thread}/messages", json=said, headers=GINA)).status_code == 500
    (line,) = (await http.get("/api/desk/queue", headers=SAM)).json()["handed_over"]
    assert line["thread_id"] == thread
    told = await http.post(f"/api/desk/queue/{thread}/answer", json={"text": "I am on my way."}, headers=SAM)
    assert told.json() == {"messages": ["sam: I am on my way."]}
    assert len(calls) == 2
    assert (await http.get("/api/desk/queue", headers=SAM)).json()["handed_over"] == []
    view = (await http.get(f"/api/threads/{thread}", headers=GINA)).json()
    assert view["messages"][-1]["text"] == "sam: I am on my way."


async def test_a_wait_for_a_person_is_no_crash(http):
    """The view, the turn and the list say who is waited for; nothing is to go on with; the words for staff are not told."""
    thread, turn = await _said(http, "I want to speak to the manager, please")
    assert turn["staff"]["to"] == "the desk"
    assert set(turn["staff"]) == {"to", "staffed"}
    for said in (None, "When is breakfast?"):
        if said:
            beside = await http.post(f"/api/threads/{thread}/messages", json={"text": said}, headers=GINA)
            assert beside.json()["staff"] == turn["staff"]
        view = (await http.get(f"/api/threads/{thread}", headers=GINA)).json()
        assert (view["staff"], view["cut_off"], view["working"]) == (turn["staff"], False, False)
        (line,) = (await http.get("/api/threads", headers=GINA)).json()
        assert (line["waits_for_staff"], line["waits"]) == (True, False)
    going_on = await http.post(f"/api/threads/{thread}/continue", headers=GINA)
    assert (going_on.status_code, going_on.json()["title"]) == (409, "nothing_to_continue")
    await http.post(f"/api/desk/queue/{thread}/answer", json={"text": "I am here."}, headers=SAM)
    view = (await http.get(f"/api/threads/{thread}", headers=GINA)).json()
    assert (view["staff"], view["cut_off"]) == (None, False)


async def test_a_wait_for_a_person_is_a_state_of_its_own_over_agui(http, shared_states):
    """No interrupt that a guest could answer in the staff's place; words meanwhile are answered, not dropped."""

    async def run(thread: str, *texts: str) -> list[dict]:
        said = [{"id": text, "role": "user", "content": text} for text in texts]
        body = {"threadId": thread, "runId": "r", "state": {}, "messages": said, "tools": [], "context": []}
        answer = await http.post("/agui", json={**body, "forwardedProps": {}}, headers=GINA)
        assert answer.status_code == 200, answer.text
        lines = answer.text.split("\n")
        return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]

    def state(events: list[dict]) -> dict:
        return shared_states(events)[-1]["staff"]

    thread = "8b0f6c1e7a5d4f0d9a0c"
    for texts in (("I want to speak to the manager, please",), ("When is breakfast?",), ()):
        events = await run(thread, *texts)
        assert state(events)["to"] == "the desk"
        assert (events[-1]["type"], events[-1].get("outcome", {}).get("type")) in (
            ("RUN_FINISHED", None),
            ("RUN_FINISHED", "success"),
        )
        if texts:
            assert any(one["type"] == "TEXT_MESSAGE_CONTENT" for one in events), texts
    await http.post(f"/api/desk/queue/{thread}/answer", json={"text": "I am here."}, headers=SAM)
    events = await run(thread)
    assert state(events) is None
    assert "sam: I am here." in json.dumps(events)


async def test_guests_see_no_queue_and_answer_no_one(http):
    """Neither their own line nor anybody's; and without a token there is nothing."""
    thread, _ = await _said(http, "I want to speak to the manager, please")
    for headers, status in ((GINA, 403), ({}, 401)):
        assert (await http.get("/api/desk/queue", headers=headers)).status_code == status
        answer = await http.post(f"/api/desk/queue/{thread}/answer", json={"text": "Free champagne"}, headers=headers)
        assert answer.status_code == status
    unknown = await http.post("/api/desk/queue/none/answer", json={"text": "x"}, headers=SAM)
    assert unknown.status_code == 404


async def test_the_page_wears_the_organisation(http):
    """Its name, its colour, its greeting in six languages, and questions of its own; the pages load them."""
    script = (await http.get("/page/brand.js")).text
    service = read_service(HOUSES / "accommodations-guest-journey.yaml")
    assert service.name in script
    assert service.functions_examples[0].input in script
    assert '"stay": true' in script
    assert "--accent:" in (await http.get("/page/brand.css")).text
    for page in ("/", "/staff", "/approvals"):
        assert "/page/brand.css" in (await http.get(page)).text


@pytest.mark.parametrize("colour", ["#ffee00", "#e91e63", "#000000", "#ffffff", "#0c625b"])
def test_words_in_the_organisations_colour_can_be_read(colour):
    """Whatever colour is chosen: 4.5 to 1 at least by day and by night, and so are the words on a button."""
    service = read_service(HOUSES / "restaurant.yaml").model_copy(update={"colour": colour})
    by_day, by_night = brand_files(service)["brand.css"].decode().split("@media", 1)
    for style, behind in ((by_day, "#ffffff"), (by_night, "#1a1d1a")):
        accent, ink = (_token(style, name) for name in ("accent", "on-accent"))
        assert _contrast(accent, behind) >= 4.5
        assert _contrast(accent, ink) >= 4.5


def _token(style: str, name: str) -> str:
    return style.split(f"--{name}: ")[1].split(";", maxsplit=1)[0]


def _contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("words", ["When is breakfast?", "I want to speak to the manager, please"])
async def test_an_import_goes_into_a_conversation_that_the_desk_began(http, words):
    """Also while a person is waited for, who still answers afterwards."""
    thread, _ = await _said(http, words)
    mail = {"text": "Flight LH 1234 on 8 April 2027, 11:25 – 13:40, MUC to LIS", "anyway": True}
    taken = await http.post(f"/api/threads/{thread}/itinerary/import", json=mail, headers=GINA)
    assert taken.status_code == 200, taken.text
    assert len(taken.json()["added"]) == 1
    view = (await http.get(f"/api/threads/{thread}", headers=GINA)).json()
    assert not view["cut_off"]
    if "manager" in words:
        told = await http.post(f"/api/desk/queue/{thread}/answer", json={"text": "Here I am."}, headers=SAM)
        assert told.json() == {"messages": ["sam: Here I am."]}
    again = await http.post(f"/api/threads/{thread}/messages", json={"text": "When is breakfast?"}, headers=GINA)
    assert again.json()["messages"]
