"""The chat on a page of another origin, under a strict policy of that page: a listed page shows it, another one does not."""

import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.test_accessibility import violations

HOUSE = Path(str(files("tripintent.tools.services.demonstration"))) / "accommodations.yaml"


class _Page(BaseHTTPRequestHandler):
    """A hotel's own page: its policy lets nothing in but the script and the frame of the chat."""

    def __init__(self, chat: list[str], *args: object) -> None:
        self.chat = chat
        super().__init__(*args)

    def do_GET(self) -> None:
        page = {"/": f'<script src="{self.chat[0]}/widget.js" data-language="de"></script>'}
        frame = f'<iframe src="{self.chat[0]}/widget" title="taken"></iframe>'
        body = page.get(self.path, frame if self.path == "/taken" else "")
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        policy = f"default-src 'none'; script-src {self.chat[0]}; frame-src {self.chat[0]}; connect-src 'none'"
        self.send_header("content-security-policy", policy)
        self.end_headers()
        self.wfile.write(
            f"<!doctype html><html lang=en><title>House</title><main><h1>Our house</h1>{body}</main>".encode()
        )

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def pages(serving, tmp_path) -> Iterator[list[str]]:
    """Two pages on ports of their own, of which the house lists the first; the house is called with markup in it."""
    chat: list[str] = []
    sites = [ThreadingHTTPServer(("127.0.0.1", 0), partial(_Page, chat)) for _ in range(2)]
    for site in sites:
        threading.Thread(target=site.serve_forever, daemon=True).start()
    addresses = [f"http://127.0.0.1:{site.server_port}" for site in sites]
    shutil.copytree(HOUSE.parent / "accommodations", tmp_path / "accommodations")
    text = HOUSE.read_text("utf-8") + f'colour: "#b3261e"\nwidget_origins: ["{addresses[0]}"]\n'
    (tmp_path / "house.yaml").write_text(text, "utf-8")
    chat.append(serving(SERVICE=str(tmp_path / "house.yaml"), HTTP_OPEN="true").url)
    yield addresses
    for site in sites:
        site.shutdown()
        site.server_close()


def test_a_guest_talks_to_the_house_on_its_own_page(profile, pages):
    """With the keyboard alone, in the page's language, in the house's colour; the talk is there on the next page; axe finds nothing."""
    context = profile(viewport={"width": 390, "height": 700})
    tab = context.new_page()
    said: list[str] = []
    tab.on("console", lambda line: said.append(line.text) if line.type == "error" else None)
    tab.goto(pages[0])
    launcher = tab.get_by_role("button", name="Mit The Punt & Willow Hotel chatten")
    expect(launcher).to_have_css("background-color", "rgb(179, 38, 30)")
    assert violations(tab) == []
    tab.keyboard.press("Tab")
    expect(launcher).to_be_focused()
    tab.keyboard.press("Enter")
    chat = tab.frame_locator("iframe")
    expect(chat.get_by_label("Ihre Nachricht")).to_be_focused()
    assert violations(tab) == []
    tab.keyboard.type("Is breakfast included?")
    tab.keyboard.press("Enter")
    expect(chat.locator(".message.assistant").first).to_contain_text("reakfast")
    assert violations(tab) == []
    tab.keyboard.press("Escape")
    expect(launcher).to_be_focused()
    expect(tab.get_by_role("dialog")).to_have_count(0)
    tab.goto(f"{pages[0]}/?rooms")
    tab.goto(pages[0])
    tab.keyboard.press("Tab")
    tab.keyboard.press("Enter")
    expect(chat.locator(".message.user")).to_contain_text("Is breakfast included?")
    expect(chat.locator(".message.assistant").first).to_contain_text("reakfast")
    assert said == []


def test_another_page_shows_nothing(profile, pages):
    """Neither with the script nor with a frame of its own making."""
    tab = profile().new_page()
    with tab.expect_event("requestfailed") as refused:
        tab.goto(pages[1])
    assert refused.value.url.endswith("/widget.js")
    expect(tab.locator("tripintent-chat")).to_have_count(0)
    tab.goto(f"{pages[1]}/taken")
    expect(tab.frame_locator("iframe").get_by_role("textbox")).to_have_count(0)
    assert not any(frame.url.endswith("/widget") for frame in tab.frames)
