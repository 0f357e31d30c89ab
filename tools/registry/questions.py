"""Arguments of the READ tools that answer side questions; the answer node is behind them."""

from pydantic import Field

from tripintent.tools.registry.arguments import RegistryArguments


class PlaceQuestion(RegistryArguments):
    """About one place."""

    name: str = Field(description="a city, an airport or an IATA code, as the traveller says it", max_length=200)


class MoneyQuestion(RegistryArguments):
    """About an amount in another currency."""

    amount: str = Field(description="a decimal number, as it is in the facts", max_length=30)
    currency: str = Field(description="ISO 4217 code of the amount", min_length=3, max_length=3)
    to: str = Field(description="ISO 4217 code to convert to", min_length=3, max_length=3)


class CountryQuestion(RegistryArguments):
    """About entering a place and living there for some days."""

    place: str = Field(description="a city or a country, as the traveller says it", max_length=200)
    passport: str | None = Field(default=None, description="ISO 3166-1 alpha-2 code of the passport", max_length=2)
    day: str | None = Field(
        default=None, description="YYYY-MM-DD within the stay, for climate, clocks and holidays", max_length=10
    )
    home: str | None = Field(
        default=None, description="where the traveller comes from, for distance and clocks", max_length=200
    )


class NoQuestion(RegistryArguments):
    """Nothing needs to be said."""
