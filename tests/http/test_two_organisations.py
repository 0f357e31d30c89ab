"""The same user name in two organisations: two people, at every door. The doors list themselves."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from mcp import Client as McpClient
from mcp import MCPError
from tests.acts import cancel

from tripintent.app.http.users import User
from tripintent.app.incoming import Answer
from tripintent.app.mcp.serve import build_server
from tripintent.app.user_session import UserSession
from tripintent.state.context import TripContext
from tripintent.state.wishes import PolicyRules

OURS, THEIRS = "acme", "umbrella"
HIDDEN = ("unknown_thread", "unknown_approval")
MAIL = "Your flight LH 1234 on 4 March 2027, Munich (MUC) 11:25 to Lisbon (LIS) 13:40. Booking code ABCDEF."
YES = {
    "decisions": [
        {"type": "approve", "args": {"by": "boss", "organisation": OURS, "confirmations": ["entry_documents"]}}
    ]
}


class Victim(NamedTuple):
    """What belongs to dora of the first organisation."""

    thread: str
    trip: str
    approval: str
    interrupt: str
    grant: str


class Door(NamedTuple):
    """How a route is tried. ``refused`` are the codes that a stranger may get; none where everybody has an own answer."""

    body: Callable[[Victim], Any] | None = None
    headers: Callable[[Victim], dict[str, str]] | None = None
    refused: tuple[str, ...] = ()


def agui(victim: Victim, **fields: Any) -> dict[str, Any]:
    empty = {"state": {}, "messages": [], "tools": [], "context": [], "forwardedProps": {}}
    return {"threadId": victim.thread, "runId": str(uuid4()), **empty, **fields}


def answered(victim: Victim) -> dict[str, Any]:
    return agui(victim, resume=[{"interruptId": victim.interrupt, "status": "resolved", "payload": YES}])


def words(text: str) -> Callable[[Victim], Any]:
    return lambda _: {"text": text}


def _hidden(body: Callable[[Victim], Any] | None = None) -> Door:
    return Door(body, refused=HIDDEN)


THREAD = "/api/threads/{thread_id}"
DOORS: dict[str, Door] = {
    "GET /api/threads": Door(),
    "POST /api/threads": _hidden(lambda v: {"trip_id": v.trip}),
    f"GET {THREAD}": _hidden(),
    f"DELETE {THREAD}": _hidden(),
    f"POST {THREAD}/stop": _hidden(),
    f"GET {THREAD}/trip": _hidden(),
    f"GET {THREAD}/options": _hidden(),
    f"GET {THREAD}/audit": _hidden(),
    f"POST {THREAD}/messages": _hidden(words("hello")),
    f"POST {THREAD}/events": _hidden(lambda _: {"type": "USER_RELEASES_HOLD"}),
    f"POST {THREAD}/calls": _hidden(lambda _: {"name": "release_hold"}),
    "DELETE /api/me": Door(),
    "GET /api/tools": Door(),
    f"POST {THREAD}/continue": _hidden(),
    f"GET {THREAD}/pictures/{{name}}.svg": _hidden(),
    f"GET {THREAD}/exports/{{form}}": _hidden(),
    f"GET {THREAD}/grants": _hidden(),
    f"POST {THREAD}/grants": _hidden(lambda _: {"subject": "eve", "role": "assistant"}),
    f"DELETE {THREAD}/grants/{{grant_id}}": _hidden(),
    f"POST {THREAD}/links": _hidden(),
    f"GET {THREAD}/itinerary": _hidden(),
    f"GET {THREAD}/itinerary/findings": _hidden(),
    f"POST {THREAD}/itinerary/tools/{{tool}}": _hidden(lambda _: {}),
    f"POST {THREAD}/itinerary/import": _hidden(lambda _: {"text": MAIL, "anyway": True}),
    f"POST {THREAD}/itinerary/import/file": _hidden(lambda _: MAIL.encode()),
    f"POST {THREAD}/itinerary/{{step}}": _hidden(),
    f"GET {THREAD}/documents": _hidden(),
    f"POST {THREAD}/documents": _hidden(lambda _: {"documents": ["checklist"]}),
    f"POST {THREAD}/documents/changes": _hidden(lambda _: {"op": "add", "text": "sun cream"}),
    f"GET {THREAD}/documents/{{kind}}/exports/{{form}}": _hidden(),
    "GET /api/approvals": Door(),
    "GET /api/approvals/{approval_id}": _hidden(),
    "POST /api/approvals/{approval_id}/decision": _hidden(
        lambda _: {"decision": "approve", "confirmations": ["entry_documents"]}
    ),
    "GET /api/me": Door(),
    "GET /api/policy": Door(),
    "PUT /api/policy": Door(lambda _: {"approver": "boss", "max_stops": 0}),
    "GET /api/desk/queue": Door(),
    "POST /api/desk/queue/{thread_id}/answer": _hidden(words("We are coming.")),
    "POST /api/desk/queue/{thread_id}/requests/{request_id}/close": _hidden(words("Done.")),
    "POST /api/webhooks/{supplier}": Door(lambda _: {}, refused=("unknown_supplier",)),
    "GET /api/channels/{channel}": Door(refused=("unknown_channel",)),
    "POST /api/channels/{channel}": Door(lambda _: {}, refused=("unknown_channel",)),
    "POST /api/guests": Door(refused=("no_widget",)),
    "POST /agui": _hidden(answered),
    "GET /agui/schema": Door(),
    "GET /v1/models": Door(),
    "GET /v1/models/{model}": Door(),
    "POST /v1/chat/completions": Door(
        lambda _: {"messages": [{"role": "user", "content": "hello"}]},
        lambda v: {"x-conversation-id": v.thread},
        HIDDEN,
    ),
    "POST /v1/responses": Door(
        lambda v: {"input": "hello", "previous_response_id": f"resp_0123456789abcdef_{v.thread}"}, None, HIDDEN
    ),
    "GET /healthz": Door(),
    "GET /readyz": Door(),
}
"""Every route of the OpenAPI document. A new one that is not here fails the test."""


async def authenticate(request: Any) -> User | None:
    """A host's hook: ``x-user: name@organisation``. Everybody has every right there is, in their own organisation."""
    name, _, organisation = request.headers.get("x-user", "").partition("@")
    if not name:
        return None
    rights = {"staff": True, "approves_all": name == "boss", "administers": True}
    return User(user_id=name, context=TripContext(organisation=organisation, traveller=name), **rights)


