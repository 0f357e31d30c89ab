"""A booking in the browser, and everything that happens to browsers meanwhile."""

import re

from playwright.sync_api import expect


def test_options_are_sorted_compared_and_all_shown(page, talk):
    """Sorting by price puts the cheapest first; the table shows them side by side; all ranked options can be had."""
    talk.options(page)
    expect(page.locator(".option .stay").first).to_contain_text(re.compile("room only|breakfast"))
    page.get_by_role("button", name=re.compile(r"Show all \d+ options")).click()
    expect(page.locator(".option")).to_have_count(10)
    page.get_by_label("Sort by").select_option("price")
    expect(page.locator(".option").first).to_contain_text("cheapest")
    prices = [float(re.sub(r"[^\d.]", "", t.split(":")[1])) for t in page.locator(".option h3").all_inner_texts()]
    assert prices == sorted(prices)
    expect(page.get_by_text("The cheapest 10 of 10 options")).to_be_visible()
    steps = page.get_by_label("Price", exact=True).locator("option").all_inner_texts()[1:]
    assert steps
    assert all(re.fullmatch(r"Up to €[\d,]*0 \(\d+\)", one) for one in steps)
    page.get_by_role("button", name="Compare in a table").click()
    table = page.get_by_role("region", name="Comparison")
    for row, least in (("Price", prices[0]), ("Travel time", None)):
        cells = table.get_by_role("row", name=re.compile(f"^{row}")).get_by_role("cell")
        marked = [n for n, one in enumerate(cells.all()) if one.get_attribute("class") == "better"]
        assert marked
        assert len(marked) < cells.count()
        assert least is None or marked[0] == 0
    expect(table.locator("caption")).to_contain_text("is the best in its row")
    expect(
        page.get_by_role("region", name="Comparison").get_by_role("row", name=re.compile("^Trade-offs"))
    ).to_be_visible()


def test_progress_is_told_while_suppliers_answer(slow, profile, talk):
    """While a slow supplier is asked, the page says what it is doing."""
    tab = profile().new_page()
    tab.goto(slow.url)
    talk.say(tab, talk.WISH)
    expect(tab.get_by_role("status").filter(has_text=re.compile("Asking for (flights|hotels)"))).to_be_visible()
    tab.get_by_role("button", name="Choose option 1").wait_for()


def test_a_reply_is_read_before_the_turn_has_ended(slow, profile, talk):
    """What is said first appears while a slow supplier is still asked, is read out once, and stands there once at the end."""
    tab = profile().new_page()
    tab.goto(slow.url)
    talk.say(tab, f"{talk.WISH}. My card is 4111 1111 1111 1111")
    reply = tab.locator("[data-kind=card_masked]")
    reply.wait_for()
    view = tab.request.get(f"{slow.url}/api/threads/{tab.url.split('#')[1]}").json()
    assert view["working"]
    tab.get_by_role("button", name="Choose option 1").wait_for()
    expect(reply).to_have_count(1)
    expect(tab.get_by_role("log").get_by_text("I masked card details")).to_have_count(1)


def test_words_sent_while_a_turn_runs_are_worked_after_it(slow, profile, talk):
    """Who writes on before the answer is there loses nothing: the words wait for the turn that runs."""
    tab = profile().new_page()
    tab.goto(slow.url)
    talk.say(tab, talk.WISH)
    expect(tab.get_by_role("status").filter(has_text="Asking for")).to_be_visible()
    talk.say(tab, "the second one")
    tab.locator("[data-kind=chosen]").wait_for()
    expect(tab.locator(".message.user")).to_have_count(2)
    expect(tab.get_by_label("Your message")).to_have_value("")


def test_the_order_of_the_options_stays_when_one_is_chosen(page, talk):
    """Sorted by price and then chosen: the cards are drawn again in the same order."""
    talk.options(page)
    page.get_by_label("Sort by").select_option("price")
    before = page.locator(".option h3").all_inner_texts()
    page.locator(".option").first.get_by_role("button").click()
    page.get_by_role("button", name="Hold this trip").wait_for()
    expect(page.locator(".option h3")).to_have_text(before)
    expect(page.get_by_label("Sort by")).to_have_value("price")


