"""What is left of a masked card says nothing of a trip."""

import pytest


@pytest.mark.parametrize(
    "text",
    [
        "[card ending 1111] 12/28 [security code]",
        "pay with [card ending 1111], exp 12/2028, code [security code]",
        "[card ending 1111] gültig bis 1/28",
        "[card ending 1111], [security code]",
        "my cvc is [security code]",
    ],
)
def test_an_expiry_is_no_day_of_travel(hear, text):
    """Neither its month and year nor the last digits are a date, a count or a budget."""
    assert hear(text) == hear("")


def test_the_words_beside_it_are_read(hear):
    """A trip that is told in the same breath is read, its days behind the card too."""
    frame = hear("Boston to Lisbon June 14 to 21, pay with [card ending 1111] 12/28 [security code], two adults")
    assert (frame.depart.day, frame.return_.day, frame.adults) == ("2027-06-14", "2027-06-21", 2)
    dated = hear("pay with [card ending 1111], 12/28/2026 to Lisbon")
    assert dated.depart.day == "2026-12-28"
