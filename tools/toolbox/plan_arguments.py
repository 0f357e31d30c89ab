"""Arguments of the designer's tools: names and shapes that hosts and models know them by, in ``camelCase``."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, ConfigDict, Field, JsonValue, model_validator

from tripintent.state.designer.itinerary import PlainPerson, PlainWishes, TravelerKind
from tripintent.state.designer.moments import ClockTime, Moment, PlainDate
from tripintent.state.designer.parts import Code, Company, Part, Price
from tripintent.state.designer.segments import BoardBasis, CabinClass, TransferType

_FLIGHT_NUMBER = re.compile(r"[A-Z0-9]{2,3}\s?\d{1,4}(?:\s?[/-]\s?(?:[A-Z0-9]{2,3}\s?)?\d{1,4})?", re.IGNORECASE)


class DesignerArguments(Part):
    """Arguments of a tool: frozen, and strict about names."""

    model_config = ConfigDict(extra="forbid")


def _flight_number(text: str) -> str:
    if not _FLIGHT_NUMBER.fullmatch(text.strip()):
        raise ValueError(f"{text!r} is no flight number: write 2 or 3 letters or digits, then 1 to 4 digits")
    return text.strip().upper()


FlightNumber = Annotated[str, AfterValidator(_flight_number)]
Name = Annotated[str, Field(min_length=1)]


class PlaceArgument(DesignerArguments):
    """A place by name; a code, town and country where they are known."""

    name: Name
    code: Code = None
    city: str | None = None
    country: str | None = None


class TripBudget(DesignerArguments):
    """The most that may be spent."""

    amount: float = Field(ge=0)
    currency: str = "USD"
    period: Literal["per_day", "per_person", "total"] = "total"


class GetItinerary(DesignerArguments):
    """get_itinerary: the whole plan, or its summary."""

    summary: bool = False


class OneSegment(DesignerArguments):
    """get_segment, delete_segment: one segment."""

    segment_id: Name


class UpdateItinerary(DesignerArguments):
    """update_itinerary: title, dates and destinations; destinations are united with those there are."""

    title: Name | None = None
    description: str | None = None
    start_date: PlainDate | None = None
    end_date: PlainDate | None = None
    destinations: tuple[Name, ...] | None = None


class UpdatePreferences(DesignerArguments, PlainWishes):
    """update_preferences: wishes; lists are replaced, absent fields are kept."""

    interests: tuple[str, ...] | None = None
    budget: TripBudget | None = None
    accommodation_preference: Literal["hotel", "resort", "airbnb", "hostel", "boutique"] | None = None
    activity_preferences: tuple[str, ...] | None = None
    avoidances: tuple[str, ...] | None = None


class AddTraveler(DesignerArguments, PlainPerson):
    """add_traveler: a person. adult 18 and older, child 2 to 17, infant under 2, senior from 65."""

    type: TravelerKind
    email: str | None = None


class BoughtArguments(DesignerArguments):
    """What is known of an entry that was bought elsewhere."""

    price: Price | None = None
    confirmation_number: str | None = None
    notes: str | None = None


class AddFlightArguments(BoughtArguments):
    """add_flight: a flight that is known by its number."""

    airline: Company
    flight_number: FlightNumber
    origin: PlaceArgument
    destination: PlaceArgument
    departure_time: Moment = Field(description="local at the origin, or with its offset")
    arrival_time: Moment = Field(description="local at the destination, or with its offset")
    cabin_class: CabinClass | None = None


class AddHotelArguments(BoughtArguments):
    """add_hotel: nights in one house; the price is that of the whole stay."""

    property: Company
    location: PlaceArgument
    check_in_date: PlainDate
    check_out_date: PlainDate
    check_in_time: ClockTime = "15:00"
    check_out_time: ClockTime = "11:00"
    room_type: str | None = None
    room_count: int = Field(default=1, ge=1)
    board_basis: BoardBasis | None = None

    @model_validator(mode="after")
    def _in_order(self) -> "AddHotelArguments":
        if self.check_out_date <= self.check_in_date:
            raise ValueError(f"checkOutDate: {self.check_out_date} is not after the check-in on {self.check_in_date}")
        return self


class AddActivity(BoughtArguments):
    """add_activity: something to do, see or eat; the price is per person. Two hours where no length is said or known."""

    name: Name
    location: PlaceArgument
    start_time: Moment
    end_time: Moment | None = None
    duration_hours: float | None = Field(default=None, gt=0)
    description: str | None = None
    category: str | None = None
    provider: Company | None = None


class AddTransfer(BoughtArguments):
    """add_transfer: a ride or a walk."""

    transfer_type: TransferType
    pickup_location: PlaceArgument
    dropoff_location: PlaceArgument
    pickup_time: Moment
    estimated_duration_minutes: float = Field(default=30, gt=0)
    vehicle_details: str | None = None
    provider: Company | None = None


class AddMeeting(DesignerArguments):
    """add_meeting: people at a place and a time."""

    title: Name
    location: PlaceArgument
    start_time: Moment
    end_time: Moment
    organizer: str | None = None
    attendees: tuple[str, ...] = ()
    agenda: str | None = None
    meeting_url: str | None = None
    notes: str | None = None


class UpdateSegment(DesignerArguments):
    """update_segment: fields of one segment; its id and type stay."""

    segment_id: Name
    updates: dict[str, JsonValue] = Field(min_length=1)


class MoveSegment(DesignerArguments):
    """move_segment: a new start; what hangs on the segment moves with it. A dry run says what would move, and writes nothing."""

    segment_id: Name
    new_start_time: Moment
    dry_run: bool = False


class ReorderSegments(DesignerArguments):
    """reorder_segments: every segment's id, in the new order."""

    segment_ids: tuple[Name, ...] = Field(min_length=1)