@pytest.fixture
async def client(running: Any) -> Any:
    async with running(authenticate=authenticate, headers={"x-user": f"dora@{OURS}"}) as one:
        yield one


@pytest.fixture
async def victim(client: Any) -> Victim:
    """Dora's conversation, which waits for the approval of her organisation's boss."""
    await client.app.state.web.session.ports.policies.set(OURS, PolicyRules(approver="boss"))
    thread, pending = await client.waiting()
    made = await client.http.post(f"/api/threads/{thread}/grants", json={"subject": "eve", "role": "companion"})
    trip = (await client.http.get(f"/api/threads/{thread}/trip")).json()["trip_id"]
    return Victim(thread, trip, pending["approval_id"], pending["interrupt_id"], made.json()["grant_id"])


def _path(route: str, victim: Victim) -> str:
    kind = "itinerary" if "/documents/" in route else ""
    return route.format(
        thread_id=victim.thread, approval_id=victim.approval, grant_id=victim.grant, request_id="r1", name="route",
        form="html", tool="list_segments", step="undo", kind=kind, supplier="nobody", channel="nowhere", model="tripintent",
    )  # fmt: skip


async def _knock(client: Any, door: str, victim: Victim, who: str) -> Any:
    method, route = door.split(" ")
    how = DOORS[door]
    body = how.body(victim) if how.body else None
    sent = {"content": body} if isinstance(body, bytes) else {"json": body}
    headers = {"x-user": who, **(how.headers(victim) if how.headers else {})}
    return await client.http.request(method, _path(route, victim), headers=headers, **sent)


async def _standing(client: Any, victim: Victim) -> dict[str, Any]:
    """Return all that a stranger could have changed."""
    paths = ("", "/trip", "/audit", "/grants", "/documents", "/itinerary")
    seen = {path: (await client.http.get(f"/api/threads/{victim.thread}{path}")).json() for path in paths}
    policy = await client.app.state.web.session.ports.policies.rules(OURS)
    return {
        **seen,
        "policy": policy.rules.model_dump(mode="json"),
        "threads": (await client.http.get("/api/threads")).json(),
    }


async def test_the_same_name_in_another_organisation_finds_every_door_shut(client: Any, victim: Victim) -> None:
    """Neither dora nor boss of the other organisation reads, writes, approves, exports, imports or shares anything of dora's."""
    routes = client.app.openapi()["paths"]
    assert {f"{method.upper()} {path}" for path, methods in routes.items() for method in methods} == set(DOORS)
    before = await _standing(client, victim)
    for name in ("dora", "boss"):
        for door, how in DOORS.items():
            got = await _knock(client, door, victim, f"{name}@{THEIRS}")
            code = got.json()["title"] if got.status_code >= 400 else ""
            assert code in how.refused if how.refused else got.status_code in (200, 204), (name, door, got.text)
            # it says what was sent
            told = got.text.replace(victim.trip, "") if door == "POST /api/threads" else got.text
            leaked = [one for one in (*victim[:3], "Muster", "/approve/") if one in told]
            assert leaked == [], (name, door)
    assert await _standing(client, victim) == before


