"""Parts that segments share: places, people's names of things, money."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, JsonValue
from pydantic.alias_generators import to_camel

from tripintent.state.money import Amount, Money


class Part(BaseModel):
    """Frozen; ``camelCase`` in JSON, either spelling on reading."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)


def _two_letters(code: str) -> str:
    if len(code) != 2 or not code.isalpha():
        raise ValueError(f"{code!r} is no ISO 3166-1 alpha-2 country code")
    return code.upper()


def _upper(text: object) -> object:
    return text.strip().upper() or None if isinstance(text, str) else text


Country = Annotated[str, AfterValidator(_two_letters)]
Code = Annotated[str | None, BeforeValidator(_upper)]


class Coordinates(Part):
    """Degrees, WGS 84."""

    latitude: float = Field(ge=-90, le=90)
    longitude: float = Field(ge=-180, le=180)


class Address(Part):
    """A postal address as far as it is known."""

    street: str | None = None
    city: str | None = None
    state: str | None = None
    postal_code: str | None = None
    country: Country | None = None


class Location(Part):
    """A place of a segment. ``code`` is an IATA or property code; ``city`` and ``country`` may be said without an address."""

    name: str = Field(min_length=1)
    type: str | None = None
    code: Code = None
    city: str | None = None
    country: str | None = None
    address: Address | str | None = None
    coordinates: Coordinates | None = None
    timezone: str | None = None

    @property
    def town(self) -> str | None:
        """The city, wherever it is written."""
        return self.city or (self.address.city if isinstance(self.address, Address) else None)

    @property
    def nation(self) -> str | None:
        """The country as written, in the address or beside it."""
        return (self.address.country if isinstance(self.address, Address) else None) or self.country

    @property
    def street(self) -> str | None:
        """The street, wherever it is written."""
        return self.address.street if isinstance(self.address, Address) else self.address


class Company(Part):
    """An airline, a hotel, a provider."""

    name: str = Field(min_length=1)
    code: Code = None


class Source(Part):
    """Where a segment comes from, beyond its kind of source."""

    mode: str | None = None
    reference: str | None = Field(default=None, description="mail, file or booking that it was read from")
    confidence: float | None = Field(default=None, ge=0, le=1)
    timestamp: str | None = None


class Price(Money):
    """Money whose currency may be written in small letters; half a minor unit is rounded up."""

    amount: Amount
    currency: Annotated[str, BeforeValidator(_upper), Field(pattern=r"^[A-Z]{3}$")] = "USD"

    @property
    def minor(self) -> int:
        """The amount in minor units of a currency with two decimals."""
        return int((self.amount * 100).quantize(Decimal(1), ROUND_HALF_UP))


Extras = dict[str, JsonValue]
