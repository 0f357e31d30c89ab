"""What the page shows in each state beside the plain way of a booking."""

import re

import pytest
from playwright.sync_api import expect
from tests.browser.test_accessibility import violations


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_gallery_shows_every_component(profile, server, scheme):
    """Each component is there in its states, and axe finds nothing on them in either colour scheme."""
    tab = profile(color_scheme=scheme).new_page()
    tab.goto(f"{server.url}/gallery")
    shown = "Colour", "Type", "Button", "Badge", "Chips", "Price", "Timeline row", "Card", "Banner", "Table", "Sheet"
    for name in shown:
        expect(tab.get_by_role("heading", name=name, exact=True)).to_be_visible()
    assert violations(tab) == []
    tab.get_by_role("button", name="Open", exact=True).click()
    expect(tab.get_by_role("dialog", name="A sheet")).to_be_visible()
    tab.keyboard.press("Escape")
    expect(tab.get_by_role("dialog", name="A sheet")).to_have_count(0)


def test_filters_count_and_narrow_all_options(page, talk):
    """A filter's count is how many options it leaves."""
    talk.options(page)
    chip = page.get_by_role("group", name="Filters").get_by_role("button", name=re.compile("^No self-transfer"))
    count = int("".join(re.findall(r"\d+", chip.inner_text())))
    chip.click()
    expect(page.locator(".option")).to_have_count(count)
    expect(page.locator(".option", has_text="elf-transfer")).to_have_count(0)
    chip.click()
    expect(page.locator(".option")).to_have_count(3)


def test_parts_of_two_options_are_one_choice(page, talk):
    """Another hotel with the flights of the first option: the sum is shown, and the combination is chosen at that."""
    talk.options(page)
    page.get_by_role("button", name="Mix and match").click()
    sheet = page.get_by_role("dialog", name="Mix and match")
    sheet.get_by_role("group", name="Hotel").get_by_role("radio").last.check()
    total = sheet.locator(".price").inner_text()
    sheet.get_by_role("button", name="Take this combination").click()
    expect(page.locator("[data-kind=chosen]")).to_contain_text(total)
    expect(page.get_by_role("button", name="Hold this trip")).to_be_visible()


def test_a_point_of_the_price_picture_chooses(page, talk):
    """The picture of prices is a way to choose."""
    talk.options(page)
    page.locator("#pictures [data-bundle]").nth(1).locator("circle").last.click()
    page.locator("[data-kind=chosen]").wait_for()


def test_a_search_can_be_stopped_and_gone_on_with(slow, profile, talk):
    """Stop ends a search; the page says that nothing is lost, and going on brings the options."""
    tab = profile().new_page()
    tab.goto(slow.url)
    talk.say(tab, talk.WISH)
    expect(tab.get_by_role("status").filter(has_text="Asking for")).to_have_count(1)
    tab.get_by_role("button", name="Stop").click()
    tab.get_by_role("button", name="Go on").click()
    tab.get_by_role("button", name="Choose option 1").wait_for()


def test_words_that_wait_go_each_alone_or_are_taken_back(slow, profile, talk):
    """In order, a turn for each; what was taken back, cannot be sent, or waits when the page is loaded anew is in the field again."""
    tab = profile().new_page()
    tab.goto(slow.url)
    talk.say(tab, talk.WISH)
    expect(tab.get_by_role("status").filter(has_text="Asking for")).to_have_count(1)
    for words in ("spent 25 EUR on taxi", "the third one", "spent 60 USD on tickets", "how much is left?"):
        talk.say(tab, words)
    tab.locator(".queued", has_text="the third one").get_by_role("button", name="Edit before it is sent").click()
    expect(tab.get_by_label("Your message")).to_have_value("the third one")
    expect(tab.locator(".queued")).to_have_count(0)
    sent = ["spent 25 EUR on taxi", "spent 60 USD on tickets", "how much is left?"]
    expect(tab.locator(".message.user:not(.queued) .words")).to_have_text([talk.WISH, *sent])
    talk.say(tab, "make it 3 adults")
    expect(tab.get_by_role("status").filter(has_text="Asking for")).to_have_count(1)
    tab.route("**/messages", lambda route: route.abort())
    talk.say(tab, "the first one")
    talk.say(tab, "hold it")
    expect(tab.get_by_label("Your message")).to_have_value("the first one\nhold it")
    tab.unroute("**/messages")
    talk.say(tab, "make it 2 adults")
    talk.say(tab, "the first one")
    expect(tab.locator(".queued")).to_have_count(1)
    tab.reload()
    expect(tab.get_by_label("Your message")).to_have_value("the first one")


