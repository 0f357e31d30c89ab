"""Money: a Decimal amount and an ISO 4217 currency, never a float; and the one way in which amounts are rounded."""

from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from typing import Annotated

from pydantic import AfterValidator, PlainSerializer, StringConstraints, field_validator

from tripintent.state.frozen import Frozen

Currency = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
_DIGITS_BEFORE, _DIGITS_AFTER = 16, 100


def _countable(amount: Decimal) -> Decimal:
    """Refuse what no one pays and no one can write out, such as 1e999999."""
    exponent = amount.as_tuple().exponent
    if not isinstance(exponent, int) or amount.adjusted() >= _DIGITS_BEFORE or exponent < -_DIGITS_AFTER:
        raise ValueError(f"an amount has up to {_DIGITS_BEFORE} digits before the point and {_DIGITS_AFTER} after it")
    return amount


Amount = Annotated[Decimal, AfterValidator(_countable), PlainSerializer(str, return_type=str, when_used="json")]


class Money(Frozen):
    """An amount in one currency; JSON carries the amount as a decimal string."""

    amount: Amount
    currency: Currency = "USD"

    @field_validator("amount", mode="before")
    @classmethod
    def _no_float(cls, value: object) -> object:
        """Read a float by its shortest text, so 1.1 is 1.1 and not 1.100000000000000088."""
        return str(value) if isinstance(value, float) else value

    def __add__(self, other: "Money") -> "Money":
        """Add money of the same currency; another currency is a programming error."""
        if other.currency != self.currency:
            msg = f"cannot add {other.currency} to {self.currency}: convert it first"
            raise ValueError(msg)
        return Money(amount=self.amount + other.amount, currency=self.currency)

    def times(self, count: int) -> "Money":
        """Return the amount for ``count`` of the same thing."""
        return Money(amount=self.amount * count, currency=self.currency)

    def share(self, count: int) -> "Money":
        """Return the part of each of so many, rounded: the parts need not add up to the amount."""
        return payable(self.amount / max(count, 1), self.currency)

    def __str__(self) -> str:
        """Return ``1,234.50 USD``: for logs and tests; people see it through the language port."""
        return f"{self.amount:,.2f} {self.currency}"


@cache
def minor_unit(currency: str) -> Decimal:
    """Return the smallest amount of a currency (CLDR): 0.01 for EUR, 1 for JPY, 0.001 for KWD."""
    from babel.numbers import get_currency_precision  # noqa: PLC0415 - slow to load, and most starts need no rounding

    return Decimal(1).scaleb(-get_currency_precision(currency))


def payable(amount: Decimal, currency: str) -> Money:
    """Return the amount as money that can be paid: rounded half up to the currency's minor unit, as (EC) No 1103/97 has it."""
    return Money(amount=amount.quantize(minor_unit(currency), ROUND_HALF_UP), currency=currency)
