"""The days on the page: an entry is moved by keys after a look at what moves along, undone, a file taken in, a link made."""

import pytest
from playwright.sync_api import expect
from tests.browser.test_accessibility import violations

CALENDAR = """BEGIN:VCALENDAR
VERSION:2.0
BEGIN:VEVENT
UID:a
DTSTART;TZID={zone}:{day}T190000
DTEND;TZID={zone}:{day}T210000
SUMMARY:Oscar Wilde reading
LOCATION:{town}
END:VEVENT
END:VCALENDAR
"""


def _file(zone, day, town):
    text = CALENDAR.format(zone=zone, day=day, town=town)
    return {"name": "plan.ics", "mimeType": "text/calendar", "buffer": text.encode()}


def _days(tab, talk, *entries):
    """Barcelona for five days with entries on them, said one after the other."""
    talk.say(tab, "Barcelona 3 to 7 March 2027")
    tab.locator("[data-kind=trip]").wait_for()
    for number, entry in enumerate(entries, 1):
        talk.say(tab, f"Add {entry}")
        expect(tab.locator("[data-kind=document]")).to_have_count(number)
    expect(tab.locator(".message.user")).to_have_count(1 + len(entries))


@pytest.mark.parametrize("width", [1200, 375])
def test_days_are_moved_shared_and_added_to(profile, server, talk, width):
    """The dinner is 20:00 until the look is confirmed; dragged, it is there at once, and what it meets is said; nothing scrolls on."""
    tab = profile(viewport={"width": width, "height": 900}).new_page()
    tab.goto(server.url)
    _days(tab, talk, "Dinner at Can Culleretes on 3 March 2027 at 20:00", "Museum on 4 March 2027 at 20:00")
    tab.locator(".document").first.click()
    days = tab.locator(".panel .days:visible")
    dinner, held = days.locator("li", has_text="Culleretes"), []
    expect(dinner.locator(".when")).to_have_text("8:00 pm")
    dinner.get_by_role("button", name="Move Dinner at Can Culleretes", exact=True).press("Enter")
    tab.get_by_label("New day and time").fill("2027-03-04T21:00")
    tab.get_by_label("New day and time").press("Enter")
    expect(dinner.get_by_role("status")).to_contain_text("9:00 pm")
    expect(dinner.locator(".when")).to_have_text("8:00 pm")
    assert violations(tab) == []
    assert tab.evaluate("document.scrollingElement.scrollWidth <= window.innerWidth")
    dinner.get_by_role("button", name="Move", exact=True).click()
    expect(dinner.locator(".when")).to_have_text("9:00 pm")
    days.get_by_role("button", name="Undo").click()
    expect(dinner.locator(".when")).to_have_text("8:00 pm")
    tab.route("**/tools/move_segment", lambda route: held.insert(0, route))
    dinner.drag_to(days.locator(".day").nth(1))
    expect(days.locator(".day").nth(1).locator("li[aria-busy=true]", has_text="Culleretes")).to_be_visible()
    held[0].continue_()
    expect(tab.locator(".toast")).to_contain_text("Moved: Dinner at Can Culleretes: Thursday, March 4, 2027 8:00 pm")
    expect(days.locator(".day").nth(1)).to_contain_text("At the same time: ")
    expect(days.locator(".day").nth(1).locator("li[aria-busy=false]", has_text="Culleretes")).to_be_visible()
    files = days.locator("input[type=file]")
    files.set_input_files(_file("Asia/Tokyo", "20280501", "Tokyo"))
    tab.get_by_role("button", name="Add it anyway").wait_for()
    assert days.locator("li", has_text="Oscar").count() == 0
    plan = _file("Europe/Madrid", "20270305", "Barcelona")
    backwards = plan["buffer"].replace(b"20270305T210000", b"20270305T170000")
    files.set_input_files({**plan, "buffer": backwards})
    days.locator("li", has_text="Oscar").wait_for()
    expect(tab.locator(".toast")).to_contain_text("ends before it starts")
    days.get_by_role("button", name="Share the days").click()
    link = days.locator(".locator code").inner_text()
    assert "/shared/" in link


def test_a_finding_is_mended_on_its_day_and_free_days_are_shown(profile, server, talk):
    """Two things at one time stand on their day with the words that part them; a day between without a plan is free."""
    tab = profile(viewport={"width": 1440, "height": 900}).new_page()
    tab.goto(server.url)
    _days(tab, talk, "Dinner at Can Culleretes on 3 March 2027 at 20:00", "Concert on 3 March 2027 at 21:00")
    days = tab.locator(".panel .days:visible")
    first, second = days.locator(".day").nth(0), days.locator(".day").nth(1)
    expect(days.locator(".day")).to_have_count(5)
    expect(second).to_contain_text("Free")
    days.locator(".day").nth(2).get_by_role("button", name="Plan this day").click()
    expect(days.locator(".day").nth(2).locator("li")).not_to_have_count(0)
    expect(first).not_to_contain_text("Free")
    first.get_by_role("button", name="Move Concert to 10:00 pm").click()
    expect(first.locator("li", has_text="Concert").locator(".when")).to_have_text("10:00 pm")
    expect(first.get_by_text("At the same time")).to_have_count(0)
    expect(tab.locator(".message.user", has_text="Move Concert")).to_have_count(0)  # it is done, not said
    assert violations(tab) == []


def test_a_missing_ride_is_added_with_a_button(profile, server, talk):
    """Between the landing and the hotel of a booked trip: pressed, the ride stands on its day and the finding is gone."""
    tab = profile(viewport={"width": 1440, "height": 900}).new_page()
    tab.goto(server.url)
    talk.booked(tab)
    tab.get_by_role("button", name="Days", exact=True).click()
    days = tab.locator(".panel .days:visible")
    missing = days.get_by_text("No ride planned from")
    before = missing.count()
    assert before
    days.get_by_role("button", name="Add a ride at").first.click()
    expect(missing).to_have_count(before - 1)
    expect(days.locator("li").filter(has=tab.locator(".when", has_text=":")).nth(1)).to_be_visible()


def test_the_checklist_is_ticked_at_the_side(profile, server, talk):
    """A new list opens by itself beside the conversation, which has its card alone; a tick is counted in both."""
    tab = profile(viewport={"width": 1440, "height": 900}).new_page()
    tab.goto(server.url)
    talk.options(tab)
    talk.say(tab, "Create the checklist")
    expect(tab.locator(".panel .checklist .figures")).to_contain_text("0 /")
    assert "☐" not in tab.locator(".message").last.inner_text()
    expect(tab.locator(".message input[type=checkbox]")).to_have_count(0)
    tab.locator(".panel .checklist input").first.check()
    for shown in (".panel .checklist .figures", ".document"):
        expect(tab.locator(shown)).to_contain_text("1 /")
