"""Segments: one discriminated union of everything that can stand in an itinerary."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from tripintent.state.designer.moments import ClockTime, Moment, PlainDate, Zone, between
from tripintent.state.designer.parts import Company, Extras, Location, Part, Price, Source

SegmentStatus = Literal["IDEA", "TENTATIVE", "HELD", "CONFIRMED", "WAITLISTED", "CANCELLED", "COMPLETED"]
"""idea → planned (TENTATIVE) → held → CONFIRMED. Only a booking of the ledger or an import with a number confirms."""
Origin = Literal["import", "user", "agent", "booking"]
TransferType = Literal[
    "TAXI", "SHUTTLE", "PRIVATE", "PUBLIC", "RIDE_SHARE", "RENTAL_CAR", "RAIL", "FERRY", "WALKING", "OTHER"
]
CabinClass = Literal["ECONOMY", "PREMIUM_ECONOMY", "BUSINESS", "FIRST"]
BoardBasis = Literal["ROOM_ONLY", "BED_BREAKFAST", "HALF_BOARD", "FULL_BOARD", "ALL_INCLUSIVE"]


class BaseSegment(Part):
    """The fields of every segment. A missing time is unknown; a plain date is a whole day."""

    id: str = Field(min_length=1)
    status: SegmentStatus = "TENTATIVE"
    start_datetime: Moment | None = None
    end_datetime: Moment | None = None
    start_timezone: Zone | None = None
    end_timezone: Zone | None = None
    traveler_ids: tuple[str, ...] = ()
    source: Origin = "import"
    source_details: Source | None = None
    confirmation_number: str | None = None
    booking_reference: str | None = None
    provider: Company | None = None
    price: Price | None = None
    taxes: Price | None = None
    fees: Price | None = None
    total_price: Price | None = None
    notes: str | None = None
    metadata: Extras = Field(default_factory=dict)
    depends_on: tuple[str, ...] = ()
    inferred: bool = False
    inferred_reason: str | None = None
    assumed: tuple[str, ...] = Field(default=(), description="values that were not said, by field and rule")

    @model_validator(mode="after")
    def _ends_after_it_starts(self) -> "BaseSegment":
        start, end = self.start_datetime, self.end_datetime
        if start and end and between(start, end, self.start_timezone, self.end_timezone).total_seconds() < 0:
            raise ValueError(f"endDatetime: it ends ({end}) before it starts ({start})")
        return self

    @property
    def first_day(self) -> str | None:
        """The local day on which it starts."""
        return self.start_datetime[:10] if self.start_datetime else None

    @property
    def last_day(self) -> str | None:
        """The local day on which it ends: where none is said, that of its start."""
        return self.end_datetime[:10] if self.end_datetime else self.first_day


class FlightSegment(BaseSegment):
    """One flight. Times are local at each airport."""

    type: Literal["FLIGHT"] = "FLIGHT"
    airline: Company | None = None
    flight_number: str = ""
    origin: Location | None = None
    destination: Location | None = None
    cabin_class: CabinClass | None = None
    seat: str | None = None


class HotelSegment(BaseSegment):
    """Nights in one house, from check-in to check-out."""

    type: Literal["HOTEL"] = "HOTEL"
    property: Company
    location: Location
    check_in_date: PlainDate | None = None
    check_out_date: PlainDate | None = None
    check_in_time: ClockTime = "15:00"
    check_out_time: ClockTime = "11:00"
    room_type: str | None = None
    room_count: int = Field(default=1, ge=1)
    board_basis: BoardBasis | None = None
    amenities: tuple[str, ...] = ()


class MeetingSegment(BaseSegment):
    """A meeting with people."""

    type: Literal["MEETING"] = "MEETING"
    title: str = Field(min_length=1)
    location: Location | None = None
    organizer: str | None = None
    attendees: tuple[str, ...] = ()
    agenda: str | None = None
    meeting_url: str | None = None


class ActivitySegment(BaseSegment):
    """Something to do, to see or to eat. ``price`` is per person."""

    type: Literal["ACTIVITY"] = "ACTIVITY"
    name: str = Field(min_length=1)
    description: str | None = None
    location: Location | None = None
    category: str | None = None


UNSAID = "?"
"""The name of an end of a ride whose place is not known."""


class TransferSegment(BaseSegment):
    """A ride on the ground, or a walk, from one place to another."""

    type: Literal["TRANSFER"] = "TRANSFER"
    transfer_type: TransferType = "OTHER"
    pickup_location: Location
    dropoff_location: Location
    vehicle_details: str | None = None


class RailSegment(BaseSegment):
    """A train, or a coach with a number, between two stations."""

    type: Literal["RAIL"] = "RAIL"
    operator: Company | None = None
    train_number: str = ""
    origin: Location | None = None
    destination: Location | None = None
    origin_platform: str | None = None
    destination_platform: str | None = None
    coach: str | None = None
    seat: str | None = None
    travel_class: str | None = None


class CustomSegment(BaseSegment):
    """Anything else."""

    type: Literal["CUSTOM"] = "CUSTOM"
    title: str = Field(min_length=1)
    description: str | None = None
    location: Location | None = None
    custom_data: Extras = Field(default_factory=dict)


Segment = Annotated[
    FlightSegment | HotelSegment | MeetingSegment | ActivitySegment | TransferSegment | RailSegment | CustomSegment,
    Field(discriminator="type"),
]

TRAVEL_TYPES = (FlightSegment, TransferSegment, RailSegment)


def is_had(segment: BaseSegment) -> bool:
    """Tell whether a segment is something that one has for days beside all else: a bed, or a car."""
    return isinstance(segment, HotelSegment) or (
        isinstance(segment, TransferSegment) and segment.transfer_type == "RENTAL_CAR"
    )


def title_of(segment: BaseSegment) -> str:
    """Return the words by which a person knows a segment."""
    match segment:
        case FlightSegment():
            return f"{flight_name(segment) or 'Flight'} {_short(segment.origin)} – {_short(segment.destination)}"
        case HotelSegment():
            return segment.property.name
        case RailSegment():
            operator = segment.operator.name if segment.operator else ""
            train = f"{operator} {segment.train_number}".strip() or "Train"
            return f"{train} {_short(segment.origin)} – {_short(segment.destination)}"
        case TransferSegment():
            kind = segment.vehicle_details or segment.transfer_type.replace("_", " ").capitalize()
            ends = (segment.pickup_location.name, segment.dropoff_location.name)
            return kind if ends == (UNSAID, UNSAID) else f"{kind} {ends[0]} – {ends[1]}"
        case MeetingSegment() | CustomSegment():
            return segment.title
        case ActivitySegment():
            return segment.name
    return segment.id


def flight_name(flight: FlightSegment) -> str:
    """Return airline and number of a flight; the airline once where the number begins with it."""
    airline = flight.airline.name if flight.airline else ""
    named = airline and not flight.flight_number.startswith(airline)
    return f"{airline} {flight.flight_number}".strip() if named else flight.flight_number


def _short(place: Location | None) -> str:
    return place.code or place.name if place else "?"


def start_place(segment: BaseSegment) -> Location | None:
    """Return where a segment begins."""
    match segment:
        case FlightSegment() | RailSegment():
            return segment.origin
        case TransferSegment():
            return segment.pickup_location
        case HotelSegment() | MeetingSegment() | ActivitySegment() | CustomSegment():
            return segment.location
    return None


def end_place(segment: BaseSegment) -> Location | None:
    """Return where a segment ends."""
    match segment:
        case FlightSegment() | RailSegment():
            return segment.destination
        case TransferSegment():
            return segment.dropoff_location
    return start_place(segment)
