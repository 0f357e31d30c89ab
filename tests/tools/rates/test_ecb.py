"""The ECB adapter: dated rates, pegged currencies, names for what it does not have."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from tripintent.state.money import Money, minor_unit, payable
from tripintent.tools.ports.clock import UnknownCurrency
from tripintent.tools.rates.ecb import EcbRates

RATES = EcbRates()


def usd(amount):
    return Money(amount=Decimal(amount), currency="USD")


def test_a_past_day_uses_that_days_rates():
    """The rate of a day is that of the latest banking day before it; before the kept days it is the oldest one."""
    newest = RATES.dated()
    assert RATES.dated(newest + timedelta(days=30)) == newest
    earlier = RATES.dated(newest - timedelta(days=100))
    assert newest - timedelta(days=106) <= earlier <= newest - timedelta(days=100)
    assert RATES.dated(date(1999, 1, 4)) < earlier
    assert RATES.convert(usd(10_000), "EUR", earlier) != RATES.convert(usd(10_000), "EUR")


@pytest.mark.parametrize(
    ("pegged", "anchor", "units"), [("AED", "USD", "3.6725"), ("XOF", "EUR", "655.957"), ("BAM", "EUR", "1.95583")]
)
def test_a_pegged_currency_follows_its_anchor(pegged, anchor, units):
    """A thousand of the anchor is a thousand times the peg, and the way back returns it."""
    thousand = Money(amount=Decimal(1000), currency=anchor)
    there = RATES.convert(thousand, pegged)
    assert there == payable(Decimal(units) * 1000, pegged)
    assert abs(RATES.convert(there, anchor).amount - 1000) < 1


def test_two_pegged_currencies_convert():
    """From one peg to another goes by way of both anchors."""
    dirhams = Money(amount=Decimal("3672.50"), currency="AED")
    assert RATES.convert(dirhams, "SAR") == Money(amount=Decimal("3750.00"), currency="SAR")


@pytest.mark.parametrize(("currency", "unit"), [("USD", "0.01"), ("JPY", "1"), ("KWD", "0.001")])
def test_minor_units_are_those_of_iso_4217(currency, unit):
    """Amounts are rounded half up to what can be paid."""
    assert minor_unit(currency) == Decimal(unit)
    assert payable(Decimal(unit) * Decimal("2.5"), currency).amount == Decimal(unit) * 3


def test_an_unknown_currency_says_what_to_use():
    """The error names the currency and lists the known ones."""
    with pytest.raises(UnknownCurrency, match=r"'XTS'; use one of .*EUR") as unknown:
        RATES.convert(usd(1), "XTS")
    assert unknown.value.currency == "XTS"
    with pytest.raises(UnknownCurrency):
        RATES.convert(Money(amount=Decimal(1), currency="XTS"), "USD")
