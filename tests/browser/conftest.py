"""A real browser against a real server process. Skipped with a reason where there is no Chromium; never in CI."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests import server_process

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
WAIT_MS = 30_000
"""How long a test waits for what must come; it says nothing about how fast it comes."""
Server, SERVE = server_process.Server, server_process.SERVE
HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>"Inn" & Co'
"""A hotel's name that tries to become markup."""

SERVE_HOSTILE = f"""
from tripintent.tools.suppliers.embedded import properties
invented = properties.Properties._property
def hostile(self, *args):
    return invented(self, *args)._replace(name={HOSTILE!r})
properties.Properties._property = hostile
{SERVE}
"""
SERVE_STRICT = f"""
import asyncio
from contextlib import closing
from tripintent.app.compose import compose
from tripintent.app.settings import Settings
from tripintent.app.storage import storage_of
from tripintent.state.wishes import PolicyRules
from tripintent.tools.ports.profiles import PaymentMethod
async def prepare(ports):
    await ports.policies.set("", PolicyRules(approval_token_required=True))
    await ports.payment_methods.save("", PaymentMethod(payment_method_id="pm_own", label="Own card", default=True))
    await ports.payment_methods.save("", PaymentMethod(payment_method_id="pm_company", label="Company card", last4="1881"))
with closing(compose(Settings(), storage_of(Settings()))) as parts:
    asyncio.run(prepare(parts.ports))
{SERVE}
"""
SERVE_WATCHED = f"""
import socket, sys
LOOPBACK = ("127.0.0.1", "::1", "localhost")
def watch(event, args):
    if event == "socket.connect" and isinstance(args[1], tuple) and args[1][0] not in LOOPBACK:
        open("outside.log", "a").write(f"connect {{args[1]}}\\n")
    if event == "socket.getaddrinfo" and args[0] not in (None, "", *LOOPBACK):
        open("outside.log", "a").write(f"look up {{args[0]}}\\n")
sys.addaudithook(watch)
with socket.socket() as probe:  # that the watch sees what it should see
    probe.setblocking(False)
    probe.connect_ex(("192.0.2.1", 9))
{SERVE}
"""


def chromium() -> str:
    """Return the browser's path, or skip; a CI run without a browser fails."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found:
        return found
    reason = "no Chromium here: apt-get install chromium"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave all but one booking to `make test-all`, for browsers are slow by nature, and try a test a second time.

    A browser beside a whole test run can lose a key press or a minute; reruns are counted in the summary.
    """
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.flaky(reruns=1))
            if item.path.name != "test_first_booking.py":
                item.add_marker(pytest.mark.release)


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Return how to start a server."""
    started: list[Any] = []

    def start(**options: Any) -> Any:
        server = Server(tmp_path, **options)
        started.append(server)
        return server.start()

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A server with the default settings, shared by the tests that only talk to it."""
    running = Server(tmp_path_factory.mktemp("shared")).start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A server whose suppliers take their time for every search, shared by the tests that look at a turn while it runs."""
    running = Server(tmp_path_factory.mktemp("slow"), SUPPLIER_LATENCY="2", SEARCH_MEMORY="0").start()
    yield running
    running.stop()


@pytest.fixture
def own_server(serving: Callable[..., Any]) -> Any:
    """A server that a test may kill."""
    return serving()


@pytest.fixture
def hostile_server(serving: Callable[..., Any]) -> Any:
    """A server whose hotels have a name that tries to become markup."""
    return serving(program=SERVE_HOSTILE)


@pytest.fixture
def strict_server(serving: Callable[..., Any]) -> Any:
    """A server under a policy that demands an approver's token, for a traveller with two payment methods."""
    return serving(program=SERVE_STRICT)


@pytest.fixture
def watched_server(serving: Callable[..., Any]) -> Any:
    """A server that writes down every connection and look-up beyond loopback, the first being a probe of ours."""
    return serving(program=SERVE_WATCHED)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium: one process for a file's tests, each of which has a fresh profile.

    Not for the whole session: while Playwright is open its event loop counts as running, and no other test's can run.
    """
    path = chromium()
    playwright = pytest.importorskip("playwright.sync_api")
    playwright.expect.set_options(timeout=WAIT_MS)
    with playwright.sync_playwright() as started:
        running = started.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def profile(browser: Any) -> Iterator[Callable[..., Any]]:
    """Return how to make a fresh profile; the test fails on a page error or a request to anywhere but loopback."""
    made: list[Any] = []
    wrong: list[str] = []

    def make(**options: Any) -> Any:
        context = browser.new_context(**{"locale": "en-US", **options})
        context.set_default_timeout(WAIT_MS)
        context.on("request", lambda r: None if _is_local(r.url) else wrong.append(f"outside request: {r.url}"))
        context.on("weberror", lambda e: wrong.append(f"page error: {e.error}"))
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()
    assert wrong == []


def _is_local(url: str) -> bool:
    return url.startswith(("http://127.0.0.1:", "blob:http://127.0.0.1:", "data:"))


@pytest.fixture
def page(profile: Callable[..., Any], server: Any) -> Any:
    """The chat in a fresh profile, drawn: a key pressed before that would go nowhere."""
    tab = profile(viewport={"width": 1200, "height": 900}).new_page()
    tab.goto(server.url)
    tab.get_by_label("Your message").wait_for()
    return tab


class Talk:
    """What a traveller does on the page."""

    WISH = "Flights from Munich to Lisbon on 4 March 2027, back on 8 March 2027, one adult, hotel in the centre"
    PEOPLE = "Anna Muster, born 12 April 1990, anna@example.org, +49 151 23456789"
    HOSTILE = HOSTILE

    def say(self, tab: Any, text: str) -> None:
        tab.get_by_label("Your message").fill(text)
        tab.get_by_role("button", name="Send", exact=True).click()

    def options(self, tab: Any, month: str = "March") -> None:
        self.say(tab, self.WISH.replace("March", month))  # another month than March has rooms that no other test sold
        tab.get_by_role("button", name="Choose option 1").wait_for()

    def choose(self, tab: Any, month: str = "March") -> None:
        self.options(tab, month)
        tab.get_by_role("button", name="Choose option 1").click()
        tab.get_by_role("button", name="Hold this trip").wait_for()

    def approval(self, tab: Any) -> None:
        self.choose(tab)
        self.say(tab, self.PEOPLE)
        tab.get_by_role("button", name="Approve and buy").wait_for()

    def confirm(self, tab: Any) -> None:
        for box in tab.locator("input[name=confirm]").all():
            box.check()

    def buy(self, tab: Any) -> None:
        self.confirm(tab)
        tab.get_by_role("button", name="Approve and buy").click()
        tab.get_by_role("region", name="Receipt", exact=True).wait_for()

    def booked(self, tab: Any) -> None:
        self.approval(tab)
        self.buy(tab)

    def locators(self, tab: Any) -> list[str]:
        return [str(one) for one in tab.locator(".receipt code").all_inner_texts()]


@pytest.fixture
def talk() -> Talk:
    """The steps of a booking."""
    return Talk()
