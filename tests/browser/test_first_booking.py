"""One booking in the browser, from the empty page to the receipt: what `make test` holds of this folder."""

from playwright.sync_api import expect


def test_a_trip_is_booked(page, talk):
    """From the first words over options, hold and approval to a receipt with a locator for every item."""
    talk.booked(page)
    locators = talk.locators(page)
    assert len(locators) == 3
    assert all(locators)
    expect(page.locator("#pictures svg")).not_to_have_count(0)
    expect(page.locator("#trips [aria-current]")).to_contain_text("booked")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as calendar").click()
    assert saved.value.path().read_text("utf-8").startswith("BEGIN:VCALENDAR")
