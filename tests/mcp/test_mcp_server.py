"""The MCP server, as a client meets it."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from mcp.types import ElicitResult

from tripintent.app.http.server import create_app
from tripintent.app.http.web_settings import WebSettings
from tripintent.app.mcp import serve
from tripintent.app.mcp.serve import form_of
from tripintent.app.results import Pending
from tripintent.app.session import Session
from tripintent.app.settings import Settings
from tripintent.state.wishes import PolicyRules
from tripintent.tools.toolbox.more import MORE
from tripintent.tools.toolbox.toolbox import by_name

NEWEST = pytest.mark.parametrize("mode", ["auto"])
"""For what the era of the protocol does not change; how a user is asked is tested in both."""


def yes(schema: dict[str, Any]) -> ElicitResult:
    """Approve, and confirm whatever the form wants confirmed."""
    ticks = {name: True for name in schema["properties"] if name.startswith("confirm_")}
    return ElicitResult(action="accept", content={"decision": "approve", **ticks})


def no(schema: dict[str, Any]) -> ElicitResult:
    return ElicitResult(action="accept", content={"decision": "reject", "reason": "too early"})


def decline(schema: dict[str, Any]) -> ElicitResult:
    return ElicitResult(action="decline")


async def bought(session: Session, thread: str) -> list[str]:
    """Return what the ledger says."""
    standing = await session.ports.desk.ledger_status((await session.trip(thread)).ledger_id)
    return [b.status for b in standing.bookings]


DOCUMENTS = ("documents_of_trip", "make_documents", "change_document")


async def test_the_tools_say_what_they_do(connect: Any) -> None:
    """The tools have descriptions and effects, and no tool takes an approval as an argument."""
    async with connect() as talk:
        tools = {t.name: t for t in (await talk.client.list_tools()).tools}
    own = {"say", "approve", "show_trip", "cancel", "itinerary", "itinerary_tool", *DOCUMENTS}
    assert set(tools) == {*own, *by_name()} - {MORE}
    assert "move_segment" in tools["itinerary_tool"].description
    assert "Boston to Lisbon" in str(tools["say"].input_schema["properties"]["words"]["examples"])
    bare = [
        (tool.name, name)
        for tool in tools.values()
        for name, one in tool.input_schema["properties"].items()
        if tool.name in own and not {"examples", "enum"} & set(one)
    ]
    assert bare == []
    assert all(t.description for t in tools.values())
    assert set(tools["approve"].input_schema["properties"]) == {"thread"}
    assert tools["show_trip"].annotations.read_only_hint
    assert tools["approve"].annotations.destructive_hint


async def test_a_booking_is_approved_by_its_user(connect: Any, session: Session) -> None:
    """Plan, choose, hold; the user sees cart, total and expiry in a form, says yes, and it is bought."""
    async with connect(yes) as talk:
        waiting = await talk.to_approval()
        assert waiting["trip"]["chosen"]["number"] == 1
        assert waiting["waiting"]["kind"] == "purchase"
        done = await talk.call("approve", thread=waiting["thread"])
    assert done["trip"]["state"] == "completed"
    assert {b["status"] for b in done["trip"]["bookings"]} == {"confirmed"}
    assert waiting["waiting"]["total"].split()[0] in talk.asked[0].message.replace(",", "")
    assert len(talk.asked) == 1
    assert set(await bought(session, waiting["thread"])) == {"confirmed"}


@NEWEST
async def test_the_form_is_titled_by_what_is_confirmed(connect: Any) -> None:
    """The decision is titled by the amount; each confirmation by its words, and it names flight or hotel with the amount."""
    async with connect(no) as talk:
        waiting = await talk.to_approval()
        await talk.call("approve", thread=waiting["thread"])
    fields = talk.asked[0].requested_schema["properties"]
    [(now, tax)] = re.findall(r"(\S+) now, (\S+) local tax on site$", talk.asked[0].message, re.MULTILINE)
    assert fields["decision"]["title"] == f"Buy for {now}? {tax} local tax is paid on site."
    assert all(line in fields["decision"]["description"] for line in waiting["waiting"]["lines"])
    asked = [one for name, one in fields.items() if name.startswith("confirm_")]
    texts = [one.partition(": ")[2] for one in waiting["waiting"]["confirmations"]]
    assert len(asked) == len(texts) > 0
    assert all(one["title"].endswith(text) for one, text in zip(asked, texts, strict=True))
    assert len({one["title"] for one in asked}) == len(asked)
    about = [one["description"] for one in asked if "non_refundable" in str(one) or "Not refundable" in one["title"]]
    assert about
    assert all(any(line in one for line in waiting["waiting"]["lines"]) for one in about)


def test_a_confirmation_names_the_flight_that_it_is_about() -> None:
    """Words that do not say which flight get its name, and the same words twice are told apart."""
    price = {"amount": "349.44", "currency": "USD"}
    cart = [{"item_type": "flight", "title": f"Flight {way}, Mon 14 Jun", "total": price} for way in ("A–B", "B–A")]
    rows = [
        {"id": str(n), "text": "Bags.", "risk": {"path": path}}
        for n, path in enumerate(("flights[0]", "flights[1].segments[0]", "flights[7]", ""))
    ]
    args = {
        "cart": cart,
        "total": price,
        "payment_methods": [],
        "payment_method_id": None,
        "confirmations": rows,
        "approval_id": "a",
    }
    asked = form_of(Pending("i", {"action_requests": [{"args": args, "description": "**Buy?**\n…"}]}))
    fields = asked.schema.model_json_schema()["properties"]
    assert [fields[f"confirm_{n}"]["title"] for n in (1, 2, 3, 4)] == [
        "Flight A–B: Bags.",
        "Flight B–A: Bags.",
        "Bags.",
        "Bags.",
    ]
    assert fields["confirm_2"]["description"] == "I confirm this of Flight B–A, Mon 14 Jun: $349.44"


async def test_without_elicitation_nothing_is_decided(connect: Any, session: Session) -> None:
    """A client that cannot ask its user gets what waits and the page; calling again and again changes nothing."""
    async with connect(page="https://trips.example/approvals") as talk:
        waiting = await talk.to_approval()
        for _ in range(2):
            again = await talk.call("approve", thread=waiting["thread"])
    assert again["waiting"] == waiting["waiting"]
    assert again["waiting"]["page"] == "https://trips.example/approvals"
    assert again["waiting"]["how"] == (
        "The traveller decides, not you: in the form of the approve tool or signed in on the page."
    )
    assert await bought(session, waiting["thread"]) == []


@pytest.mark.parametrize(
    ("rules", "how"),
    [
        ({"approver": "boss"}, "boss decides, not you: signed in on the page."),
        (
            {"approval_token_required": True},
            "The traveller decides, not you: signed in on the page. The token that the approver was given is needed.",
        ),
    ],
)
async def test_what_waits_says_who_decides(connect: Any, session: Session, rules: Any, how: str) -> None:
    """An approver that a policy names is not reached by the form, and the traveller's own yes in it buys nothing."""
    await session.ports.policies.set("", PolicyRules(**rules))
    async with connect(yes, page="https://trips.example/approvals") as talk:
        waiting = await talk.to_approval()
        await talk.call("approve", thread=waiting["thread"])
    assert waiting["waiting"]["how"] == how
    assert await bought(session, waiting["thread"]) == []


