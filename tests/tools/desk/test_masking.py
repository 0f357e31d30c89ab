"""Card numbers in free text."""

import hashlib
import json
import uuid
from base64 import b64encode
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tripintent.tools.desk.masking import mask_cards, passes_luhn
from tripintent.tools.ports.profiles import masked_within

CARD = "4111 1111 1111 1111"
CARDS = ["4242424242424242", "4242 4242 4242 4242", "3782-822463-10005", "6011.1111.1111.1117", "5555 5555 5555 4444"]
ISSUED = [
    *(("4", length) for length in (13, 16, 19)),
    *((prefix, 16) for prefix in ("51", "55", "2221", "2229", "2300", "2699", "2709", "2720")),
    *((prefix, 15) for prefix in ("34", "37", "1")),
    *((prefix, length) for prefix in ("300", "305", "36", "38", "39") for length in (14, 16, 19)),
    *(
        (prefix, length)
        for prefix in ("3528", "3589", "2200", "2204", "6011", "644", "65", "62", "81")
        for length in (16, 19)
    ),
    *((prefix, length) for prefix in ("5018", "5893", "6304", "6759") for length in (16, 18, 19)),
    *((prefix, 16) for prefix in ("508", "82", "8600", "9860", "9891", "9792")),
]
GAPS = [
    " ", "   ", "-", " - ", ".", "/", ",", ", ", "_", "\t", "\n", "\r\n", "\u00a0", "\u2011", "\u2013", "\u200b",
    "\u2060",
]  # fmt: skip
ZEROS = "0０٠۰०"


@pytest.mark.parametrize("card", CARDS)
def test_a_card_number_is_masked_wherever_it_stands(card: str) -> None:
    """Only the last four digits remain, and the words around them."""
    masked, found = mask_cards(f"pay with {card}, please")
    digits = "".join(c for c in card if c.isdigit())
    assert found
    assert masked == f"pay with [card ending {digits[-4:]}], please"


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        (f"{CARD} 123 euros", "[card ending 1111] 123 euros"),
        ("4111111111111111 1228", "[card ending 1111] 1228"),
        (f"on 14.06.2027 {CARD}", "on 14.06.2027 [card ending 1111]"),
        (f"2 {CARD}", "2 [card ending 1111]"),
        (f"Visa{CARD}", "Visa[card ending 1111]"),
        ("4111111111111111exp1228", "[card ending 1111]exp1228"),
        ("4111+1111+1111+1111", "[card ending 1111]"),
        (f"my card is +{CARD}", "my card is +[card ending 1111]"),
        ('["4111", "1111", "1111", "1111"]', '["[card ending 1111]"]'),
        ("4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2 3", "[card ending 1111] 1 2 3"),
    ],
)
def test_what_stands_beside_a_card_number_does_not_hide_it(text: str, masked: str) -> None:
    """A price, a date of expiry, another date, a count or a word touching it: the number is found, they stay."""
    assert mask_cards(text) == (masked, True)


NO_CARDS = (
    "4242424242424241", "call +1 212 555 0100", "+49 151 23456789 or +4915123456789", "49 151 23456789",
    "from 2027-03-11 to 2027-03-16", "2027-02-26 2027-03-05", "26.02.2027 05.03.2027", "20270226 20270305", "26022027 05032027",
    "510.08 620.00 480.50 391.20", "4,111,111,111,111,111 rupiahs", "order 000-4019357259", "220-4019357259",
    "moment 1773214800000000", "conversation 1329811234567890123", "ORD4111111111111111X", "0000000000000000", "12345",
)  # fmt: skip


@pytest.mark.parametrize("text", NO_CARDS)
def test_other_numbers_are_left_alone(text: str) -> None:
    """Phone numbers, dates, prices, tickets, orders and numbers without a right check digit are no cards."""
    assert mask_cards(text) == (text, False)


def test_two_cards_in_one_message_are_both_masked() -> None:
    """None of several cards is forgotten."""
    masked, found = mask_cards("4242424242424242 or 5555555555554444")
    assert found
    assert masked == "[card ending 4242] or [card ending 4444]"


@st.composite
def numbers(draw: st.DrawFn) -> str:
    """A number of a known issuer, with its check digit."""
    prefix, length = draw(st.sampled_from(ISSUED))
    size = length - len(prefix) - 1
    body = prefix + draw(st.text(alphabet="0123456789", min_size=size, max_size=size))
    return body + next(d for d in "0123456789" if passes_luhn(body + d))


