"""Offers as suppliers give them, in one shape for every supplier."""

from datetime import date, datetime, timedelta
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state.frame import Board, Cabin
from tripintent.state.money import Money


class _Fact(BaseModel):
    model_config = ConfigDict(frozen=True, populate_by_name=True)


class FlightHop(_Fact):
    """One flight with one number: take-off to landing. Times carry the zones of their airports."""

    origin: str = Field(alias="from", description="IATA airport code")
    destination: str = Field(alias="to", description="IATA airport code")
    depart_at: datetime
    arrive_at: datetime
    airline: str = Field(description="marketing carrier, name")
    airline_code: str = Field(default="", description="marketing carrier, IATA designator")
    flight_number: str = ""
    origin_terminal: str | None = None
    destination_terminal: str | None = None
    origin_country: str | None = Field(default=None, description="ISO 3166-1 alpha-2")
    destination_country: str | None = None
    cabin: Cabin | None = None

    @property
    def duration(self) -> timedelta:
        """Block time."""
        return self.arrive_at - self.depart_at


class Terms(_Fact):
    """Conditions of a fare or rate. A penalty of None with ``allowed`` True means free."""

    refundable: bool = False
    refund_penalty: Money | None = None
    changeable: bool = False
    change_penalty: Money | None = None
    free_until: datetime | None = Field(default=None, description="full refund when cancelled before this moment")


class FlightOffer(_Fact):
    """One way of flying one segment of the trip, priced for the whole party."""

    kind: Literal["flight"] = "flight"
    option_id: str
    supplier: str
    simulated: bool = False
    segments: tuple[FlightHop, ...] = Field(min_length=1)
    total_price: Money = Field(description="for all passengers, taxes included")
    fare_brand: str = ""
    cabin: Cabin = "economy"
    refundable: bool = False
    terms: Terms = Terms()
    carry_on: int = 0
    checked_bags: int = Field(default=0, description="pieces included per passenger")
    seats_left: int | None = None
    self_transfer: bool = Field(default=False, description="separate tickets: bags are collected and checked in again")
    expires_at: datetime
    fare_rules_summary: str = ""

    @property
    def depart_at(self) -> datetime:
        """Take-off of the first flight."""
        return self.segments[0].depart_at

    @property
    def arrive_at(self) -> datetime:
        """Landing of the last flight."""
        return self.segments[-1].arrive_at

    @property
    def stops(self) -> int:
        """Connections between first take-off and last landing."""
        return len(self.segments) - 1

    @property
    def duration(self) -> timedelta:
        """Door to door of the air part: first take-off to last landing."""
        return self.arrive_at - self.depart_at


class HotelOffer(_Fact):
    """One hotel, room and rate for one stay, priced for all its rooms."""

    kind: Literal["hotel"] = "hotel"
    option_id: str
    supplier: str
    simulated: bool = False
    hotel_id: str
    hotel_name: str
    star_rating: float | None = None
    address: str = ""
    area: str = ""
    lat: float | None = None
    lon: float | None = None
    distance_km: float | None = Field(default=None, description="to the centre of the place asked for")
    check_in: date
    check_out: date
    rooms: int = Field(default=1, ge=1)
    room_description: str = ""
    board: Board = "room_only"
    nightly_price: Money = Field(description="one night, all rooms")
    total_price: Money = Field(description="all nights, all rooms, taxes included")
    due_at_property: Money | None = Field(
        default=None, description="local taxes and fees paid at the desk, not in the total"
    )
    refundable: bool = False
    terms: Terms = Terms()
    amenities: tuple[str, ...] = ()
    rooms_left: int | None = None
    expires_at: datetime


Offer = FlightOffer | HotelOffer
