"""Arguments of the READ tools that answer side questions; the answer node stands behind them."""

from pydantic import Field

from tripintent.tools.registry.parts import Arguments


class PlaceQuestion(Arguments):
    """About one place."""

    name: str = Field(description="a city, an airport or an IATA code, as the traveller says it", max_length=200)


class MoneyQuestion(Arguments):
    """About an amount in another currency."""

    amount: str = Field(description="a decimal number, as it stands in the facts", max_length=30)
    currency: str = Field(description="ISO 4217 code of the amount", min_length=3, max_length=3)
    to: str = Field(description="ISO 4217 code to convert to", min_length=3, max_length=3)


class NoQuestion(Arguments):
    """Nothing needs to be said."""
