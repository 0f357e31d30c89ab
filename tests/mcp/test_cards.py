"""Cards in other chat products (MCP Apps): who is given them, what is in them, and what a card may call."""

import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp import Client
from mcp.client.extension import advertise
from mcp.server.apps import APP_MIME_TYPE, EXTENSION_ID
from mcp.types import ElicitResult

from tripintent.app.mcp.cards import CARD, PRESSED, SHOWS
from tripintent.app.mcp.serve import build_server
from tripintent.app.session import Session
from tripintent.state.languages import LANGUAGES

WORDS = "Boston to Lisbon June 14-21, two adults"
PEOPLE = "Ann Smith 4 March 1985 and Bob Smith 1983-07-09, ann@example.org"


@pytest.fixture
def drawing(session: Session, mode: str) -> Callable[[], Any]:
    """Clients that draw cards, and whose user approves."""

    async def yes(_: Any, params: Any) -> ElicitResult:
        ticks = {one: True for one in params.requested_schema["properties"] if one.startswith("confirm_")}
        return ElicitResult(action="accept", content={"decision": "approve", **ticks})

    @asynccontextmanager
    async def connected() -> AsyncIterator[Client]:
        says = [advertise(EXTENSION_ID, {"mimeTypes": [APP_MIME_TYPE]})]
        async with Client(build_server(session), mode=mode, extensions=says, elicitation_callback=yes) as client:
            yield client

    return connected


async def called(client: Client, tool: str, **given: Any) -> dict[str, Any]:
    """Return the structured result of a call."""
    done = await client.call_tool(tool, given)
    assert not done.is_error, done.content
    return done.structured_content or {}


async def test_a_client_that_draws_is_given_the_document(drawing: Any) -> None:
    """The document is listed and read under its own type, wants nothing from anywhere, and has the words of every language."""
    async with drawing() as client:
        [listed] = [one for one in (await client.list_resources()).resources if one.uri == CARD]
        [read] = (await client.read_resource(CARD)).contents
    assert listed.mime_type == read.mime_type == APP_MIME_TYPE
    assert read.meta["ui"] == {"csp": {}, "permissions": {"clipboardWrite": {}}, "prefersBorder": True}
    assert len(read.text) < 207_000, len(read.text)
    assert "default-src 'none'" in read.text
    assert not re.search(r"https?://(?!www\.w3\.org)|fetch\(new|@import|url\(|\bsrc=|approvals/", read.text)
    words = json.loads(re.search(r"words = (\{.*\});$", read.text, re.MULTILINE)[1])
    assert set(words) == set(LANGUAGES)
    assert {"choose_short", "free_until", "nights.other", "finding_other"} <= set(words["pt"]["page"])


async def test_each_name_that_a_part_takes_is_given_by_another(drawing: Any) -> None:
    """What the document puts together fits: a module takes what another one exports."""
    async with drawing() as client:
        [read] = (await client.read_resource(CARD)).contents
    given = {
        name: set(re.findall(r"(\S+): ", names))
        for name, names in re.findall(
            r'page_\["(\S+)"\] = \(\(\) => {.*?^return { (.*?) };\n}\)\(\);$', read.text, re.DOTALL | re.MULTILINE
        )
    }
    taken = re.findall(r'const { (.*?) } = page_\["(\S+)"\];', read.text)
    assert len(taken) > 40
    for names, name in taken:
        assert {one.partition(":")[0].strip() for one in names.split(",") if one.strip()} <= given[name], name


async def test_the_tools_name_their_card_and_a_card_calls_few_of_them(drawing: Any) -> None:
    """What a card presses it may call, and no tool that decides, holds or buys: what leads there is not drawn in a card."""
    async with drawing() as client:
        tools = {one.name: one for one in (await client.list_tools()).tools}
        code = (await client.read_resource(CARD)).contents[0].text.partition(", words = ")[2].partition("\n")[2]
    others = r'(?:say\(|icon=|step\(|planned\()"\w+"'  # words, pictures, and what itinerary_tool is called with
    named = {name for name in tools if f'"{name}"' in re.sub(others, "", code)}
    assert named - {"request_change"} == PRESSED
    assert "canCall(tool) &&" in code
    ui = {name: one.meta["ui"] for name, one in tools.items()}
    assert {name for name, one in ui.items() if one.get("resourceUri") == CARD} == set(SHOWS)
    assert {name for name, one in ui.items() if "app" in one["visibility"]} == PRESSED
    assert not any(tools[name].annotations and tools[name].annotations.destructive_hint for name in PRESSED)


async def test_results_have_their_card(drawing: Any) -> None:
    """Options, the list by price and its next page, the choice, days, documents and the receipt, with the facts of the page."""
    async with drawing() as client:
        first = await called(client, "say", words=WORDS)
        thread = first["thread"]
        assert first["card"]["kind"] == "options"
        assert [one["number"] for one in first["card"]["options"]] == [1, 2, 3]
        listed = await called(client, "list_options", thread=thread, sort="price")
        prices = [float(one["total"]["amount"]) for one in listed["card"]["options"]]
        assert prices == sorted(prices)
        assert listed["card"]["more"] == 2
        assert any(one["number"] is None for one in listed["card"]["options"])
        again = await called(client, "list_options", thread=thread, sort="price", page=2)
        ids = [{one["bundle_id"] for one in page["card"]["options"]} for page in (listed, again)]
        assert all(ids)
        assert not ids[0] & ids[1]
        [other, *_] = [one for one in listed["card"]["options"] if one["number"] is None]
        chosen = await called(client, "choose", thread=thread, option=other["code"])
        [now] = chosen["card"]["options"]
        assert now["bundle_id"] == chosen["card"]["trip"]["selected_bundle_id"]
        assert now["total"] == other["total"]
        made = await called(client, "make_documents", thread=thread, kinds=["checklist", "budget"])
        assert made["card"]["checklist"]["total"] > 0
        said = await called(client, "say", thread=thread, words="plan our days")
        assert said["card"]["kind"] == "days"
        planned = await called(client, "plan_days", thread=thread)
        assert planned["card"]["itinerary"]["segments"]
        await called(client, "hold", thread=thread)
        await called(client, "say", thread=thread, words=PEOPLE)
        done = await called(client, "approve", thread=thread)
        assert done["card"]["kind"] == "receipt"
        booked = {one["booking_id"] for one in done["card"]["receipt"]["bookings"]}
        assert booked == {one["booking_id"] for one in done["card"]["trip"]["bookings"]}
        assert (await called(client, "show_trip", thread=thread))["card"]["kind"] == "receipt"


async def test_any_other_client_gets_what_it_got_before(connect: Any) -> None:
    """Without the extension there is no document, no mark on a tool and no card."""
    async with connect() as talk:
        assert (await talk.client.list_resources()).resources == []
        assert {one.meta for one in (await talk.client.list_tools()).tools} == {None}
        first = await talk.call("say", words=WORDS)
        assert "card" not in first
        assert "card" not in await talk.call("list_options", thread=first["thread"])