def test_an_approval_that_has_run_out_can_be_asked_for_again(profile, server, talk):
    """Amber before the end; after it there is no live yes and nothing to tick, but a way to ask again."""
    tab = profile().new_page()
    tab.clock.install()
    tab.goto(server.url)
    talk.approval(tab)
    tab.clock.fast_forward("01:56:00")
    expect(tab.locator(".bar.soon").get_by_role("button", name="Refresh the price")).to_be_visible()
    tab.clock.fast_forward("06:00")
    expect(tab.get_by_role("button", name="Approve and buy")).to_have_count(0)
    expect(tab.get_by_role("heading", name="The time to decide is over")).to_be_visible()
    expect(tab.locator(".approval").get_by_role("checkbox")).to_have_count(0)
    expect(tab.get_by_role("button", name="Ask again")).to_be_enabled()


def test_a_server_that_is_away_is_told_in_sight(page):
    """Below the top bar, also on the empty page; the words stay, and go by themselves when the server is back, as the banner does."""
    page.set_viewport_size({"width": 390, "height": 600})
    page.context.set_offline(True)
    page.get_by_label("Your message").fill("hello")
    page.get_by_role("button", name="Send").click()
    banner = page.get_by_role("alert").locator(".banner")
    expect(banner).to_contain_text("can’t reach the server")
    assert banner.bounding_box()["y"] < 120
    expect(page.get_by_label("Your message")).to_have_value("hello")
    page.context.set_offline(False)
    expect(banner).to_have_count(0)
    expect(page.locator(".message.user")).to_have_count(1)
    expect(page.locator(".message.assistant")).not_to_have_count(0)
    expect(page.get_by_label("Your message")).to_have_value("")


def test_what_a_click_leads_to_is_in_sight(profile, server, talk):
    """On a phone the options fill the screen: what is asked after a choice and a hold is scrolled to, and names come first on the card."""
    tab = profile(viewport={"width": 390, "height": 844}).new_page()
    tab.goto(server.url)
    talk.choose(tab)
    expect(tab.locator(".travellers")).to_be_in_viewport(ratio=1)
    talk.say(tab, talk.PEOPLE)
    expect(tab.locator(".approval .journey")).to_contain_text("Anna Muster")
    expect(tab.locator("#approval-title")).to_be_in_viewport()
    dock, card = tab.locator(".composer .line").bounding_box(), tab.locator(".approval").bounding_box()
    assert (dock["x"], dock["width"]) == (card["x"], card["width"])


def test_an_unknown_trip_says_so(profile, server):
    """An address of a conversation that is not here is no empty page."""
    tab = profile().new_page()
    tab.goto(f"{server.url}/#nosuchtrip")
    expect(tab.get_by_text("I can’t find that trip here.")).to_be_visible()
    expect(tab.locator("#unknown").get_by_role("button", name="New trip")).to_be_focused()


def test_a_change_is_told_above_the_cards_and_once(page, talk):
    """A new list has its title above the cards; the lines that the cards show are not written out again."""
    talk.options(page)
    talk.say(page, "return one day later")
    expect(page.locator(".message.user")).to_have_count(2)
    answer = page.locator(".message[data-kind=options]").last
    above = answer.locator(".words").first
    expect(above).to_contain_text("The best 3 of")
    assert not re.search(r"Flight: ", "\n".join(answer.locator(".words").all_inner_texts()))
    assert above.bounding_box()["y"] < answer.locator(".option").first.bounding_box()["y"]


