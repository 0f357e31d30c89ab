"""The approval card of an organisation that demands an approver's token."""

import sqlite3

from playwright.sync_api import expect


def _answer(tab, talk, token):
    talk.confirm(tab)
    tab.get_by_label("Approval token").fill(token)
    tab.get_by_role("button", name="Approve and buy").click()


def _again(tab):
    """Wait for the card that is shown again."""
    expect(tab.get_by_role("button", name="Approve and buy")).to_be_enabled()
    expect(tab.locator(".receipt")).to_have_count(0)


def _waiting(tab, server):
    view = tab.request.get(f"{server.url}/api/threads/{tab.url.split('#')[1]}").json()
    return view["pending"]["approval_id"]


def _paid_with(server):
    ledger = sqlite3.connect(server.folder / "trips.ledger.db")
    return [method for (method,) in ledger.execute("SELECT payment_method_id FROM purchases")]


def test_only_the_approvers_token_buys_with_the_chosen_card_and_only_once(strict_server, profile, talk):
    """An empty field is not sent, a wrong token is refused in words, the right one buys, and once used it is refused."""
    tab = profile().new_page()
    tab.goto(strict_server.url)
    talk.approval(tab)
    _answer(tab, talk, "")
    expect(tab.get_by_label("Approval token")).to_be_focused()
    expect(tab.locator("[data-kind=refused]")).to_have_count(0)
    _answer(tab, talk, "not-the-token")
    expect(tab.locator("[data-kind=refused]").last).to_contain_text("the token opens no approval")
    _again(tab)
    token = strict_server.command("token", _waiting(tab, strict_server))
    expect(tab.get_by_label("Own card")).to_be_checked()
    tab.get_by_label("Company card ending in 1881").check()
    _answer(tab, talk, token)
    tab.get_by_role("region", name="Receipt", exact=True).wait_for()
    assert len(talk.locators(tab)) == 3
    assert _paid_with(strict_server) == ["pm_company"]
    assert token not in tab.content()
    tab.get_by_role("button", name="New trip").click()
    talk.approval(tab)
    _answer(tab, talk, token)
    expect(tab.locator("[data-kind=refused]").last).to_contain_text("Nothing was done")
    _again(tab)
    assert _paid_with(strict_server) == ["pm_company"]