def test_by_price_come_the_cheapest_of_all_and_a_mix_costs_what_its_card_says(page, talk):
    """Not the first three in another order; the sum of the parts has the tax at the hotel, as the option's price has."""
    talk.options(page)
    page.get_by_role("button", name="Mix and match").click()
    whole = page.locator(".option .price").first.inner_text()
    expect(page.get_by_role("dialog").locator(".price")).to_have_text(whole)
    page.keyboard.press("Escape")
    page.get_by_label("Sort by").select_option("price")
    least = page.request.get(page.url.replace("/#", "/api/threads/") + "/options").json()
    sums = sorted(float(one["total"]["amount"]) for one in least)[:3]
    assert [float(re.sub(r"[^\d.]", "", one)) for one in page.locator(".option .price").all_inner_texts()] == sums


def test_reload_in_the_middle_loses_nothing(page, talk):
    """A reload shows the same options, the same hold, and the same approval with its one clock, which still works."""
    talk.options(page)
    expect(page.get_by_role("button", name="Mix and match")).to_be_visible()  # all ranked options are there
    before = page.locator("#talk").text_content()
    page.reload()
    expect(page.get_by_role("button", name="Choose option 1")).to_be_visible()
    expect(page.locator("#talk")).to_have_text(before)
    page.get_by_role("button", name="Choose option 1").click()
    page.locator(".travellers").wait_for()
    talk.say(page, talk.PEOPLE)
    page.get_by_role("button", name="Approve and buy").wait_for()
    page.reload()
    expect(page.locator(".countdown")).to_have_count(1)
    expect(page.get_by_role("region", name="Approval").locator(".countdown")).to_contain_text("left")
    expect(page.locator(".approval")).to_contain_text("After that, I’ll ask for the price again.")
    days = page.locator(".approval .cart .item").all_inner_texts()
    assert ["Lisbon" in days[0], "centre" in days[1], "Lisbon – Munich" in days[2]] == [True, True, True]
    talk.buy(page)
    assert len(talk.locators(page)) == 3


def test_reload_while_a_turn_runs_shows_its_outcome(slow, profile, talk):
    """A reload in the middle of a search does not stop it: the options come."""
    tab = profile().new_page()
    tab.goto(slow.url)
    talk.say(tab, talk.WISH)
    expect(tab.get_by_role("status").filter(has_text="Asking for")).to_be_visible()
    tab.reload()
    tab.get_by_role("button", name="Choose option 1").wait_for()


def test_a_double_click_on_approve_buys_once(page, server, talk):
    """Two clicks make one purchase and one receipt, without an error in sight."""
    talk.approval(page)
    talk.confirm(page)
    page.get_by_role("button", name="Approve and buy").dblclick()
    page.get_by_role("region", name="Receipt", exact=True).wait_for()
    thread = page.url.split("#")[1]
    audit = page.request.get(f"{server.url}/api/threads/{thread}/audit").json()
    assert [event["type"] for event in audit].count("approval.consumed") == 1
    expect(page.locator("[data-kind=bought]")).to_have_count(1)
    expect(page.locator("#refusal")).to_be_empty()


def test_approved_in_one_tab_and_rejected_in_another(page, talk):
    """The second, stale tab is told in words that it came too late, and then shows the receipt, too."""
    talk.approval(page)
    stale = page.context.new_page()
    stale.goto(page.url)
    stale.get_by_role("button", name="Reject…").click()
    stale.route("**/api/threads/*", lambda route: route.abort())  # it does not learn what the first tab does
    talk.buy(page)
    stale.unroute("**/api/threads/*")
    stale.get_by_role("button", name="Reject now").click()
    expect(stale.get_by_role("alert")).to_contain_text("approved before")
    stale.get_by_role("region", name="Receipt", exact=True).wait_for()
    assert talk.locators(stale) == talk.locators(page)


def test_a_second_tab_shows_the_same(page, talk):
    """What one tab does appears in the other without a reload."""
    talk.options(page)
    second = page.context.new_page()
    second.goto(page.url)
    page.get_by_role("button", name="Choose option 1").click()
    expect(second.get_by_role("button", name="Hold this trip")).to_be_visible()


def test_a_rejection_with_a_reason_gives_the_holds_back(page, talk):
    """Rejecting says so in the conversation, with the reason; nothing is held any more, and no older words still ask for a yes."""
    talk.approval(page)
    page.get_by_role("button", name="Reject…").click()
    page.get_by_label("Why not?").fill("too early in the morning")
    page.get_by_role("button", name="Reject now").click()
    expect(page.locator("[data-kind=declined]")).to_contain_text("too early in the morning")
    expect(page.get_by_role("region", name="Held for you")).to_have_count(0)
    expect(page.get_by_text("The card that waited for your decision is closed now.")).to_be_visible()