def test_a_list_says_in_plain_words_what_it_shows(page, talk):
    """Nothing of filters where none is set, hours by the reader's clock, one offer to compare with, durations unbroken."""
    talk.options(page)
    options = page.locator(".message[data-kind=options]").last
    expect(options.locator(".shown")).to_have_text(re.compile(r"^\s*Green: better than the option compared with$"))
    hours = page.evaluate("import('/page/words.js').then((words) => [6, 18].map(words.wholeHour))")
    assert hours == ["6 am", "6 pm"]
    assert re.search(r"\d+\xa0h\xa0\d\d\xa0min", options.locator(".how").first.inner_text())
    options.get_by_role("button", name="Compare in a table").click()
    row = page.get_by_role("row", name=re.compile("^Difference, compared with option 1"))
    assert "compared with" not in " ".join(row.get_by_role("cell").all_inner_texts())
    page.get_by_role("button", name="About you").click()
    about = page.get_by_role("dialog", name="About you, help and privacy")
    expect(about).to_contain_text("To keep a copy")
    expect(about.get_by_role("button", name="Erase my conversations")).to_be_visible()


def test_a_phone_has_drawer_and_sheet(profile, server, talk):
    """On a phone the trips and the trip are one tap away, and axe finds nothing in either."""
    tab = profile(viewport={"width": 390, "height": 844}).new_page()
    tab.goto(server.url)
    talk.options(tab)
    for button, dialog in (("Your trips", "Your trips"), ("Your trip", "Your trip")):
        tab.get_by_role("button", name=button, exact=True).click()
        expect(tab.get_by_role("dialog", name=dialog, exact=True)).to_be_visible()
        assert violations(tab) == []
        tab.keyboard.press("Escape")
    assert tab.evaluate("document.scrollingElement.scrollWidth") <= 390


def test_documents_are_cards_beside_the_chat(page, talk):
    """A checklist that was made opens beside the chat, and a tick stays ticked after a reload."""
    talk.say(page, f"{talk.WISH}, under $3,000")
    page.get_by_role("button", name="Choose option 1").wait_for()
    talk.say(page, "create the checklist and the budget")
    page.locator(".document").first.click()
    box = page.locator(".checklist input[type=checkbox]").first
    box.check()
    expect(page.locator(".checklist .figures")).to_contain_text("1 /")
    page.reload()
    page.get_by_role("button", name="Checklist", exact=True).click()
    expect(box).to_be_checked()
    page.get_by_role("button", name="Budget", exact=True).click()
    expect(page.locator(".budget .price")).to_contain_text("$")
    expect(page.locator(".budget .donut circle")).not_to_have_count(0)
    reserve = page.get_by_role("textbox", name="Reserve, USD")
    reserve.fill("100")
    reserve.press("Enter")
    expect(page.locator(".budget li", has=reserve)).to_contain_text("set by you")
    page.reload()
    page.get_by_role("button", name="Budget", exact=True).click()
    expect(reserve).to_have_value("100")
    assert violations(page) == []


def test_an_approver_reads_who_and_why_and_keeps_the_form(page, profile, talk):
    """Unticked boxes are named and the form stays as it was; after the decision the page says what happens next, without locators."""
    talk.approval(page)
    page.get_by_text("Let somebody else decide").click()
    other = profile(java_script_enabled=False).new_page()
    other.goto(page.get_by_role("link", name="the approver’s page").get_attribute("href"))
    expect(other.locator("dl.card.facts")).to_contain_text("Anna Muster")
    expect(other.locator("dl.card.facts")).to_contain_text("Munich – Lisbon")
    other.get_by_label("Reason, if you reject").fill("perhaps")
    other.get_by_role("button", name="Approve").click()
    expect(other.get_by_role("alert")).to_contain_text("Not everything was confirmed")
    expect(other.get_by_role("alert").get_by_role("link")).to_have_count(other.locator("[name=confirm]").count())
    expect(other.locator("[name=confirm]").first).to_be_focused()
    expect(other.get_by_label("Reason, if you reject")).to_have_value("perhaps")
    talk.confirm(other)
    other.get_by_role("button", name="Approve").click()
    expect(other.get_by_role("main")).to_contain_text("You can close this page")
    page.get_by_role("region", name="Receipt", exact=True).wait_for()
    assert not any(locator in other.content() for locator in talk.locators(page))
