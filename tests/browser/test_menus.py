"""The guide's menus as buttons and forms: each press does what its number does, and stands in the conversation."""

import re
from typing import Any

from playwright.sync_api import expect

MENU = ".chips.menu button"
LINES = re.compile(r"^\d+\. ", re.MULTILINE)


def _press(tab: Any, name: str) -> None:
    tab.locator(MENU).filter(has_text=name).first.click()


def test_options_can_be_changed_by_a_letter_and_chosen(page, talk):
    """A letter opens its menu, a line of it changes the list, and every press is a line of the traveller's."""
    talk.options(page)
    _press(page, "hotel")
    _press(page, "with breakfast")
    expect(page.locator("[data-kind=options]")).to_have_count(2)
    expect(page.locator(".message.user").last).to_have_text(re.compile("with breakfast"))
    expect(page.locator(MENU).filter(has_text="cheaper")).to_be_visible()
    assert not LINES.search(page.locator(".message.assistant").last.inner_text())
    page.get_by_role("button", name="Choose option 1").last.click()
    expect(page.get_by_role("button", name="Hold this trip")).to_be_visible()
    expect(page.get_by_label("Your message")).to_be_visible()


def test_after_the_choice_a_press_shows_other_hotels_and_holds(page, talk):
    """The list of other hotels is a menu again; holding asks who travels with a form, which leads to the card."""
    talk.choose(page, "May")
    _press(page, "other hotels")
    expect(page.locator(MENU).filter(has_text="★").first).to_be_visible()
    _press(page, "★")
    page.get_by_label("Name as in the passport").fill("Anna Muster")
    page.get_by_label("Date of birth").fill("1990-04-12")
    page.locator("#asked-email").fill("anna@example.org")
    page.locator(".travellers button[type=submit]").click()
    page.get_by_role("button", name="Approve and buy").wait_for()
    expect(page.locator(".message.user").last).to_contain_text("Anna Muster")


def test_what_was_read_in_part_waits_for_a_yes(page, talk):
    """The offer is two buttons; the first does it."""
    talk.options(page)
    talk.say(page, "4 stars and a nice garden")
    expect(page.locator(MENU)).to_have_text([re.compile("do it"), re.compile("leave it")])
    _press(page, "leave it")
    expect(page.locator(".message.assistant").last).to_contain_text("changed nothing")
    talk.say(page, "4 stars and a nice garden")
    _press(page, "do it")
    expect(page.locator("[data-kind=options]")).to_have_count(2)


def test_after_a_purchase_its_own_menu_leads_on(page, talk):
    """Days are planned, and a booking is cancelled, by presses alone; what is cancelled is struck through in the panel."""
    talk.booked(page)
    _press(page, "plan the days")
    expect(page.get_by_role("group", name="Documents").get_by_text("Days")).to_have_attribute("aria-pressed", "true")
    _press(page, "my bookings")
    expect(page.get_by_role("region", name="Booked").locator(".sum").first).to_contain_text("Paid")
    _press(page, "change or cancel")
    _press(page, "cancel everything")
    page.get_by_role("button", name="Approve the cancellation").wait_for()
    talk.confirm(page)
    page.get_by_role("button", name="Approve the cancellation").click()
    page.locator("[data-kind=cancelled]").wait_for()
    expect(page.get_by_role("button", name="Trip", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".panel li s").first).to_be_visible()
    expect(page.locator(".pictures figure")).to_have_count(0)
    page.locator("aside.trip").get_by_role("button", name="Days", exact=True).click()
    expect(page.locator(".days .badge").first).to_have_text("cancelled")


def test_a_trip_begins_with_a_form_in_the_readers_language(profile, server):
    """Without a model another language is not read: a form takes the whole trip, and menus are in the language."""
    tab = profile(locale="de-DE", viewport={"width": 1200, "height": 900}).new_page()
    tab.goto(server.url)
    form = tab.get_by_role("form", name="Eine Reise eintragen")
    form.get_by_label("Von (Ort)").fill("München")
    form.get_by_label("Nach (Ort)").fill("Lissabon")
    form.get_by_label("Hinreise am").fill("2027-03-04")
    form.get_by_label("Rückreise am").fill("2027-03-08")
    form.get_by_role("button", name="Suchen").click()
    tab.get_by_role("button", name="Angebot 1 wählen").click()
    expect(tab.get_by_role("button", name="Diese Reise reservieren")).to_be_visible()
    expect(tab.locator("html")).to_have_attribute("lang", re.compile("^de"))
    tab.get_by_label("Ihre Nachricht").fill("one more adult")
    tab.keyboard.press("Enter")
    expect(tab.get_by_text("4. März – 8. März 2027 · 2 Personen")).to_be_visible()
    expect(tab.locator("html")).to_have_attribute("lang", re.compile("^de"))
    for told in ("verstehe ich nur Englisch", "verstehe ich nicht"):
        expect(tab.locator(MENU).last).to_be_enabled()
        tab.get_by_label("Ihre Nachricht").fill("Ich möchte gerne lieber im Sommer mit meinem Hund fahren")
        tab.keyboard.press("Enter")
        expect(tab.locator(".message.assistant").filter(has_text=told)).to_have_count(1)


def test_the_examples_of_the_empty_page_are_read(page):
    """Each is English and leads to options at once."""
    page.get_by_role("group", name="Or choose an example").get_by_role("button").first.click()
    page.get_by_role("button", name="Choose option 1").wait_for()
