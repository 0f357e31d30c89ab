"""What keeps a browser, a stranger's page and a clumsy client in bounds."""

import re

import pytest

from tripintent.app.http.guards import CONTENT_POLICY


async def test_every_answer_carries_the_security_headers(client):
    """Pages, data, refusals and pictures forbid framing, sniffing and foreign or inline scripts."""
    for path in ("/", "/approvals", "/page/chat.js", "/api/threads", "/api/threads/nope", "/nowhere", "/approve/x"):
        headers = (await client.http.get(path)).headers
        policy = re.sub(r" 'sha256-[^']+'", "", headers["content-security-policy"], count=1)  # a page's import map
        assert policy == CONTENT_POLICY
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers
    assert "unsafe" not in CONTENT_POLICY


async def test_a_foreign_page_cannot_send_commands(client):
    """A POST from another origin is refused, and CORS gives nothing away by default."""
    headers = {"origin": "https://evil.example"}
    sent = await client.http.post("/api/threads", headers=headers)
    asked = await client.http.options("/api/threads", headers={**headers, "access-control-request-method": "POST"})
    read = await client.http.get("/api/threads", headers=headers)
    assert (sent.status_code, "TRIPINTENT_HTTP_CORS_ORIGINS" in sent.json()["detail"]) == (403, True)
    assert all("access-control-allow-origin" not in answer.headers for answer in (sent, asked, read))


async def test_the_servers_own_page_may(client):
    """The page's own origin is let through, and so is a client that is no page."""
    assert (await client.http.post("/api/threads", headers={"origin": "http://localhost"})).status_code == 201
    assert (await client.http.post("/api/threads")).status_code == 201


async def test_a_listed_origin_may(running):
    """CORS can be opened for named pages, and for those only."""
    async with running(web={"cors_origins": ("https://desk.example",), "open": True}) as client:
        for origin, status in (("https://desk.example", 201), ("https://evil.example", 403)):
            assert (await client.http.post("/api/threads", headers={"origin": origin})).status_code == status


async def test_a_rebound_name_is_refused(client):
    """A request whose Host is not this server (DNS rebinding) gets nothing."""
    for host in ("evil.example", "localhost.evil.example", "[::1", ""):
        assert (await client.http.get("/api/threads", headers={"host": host})).status_code == 421


async def test_a_body_over_the_limit_is_refused(client):
    """Too large a body is 413, by its declared length or by what arrives."""
    thread = await client.begin()

    async def endless():
        for _ in range(400):
            yield b"x" * 1_000

    path = f"/api/threads/{thread}/messages"
    declared = await client.http.post(path, content=b"x" * 400_000, headers={"content-type": "application/json"})
    arriving = await client.http.post(path, content=endless(), headers={"content-type": "application/json"})
    assert (declared.status_code, arriving.status_code) == (413, 413)


async def test_too_many_commands_are_slowed_down(running):
    """Over the rate a command is 429 with when to come back; reading goes on."""
    async with running(web={"writes_per_minute": 8}) as client:
        answers = [await client.http.post("/api/threads") for _ in range(5)]
        assert [a.status_code for a in answers] == [201, 201, 429, 429, 429]
        wait = answers[-1].headers["retry-after"]
        assert int(wait) >= 1
        assert answers[-1].json()["retryAfter"] == int(wait)
        assert (answers[-1].json()["title"], answers[-1].json()["detail"]) == (
            "rate_limit_exceeded",
            f"That is too often; try again in {wait} s.",
        )
        assert (await client.http.get("/api/threads")).status_code == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 422),
        (b'{"text": 7}', 422),
        (b'{"text": ""}', 422),
        (b"[]", 422),
        (b'{"text": "\\u0000\\u0001"}', 422),
        (b'{"text": "\\ud800"}', 422),
        (b"\xff\xfe", 422),
    ],
)
async def test_what_cannot_be_read_is_refused_as_a_problem(client, body, status):
    """Broken JSON, wrong types and unreadable text are refused as problem+json, and the thread stays unknown."""
    thread = await client.begin()
    headers = {"content-type": "application/json"}
    answer = await client.http.post(f"/api/threads/{thread}/messages", content=body, headers=headers)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert {"title", "status", "detail"} <= answer.json().keys()
    assert (await client.http.get("/api/threads")).json() == []


