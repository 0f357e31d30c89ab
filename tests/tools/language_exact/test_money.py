"""Money of a phrase, as amounts with their currency and the span of their words."""

from decimal import Decimal

import pytest

from tripintent.tools.language.exact.money import read_money


@pytest.mark.parametrize(
    ("phrase", "amount", "currency"),
    [
        ("under ₹2,50,000", "250000", "INR"),
        ("INR 12,34,567", "1234567", "INR"),
        ("Rs 75,000 each", "75000", "INR"),
        ("₹3,00,00,000.50 in all", "30000000.50", "INR"),
        ("up to 1,05,000 rupees", "105000", "INR"),
        ("2 lakh rupees", "200000", "INR"),
        ("a limit of $25,000 MXN", "25000", "MXN"),
        ("$900 CAD at most", "900", "CAD"),
        ("max $2,750 NZD", "2750", "NZD"),
        ("$3000 SGD", "3000", "SGD"),
        ("$80,000 COP", "80000", "COP"),
        ("$1,200 per person", "1200", "USD"),
        ("¥45,000", "45000", "JPY"),
        ("¥4,500 CNY", "4500", "CNY"),
        ("R$ 3.200", "3200", "BRL"),
        ("HK$5,400", "5400", "HKD"),
        ("A$1,800", "1800", "AUD"),
        ("6.500 zł", "6500", "PLN"),
        ("12 000 Kč", "12000", "CZK"),
        ("9000 kr per person", "9000", None),
        ("1.250,75 €", "1250.75", "EUR"),
        ("£2k", "2000", "GBP"),
        ("4500 SEK", "4500", "SEK"),
        ("CHF 1'200", "1200", "CHF"),
        ("$40", "40", "USD"),
    ],
)
def test_an_amount_has_its_currency(phrase: str, amount: str, currency: str | None) -> None:
    (found,) = read_money(phrase)
    assert (found.amount, found.currency) == (Decimal(amount), currency)
    assert phrase[found.start : found.end].strip(" .,") in phrase


@pytest.mark.parametrize(
    "phrase", ["3 adults", "12 May 2027", "LH 400", "500 people", "2 bags", "at 18.30", "gate 12", "room 1,204"]
)
def test_other_numbers_are_no_money(phrase: str) -> None:
    assert read_money(phrase) == ()


def test_words_in_capitals_behind_a_dollar_sign_are_no_currency_that_has_another_sign() -> None:
    (found,) = read_money("we have $2000 ALL in")
    assert (found.amount, found.currency) == (Decimal(2000), "USD")


def test_every_amount_of_a_phrase_is_read_with_its_span() -> None:
    phrase = "it was £80, not £90"
    assert [phrase[one.start : one.end] for one in read_money(phrase)] == ["£80", "£90"]
