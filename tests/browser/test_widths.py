"""Six languages on three screens: from the empty page to the approval no word runs out of its place."""

import re

import pytest
from playwright.sync_api import expect

LOCALES = ["en-US", "de-DE", "es-ES", "fr-FR", "it-IT", "pt-PT"]
PEOPLE = "Anna Muster 1990-04-12, Ben Muster 1988-05-03, anna@example.org, +49 151 23456789"
RUNS_OUT = """() => {
  const scrolls = (one) => one && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
  const drawn = (one) => !one.closest(".unseen, .skip, svg") && one.offsetParent && !scrolls(one);
  const wide = [...document.querySelectorAll("#app *")].filter(drawn);
  const out = wide.filter((one) => one.getBoundingClientRect().right > innerWidth + 1);
  const cut = wide.filter((one) => one.matches(".btn, .badge, .chip, .bar, .card, h1, h2, h3") && one.scrollWidth > one.clientWidth + 1);
  const sideways = document.scrollingElement.scrollWidth > innerWidth ? ["the page"] : [];
  return [...sideways, ...[...out, ...cut].map((one) => `${one.tagName}.${one.className}: ${one.textContent.slice(0, 40)}`)];
}"""


@pytest.mark.parametrize("locale", LOCALES)
def test_no_word_runs_out_of_its_place(profile, server, talk, locale):
    """The empty page's example begins; the trip is planned, chosen, held, brought to the card, each looked at in three widths.

    Without a model the examples are English, and the page keeps its own words.
    """
    tab = profile(locale=locale, viewport={"width": 1440, "height": 900}).new_page()
    found = {}

    def look(state):
        for width in (390, 768, 1440):
            tab.set_viewport_size({"width": width, "height": 900})
            tab.wait_for_timeout(50)
            found[state, width] = tab.evaluate(RUNS_OUT)

    tab.goto(server.url)
    tab.locator(".examples .chip").first.wait_for()
    look("start")
    # that the look sees what it should see
    tab.evaluate("document.querySelector('.welcome h1').style.whiteSpace = 'nowrap'")
    tab.evaluate("document.querySelector('.welcome h1').append('wide '.repeat(99))")
    assert tab.evaluate(RUNS_OUT)
    tab.reload()
    tab.locator(".examples .chip").first.click()
    tab.locator(".option .btn.primary").first.wait_for()
    expect(tab.locator("html")).to_have_attribute("lang", re.compile(locale[:2]))
    tab.locator(".tools .chip").first.wait_for()
    look("options")
    tab.locator(".option .btn.primary").first.click()
    tab.locator(".travellers").wait_for()
    look("chosen")
    tab.locator("#words").fill(PEOPLE)
    tab.locator("#words").press("Enter")
    tab.locator(".approval").wait_for()
    look("approval")
    tab.goto(f"{server.url}/policy")
    tab.locator("form").wait_for()
    look("policy")
    assert {where: out for where, out in found.items() if out} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_policy_is_set_with_the_keyboard(profile, own_server, scheme):
    """Whoever runs the organisation writes its rules: axe finds nothing, a sum without a currency is refused in words, a good one stays."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    tab = profile(color_scheme=scheme, viewport={"width": 390, "height": 844}).new_page()
    tab.goto(f"{own_server.url}/policy")
    budget = tab.locator("#max_budget_total")
    budget.wait_for()
    assert axe.run(tab).response["violations"] == []
    budget.focus()
    tab.keyboard.type("9000")
    tab.keyboard.press("Enter")
    currency = tab.locator("[name=max_budget_total_currency]")
    assert currency.evaluate("(one) => one.validationMessage") == "Which currency?"
    assert axe.run(tab).response["violations"] == []
    budget.focus()
    tab.keyboard.press("Tab")
    tab.keyboard.type("eur")
    budget.press("Enter")
    expect(tab.get_by_role("status").first).not_to_be_empty()
    tab.reload()
    expect(tab.locator("#max_budget_total")).to_have_value("9000")
    expect(currency).to_have_value("EUR")


IN_SIGHT = """(card) => {
  const end = document.querySelector(".dock").getBoundingClientRect().top;
  return [...card.querySelectorAll("header .price, header .btn, .number, .timeline .end b")].map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= end;
  });
}"""
TOKEN = """(name) => {
  const one = document.createElement("i");
  one.style.color = `var(--${name})`;
  document.body.append(one);
  return getComputedStyle(one).color;
}"""


@pytest.mark.parametrize("width", [390, 1440])
def test_number_price_times_and_choose_are_in_sight(profile, server, talk, width):
    """On a wide screen on all three cards at once; on a phone card by card, without a list that scrolls by itself."""
    tab = profile(viewport={"width": width, "height": 900}).new_page()
    tab.goto(server.url)
    talk.options(tab)
    tab.get_by_role("button", name="Mix and match").wait_for()
    cards = tab.locator(".option")
    expect(cards).to_have_count(3)
    for number, card in enumerate(cards.all(), 1):
        if width == 390:
            card.evaluate("(one) => scrollBy(0, one.getBoundingClientRect().top - 80)")
        seen = card.evaluate(IN_SIGHT)
        assert len(seen) == 7, "price, button, number, four times"
        assert all(seen), number
        expect(card.locator(".number")).to_have_text(str(number))
    assert tab.locator(".options").evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_refundability_is_red_on_no_card_and_green_where_it_is_free(profile, server, talk):
    """A plain fare is said in the colour of plain words; what is free to cancel in green, with words that say so."""
    tab = profile(viewport={"width": 1440, "height": 900}).new_page()
    tab.goto(server.url)
    talk.options(tab)
    tab.get_by_role("button", name="Show all").click()
    free = tab.locator(".marks .free")
    plain = tab.locator(".marks > span:not(.badge, .free)")
    expect(free.first).to_contain_text("Free to cancel")
    assert free.count()
    assert plain.count()
    colour = "(one) => getComputedStyle(one).color"
    assert {one.evaluate(colour) for one in free.all()} == {tab.evaluate(TOKEN, "good")}
    assert {one.evaluate(colour) for one in plain.all()} == {tab.evaluate(TOKEN, "soft")}


@pytest.mark.parametrize("width", [390, 1440])
def test_options_are_filtered_by_keyboard_and_cleared(profile, server, talk, width):
    """A filter leaves what fits of all that was quoted and says how many; one key press brings all back."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    tab = profile(viewport={"width": width, "height": 900}).new_page()
    tab.goto(server.url)
    talk.options(tab)
    status = tab.locator(".shown [role=status]")
    tab.locator(".option").first.wait_for()
    fold = tab.get_by_role("button", name="Filters", exact=True)
    expect(fold).to_have_attribute("aria-expanded", str(width == 1440).lower())
    if width == 390:
        fold.press("Enter")
    whole = ""  # nothing is filtered
    expect(status).to_have_text(whole)
    before = tab.locator(".option").count()
    tab.get_by_label("Stops", exact=True).focus()
    tab.keyboard.press("n")  # non-stop
    expect(status).not_to_have_text(whole)
    for how in tab.locator(".option .how").all():
        expect(how).to_contain_text("non-stop")
    count = tab.locator(".option").count()
    assert count
    expect(status).to_contain_text(f"{count} of ")
    assert axe.run(tab).response["violations"] == []
    tab.get_by_role("button", name="Clear filters").press("Enter")
    expect(tab.locator(".option")).to_have_count(before)
    expect(status).to_have_text(whole)
    expect(tab.get_by_label("Sort by")).to_be_focused()
    highest = tab.get_by_label("Price", exact=True)
    highest.select_option(index=1)
    expect(status).not_to_have_text(whole)
    tab.get_by_role("button", name="Compare").click()
    tab.wait_for_function("""() => {
      const wide = document.querySelector(".table .wide");
      return wide && wide.parentElement.classList.contains("more") === wide.scrollWidth > wide.clientWidth + 1;
    }""")


def test_no_two_parts_look_alike_and_each_says_why_it_costs_more(profile, server, talk):
    """In mix and match every line differs from the others of its part, and every other than the picked one has its reason."""
    tab = profile(viewport={"width": 1440, "height": 900}).new_page()
    tab.goto(server.url)
    talk.options(tab)
    tab.get_by_role("button", name="Mix and match").click()
    for part in tab.locator(".mix").all():
        lines = part.locator(".grow").evaluate_all("(all) => all.map((one) => one.firstChild.textContent)")
        assert len(lines) == len(set(lines)) > 0
        for line in part.locator("label").all():
            reason = line.locator(".each").inner_text()
            assert (reason == "") == line.locator("input").is_checked()
            assert reason == "" or (reason[0] in "+−$€" and " instead of " in reason)