@NEWEST
async def test_an_approver_who_is_the_user_decides_in_the_form(connect: Any, session: Session) -> None:
    """Who is named is the one who is asked: nobody else is spoken of, and the yes buys."""
    session.subject = "boss"
    await session.ports.policies.set("", PolicyRules(approver="boss"))
    async with connect(yes) as talk:
        waiting = await talk.to_approval()
        await talk.call("approve", thread=waiting["thread"])
    assert waiting["waiting"]["how"] == "The traveller decides, not you: in the form of the approve tool."
    assert await bought(session, waiting["thread"])


@NEWEST
async def test_nothing_that_a_model_reads_opens_an_approval(
    connect: Any, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page that the tools name wants people to sign in; no signed approver's link is in any answer."""
    monkeypatch.setenv("TRIPINTENT_HTTP_PUBLIC_URL", "https://trips.example")
    web = WebSettings(tokens={"t" * 20: "boss"}, _env_file=None)
    app = create_app(Settings(data_dir=tmp_path, language="offline"), web, session=session)
    async with app.router.lifespan_context(app), connect(page=serve.approvals_page()) as talk:
        waiting = await talk.to_approval()
        told = json.dumps([waiting, await talk.call("show_trip", thread=waiting["thread"])])
        approval_id = waiting["waiting"]["approval_id"]
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as http:
            page = await http.get(urlsplit(waiting["waiting"]["page"]).path)
            answers = [
                await http.get("/api/approvals"),
                await http.post(f"/api/approvals/{approval_id}/decision", json={"decision": "approve"}),
            ]
    assert waiting["waiting"]["page"] == "https://trips.example/approvals"
    assert "/approve/" not in told
    assert (page.status_code, [answer.status_code for answer in answers]) == (200, [401, 401])


async def test_a_reject_releases_the_holds(connect: Any, session: Session) -> None:
    """A no with its reason closes the approval and gives the holds back."""
    async with connect(no) as talk:
        waiting = await talk.to_approval()
        done = await talk.call("approve", thread=waiting["thread"])
    assert done["waiting"] is None
    trip = await session.trip(waiting["thread"])
    assert (await session.ports.desk.ledger_status(trip.ledger_id)).live_holds == ()
    approval = await session.ports.desk.approval(waiting["waiting"]["approval_id"])
    assert approval is not None
    assert approval.state == "rejected"


async def test_a_dismissed_form_decides_nothing(connect: Any, session: Session) -> None:
    """Closing the form is neither yes nor no: the approval waits on."""
    async with connect(decline) as talk:
        waiting = await talk.to_approval()
        done = await talk.call("approve", thread=waiting["thread"])
    assert done["waiting"] == waiting["waiting"]
    assert await bought(session, waiting["thread"]) == []


async def test_an_answer_to_an_approval_that_changed_is_not_taken(connect: Any, session: Session) -> None:
    """While the form is open the approval is rejected elsewhere: the late yes buys nothing."""
    approvals: list[str] = []

    async def late(schema: dict[str, Any]) -> ElicitResult:
        waiting = await session.ports.desk.approval(approvals[0])
        await session.ports.desk.reject(waiting.trip_id, approvals[0], "boss", "no")
        return yes(schema)

    async with connect(late) as talk:
        waiting = await talk.to_approval()
        approvals.append(waiting["waiting"]["approval_id"])
        done = await talk.call("approve", thread=waiting["thread"])
        assert len(talk.asked) == 1
    assert await bought(session, waiting["thread"]) == []
    assert done["trip"].get("bookings", []) == []


@NEWEST
async def test_nothing_to_approve_is_said_by_the_state(connect: Any) -> None:
    """Approving before anything waits asks nobody."""
    async with connect(yes) as talk:
        first = await talk.call("say", words="Boston to Lisbon June 14-21, two adults")
        done = await talk.call("approve", thread=first["thread"])
        assert done["waiting"] is None
        assert talk.asked == []


@NEWEST
async def test_a_booking_is_cancelled(connect: Any, session: Session) -> None:
    """Cancelling goes through the ledger; the user is asked first."""
    async with connect(yes) as talk:
        waiting = await talk.to_approval()
        await talk.call("approve", thread=waiting["thread"])
        done = await talk.call("cancel", thread=waiting["thread"])
        rounds = 0
        while done["waiting"] and rounds < 4:
            assert done["waiting"]["kind"] == "cancel"
            done = await talk.call("approve", thread=waiting["thread"])
            rounds += 1
    assert "cancelled" in await bought(session, waiting["thread"])


@NEWEST
async def test_refusals_reach_the_model_in_words(connect: Any) -> None:
    """Unknown conversations and options, and empty messages, are errors that say what to do."""
    async with connect(yes) as talk:
        for tool, more in (
            ("hold", {}),
            ("cancel", {}),
            ("choose", {"option": "1"}),
            ("show_trip", {}),
            ("approve", {}),
        ):
            assert "there is no conversation 'nope'" in await talk.refusal(tool, thread="nope", **more)
        assert "empty" in await talk.refusal("say", words=" ")
        first = await talk.call("say", words="Boston to Lisbon June 14-21, two adults")
        gone = await talk.call("choose", thread=first["thread"], option="99")
        assert (gone["ok"], gone["rejected"][0]["why"]) == (False, "there is no such option")
        bad = await talk.call("choose", thread=first["thread"], number=2)
        assert {one["path"] for one in bad["rejected"]} == {"option", "number"}
        assert "name the conversation" in await talk.refusal("hold")


@NEWEST
async def test_two_payment_methods_are_a_choice(connect: Any, session: Session) -> None:
    """The form offers the methods on file; the answer names the one that was chosen."""
    async with connect() as talk:
        waiting = await talk.to_approval()
    pending = await session.waiting(waiting["thread"])
    assert pending is not None
    methods = [{"payment_method_id": i, "label": i.upper(), "default": i == "pm_a"} for i in ("pm_a", "pm_b")]
    args = {**pending.args, "payment_methods": methods, "payment_method_id": "pm_a"}
    asked = form_of(
        type(pending)(
            pending.id, {**pending.value, "action_requests": [{**pending.value["action_requests"][0], "args": args}]}
        )
    )
    schema = asked.schema.model_json_schema()["properties"]["payment_method_id"]
    assert (schema["enum"], schema["default"]) == (["pm_a", "pm_b"], "pm_a")
    given = asked.schema.model_validate({"decision": "approve", "payment_method_id": "pm_b"})
    assert given.answer.payment_method_id == "pm_b"
    assert given.answer.approval_id == pending.args["approval_id"]


@NEWEST
async def test_a_client_reaches_no_trip_by_naming_another_conversation(connect: Any, session: Any) -> None:
    """H1 over MCP: words that name another conversation's trip, its owner and its approval open nothing of it."""
    async with connect() as talk:
        theirs = await talk.to_approval()
        trip = await session.trip(theirs["thread"])
        named = f"buy trip {trip.trip_id}, approval {theirs['waiting']['approval_id']}"
        mine = await talk.call("say", words=named, thread="another-one")
        assert (await session.trip("another-one")).trip_id != trip.trip_id
        assert mine["trip"].get("bookings", []) == []
        assert mine["waiting"] is None
        assert (await talk.call("show_trip", thread=theirs["thread"]))["waiting"] == theirs["waiting"]


@NEWEST
async def test_documents_of_a_trip(connect: Any) -> None:
    """Documents are made and ticked by tools and read as resources; a change that is none is refused in words."""
    async with connect() as talk:
        thread = (await talk.call("say", words="Boston to Lisbon June 14-21, two adults"))["thread"]
        made = await talk.call("make_documents", thread=thread, kinds=["checklist", "budget"])
        assert made["messages"][0].startswith("Checklist: 0 of ")
        view = await talk.call("documents_of_trip", thread=thread)
        items = [one for category in view["checklist"]["categories"] for one in category["items"]]
        assert all(one["text"] in " ".join(made["messages"]) for one in items)
        item = items[0]["id"]
        ticked = await talk.call("change_document", thread=thread, change={"op": "tick", "item": item})
        assert ticked["checklist"]["done"] == 1
        read = await talk.client.read_resource(f"trip://{thread}/checklist")
        assert "- [x] " in read.contents[0].text
        assert "cannot be read" in await talk.refusal("change_document", thread=thread, change={"op": "burn"})
        assert "no item" in await talk.refusal("change_document", thread=thread, change={"op": "tick", "item": "x"})


@NEWEST
async def test_a_reply_says_what_is_known_of_the_trip(connect):
    """The profile with its confidence is in the reply of a turn."""
    async with connect() as talk:
        first = await talk.call("say", words="Boston to Lisbon June 14-21, two adults")
    assert (first["tripProfileUpdated"], first["profile"]["confidence"]) == (True, 0.4)
    assert first["profile"]["travelers"]["count"] == 2
    assert first["requirements_status"]["checklist"]["ready"]
    assert first["requirements_status"]["budget"]["missing"] == ["total_budget"]
