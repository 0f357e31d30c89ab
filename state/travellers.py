"""The people of a trip: who travels, what suppliers need of them, and by which step.

Unknown counts are None; defaults are applied only where a step needs them.
"""

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


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class Travelers(_Part):
    """Head counts. ``total`` is a count said as a whole ("four of us") whose split is not known."""

    adults: int | None = None
    children: int | None = None
    infants: int | None = None
    total: int | None = None
    child_ages: tuple[int, ...] = Field(default=(), description="years, at the time of travel")


class GuestPreferences(_Part):
    """Wishes of one guest."""

    seat: str | None = None
    meal: str | None = None
    special_assistance: str | None = None


class Guest(_Part):
    """A named traveller of this trip."""

    id: str = ""
    traveler_profile_id: str | None = None
    name: str = Field(default="", description="as in the passport, given names first")
    given_name: str = ""
    family_name: str = ""
    date_of_birth: str | None = None
    passenger_type: PassengerType = "adult"
    title: str | None = None
    gender: Literal["m", "f"] | None = Field(default=None, description="as in the passport; airlines ask for it")
    preferences: GuestPreferences = GuestPreferences()


class Party(_Part):
    """Head counts, profiles, contact and named guests."""

    travelers: Travelers = Travelers()
    traveler_profile_ids: tuple[str, ...] = ()
    contact: Contact = Contact()
    guests: tuple[Guest, ...] = ()

    def heads(self) -> tuple[int, int, int]:
        """Return (adults, children, infants) for pricing.

        A bare total counts as adults where no split was said: the reading is recorded as an assumption by the graph.
        """
        t = self.travelers
        children, infants = t.children or 0, t.infants or 0
        adults = t.adults if t.adults is not None else (t.total or 0) - children - infants
        return max(adults, 0), children, infants


NeedName = Literal["name", "date_of_birth", "title", "gender", "passport", "email", "phone", "payment_method"]


class Need(BaseModel):
    """A detail that a supplier requires, and by which step it must be there."""

    model_config = ConfigDict(frozen=True)

    what: NeedName
    when: Literal["hold", "purchase"]
    of: Literal["each_traveller", "lead_traveller", "buyer"] = "each_traveller"
