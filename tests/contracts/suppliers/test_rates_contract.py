"""What every Rates adapter keeps."""

from datetime import date
from decimal import Decimal

import pytest

from tripintent.state.money import Money, minor_unit
from tripintent.tools.ports.clock import UnknownCurrency
from tripintent.tools.rates.ecb import EcbRates

ADAPTERS = {"ecb": EcbRates}


@pytest.fixture(params=ADAPTERS)
def rates(request):
    return ADAPTERS[request.param]()


def test_a_currency_converts_to_itself(rates):
    """The same currency is the same amount."""
    money = Money(amount=Decimal("12.34"), currency="USD")
    assert rates.convert(money, "USD") == money


def test_amounts_are_rounded_to_the_minor_unit(rates):
    """Every known currency receives an amount that can be paid in it."""
    money = Money(amount=Decimal(1000), currency="USD")
    for currency in rates.currencies():
        converted = rates.convert(money, currency)
        assert converted.currency == currency
        assert converted.amount > 0
        assert converted.amount % minor_unit(currency) == 0


def test_there_and_back_is_where_it_started(rates):
    """A round trip between currencies loses no more than rounding."""
    money = Money(amount=Decimal("1000.00"), currency="USD")
    for currency in ("EUR", "GBP", "JPY"):
        back = rates.convert(rates.convert(money, currency), "USD")
        assert abs(back.amount - money.amount) < Decimal("0.02")


def test_rates_are_dated(rates):
    """The day of the rates is never after the day asked for, where it is known."""
    newest = rates.dated()
    assert isinstance(newest, date)
    assert rates.dated(newest) == newest


def test_what_has_no_rate_is_refused_by_name(rates):
    """A currency that does not exist is an UnknownCurrency."""
    with pytest.raises(UnknownCurrency):
        rates.convert(Money(amount=Decimal(1), currency="USD"), "XXX")
