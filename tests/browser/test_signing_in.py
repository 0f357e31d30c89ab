"""The page of a server with several users."""

import re

import pytest
from playwright.sync_api import expect

axe_module = pytest.importorskip("axe_playwright_python.sync_playwright")


def test_a_user_signs_in_with_a_token_and_sees_only_their_trips(serving, profile, talk):
    """Without a token the page asks for it; a wrong one is asked again; two users do not see each other's trips."""
    server = serving(HTTP_TOKENS='{"the-token-of-anna": "anna", "the-token-of-ben": "ben"}')
    anna = _signed_in(profile().new_page(), server, "wrong", "the-token-of-anna")
    talk.options(anna)
    anna.reload()  # the token is kept for the tab
    anna.get_by_role("button", name="Choose option 1").wait_for()
    ben = _signed_in(profile().new_page(), server, "the-token-of-ben")
    expect(ben.locator("#trips")).to_be_empty()
    ben.goto(anna.url)
    expect(ben.locator("#unknown")).to_contain_text("I can’t find that trip here.")
    expect(ben.get_by_role("link", name=re.compile("Munich"))).to_have_count(0)
    expect(anna.get_by_role("banner")).to_contain_text("anna")
    anna.get_by_role("button", name="About you").click()
    about = anna.get_by_role("dialog", name="About you, help and privacy")
    expect(about).to_contain_text("Signed in as anna")
    assert axe_module.Axe().run(anna).response["violations"] == []
    for _ in range(2):
        about.get_by_role("button", name="Delete all my data").click()
    expect(anna.locator("#trips")).to_be_empty()
    anna.get_by_role("button", name="About you").click()
    about.get_by_role("button", name="Sign out").click()
    anna.get_by_role("dialog", name="Sign in").wait_for()


def test_a_host_signs_people_in_and_out_at_its_own_addresses(serving, profile):
    """Who is not known is sent to the host with the way back; the head of the page leads out there, too."""
    host = {"HTTP_SIGN_IN_URL": "/policy?from=trips", "HTTP_SIGN_OUT_URL": "/gallery"}
    server = serving(HTTP_TOKENS='{"the-token-of-anna": "anna"}', **host)
    tab = profile().new_page()
    with tab.expect_request("**/policy?from=trips&next=**") as sent:
        tab.goto(server.url)
    assert sent.value.url.endswith("next=http%3A%2F%2F127.0.0.1%3A" + f"{server.port}%2F")
    anna = profile().new_page()
    anna.add_init_script("sessionStorage.setItem('trips-token', 'the-token-of-anna')")
    anna.goto(server.url)
    head = anna.get_by_role("banner")
    expect(head).to_contain_text("anna")
    head.get_by_role("link", name="Sign out").click()
    anna.wait_for_url("**/gallery")


def _signed_in(tab, server, *tokens):
    tab.goto(server.url)
    for token in tokens:
        dialog = tab.get_by_role("dialog", name="Sign in")
        dialog.wait_for()
        wrong = dialog.get_by_text("This token isn’t known here.")
        expect(wrong).to_have_count(int(token != tokens[0]))
        assert axe_module.Axe().run(tab).response["violations"] == []
        tab.get_by_label("Your token").fill(token)
        with tab.expect_response("**/api/threads"):
            tab.get_by_role("button", name="Sign in").click()
    dialog.wait_for(state="hidden")
    return tab
