"""Rounding to what can be paid: the minor unit of a currency (ISO 4217, by CLDR as babel carries it)."""

from decimal import ROUND_HALF_UP, Decimal
from functools import cache

from babel.numbers import get_currency_precision

from tripintent.state.money import Money


@cache
def minor_unit(currency: str) -> Decimal:
    """Return the smallest amount of a currency: 0.01 for EUR, 1 for JPY, 0.001 for KWD."""
    return Decimal(1).scaleb(-get_currency_precision(currency))


def payable(amount: Decimal, currency: str) -> Money:
    """Return the amount as money, rounded half up to the currency's minor unit."""
    return Money(amount=amount.quantize(minor_unit(currency), ROUND_HALF_UP), currency=currency)
