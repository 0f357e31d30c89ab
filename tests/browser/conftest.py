"""A real browser against a real server process. Skipped with a reason where there is no Chromium; never in CI."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
WAIT_MS = 60_000
"""How long a test waits for what must come; it says nothing about how fast it comes."""
SERVE = "from tripintent.app.http.server import serve; serve()"
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


class Server:
    """A server process on a fresh folder and a free port; it can be killed and started again on the same files."""

    def __init__(self, folder: Path, program: str = SERVE, **settings: str) -> None:
        self.folder, self.program, self.settings = folder, program, settings
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Server":
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("TRIPINTENT_", "OPENAI_"))}
        own = {"DB": str(self.folder / "trips.db"), "LANGUAGE": "offline", "HTTP_PORT": str(self.port), **self.settings}
        path = os.pathsep.join(p for p in sys.path if p)
        environment = {**clean, "PYTHONPATH": path, **{f"TRIPINTENT_{k}": v for k, v in own.items()}}
        log = (self.folder / "server.log").open("ab")
        command = [sys.executable, "-c", self.program]
        self.process = subprocess.Popen(command, cwd=self.folder, env=environment, stdout=log, stderr=log)
        self._wait()
        return self

    def kill(self) -> None:
        assert self.process
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(20)

    def _wait(self) -> None:
        for _ in range(600):
            assert self.process
            if self.process.poll() is not None:
                pytest.fail(f"the server ended:\n{(self.folder / 'server.log').read_text()[-3000:]}")
            try:
                urlopen(f"{self.url}/readyz", timeout=5).close()  # noqa: S310 - our own address
            except OSError:
                time.sleep(0.1)
            else:
                return
        pytest.fail("the server does not get ready")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Return how to start a server."""
    started: list[Server] = []

    def start(**options: Any) -> Server:
        server = Server(tmp_path, **options)
        started.append(server)
        return server.start()

    yield start
    for server in started:
        server.stop()


@pytest.fixture
def server(serving: Callable[..., Server]) -> Server:
    """A server with the default settings."""
    return serving()


@pytest.fixture
def hostile_server(serving: Callable[..., Server]) -> Server:
    """A server whose hotels have a name that tries to become markup."""
    return serving(program=SERVE_HOSTILE)


@pytest.fixture
def watched_server(serving: Callable[..., Server]) -> Server:
    """A server that writes down every connection and look-up beyond loopback, the first being a probe of ours."""
    return serving(program=SERVE_WATCHED)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium: one process for all tests, each of which has a fresh profile."""
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
        context = browser.new_context(locale="en-US", **options)
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
def page(profile: Callable[..., Any], server: Server) -> Any:
    """The chat in a fresh profile."""
    tab = profile(viewport={"width": 1200, "height": 900}).new_page()
    tab.goto(server.url)
    return tab


class Talk:
    """What a traveller does on the page."""

    WISH = "Flights from Munich to Lisbon on 4 March 2027, back on 8 March 2027, one adult, hotel in the centre"
    PEOPLE = "Anna Muster, born 12 April 1990, anna@example.org, +49 151 23456789"
    HOSTILE = HOSTILE

    def say(self, tab: Any, text: str) -> None:
        tab.get_by_label("Your message").fill(text)
        tab.get_by_role("button", name="Send").click()

    def options(self, tab: Any) -> None:
        self.say(tab, self.WISH)
        tab.get_by_role("button", name="Choose option 1").wait_for()

    def choose(self, tab: Any) -> None:
        self.options(tab)
        tab.get_by_role("button", name="Choose option 1").click()
        tab.get_by_role("button", name="Hold this trip").wait_for()

    def approval(self, tab: Any) -> None:
        self.choose(tab)
        tab.get_by_role("button", name="Hold this trip").click()
        tab.locator("[data-kind=ask_details]").wait_for()
        self.say(tab, self.PEOPLE)
        tab.get_by_role("button", name="Approve and buy").wait_for()

    def confirm(self, tab: Any) -> None:
        for box in tab.locator("input[name=confirm]").all():
            box.check()

    def booked(self, tab: Any) -> None:
        self.approval(tab)
        self.confirm(tab)
        tab.get_by_role("button", name="Approve and buy").click()
        tab.get_by_role("region", name="Receipt table").wait_for()

    def locators(self, tab: Any) -> list[str]:
        return [str(one) for one in tab.locator(".receipt code").all_inner_texts()]


@pytest.fixture
def talk() -> Talk:
    """The steps of a booking."""
    return Talk()
