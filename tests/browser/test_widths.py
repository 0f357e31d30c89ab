"""Six languages on three screens: from the empty page to the approval no word runs out of its place."""

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
    """The empty page's own example is planned, chosen, held and brought to the card; each state is looked at in three widths."""
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
    tab.evaluate(
        "document.querySelector('.welcome h1').style.whiteSpace = 'nowrap'"
    )  # that the look sees what it should see
    tab.evaluate("document.querySelector('.welcome h1').append('wide '.repeat(99))")
    assert tab.evaluate(RUNS_OUT)
    tab.reload()
    tab.locator(".examples .chip").first.click()
    tab.locator(".option .btn.primary").first.wait_for()
    tab.locator(".tools .chip").first.wait_for()
    look("options")
    tab.locator(".option .btn.primary").first.click()
    tab.locator(".dock .chip").first.click()
    tab.locator("[data-kind=ask_details]").wait_for()
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
    """Whoever runs the organisation writes its rules: axe finds nothing, a wrong sum is refused in words, a good one stays."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    tab = profile(color_scheme=scheme, viewport={"width": 390, "height": 844}).new_page()
    tab.goto(f"{own_server.url}/policy")
    budget = tab.locator("#max_budget_total")
    budget.wait_for()
    assert axe.run(tab).response["violations"] == []
    budget.focus()
    tab.keyboard.type("plenty")
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("alert")).not_to_be_empty()
    assert axe.run(tab).response["violations"] == []
    budget.focus()
    tab.keyboard.press("Control+A")
    tab.keyboard.type("9000 EUR")
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("status").first).not_to_be_empty()
    tab.reload()
    expect(tab.locator("#max_budget_total")).to_have_value("9000 EUR")
