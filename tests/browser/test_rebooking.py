"""A change of dates in the browser: whoever decides sees what is replaced before the approval, in the chat and outside it."""

import re

from playwright.sync_api import expect
from tests.browser.test_accessibility import violations


def _told(tab):
    """Return what a page tells of the change, line by line, and what axe finds on that page."""
    change = tab.locator(".replaced")
    expect(change).to_be_visible()
    lines = change.locator("li, p").all_inner_texts()
    return [change.get_by_role("heading").inner_text(), *lines], violations(tab)


def test_what_a_change_of_dates_replaces_is_shown_wherever_it_is_approved(own_server, profile, talk):
    """The card, the queue and the page behind the link tell the same of the replaced bookings and the cost in all."""
    tab = profile().new_page()
    tab.goto(own_server.url)
    talk.booked(tab)
    talk.say(tab, "please change the return to 10 March")
    tab.get_by_role("button", name="Choose option 1").wait_for()  # what is offered anew can be chosen again
    talk.say(tab, "the cheapest, hold it")
    tab.get_by_role("button", name="Approve and buy").wait_for()
    heading, *lines, in_all = _told(tab)[0]
    assert heading == "No longer used after this"
    assert re.search("nothing comes back: the .[0-9.,]+ paid for it is lost", lines[0])
    # the way out and the hotel stay as they are
    assert [line.split(",")[0] for line in lines] == ["Flight Lisbon – Munich"]
    assert re.match("The change costs you |You get ", in_all)
    told = [heading, *lines, in_all]
    link = tab.get_by_text("the approver’s page").get_attribute("href")
    without_script = profile(java_script_enabled=False).new_page()
    without_script.goto(link)
    expect(without_script.get_by_role("main")).to_contain_text("Q3123")
    queue = profile(viewport={"width": 375, "height": 800}).new_page()
    seen = {"card": _told(tab)}
    queue.goto(f"{own_server.url}/approvals")
    seen["queue"] = _told(queue)
    assert queue.evaluate("document.scrollingElement.scrollWidth <= window.innerWidth")
    assert seen == dict.fromkeys(("card", "queue"), (told, []))


def test_what_a_change_would_cost_is_a_card_when_it_is_asked_in_words(server, profile, talk):
    """What is new, what becomes of the old, and what stays stand on it; the answer below asks for it."""
    tab = profile().new_page()
    tab.goto(server.url)
    talk.booked(tab)
    talk.say(tab, "what would it cost to fly home a day later?")
    card = tab.get_by_role("region", name="What the change would cost")
    expect(card).to_contain_text("The change in all")
    expect(card.locator("dt").last).to_have_text("Kept")
    expect(card).to_contain_text("Nothing is changed yet.")
    assert violations(tab) == []
    tab.get_by_role("button", name="do it").click()
    tab.get_by_role("button", name="Choose option 1").wait_for()
    talk.say(tab, "the cheapest")
    tab.get_by_role("button", name="Approve and buy").wait_for()
    expect(tab.locator(".approval .facts")).to_contain_text("Kept")


def test_what_the_watch_found_is_on_the_page_before_a_word(own_server, profile, talk):
    """A worker finds that check-in is open: the open page tells it by itself, once, and so does a reload."""
    tab = profile().new_page()
    tab.goto(own_server.url)
    talk.booked(tab)
    told = tab.locator("#talk").get_by_text("Check-in should be open")
    expect(told).to_have_count(0)
    own_server.settings["NOW"] = "2027-03-04T01:00:00+00:00"
    own_server.command("watch")
    expect(told).to_be_visible(timeout=20_000)
    tab.reload()
    expect(told).to_have_count(1)
