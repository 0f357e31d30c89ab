"""Security codes of cards in free text."""

import pytest

from tripintent.tools.desk.masking import mask_cards

CARD = "4111 1111 1111 1111"


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        (f"{CARD} 12/28 123", "[card ending 1111] 12/28 [security code]"),
        (f"{CARD}, exp 12/2028, code 123", "[card ending 1111], exp 12/2028, code [security code]"),
        (
            f"{CARD} gültig bis 1/28 Prüfziffer 123, bitte",
            "[card ending 1111] gültig bis 1/28 Prüfziffer [security code], bitte",
        ),
        ("3782-822463-10005 02/28 1234", "[card ending 0005] 02/28 [security code]"),
        (f"pay with {CARD}, 123.", "pay with [card ending 1111], [security code]."),
        (f"{CARD} CVV: 123 for two", "[card ending 1111] CVV: [security code] for two"),
        ("my cvc is 123", "my cvc is [security code]"),
        ('{"cvv2":"1234"}', '{"cvv2":"[security code]"}'),
        ("die Kartenprüfnummer lautet 123", "die Kartenprüfnummer lautet [security code]"),
        ("cryptogramme visuel : 123", "cryptogramme visuel : [security code]"),
        ("o código CVV é 123", "o código CVV é [security code]"),
    ],
)
def test_a_code_is_masked(text: str, masked: str) -> None:
    """By its name or by its place behind a number; the traveller is told, and a second reading changes nothing."""
    assert mask_cards(text) == (masked, True)
    assert mask_cards(masked) == (masked, True)


@pytest.mark.parametrize(
    "text",
    [
        "12/28 123",
        "under 300 for 2 people",
        "flight CV 123",
        "a cvc of 1234.50",
        "the door's security code is 1234",
        "cvvx 123",
        "cvv 12345",
    ],
)
def test_other_short_numbers_stay(text: str) -> None:
    """Budgets, flights, prices and the codes of doors are no security codes of cards."""
    assert mask_cards(text) == (text, False)


def test_a_budget_behind_a_number_stays() -> None:
    """Three digits with words after them are no code: they may be what the traveller wants to spend."""
    assert mask_cards("5555555555554444, 250 a night in Lisbon") == ("[card ending 4444], 250 a night in Lisbon", True)
