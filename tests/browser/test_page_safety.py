"""What suppliers write stays text, and what happens on the page stays on the machine."""

from urllib.parse import urlsplit

from playwright.sync_api import expect


def test_markup_in_a_hotels_name_stays_text(hostile_server, profile, talk):
    """A hotel named like a script is shown as it is written, from options to receipt and on the approver's page."""
    tab = profile().new_page()
    tab.goto(hostile_server.url)
    talk.options(tab)
    expect(tab.locator(".option").first).to_contain_text(talk.HOSTILE)
    tab.get_by_role("button", name="Compare in a table").click()
    expect(tab.get_by_role("region", name="Comparison")).to_contain_text(talk.HOSTILE)
    tab.get_by_role("button", name="Choose option 1").click()
    tab.locator(".travellers").wait_for()
    talk.say(tab, talk.PEOPLE)
    tab.get_by_role("button", name="Approve and buy").wait_for()
    expect(tab.locator(".cart")).to_contain_text("<img src=x")
    link = tab.get_by_text("the approver’s page").get_attribute("href")
    approver = tab.context.new_page()
    approver.goto(link)
    expect(approver.locator(".cart")).to_contain_text("<img src=x")
    talk.confirm(tab)
    tab.get_by_role("button", name="Approve and buy").click()
    expect(tab.get_by_role("region", name="Receipt", exact=True)).to_contain_text("<img src=x")
    for one in (tab, approver):
        assert one.evaluate("window.hacked") is None
        assert one.locator("img").count() == 0


def test_what_the_traveller_writes_stays_text(page, talk):
    """The traveller's own words cannot become markup either, before and after a reload."""
    talk.say(page, '<b id="bold">hello</b><img src=x onerror="window.hacked=1">')
    expect(page.locator(".message.assistant")).not_to_have_count(0)
    page.reload()
    expect(page.locator(".message.user")).to_contain_text('<b id="bold">hello</b>')
    assert page.locator("#bold").count() == 0
    assert page.evaluate("window.hacked") is None


def test_no_request_leaves_the_machine(watched_server, profile, talk):
    """A whole booking and the approvals page: the page asks nobody but its server, and the server asks nobody at all."""
    context, asked = profile(), set()
    context.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
    tab = context.new_page()
    tab.goto(watched_server.url)
    talk.booked(tab)
    tab.goto(f"{watched_server.url}/approvals")
    tab.get_by_text("Nothing is waiting.").wait_for()
    assert {one for one in asked if one} == {urlsplit(watched_server.url).netloc}
    assert (watched_server.folder / "outside.log").read_text().splitlines() == ["connect ('192.0.2.1', 9)"]
