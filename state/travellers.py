"""The people of a booking, as suppliers need them."""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

NEW = ("document", "loyalty")


class Passport(BaseModel):
    """A passport as airlines take it; ``country`` is ISO 3166-1 alpha-2, ``expires`` YYYY-MM-DD."""

    model_config = ConfigDict(frozen=True)

    number: str = Field(min_length=1)
    country: str = Field(pattern="^[A-Z]{2}$")
    expires: str = Field(pattern=r"^\d{4}-\d{2}-\d{2}$")


PassengerType = Literal["adult", "child", "infant"]


class Traveller(BaseModel):
    """One named person. Names as in the passport; ``date_of_birth`` is YYYY-MM-DD."""

    model_config = ConfigDict(frozen=True)

    given_name: str = ""
    family_name: str = ""
    date_of_birth: str | None = None
    passenger_type: PassengerType = "adult"
    title: str | None = None
    gender: Literal["m", "f"] | None = None
    passport: str | None = Field(default=None, description="number; stored only in the profile store")
    document: Passport | None = Field(default=None, description="from the profile store, when an order is placed")
    loyalty: Mapping[str, str] = Field(
        default_factory=dict, description="airline designator -> number in its programme"
    )

    def sent(self) -> dict[str, JsonValue]:
        """Return what goes to a supplier. What came later is only in it where it is said: older orders' hashes stay true."""
        plain: dict[str, JsonValue] = self.model_dump(mode="json")
        return {name: value for name, value in plain.items() if value or name not in NEW}


class Contact(BaseModel):
    """How the supplier reaches the party."""

    model_config = ConfigDict(frozen=True)

    email: str | None = None
    phone: str | None = None
