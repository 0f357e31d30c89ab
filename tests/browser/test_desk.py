"""A desk in the browser: a guest on the organisation's page, staff at the queue, and what each of them reads of the other."""

import shutil
from importlib.resources import files
from pathlib import Path

from playwright.sync_api import expect
from tests.browser.test_accessibility import violations

HOUSE = Path(str(files("tripintent.tools.services.demonstration"))) / "accommodations.yaml"


def test_a_guest_is_answered_from_the_queue(profile, serving, tmp_path, talk):
    """The page wears the house's name and colour; staff answer on their page; axe finds nothing on either."""
    shutil.copytree(HOUSE.parent / "accommodations", tmp_path / "accommodations")
    (tmp_path / "house.yaml").write_text(HOUSE.read_text("utf-8") + 'colour: "#b3261e"\n', "utf-8")
    server = serving(SERVICE=str(tmp_path / "house.yaml"))
    context = profile(viewport={"width": 1000, "height": 800}, color_scheme="dark")
    guest, staff = context.new_page(), context.new_page()
    guest.goto(server.url)
    expect(guest.get_by_role("heading", name="Punt & Willow")).to_be_visible()
    assert guest.title() == "The Punt & Willow Hotel"
    assert violations(guest) == []
    expect(guest.get_by_role("navigation", name="Pages")).not_to_contain_text("Guests waiting")
    expect(guest.get_by_role("heading", name="Your stay")).to_have_count(1)
    expect(guest.get_by_text("Your trips")).to_have_count(0)
    talk.say(guest, "I want to speak to the manager, please")
    expect(guest.locator("#talk").get_by_text("answers you here personally")).to_be_visible()
    expect(guest.locator("#waits-for-staff")).to_be_visible()
    expect(guest.get_by_role("button", name="Go on")).to_have_count(0)
    assert violations(guest) == []
    staff.goto(f"{server.url}/staff")
    line = staff.locator("#waiting > li")
    expect(line).to_contain_text("speak to the manager")
    expect(line.get_by_role("heading", name="Guest")).to_be_visible()
    expect(line).to_contain_text("waiting for 0 min")
    expect(line).to_contain_text("answers you here personally")  # the last line of the conversation
    assert line.inner_text().count("asks:") == 0
    assert violations(staff) == []
    field = staff.get_by_label("Your answer to the guest")
    field.focus()
    staff.keyboard.type("I am on my way to you.")
    staff.keyboard.press("Enter")
    staff.keyboard.type("It takes five minutes.")
    line.get_by_role("button", name="Answer").click()
    expect(staff.get_by_role("heading", name="Guests waiting", exact=True)).to_be_focused()
    expect(staff.locator("#count")).to_have_text("Nobody is waiting, and nothing has been asked for.")
    expect(guest.locator("#talk").get_by_text("I am on my way to you.\nIt takes five minutes.")).to_be_visible()
    expect(guest.locator("#waits-for-staff")).to_have_count(0)