async def test_an_unforeseen_failure_says_nothing_of_itself(client, monkeypatch):
    """A bug is a 500 without a trace of its inside."""

    async def broken(*_, **__):
        raise RuntimeError("password=hunter2")

    monkeypatch.setattr(type(client.app.state.web.session), "pending", broken)
    answer = await client.http.get("/api/approvals")
    assert answer.status_code == 500
    assert "hunter2" not in answer.text


async def test_files_of_the_page_are_served_and_nothing_else(client):
    """Only the page's own files are there; templates and other files of the package are not."""
    for path, status in (
        ("chat.js", 200),
        ("tokens.css", 200),
        ("figtree.woff2", 200),
        ("approver.html", 404),
        ("__init__.py", 404),
        ("..%2fcompose.py", 404),
    ):
        assert (await client.http.get(f"/page/{path}")).status_code == status


async def test_too_many_looks_are_slowed_down_too(running):
    """A look costs work as well; a command still goes through, and so does the health check."""
    async with running(web={"reads_per_minute": 8}) as client:
        answers = [(await client.http.get("/api/threads")).status_code for _ in range(4)]
        assert answers == [200, 200, 429, 429]
        assert (await client.http.post("/api/threads")).status_code == 201
        assert (await client.http.get("/healthz")).status_code == 200


async def test_a_document_with_too_much_is_refused_at_the_door(client):
    """2,500 legs in 205 kB: 413 with the number, before anything is stored."""
    thread = await client.begin()
    event = {"type": "INTENT_READY", "trip_intent": {"itinerary": {"segments": [{"origin": "JFK"}] * 2500}}}
    answer = await client.http.post(f"/api/threads/{thread}/events", json=event)
    assert (answer.status_code, answer.json()["title"]) == (413, "too_much")
    assert "2,500 legs" in answer.json()["detail"]


CALENDAR = "BEGIN:VCALENDAR\nVERSION:2.0\n{}END:VCALENDAR\n"
DINNER = "BEGIN:VEVENT\nUID:{n}\nSUMMARY:Dinner {n}\nDTSTART:202706{day:02d}T{hour:02d}0000Z\nEND:VEVENT\n"


def dinners(first, last):
    return CALENDAR.format("".join(DINNER.format(n=n, day=n % 28 + 1, hour=n // 28) for n in range(first, last)))


@pytest.mark.parametrize(
    "text",
    [dinners(0, 300), '{"segments": [' + ", ".join(['{"type": "ACTIVITY", "name": "Walk"}'] * 300) + "]}"],
    ids=["a calendar", "a plan"],
)
async def test_an_import_with_too_much_is_refused_and_nothing_of_it_taken(client, text):
    """Comparing what comes in with what is there costs their product: 1,200 events in 139 kB once took a minute of the loop."""
    thread = await client.begin()
    await client.http.post(f"/api/threads/{thread}/messages", json={"text": "Boston to Lisbon June 14-21"})
    path = f"/api/threads/{thread}/itinerary"
    answer = await client.http.post(f"{path}/import", json={"text": text})
    assert (answer.status_code, answer.json()["title"]) == (413, "too_much")
    assert "up to 200 things" in answer.json()["detail"]
    assert (await client.http.get(path)).json()["segments"] == []


async def test_imports_one_after_the_other_make_no_plan_without_end(client):
    """What is there counts as well."""
    thread = await client.begin()
    await client.http.post(f"/api/threads/{thread}/messages", json={"text": "Boston to Lisbon June 14-21"})
    path = f"/api/threads/{thread}/itinerary"
    codes = [
        (await client.http.post(f"{path}/import", json={"text": dinners(n, n + 110)})).status_code for n in (0, 200)
    ]
    assert codes == [200, 413]
    assert len((await client.http.get(path)).json()["segments"]) == 110


async def test_changes_of_a_plan_are_limited_as_every_command_is(running):
    """Import, tools and undo take from the same bucket as words do."""
    async with running(web={"writes_per_minute": 4}) as client:
        thread = await client.begin()
        for what in ("import", "tools/get_itinerary", "undo"):
            answer = await client.http.post(f"/api/threads/{thread}/itinerary/{what}", json={"text": "nothing"})
            assert answer.status_code == 429