Category = Literal[
    "weather", "events", "festivals", "closures", "advisory", "crowds", "prices", "opportunities", "warnings", "tips"
]


class SearchWeb(DesignerArguments):
    """search_web: words to look for; off unless a search service is set."""

    query: Name


class SearchFlights(DesignerArguments):
    """search_flights: real offers of the flight supplier."""

    origin: Name
    destination: Name
    departure_date: PlainDate
    return_date: PlainDate | None = None
    adults: int = Field(default=1, ge=1, le=9)
    cabin_class: Literal["economy", "premium_economy", "business", "first"] | None = None


class SearchHotels(DesignerArguments):
    """search_hotels: real offers of the hotel supplier."""

    location: Name
    check_in_date: PlainDate
    check_out_date: PlainDate
    adults: int = Field(default=2, ge=1)
    children: int = Field(default=0, ge=0)


class SearchTransfers(DesignerArguments):
    """search_transfers: ways between two places, by distance and usual speed; estimates, no timetable."""

    origin: Name
    destination: Name


class StoreIntelligence(DesignerArguments):
    """store_travel_intelligence: something to know about a destination, in two to five sentences."""

    destination: Name
    category: Category
    findings: Name
    dates: str | None = None
    level: Literal["country", "region", "city", "area", "attraction"] = "city"
    impact: Literal["positive", "negative", "neutral", "opportunity"] = "neutral"
    confidence: Literal["high", "medium", "low"] = "medium"
    source: str | None = None
    tags: tuple[str, ...] = ()


class RetrieveIntelligence(DesignerArguments):
    """retrieve_travel_intelligence: what is known about a destination, for dates and categories."""

    destination: Name
    dates: str | None = None
    categories: tuple[Category, ...] = ()
    query: str | None = None


class GetDistance(DesignerArguments):
    """get_distance: the way between two places."""

    from_: Name = Field(alias="from")
    to: Name


class ShowRoute(DesignerArguments):
    """show_route: a way through places in order; flown above 300 km where it is mixed."""

    locations: tuple[Name, ...] = Field(min_length=2)
    travel_mode: Literal["drive", "fly", "mixed"] = "mixed"


class GeocodeLocation(DesignerArguments):
    """geocode_location: where a place is."""

    location: Name
