"""Card numbers in free text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tripintent.tools.desk.masking import mask_cards, passes_luhn

CARDS = ["4242424242424242", "4242 4242 4242 4242", "3782-822463-10005", "6011.1111.1111.1117", "5555 5555 5555 4444"]


@pytest.mark.parametrize("card", CARDS)
def test_a_card_number_is_masked_wherever_it_stands(card: str) -> None:
    """Only the last four digits remain, and the words around them."""
    masked, found = mask_cards(f"pay with {card}, please")
    digits = "".join(c for c in card if c.isdigit())
    assert found
    assert masked == f"pay with [card ending {digits[-4:]}], please"


@pytest.mark.parametrize(
    "text",
    [
        "4242424242424241",
        "call +1 212 555 0100",
        "from 2027-03-11 to 2027-03-16",
        "order 000-4019357259",
        "0000000000000000",
        "12345",
    ],
)
def test_other_numbers_are_left_alone(text: str) -> None:
    """Phone numbers, dates, tickets and numbers without a right check digit are no cards."""
    assert mask_cards(text) == (text, False)


def test_two_cards_in_one_message_are_both_masked() -> None:
    """None of several cards is forgotten."""
    masked, found = mask_cards("4242424242424242 or 5555555555554444")
    assert found
    assert masked == "[card ending 4242] or [card ending 4444]"


@given(
    st.text(alphabet="0123456789", min_size=12, max_size=18).filter(lambda s: set(s) != {"0"}),
    st.sampled_from(["", " ", "-"]),
)
def test_every_number_with_a_right_check_digit_is_found(digits: str, gap: str) -> None:
    """For any digits there is exactly one check digit, and with it the number is masked, in groups of four or not."""
    (check,) = [d for d in "0123456789" if passes_luhn(digits + d)]
    number = digits + check
    text = gap.join(number[i : i + 4] for i in range(0, len(number), 4))
    masked, found = mask_cards(f"card {text}.")
    assert found
    assert digits[:9] not in masked


def test_what_was_masked_before_stays_and_counts() -> None:
    """Masking again changes nothing and still says that there was a card, so that whoever answers can tell it."""
    masked, _ = mask_cards("pay with 4111 1111 1111 1111")
    assert mask_cards(masked) == (masked, True)
