"""The page for everybody: axe-core finds nothing, the keyboard is enough, a phone is wide enough."""

import pytest
from playwright.sync_api import expect

axe_module = pytest.importorskip("axe_playwright_python.sync_playwright")


def violations(tab):
    found = axe_module.Axe().run(tab).response["violations"]
    return [(one["id"], [node["target"] for node in one["nodes"]][:3]) for one in found]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1200), ("dark", 375)])
def test_axe_finds_nothing_from_start_to_receipt(profile, server, talk, scheme, width):
    """No violation on any view, by day on a screen and by night on a phone; nothing scrolls sideways."""
    tab = profile(viewport={"width": width, "height": 800}, color_scheme=scheme).new_page()
    tab.goto(server.url)
    seen = {"start": violations(tab)}

    def look(name):
        seen[name] = violations(tab)
        assert tab.evaluate("document.scrollingElement.scrollWidth <= window.innerWidth"), f"{name} scrolls sideways"

    talk.options(tab)
    if width == 1200:
        tab.locator("#pictures svg").first.wait_for()
    look("options")
    tab.get_by_role("button", name="Compare in a table").click()
    look("table")
    tab.get_by_role("button", name="Choose option 1").click()
    tab.get_by_role("button", name="Hold this trip").click()
    expect(tab.locator(".travellers .wrong")).not_to_have_count(0)
    look("travellers with errors")
    talk.say(tab, talk.PEOPLE)
    tab.get_by_role("button", name="Approve and buy").click()
    expect(tab.locator(".approval .wrong")).not_to_have_count(0)
    look("missing ticks")
    tab.get_by_role("button", name="Reject…").click()
    look("approval")
    tab.get_by_role("button", name="Back").click()
    link = tab.get_by_text("the approver’s page").get_attribute("href")
    other = tab.context.new_page()
    for name, address in {
        "approver": link,
        "queue": f"{server.url}/approvals",
        "bad link": f"{server.url}/approve/x.y",
        "unknown": f"{server.url}/#nosuchtrip",
    }.items():
        other.goto(address)
        shown = {"queue": "#approvals > li", "unknown": "#unknown"}.get(name, "h1")
        other.locator(shown).first.wait_for()
        seen[name] = violations(other)
    other.goto(link)
    other.get_by_role("button", name="Approve").click()
    other.get_by_role("alert").wait_for()
    seen["approver with missing ticks"] = violations(other)
    talk.buy(tab)
    look("receipt")
    assert {name: found for name, found in seen.items() if found} == {}


def test_the_first_tab_leads_past_the_head_of_the_page(page):
    """Who goes by keys need not pass all that stands before the message."""
    expect(page.get_by_label("Your message")).to_be_focused()
    skip = page.get_by_role("link", name="Skip to your message")
    for _ in range(20):
        page.keyboard.press("Shift+Tab")
        if skip.evaluate("(one) => one === document.activeElement"):
            break
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Your message")).to_be_focused()