def written(draw: st.DrawFn, number: str) -> str:
    """The number as people write it: in one piece, in groups as on the card, or all of one size."""
    size = draw(st.sampled_from([19] if len(number) == 13 else [19, 4, 3, 2, 1]))
    cuts = [4, 10] if size == 4 and len(number) in (14, 15) else range(size, len(number), size)
    groups = [number[a:b] for a, b in zip([0, *cuts], [*cuts, len(number)], strict=True)]
    zero = draw(st.sampled_from(ZEROS))
    return draw(st.sampled_from(GAPS)).join(groups).translate({ord(str(d)): chr(ord(zero) + d) for d in range(10)})


WORDS = st.sampled_from(["", "pay with ", "Visa: ", "on 14.06.2027 ", "2 ", "+49 151 23456789, ", "(", '{"pan":"'])
BEHIND = st.sampled_from(["", ".", " 123", " 12/28 123", " please", "\n2027-03-05", '"}', ", 2 adults"])


@given(st.data())
def test_every_number_of_a_known_issuer_is_masked(data: Any) -> None:
    """However its digits are grouped, separated and written, and whatever stands around it."""
    number = data.draw(numbers())
    text = data.draw(WORDS) + written(data.draw, number) + data.draw(BEHIND)
    masked, found = mask_cards(text)
    left = "".join(str(int(c)) for c in masked if c.isdecimal())
    assert found
    assert number[:9] not in left


DATES = (
    "%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%d %m %Y", "%Y%m%d", "%d%m%Y", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S.%f",
)  # fmt: skip


@given(
    st.lists(
        st.datetimes(datetime.fromisoformat("1920-01-01"), datetime.fromisoformat("2099-12-31")), min_size=1, max_size=4
    ),
    st.sampled_from(DATES),
    st.sampled_from([" ", ", ", " - ", "/", "–", "\n"]),
)
def test_no_dates_are_masked(days: list[datetime], form: str, gap: str) -> None:
    """Dates and moments side by side, in every usual form, are no card numbers."""
    text = gap.join(day.strftime(form) for day in days)
    assert mask_cards(text) == (text, False)


@given(st.uuids(), st.binary(max_size=40))
def test_ids_come_through(name: uuid.UUID, raw: bytes) -> None:
    """UUIDs, hashes and what is made of them are unchanged, as are orders of a host in JSON and base64."""
    digest = hashlib.sha256(raw).hexdigest()
    order = json.dumps({"id": name.hex, "offer": str(name)})
    for text in (str(name), str(name).upper(), name.hex, digest, f"apr_{name.hex}", f"hold/{name}/{digest}", order):
        assert mask_cards(text) == (text, False)
        encoded = b64encode(text.encode()).decode()
        assert mask_cards(encoded) == (encoded, False)


@pytest.mark.parametrize(
    "name", ["41111111-1111-4111-8111-111111111111", "51051051-0510-4100-8111-4111a1111111", "4111111111111111a0"]
)
def test_an_id_of_many_digits_comes_through(name: str) -> None:
    """A UUID or hash whose digits happen to read as a card number is an id all the same."""
    assert mask_cards(f"thread {name}") == (f"thread {name}", False)


@pytest.mark.parametrize(
    "text",
    [
        "4" * 50_000,
        " " * 50_000,
        "4 " * 25_000,
        "41 " * 17_000,
        "4111 " * 10_000,
        "-" * 50_000,
        "4a" * 25_000,
        "f0-" * 17_000,
    ],
    ids=lambda text: ascii(text[:4]),
)
def test_a_long_hostile_text_is_read_to_its_end(text: str) -> None:
    """Digits, gaps and letters without end hide no number behind them."""
    masked, found = mask_cards(f"{text} x {CARD}")
    assert found
    assert masked.endswith(" x [card ending 1111]")


def test_what_was_masked_before_stays_and_counts() -> None:
    """Masking again changes nothing and still says that there was a card, so that whoever answers can tell it."""
    masked, _ = mask_cards("pay with 4111 1111 1111 1111")
    assert mask_cards(masked) == (masked, True)


def test_within_data_strings_keys_and_numbers_are_masked() -> None:
    """Nested data keeps its shape; what is no card number keeps its type."""
    given = {"pan": 4111111111111111, CARD: [1, True, None, 2.5, (CARD,)], "as": {"float": 4111111111111111.0}}
    assert masked_within(given, mask_cards) == {
        "pan": "[card ending 1111]",
        "[card ending 1111]": [1, True, None, 2.5, ["[card ending 1111]"]],
        "as": {"float": "[card ending 1111].0"},
    }
