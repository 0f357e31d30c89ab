"""The approval card of an organisation that demands an approver's token."""

from playwright.sync_api import expect


def _answer(tab, talk, token):
    talk.confirm(tab)
    tab.get_by_label("Approval token").fill(token)
    tab.get_by_role("button", name="Approve and buy").click()


def _waiting(tab, server):
    view = tab.request.get(f"{server.url}/api/threads/{tab.url.split('#')[1]}").json()
    return view["pending"]["approval_id"]


def test_only_the_approvers_token_buys_and_only_once(strict_server, profile, talk):
    """A wrong token is refused in words, the right one buys, and used again for another trip it is refused in words."""
    tab = profile().new_page()
    tab.goto(strict_server.url)
    talk.approval(tab)
    _answer(tab, talk, "not-the-token")
    expect(tab.locator("[data-kind=refused]").last).to_contain_text("the token opens no approval")
    expect(tab.get_by_role("button", name="Approve and buy")).to_be_enabled()  # the card is there again
    expect(tab.locator(".receipt")).to_have_count(0)
    token = strict_server.command("token", _waiting(tab, strict_server))
    _answer(tab, talk, token)
    tab.get_by_role("region", name="Receipt table").wait_for()
    assert len(talk.locators(tab)) == 3
    assert token not in tab.content()
    tab.get_by_role("button", name="New trip").click()
    talk.approval(tab)
    _answer(tab, talk, token)
    expect(tab.locator("[data-kind=refused]").last).to_contain_text("Nothing was done")
    expect(tab.get_by_role("button", name="Approve and buy")).to_be_enabled()
    expect(tab.locator(".receipt")).to_have_count(0)


def test_the_field_cannot_be_left_empty(strict_server, profile, talk):
    """Without a token the browser does not send the card, and says which field is meant."""
    tab = profile().new_page()
    tab.goto(strict_server.url)
    talk.approval(tab)
    _answer(tab, talk, "")
    expect(tab.get_by_label("Approval token")).to_be_focused()
    expect(tab.locator("[data-kind=refused]")).to_have_count(0)
