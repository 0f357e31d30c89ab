"""A card in another chat product: its document in the strictest sandbox, beside a real MCP server, on a made-up product's page."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from anyio.from_thread import start_blocking_portal
from mcp import Client
from mcp.client.extension import advertise
from mcp.server.apps import APP_MIME_TYPE, EXTENSION_ID
from playwright.sync_api import expect

from tripintent.app.mcp.cards import CARD, PRESSED
from tripintent.app.mcp.serve import build_server
from tripintent.app.opening import open_session
from tripintent.app.settings import Settings

AXE_SCRIPT = pytest.importorskip("axe_playwright_python.base").AXE_SCRIPT
WORDS = "Boston to Lisbon June 14-21, two adults, under 3000 USD, we love food and history"
PRODUCT = """<!doctype html><html lang="en"><title>A chat product</title><main><h1>Chat</h1>
<iframe title="card" sandbox="allow-scripts" style="width:100%;border:0"></iframe></main><script>
const frame = document.querySelector("iframe");
const heard = window.heard = [];
const send = window.send = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
window.context = { theme: "light", locale: "en-US", styles: { variables: { "--font-sans": "serif" } } };
addEventListener("message", async ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  heard.push(data);
  const { id, method, params } = data;
  const met = { protocolVersion: params?.protocolVersion, hostInfo: {}, hostCapabilities: {}, hostContext: window.context };
  if (method === "ui/initialize") send({ id, result: met });
  if (method === "ui/notifications/size-changed") frame.style.height = `${params.height}px`;
  if (method === "ui/update-model-context") send({ id, error: { code: -32000, message: "no place for it" } });
  if (method === "tools/call") send({ id, ...(await window.callTool(params)) });
});
</script></html>"""


class Server(NamedTuple):
    """A client that draws cards, connected to our server in a thread of its own."""

    portal: Any
    client: Any

    def call(self, name: str, **given: Any) -> dict[str, Any]:
        """Call a tool as the product's model would, and return the result as it is on the wire."""
        done = self.portal.call(self.client.call_tool, name, given)
        return done.model_dump(mode="json", by_alias=True, exclude_none=True)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Our MCP server."""
    settings = Settings(data_dir=tmp_path, language="offline", now=datetime(2027, 3, 1, 9, tzinfo=UTC))
    says = [advertise(EXTENSION_ID, {"mimeTypes": [APP_MIME_TYPE]})]
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(open_session(settings)) as session,
        portal.wrap_async_context_manager(Client(build_server(session), extensions=says)) as client,
    ):
        yield Server(portal, client)


@pytest.fixture
def product(profile: Callable[..., Any], server: Server) -> Any:
    """The product's page with the card's frame, once the two have met. It refuses a card the tools that are not for cards."""
    tab = profile(viewport={"width": 900, "height": 1000}).new_page()
    tab.called = []

    def call(params: dict[str, Any]) -> dict[str, Any]:
        tab.called.append(params["name"])
        if params["name"] not in PRESSED:
            return {"error": {"code": -32000}}
        return {"result": server.call(params["name"], **params["arguments"])}

    tab.expose_function("callTool", call)
    tab.route("http://127.0.0.1:1/", lambda route: route.fulfill(body=PRODUCT, content_type="text/html"))
    tab.goto("http://127.0.0.1:1/")
    tab.evaluate(
        "(html) => { document.querySelector('iframe').srcdoc = html; }",
        server.portal.call(server.client.read_resource, CARD).contents[0].text,
    )
    tab.wait_for_function("window.heard.some((one) => one.method === 'ui/notifications/initialized')")
    tab.card = tab.frame_locator("iframe")
    tab.show = partial(tab.evaluate, "(params) => window.send({ method: 'ui/notifications/tool-result', params })")
    return tab


def violations(tab: Any) -> list[str]:
    """Return what axe finds in the frame, whose headings the product has."""
    inner = tab.frames[1]
    inner.evaluate(AXE_SCRIPT)
    found = inner.evaluate("axe.run({ rules: { 'page-has-heading-one': { enabled: false } } })")
    return [one["id"] for one in found["violations"]]


def test_options_are_sorted_listed_on_and_chosen_in_the_frame(product, server):
    """A click calls list_options or choose on the real server, the card shows what came of it, and the model is told."""
    first = server.call("say", words=WORDS)
    product.show(first)
    product.card.get_by_role("button", name="Choose option 1", exact=True).wait_for()
    expect(product.card.get_by_text("Simulated: airlines")).to_be_visible()
    assert violations(product) == []
    product.card.get_by_role("button", name="More options").wait_for()
    product.card.get_by_label("Sort").select_option("price")
    product.card.get_by_role("button", name="More options").click()
    product.card.get_by_role("button", name="Choose option $").first.click()
    expect(product.card.get_by_text("chosen", exact=True)).to_have_count(1)
    product.card.get_by_role("button", name="Tell me when it falls below").click()
    product.card.get_by_role("button", name="End", exact=True).wait_for()
    assert product.called == ["list_options", "list_options", "choose", "watch_price"]
    told = product.evaluate(
        "window.heard.filter((one) => one.method === 'ui/update-model-context').at(-1).params.content[0].text"
    )
    assert '"chosen"' in told
    expect(product.card.get_by_role("button", name="Choose option $").first).to_be_visible()
    PRESSED.remove("watch_price")  # a product that has other rules, and no words
    product.card.get_by_role("button", name="End", exact=True).click()
    expect(product.card.get_by_role("alert")).to_be_in_viewport()
    PRESSED.add("watch_price")
    height = product.evaluate("document.querySelector('iframe').offsetHeight")
    assert 300 < height == product.frames[1].evaluate("document.getElementById('card').offsetHeight")


def test_days_and_documents_are_changed_in_the_frame(product, server):
    """An entry is moved after a look at what moves along, in a sandbox that sends no forms; an item is ticked, money is spent."""
    thread = server.call("say", words=WORDS)["structuredContent"]["thread"]
    product.show(server.call("plan_days", thread=thread))
    product.card.get_by_role("button", name="Move").first.click()
    form = product.card.locator("form.move")
    form.get_by_label("New day and time").fill("2027-06-16T10:00")
    form.get_by_role("button", name="See what moves").click()
    form.get_by_role("button", name="Move", exact=True).click()
    expect(form).to_have_count(0)
    assert product.called == ["itinerary_tool", "itinerary_tool", "itinerary"]
    assert violations(product) == []
    product.show(server.call("make_documents", thread=thread, kinds=["checklist", "budget"]))
    product.card.get_by_role("checkbox").first.click()
    expect(product.card.get_by_role("checkbox").first).to_be_checked()
    product.card.get_by_label("What for").fill("Tram")
    product.card.get_by_label("USD", exact=True).fill("12")
    product.card.get_by_label("USD", exact=True).press("Enter")
    expect(product.card.get_by_text("Tram", exact=True)).to_be_visible()
    seen = server.call("documents_of_trip", thread=thread)["structuredContent"]
    assert (seen["checklist"]["done"], [one["what"] for one in seen["budget"]["expenses"]]) == (1, ["Tram"])


def test_the_frame_is_dressed_as_its_product_and_decides_nothing(product, server):
    """Scheme and font are the product's; while an approval waits there is no button for it, and a refused call is said."""
    thread = server.call("say", words=WORDS)["structuredContent"]["thread"]
    server.call("choose", thread=thread, option="1")
    server.call("hold", thread=thread)
    people = "Ann Smith 4 March 1985 and Bob Smith 1983-07-09, ann@example.org"
    waiting = server.call("say", thread=thread, words=people)
    assert waiting["structuredContent"]["waiting"]
    product.show(waiting)
    product.card.get_by_role("article").wait_for()
    assert product.card.get_by_role("button", name="Approve").count() == 0
    paper = "getComputedStyle(document.body).backgroundColor"
    light = product.frames[1].evaluate(paper)
    assert product.frames[1].evaluate("getComputedStyle(document.body).fontFamily") == "serif"
    product.evaluate("window.send({ method: 'ui/notifications/host-context-changed', params: { theme: 'dark' } })")
    product.frames[1].wait_for_function(f"{paper} !== '{light}'")
    assert violations(product) == []
    outside = product.frames[1].evaluate("fetch('https://example.org/').then(() => 'sent', () => 'blocked')")
    assert outside == "blocked"
