"""What hosts' tools hand back, as shapes: unknown keys are ignored, known ones must be right."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from tripintent.state.frame import Cabin
from tripintent.state.money import Money


class Output(BaseModel):
    """Output of a host's tool."""

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)


def _not_negative(value: Money) -> Money:
    if value.amount < 0:
        msg = "a price below zero"
        raise ValueError(msg)
    return value


Price = Annotated[Money, AfterValidator(_not_negative)]


class HostHop(Output):
    """One flight of an option; times with an offset, or local to the airport."""

    origin: str = Field(alias="from", min_length=3, max_length=4)
    destination: str = Field(alias="to", min_length=3, max_length=4)
    depart_at: datetime
    arrive_at: datetime
    airline: str = ""
    flight_number: str = ""


class HostFlight(Output):
    """One flight option, priced for the whole party."""

    option_id: str = ""
    total_price: Price
    refundable: bool = False
    cabin: Cabin | None = None
    segments: tuple[HostHop, ...] = Field(min_length=1)
    fare_rules_summary: str | None = None
    expires_at: datetime | None = None


class HostHotel(Output):
    """One hotel option; prices are of one room."""

    option_id: str = ""
    hotel_name: str = Field(min_length=1)
    star_rating: float | None = None
    address: str | None = None
    nightly_price: Price | None = None
    total_price: Price
    refundable: bool = False
    room_description: str | None = None
    expires_at: datetime | None = None


class Options(Output):
    """Options as they come: each is checked by itself, so that one bad option does not hide the good ones."""

    options: tuple[Any, ...] = ()
    options_by_room: tuple[tuple[Any, ...], ...] = ()


class HostBundle(Output):
    """One ranked trip."""

    flight_option_ids: tuple[str, ...] = ()
    flight_option_id: str | None = None
    hotel_option_ids: tuple[str, ...] = ()
    hotel_option_id: str | None = None
    estimated_total: Price | None = None
    why_this_bundle: str | None = None
    tradeoffs: tuple[str, ...] = ()


class Bundles(Output):
    """Ranked trips, best first."""

    bundles: tuple[HostBundle, ...]


class Risks(Output):
    """Risks, as texts or as mappings."""

    risks: tuple[str | dict[str, Any], ...] = ()
    blocking_issues: tuple[str | dict[str, Any], ...] = ()
    required_user_confirmations: tuple[str | dict[str, Any], ...] = ()


class HostHold(Output):
    """One placed hold."""

    hold_id: str = ""
    item_type: Literal["flight", "hotel"]
    expires_at: datetime | None = None
    status: Literal["held", "failed"]


class Holds(Output):
    """Placed holds."""

    holds: tuple[HostHold, ...]


class Confirmation(Output):
    """What a purchase came to."""

    record_locator: str | None = None
    status: Literal["confirmed", "failed"]
    tickets: tuple[str, ...] = ()


class Purchase(Output):
    """A purchase."""

    confirmation: Confirmation


class HostDates(Output):
    """Dates of a plain trip."""

    departure_date: date | None = None
    return_date: date | None = None


class HostSegment(Output):
    """One leg as an extractor writes it; ends are codes, names or mappings with a code."""

    origin: str | dict[str, Any] | None = None
    destination: str | dict[str, Any] | None = None
    depart_date: date | None = None
    transport_mode: str | None = None


class HostStay(Output):
    """One stay as an extractor writes it."""

    location_code: str | None = None
    destination: str | None = None
    check_in: date | None = None
    check_out: date | None = None


class HostHeads(Output):
    """Head counts."""

    adults: int | None = Field(default=None, ge=0, le=99)
    children: int | None = Field(default=None, ge=0, le=99)
    infants: int | None = Field(default=None, ge=0, le=99)


class HostLodging(Output):
    """Lodging of a plain trip."""

    needed: bool | None = None
    check_in: date | None = None
    check_out: date | None = None
    location_hint: str | None = None


class HostWishes(Output):
    """Limits that the traveller set."""

    budget_total: Price | None = None
    refundable_only: bool | None = None
    max_stops: int | None = Field(default=None, ge=0, le=3)
    preferred_airlines: tuple[str, ...] = ()
    avoid_red_eye: bool | None = None


class HostIntent(Output):
    """What an extractor read; null and absent are unsaid."""

    origin: str | dict[str, Any] | None = None
    destination: str | dict[str, Any] | None = None
    trip_type: Literal["one_way", "round_trip", "multi_city"] | None = None
    dates: HostDates | None = None
    segments: tuple[HostSegment, ...] = ()
    stays: tuple[HostStay, ...] = ()
    travelers: HostHeads | None = None
    lodging: HostLodging | None = None
    cabin: Cabin | None = None
    constraints: HostWishes | None = None


class Extraction(Output):
    """An extractor's answer."""

    trip_intent: HostIntent
    missing_required_fields: tuple[str, ...] = ()
    clarifying_questions: tuple[str, ...] = ()


class Followup(Output):
    """Questions in words."""

    message: str = Field(min_length=1, max_length=2_000)
