"""The README's pictures are taken from the page as it is. ``TRIPINTENT_SCREENSHOTS=1`` renews those in docs/."""

import os
from pathlib import Path

import pytest

KEPT = Path(__file__).parents[2] / "docs" / "screenshots"
SHOTS = "start options options-390 options-768 approval phone-dark approver receipt gallery"
NAMES = tuple(f"{name}.png" for name in SHOTS.split())


@pytest.fixture
def folder(tmp_path):
    """Where the pictures go: beside the README only when asked, so that a test run changes no file of the repository."""
    return KEPT if os.environ.get("TRIPINTENT_SCREENSHOTS") == "1" else tmp_path


def test_the_pictures_of_the_readme_can_be_taken(serving, profile, talk, folder):
    """Every picture that the README shows is made from a booking on the page, and stands in docs/screenshots."""
    server = serving(NOW="2026-11-20T10:00:00+00:00")
    tab = profile(viewport={"width": 1440, "height": 900}, color_scheme="light").new_page()
    tab.goto(server.url)
    tab.get_by_role("heading", name="Where would you like to go?").wait_for()
    tab.screenshot(path=folder / "start.png")
    talk.options(tab)
    tab.locator("#pictures svg").nth(1).wait_for()
    tab.screenshot(path=folder / "options.png")
    for width, scheme in ((390, "light"), (768, "dark")):
        _small(profile, tab.url, width, scheme, folder / f"options-{width}.png")
    tab.get_by_role("button", name="Choose option 1").click()
    tab.locator(".travellers").wait_for()
    talk.say(tab, talk.PEOPLE)
    tab.get_by_role("button", name="Approve and buy").wait_for()
    tab.locator("#approval-title").scroll_into_view_if_needed()
    tab.screenshot(path=folder / "approval.png")
    phone = profile(viewport={"width": 390, "height": 844}, color_scheme="dark").new_page()
    phone.goto(tab.url)
    phone.get_by_role("button", name="Approve and buy").wait_for()
    phone.locator("#approval-title").scroll_into_view_if_needed()
    phone.screenshot(path=folder / "phone-dark.png")
    link = tab.get_by_text("the approver’s page").get_attribute("href")
    other = profile(viewport={"width": 768, "height": 900}, color_scheme="light").new_page()
    other.goto(link)
    other.screenshot(path=folder / "approver.png")
    talk.confirm(tab)
    tab.get_by_role("button", name="Approve and buy").click()
    tab.get_by_role("region", name="Receipt", exact=True).wait_for()
    tab.screenshot(path=folder / "receipt.png")
    other.goto(f"{server.url}/gallery")
    other.get_by_role("heading", name="Components").wait_for()
    other.screenshot(path=folder / "gallery.png", full_page=True)
    assert all((folder / name).stat().st_size > 5_000 for name in NAMES)
    assert all((KEPT / name).stat().st_size < 400_000 for name in NAMES)


def _small(profile, address, width, scheme, path):
    """Take the options as they are on a smaller screen, from the top: nothing scrolls sideways, three screens are enough."""
    tab = profile(viewport={"width": width, "height": 844}, color_scheme=scheme).new_page()
    tab.goto(address)
    tab.get_by_role("button", name="Mix and match").wait_for()
    tab.evaluate("scrollTo(0, 0)")
    tab.screenshot(path=path)
    across, down = tab.evaluate("[document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]")
    assert across <= width
    assert down <= 3 * 844
    tab.close()
