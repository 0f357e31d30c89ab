"""Prices of different currencies made comparable."""

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal

from tripintent.state.money import Money, payable
from tripintent.tools.ports.rates import Rates

_PARTS = 4
"""Prices are compared as whole numbers of 1/10,000 of the currency: finer than the minor unit of any currency."""


class Prices:
    """Converts to one currency, with the latest rates."""

    def __init__(self, rates: Rates, currency: str) -> None:
        self._rates = rates
        self.currency = currency

    def money(self, money: Money) -> Money:
        """Return the same value in the common currency. Raises UnknownCurrency when there is no rate."""
        return money if money.currency == self.currency else self._rates.convert(money, self.currency)

    def units(self, money: Money) -> int:
        """Return the value as a whole number, to compare and add exactly."""
        return int(self.money(money).amount.scaleb(_PARTS).to_integral_value(ROUND_HALF_UP))

    def total(self, units: int) -> Money:
        """Return the money of a sum of units, rounded to what can be paid."""
        return payable(Decimal(units).scaleb(-_PARTS), self.currency)

    def rates_date(self, prices: Iterable[Money]) -> str | None:
        """Return the day of the rates that some of these prices needed, None when none had to be converted."""
        converted = any(price.currency != self.currency for price in prices)
        return self._rates.dated().isoformat() if converted else None
