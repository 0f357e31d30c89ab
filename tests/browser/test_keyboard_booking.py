"""A booking by keys alone with the focus at each step, and how few messages and clicks it takes."""

import pytest
from playwright.sync_api import expect

MOST_CLICKS = 5
FOCUS = "[document.activeElement.id, document.activeElement.getAttribute('aria-label'), document.activeElement.textContent.trim()]"


def _tab_to(page, name):
    """Press Tab until the named control has the focus."""
    for _ in range(60):
        if name in page.evaluate(FOCUS):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"{name} cannot be reached with Tab")


def _fill_by_keys(page):
    page.keyboard.type("Anna Muster")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Date of birth")).to_be_focused()
    page.keyboard.type("04121990")
    _tab_to(page, "asked-email")
    page.keyboard.type("anna@example.org")
    page.keyboard.press("Enter")


def test_the_focus_goes_along_with_a_booking(page, talk):
    """Composer, options, the form, the card, a missing tick, the receipt: each has the focus when it is its turn."""
    expect(page.get_by_label("Your message")).to_be_focused()
    page.keyboard.type(talk.WISH)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Choose option 1").wait_for()
    expect(page.get_by_label("Your message")).to_be_focused()
    _tab_to(page, "Choose option 1")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".option").nth(1).get_by_role("button")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Choose option 1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Name as in the passport")).to_be_focused()
    _fill_by_keys(page)
    expect(page.locator("#approval-title")).to_be_focused()
    _tab_to(page, "Approve and buy")
    page.keyboard.press("Enter")
    expect(page.locator("[name=confirm]").first).to_be_focused()
    expect(page.locator("[name=confirm]").first).to_have_accessible_description("Please tick this before you approve.")
    for n in range(page.locator("[name=confirm]").count()):
        _tab_to(page, f"confirm-{n}")
        page.keyboard.press("Space")
    expect(page.locator(".wrong")).to_have_count(0)
    _tab_to(page, "Approve and buy")
    page.keyboard.press("Enter")
    expect(page.locator(".receipt h3")).to_be_focused()
    expect(page.locator(".receipt h3")).to_be_in_viewport()
    page.keyboard.press("/")
    expect(page.get_by_label("Your message")).to_be_focused()
    expect(page.get_by_label("Your message")).to_have_value("")
    page.keyboard.press("ArrowUp")
    expect(page.get_by_label("Your message")).to_have_value(talk.WISH)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_one_message_and_few_clicks_book_a_trip(profile, server, talk, width, height):
    """From the empty page to the receipt; every press stands in the conversation, and a reload comes back to the same place."""
    tab = profile(viewport={"width": width, "height": height}).new_page()
    tab.add_init_script(
        "window.clicks = 0; window.pressed = []; addEventListener('click', (event) => {"
        " window.clicks += event.isTrusted; window.pressed.push(event.target.outerHTML.slice(0, 80)); }, true)"
    )
    tab.goto(server.url)
    expect(tab.get_by_label("Your message")).to_be_focused()  # a key pressed before that goes nowhere
    tab.keyboard.type(talk.WISH)
    tab.keyboard.press("Enter")
    tab.get_by_role("button", name="Choose option 1").click()
    tab.get_by_label("Name as in the passport").fill("Anna Muster")
    tab.get_by_label("Date of birth").fill("1990-04-12")
    tab.get_by_label("E-mail").fill("anna@example.org")
    tab.get_by_role("button", name="Hold this trip").click()
    tab.get_by_role("button", name="Approve and buy").wait_for()
    tab.locator("input[name=confirm]").first.wait_for()
    every = tab.locator("#confirm-all")
    every.check() if every.count() else talk.confirm(tab)
    tab.get_by_role("button", name="Approve and buy").click()
    receipt = tab.get_by_role("region", name="Receipt", exact=True)
    receipt.wait_for()
    assert tab.evaluate("window.clicks") <= MOST_CLICKS, tab.evaluate("window.pressed")
    expect(tab.locator("[data-kind=bought] .words")).to_be_in_viewport(ratio=1)
    expect(receipt.locator("h3")).to_be_in_viewport(ratio=1)
    expect(tab.locator(".message.user")).to_have_count(4)
    expect(tab.locator(".message.user[data-kind=pressed]")).to_have_text(
        ["You: Choose option 1", "You: Anna Muster", "You: Approve and buy"]
    )
    before = receipt.bounding_box()
    tab.reload()
    receipt.wait_for()
    expect(receipt.locator("h3")).to_be_in_viewport(ratio=1)
    assert abs(receipt.bounding_box()["y"] - before["y"]) < 4