async def test_the_doors_are_open_to_whose_they_are(client: Any, victim: Victim) -> None:
    """The other half: what was refused above is the person, and not the request. Then their own boss approves, and it is bought."""
    for door in DOORS:
        if (
            "decision" in door
            or door == "DELETE /api/me"
            or "messages" in door
            or "events" in door
            or "calls" in door
            or "agui" in door
        ):
            continue  # they change what waits
        who = "boss" if "desk" in door or "/approvals" in door else "dora"
        got = await _knock(client, door, victim, f"{who}@{OURS}")
        assert got.status_code != 401, (door, got.text)
        assert got.status_code < 400 or got.json()["title"] not in HIDDEN, (door, got.text)
    [line] = (await client.http.get("/api/approvals", headers={"x-user": f"boss@{OURS}"})).json()
    assert (line["may_decide"], line["waits_for"], line["owner"]) == (True, "boss", "dora")
    asked = {"decision": "approve", "confirmations": list(line["approval"]["confirmations"])}
    url = f"/api/approvals/{line['approval']['approval_id']}/decision"
    done = await client.http.post(url, json=asked, headers={"x-user": f"boss@{OURS}"})
    assert (done.status_code, done.json()["outcome"]) == (200, "approved")


@pytest.mark.parametrize("organisation", [THEIRS, ""])
@pytest.mark.parametrize("kind", ["purchase", "cancel"])
async def test_the_ledger_itself_asks_of_which_organisation_an_approver_is(
    client: Any, victim: Victim, organisation: str, kind: str
) -> None:
    """Whatever door let an answer through: "boss" of another organisation, or of none, is another one than is asked."""
    confirmed = tuple(client.confirmations((await client.view(victim.thread))["pending"]))
    if kind == "cancel":
        done = {"decision": "approve", "confirmations": list(confirmed)}
        await client.http.post(
            f"/api/approvals/{victim.approval}/decision", json=done, headers={"x-user": f"boss@{OURS}"}
        )
        confirmed = ()
        await client.do(victim.thread, cancel())
    session = await client.app.state.web.as_owner(victim.thread)
    waits = await session.waiting(victim.thread)
    approval = await session.ports.desk.approval(waits.args["approval_id"])
    assert (approval.kind, approval.org, approval.approver) == (kind, OURS, "boss")
    result = await session.approve(victim.thread, Answer(by="boss", organisation=organisation, confirmations=confirmed))
    assert "somebody else has to approve this" in json.dumps(result.messages)
    booked = (await client.view(victim.thread))["trip"]["bookings"]
    assert [one["status"] for one in booked] == ["confirmed"] * (3 if kind == "cancel" else 0)
    assert (await session.ports.desk.approval(approval.approval_id)).state == "open"


async def test_limits_count_each_of_the_two(running: Any) -> None:
    """What one dora may still send is not used up by the other."""
    async with running(authenticate=authenticate, web={"writes_per_minute": 4}) as client:
        codes = [
            (await client.http.post("/api/threads", headers={"x-user": f"dora@{org}"})).status_code
            for org in (OURS, OURS, THEIRS)
        ]
        assert codes == [201, 429, 201]


async def test_each_lists_their_own_conversations(client: Any, victim: Victim) -> None:
    """Both doras have one conversation, and an id that one has claimed is not the other's to begin with."""
    theirs = {"x-user": f"dora@{THEIRS}"}
    mine = (await client.http.post("/api/threads", headers=theirs)).json()["thread_id"]
    await client.http.post(f"/api/threads/{mine}/messages", json={"text": "hello"}, headers=theirs)
    assert [one["thread_id"] for one in (await client.http.get("/api/threads", headers=theirs)).json()] == [mine]
    assert [one["thread_id"] for one in (await client.http.get("/api/threads")).json()] == [victim.thread]
    fresh = (await client.http.post("/api/threads")).json()["thread_id"]
    claimed = Victim(fresh, "", "", "", "")
    assert (await client.http.post("/agui", json=agui(claimed), headers=theirs)).status_code == 404


ARGUMENTS: dict[str, dict[str, Any]] = {
    "say": {"words": "hello"},
    "choose": {"option": "1"},
    "make_documents": {"kinds": ["checklist"]},
    "change_document": {"change": {"op": "add", "text": "sun cream"}},
}
"""What an MCP tool needs beside the thread."""


async def test_no_tool_of_mcp_opens_the_others_conversation(client: Any, victim: Victim) -> None:
    """Every tool and every resource that names a thread, as the tools list themselves, for a session of the other dora."""
    context = TripContext(organisation=THEIRS, traveller="dora")
    before = await _standing(client, victim)
    async with McpClient(build_server(UserSession.of(client.app.state.web.session, context, "dora"))) as other:
        tools = [one for one in (await other.list_tools()).tools if "thread" in one.input_schema["properties"]]
        assert len(tools) >= 9
        for tool in tools:
            needed = {name: {} for name in tool.input_schema.get("required", ())}
            given = {**needed, **_defaults(tool), **ARGUMENTS.get(tool.name, {}), "thread": victim.thread}
            result = await other.call_tool(tool.name, given)
            assert result.is_error, tool.name
            assert "there is no conversation" in str(result.content), tool.name
        for one in (await other.list_resource_templates()).resource_templates:
            with pytest.raises(MCPError):
                await other.read_resource(one.uri_template.replace("{thread}", victim.thread))
    assert await _standing(client, victim) == before


def _defaults(tool: Any) -> dict[str, Any]:
    """Return an example of each argument, as the tool itself gives it."""
    return {name: one["examples"][0] for name, one in tool.input_schema["properties"].items() if one.get("examples")}
