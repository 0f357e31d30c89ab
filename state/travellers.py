"""The people of a booking, as suppliers need them."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

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


class Contact(BaseModel):
    """How the supplier reaches the party."""

    model_config = ConfigDict(frozen=True)

    email: str | None = None
    phone: str | None = None
