"""Pieces that several tools' arguments share."""

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tripintent.state.frame import Cabin


class Arguments(BaseModel):
    """Arguments of a tool: frozen, and strict about names."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Heads(Arguments):
    """Who travels."""

    adults: int = Field(ge=1)
    children: int = 0
    infants: int = 0
    child_ages: tuple[int, ...] = ()


class RoomHeads(Arguments):
    """Who sleeps in one room; infants need no bed and are not counted."""

    adults: int = Field(ge=0)
    children: int = 0
    child_ages: tuple[int, ...] = ()


class FlightLimits(Arguments):
    """Conditions that somebody set for a flight; null filters nothing."""

    max_stops: int | None = Field(default=None, ge=0, le=3)
    avoid_red_eye: bool = False
    preferred_airlines: tuple[str, ...] = ()


class HotelLimits(Arguments):
    """Conditions that somebody set for a hotel; null filters nothing."""

    hotel_star_min: float | None = None
    refundable_only: bool = False
    location_hint: str | None = None


class StayDates(Arguments):
    """Nights: from check-in to check-out, YYYY-MM-DD."""

    start_date: str
    end_date: str


class LegSummary(Arguments):
    """One leg of the intent summary."""

    origin: str | None = None
    destination: str | None = None
    depart_date: str | None = None


class IntentSummary(Arguments):
    """The present intent as tools are told it: words, codes and dates, never the whole document."""

    origin: str | None = None
    destination: str | None = None
    trip_type: str | None = None
    segments: tuple[LegSummary, ...] = ()
    stays: tuple[dict[str, JsonValue], ...] = ()
    dates: dict[str, str | None] = Field(default_factory=dict)
    travelers: dict[str, int | None] = Field(default_factory=dict)
    cabin: Cabin | None = None
    constraints: dict[str, JsonValue] = Field(default_factory=dict)
