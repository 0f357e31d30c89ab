"""Shapes of what hosts' tools hand back: unknown keys are ignored, known ones must be right."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AliasChoices, BaseModel, ConfigDict, Field, StringConstraints

from tripintent.state.foreign import Line, Lines, Prose
from tripintent.state.frame import Board, Cabin
from tripintent.state.offers import Price
from tripintent.state.plain import paragraphs


class Output(BaseModel):
    """Output of a host's tool."""

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)


MARK = "|"
"""Mark between the host's ids where one of ours is made of several; so no id of the host's may contain it."""
HostId = Annotated[str, StringConstraints(max_length=200, pattern=r"^[^|\p{C}]*$")]
Stars = Annotated[
    float | None, Field(default=None, ge=0, le=5, validation_alias=AliasChoices("star_min", "hotel_star_min", "stars"))
]
"""Fewest stars of a hotel, by the names that hosts have for it."""
Code = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9]{3,4}$")]


class HostHop(Output):
    """One flight of an option; times with an offset, or local to the airport."""

    origin: Code = Field(alias="from")
    destination: Code = Field(alias="to")
    depart_at: datetime
    arrive_at: datetime
    airline: Line = ""
    flight_number: Line = ""


class HostFlight(Output):
    """One flight option, priced for the whole party."""

    option_id: HostId = ""
    total_price: Price
    refundable: bool = False
    cabin: Cabin | None = None
    carry_on: int | None = Field(default=None, ge=0)
    checked_bags: int | None = Field(default=None, ge=0)
    seats_left: int | None = Field(default=None, ge=0)
    segments: tuple[HostHop, ...] = Field(min_length=1)
    fare_rules_summary: Prose | None = None
    expires_at: datetime | None = None


class HostHotel(Output):
    """One hotel option; prices are of one room."""

    option_id: HostId = ""
    hotel_name: Line = Field(min_length=1)
    star_rating: float | None = None
    address: Line | None = None
    area: Line | None = None
    board: Board | None = None
    amenities: Lines = ()
    due_at_property: Price | None = None
    nightly_price: Price | None = None
    total_price: Price
    refundable: bool = False
    room_description: Prose | None = None
    expires_at: datetime | None = None


class Options(Output):
    """Options as they come: each is checked by itself, so that one bad option does not hide the good ones."""

    options: tuple[Any, ...] = ()
    options_by_room: tuple[tuple[object, ...], ...] = ()


class HostBundle(Output):
    """One ranked trip."""

    flight_option_ids: tuple[str, ...] = ()
    flight_option_id: str | None = None
    hotel_option_ids: tuple[str, ...] = ()
    hotel_option_id: str | None = None
    estimated_total: Price | None = None
    why_this_bundle: Line | None = None
    tradeoffs: Lines = ()


class Bundles(Output):
    """Ranked trips, best first."""

    bundles: tuple[HostBundle, ...]


class Risks(Output):
    """Risks, as texts or as mappings."""

    risks: tuple[str | dict[str, object], ...] = ()
    blocking_issues: tuple[str | dict[str, object], ...] = ()
    required_user_confirmations: tuple[str | dict[str, object], ...] = ()


class HostHold(Output):
    """One placed hold."""

    hold_id: HostId = ""
    item_type: Literal["flight", "hotel"]
    expires_at: datetime | None = None
    status: Literal["held", "failed"]


class Holds(Output):
    """Placed holds."""

    holds: tuple[HostHold, ...]


class Confirmation(Output):
    """The result of a purchase."""

    record_locator: Line | None = None
    status: Literal["confirmed", "failed"]
    tickets: Lines = ()


class Purchase(Output):
    """A purchase."""

    confirmation: Confirmation


class HostDates(Output):
    """Dates of a plain trip."""

    departure_date: date | None = None
    return_date: date | None = None


class HostSegment(Output):
    """One leg as an extractor writes it; ends are codes, names or mappings with a code."""

    origin: str | dict[str, object] | None = None
    destination: str | dict[str, object] | None = None
    depart_date: date | None = None


class HostStay(Output):
    """One stay as an extractor writes it."""

    location_code: str | None = None
    destination: str | None = None
    check_in: date | None = None
    check_out: date | None = None
    number_of_nights: int | None = Field(default=None, ge=1, le=365)
    rooms: int | None = Field(default=None, ge=1, le=99)
    location_hint: Line | None = None
    star_min: Stars = None


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
    location_hint: Line | None = None
    rooms: int | None = Field(default=None, ge=1, le=99)
    star_min: Stars = None


class HostWishes(Output):
    """Limits that the traveller set."""

    budget_total: Price | None = None
    refundable_only: bool | None = None
    max_stops: int | None = Field(default=None, ge=0, le=3)
    preferred_airlines: tuple[str, ...] = ()
    avoid_red_eye: bool | None = None
    star_min: Stars = None


class HostIntent(Output):
    """The reading of an extractor; null and absent are unsaid, a null row is one that stays as it is."""

    origin: str | dict[str, object] | None = None
    destination: str | dict[str, object] | None = None
    trip_type: Literal["one_way", "round_trip", "multi_city"] | None = None
    dates: HostDates | None = None
    segments: tuple[HostSegment | None, ...] = ()
    stays: tuple[HostStay | None, ...] = ()
    travelers: HostHeads | None = None
    lodging: HostLodging | None = None
    cabin: Cabin | None = None
    constraints: HostWishes | None = None


class Extraction(Output):
    """An extractor's answer."""

    trip_intent: HostIntent
    clarifying_questions: Lines = ()


class Followup(Output):
    """Questions in words."""

    message: Annotated[str, AfterValidator(paragraphs)] = Field(min_length=1, max_length=2_000)