def test_a_hold_that_runs_out_is_said(profile, server, talk):
    """The countdown goes on by itself, and its end is written and read out."""
    tab = profile().new_page()
    tab.clock.install()
    tab.goto(server.url)
    talk.approval(tab)
    clock = tab.get_by_role("region", name="Approval").locator(".countdown")
    expect(clock).to_contain_text("left")
    tab.clock.fast_forward("02:05:00")
    expect(clock).to_have_text("this is over")
    expect(tab.get_by_role("log")).to_contain_text("has run out")


def test_the_server_is_killed_and_started_again_with_an_approval_waiting(own_server, profile, talk):
    """After kill -9 and a restart the page goes on by itself, and the approval that waited can be given."""
    page = profile().new_page()
    page.goto(own_server.url)
    talk.approval(page)
    own_server.kill()
    expect(page.get_by_role("alert")).to_contain_text("can’t reach the server")
    own_server.start()
    expect(page.get_by_role("alert")).to_be_empty()
    talk.buy(page)
    assert len(talk.locators(page)) == 3


def test_a_supplier_error_is_told_and_can_be_tried_again(serving, profile, talk):
    """When a supplier fails, the traveller reads it, and 'try again' brings the options."""
    faults = '[{"on": "flights.search", "fault": "unavailable", "times": 2}]'
    failing = serving(SUPPLIER_FAULTS=faults, SUPPLIER_ATTEMPTS="1")
    tab = profile().new_page()
    tab.goto(failing.url)
    talk.say(tab, talk.WISH)
    tab.get_by_role("button", name="Try again").click()
    tab.get_by_role("button", name="Choose option 1").wait_for()


def test_trips_are_resumed_from_the_list(page, talk):
    """A new trip starts empty, and the earlier one comes back from the list."""
    talk.options(page)
    page.get_by_role("button", name="New trip").click()
    expect(page.locator(".message")).to_have_count(0)
    page.get_by_role("link", name=re.compile("Munich – Lisbon")).first.click()  # the newest
    expect(page.get_by_role("button", name="Choose option 1")).to_be_visible()


def test_an_approver_decides_by_link_without_chat_and_without_script(page, profile, talk):
    """The link works in another profile with JavaScript off, and the traveller's tab shows the receipt."""
    talk.approval(page)
    page.get_by_text("Let somebody else decide").click()
    link = page.get_by_role("link", name="the approver’s page").get_attribute("href")
    other = profile(java_script_enabled=False).new_page()
    other.goto(link)
    talk.confirm(other)
    other.get_by_role("button", name="Approve").click()
    expect(other.get_by_role("heading", name="Approved")).to_be_visible()
    page.get_by_role("region", name="Receipt", exact=True).wait_for()
    other.goto(link)
    expect(other.get_by_role("main")).to_contain_text("approved before")


def test_the_queue_leads_to_what_waits(page, server, profile, talk):
    """/approvals names what waits, for whom and until when, and leads to the card."""
    talk.approval(page)
    queue = profile().new_page()
    queue.goto(f"{server.url}/approvals")
    item = queue.locator("#approvals > li").last  # the newest
    expect(item).to_contain_text("Waiting for you")
    expect(item).to_contain_text("Munich – Lisbon")
    expect(item).to_contain_text("Asked by Anna Muster")
    expect(item.locator(".countdown")).to_contain_text("left")
    item.get_by_role("link", name="Look at it and decide").click()
    expect(queue.get_by_role("button", name="Approve")).to_be_visible()


def test_dates_that_may_move_have_a_price_for_each_day(page, talk):
    """The strip shows the flights of each day near; a click on a day moves the whole trip there."""
    talk.say(page, f"{talk.WISH}, my dates are flexible by 1 day")
    days = page.get_by_role("group", name="Flights by day").get_by_role("button")
    expect(days).to_have_count(3)
    expect(days.nth(1)).to_have_attribute("aria-pressed", "true")
    days.nth(0).click()
    expect(page.get_by_role("complementary", name="Your trip")).to_contain_text("Mar 3 – Mar 7, 2027")
    expect(page.locator("[data-kind=options]")).to_have_count(2)
    expect(page.locator("[data-kind=options]").last).to_contain_text("Wed, Mar 3")
