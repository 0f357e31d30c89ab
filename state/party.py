"""Who travels. Unknown counts are None; defaults are applied only where a step needs them."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state.travellers import Contact, PassengerType


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
