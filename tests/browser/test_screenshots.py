"""The pictures of the README and of docs/ are taken from the page as it is. ``TRIPINTENT_SCREENSHOTS=1`` renews them."""

import os
from pathlib import Path

import pytest

KEPT = Path(__file__).parents[2] / "docs" / "screenshots"
NAMES = {"options.png", "phone-dark.png", "approver.png"}


@pytest.fixture
def folder(tmp_path):
    """Where the pictures go: beside the README only when asked, so that a test run changes no file of the repository."""
    return KEPT if os.environ.get("TRIPINTENT_SCREENSHOTS") == "1" else tmp_path


def test_the_pictures_can_be_taken(serving, profile, talk, folder):
    """Every picture is made from a booking on the page; the options fit on small screens, too."""
    server = serving(NOW="2026-11-20T10:00:00+00:00")
    tab = profile(viewport={"width": 1280, "height": 860}, color_scheme="light").new_page()
    tab.goto(server.url)
    talk.options(tab)
    tab.locator("#pictures svg").nth(1).wait_for()
    tab.evaluate("scrollTo(0, 0)")
    tab.screenshot(path=folder / "options.png")
    _small(profile, tab.url, 390, "light")
    _small(profile, tab.url, 768, "dark")
    tab.get_by_role("button", name="Choose option 1").click()
    tab.locator(".travellers").wait_for()
    talk.say(tab, talk.PEOPLE)
    tab.get_by_role("button", name="Approve and buy").wait_for()
    phone = profile(viewport={"width": 390, "height": 844}, color_scheme="dark").new_page()
    phone.goto(tab.url)
    phone.get_by_role("button", name="Approve and buy").wait_for()
    phone.locator("#approval-title").scroll_into_view_if_needed()
    phone.screenshot(path=folder / "phone-dark.png")
    other = profile(viewport={"width": 768, "height": 900}, color_scheme="light").new_page()
    other.goto(tab.get_by_text("the approver’s page").get_attribute("href"))
    other.screenshot(path=folder / "approver.png")
    assert all(5_000 < (folder / name).stat().st_size < 200_000 for name in NAMES)


def _small(profile, address, width, scheme):
    """Nothing of the options scrolls sideways on a smaller screen, and three screens are enough."""
    tab = profile(viewport={"width": width, "height": 844}, color_scheme=scheme).new_page()
    tab.goto(address)
    tab.get_by_role("button", name="Mix and match").wait_for()
    across, down = tab.evaluate("[document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]")
    assert across <= width
    assert down <= 3 * 844
    tab.close()
