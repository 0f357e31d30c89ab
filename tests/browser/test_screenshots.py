"""The README's pictures are taken from the page as it is. ``TRIPINTENT_SCREENSHOTS=1`` renews those in docs/."""

import os
from pathlib import Path

import pytest

KEPT = Path(__file__).parents[2] / "docs" / "screenshots"
NAMES = ("options.png", "approval.png", "receipt.png", "phone-dark.png", "approver.png")


@pytest.fixture
def folder(tmp_path):
    """Where the pictures go: beside the README only when asked, so that a test run changes no file of the repository."""
    return KEPT if os.environ.get("TRIPINTENT_SCREENSHOTS") == "1" else tmp_path


def test_the_pictures_of_the_readme_can_be_taken(serving, profile, talk, folder):
    """Every picture that the README shows is made from a booking on the page, and stands in docs/screenshots."""
    server = serving(NOW="2026-11-20T10:00:00+00:00")
    tab = profile(viewport={"width": 1180, "height": 860}, color_scheme="light").new_page()
    tab.goto(server.url)
    talk.options(tab)
    tab.locator("#pictures svg").first.wait_for()
    tab.screenshot(path=folder / "options.png")
    tab.get_by_role("button", name="Choose option 1").click()
    tab.get_by_role("button", name="Hold this trip").click()
    tab.locator("[data-kind=ask_details]").wait_for()
    talk.say(tab, talk.PEOPLE)
    tab.get_by_role("button", name="Approve and buy").wait_for()
    tab.locator("#live").scroll_into_view_if_needed()
    tab.screenshot(path=folder / "approval.png")
    phone = profile(viewport={"width": 390, "height": 780}, color_scheme="dark").new_page()
    phone.goto(tab.url)
    phone.get_by_role("button", name="Approve and buy").wait_for()
    phone.screenshot(path=folder / "phone-dark.png")
    link = tab.get_by_text("the approver’s page").get_attribute("href")
    other = profile(viewport={"width": 760, "height": 620}, color_scheme="light").new_page()
    other.goto(link)
    other.screenshot(path=folder / "approver.png")
    talk.confirm(tab)
    tab.get_by_role("button", name="Approve and buy").click()
    tab.get_by_role("region", name="Receipt table").wait_for()
    tab.screenshot(path=folder / "receipt.png")
    assert all((folder / name).stat().st_size > 5_000 for name in NAMES)
    assert all((KEPT / name).stat().st_size < 250_000 for name in NAMES)
