"""Rows of the airline domain of tau2-bench, as far as they are used, and the books of what was sold."""

from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, Field

CabinClass = Literal["basic_economy", "economy", "business"]
CABINS: tuple[CabinClass, ...] = ("basic_economy", "economy", "business")
EASTERN = ZoneInfo("America/New_York")
"""All times of the database are of this clock, whatever the airport."""


class Day(BaseModel):
    """A flight on one day; seats and prices in dollars are there while it can be booked."""

    status: str
    available_seats: dict[CabinClass, int] = {}
    prices: dict[CabinClass, int] = {}


class Flight(BaseModel):
    """A flight number with its days."""

    flight_number: str
    origin: str
    destination: str
    scheduled_departure_time_est: str
    scheduled_arrival_time_est: str
    dates: dict[str, Day]

    def is_sold(self, day: str) -> bool:
        """Tell whether it can be booked on a day."""
        return day in self.dates and self.dates[day].status == "available"


class Purse(BaseModel):
    """A means of payment in a profile; a card has no balance."""

    id: str
    source: Literal["credit_card", "gift_card", "certificate"]
    amount: float | None = None


class User(BaseModel):
    """The part of a profile that counts here."""

    user_id: str
    membership: Literal["regular", "silver", "gold"]
    payment_methods: dict[str, Purse]
    reservations: list[str] = []


class Leg(BaseModel):
    """One flight of a reservation; the price is of one passenger."""

    flight_number: str
    origin: str
    destination: str
    date: str
    price: int


class Passenger(BaseModel):
    """Somebody on a reservation."""

    first_name: str
    last_name: str
    dob: str


class Payment(BaseModel):
    """An amount in dollars that one means paid; below zero it went back."""

    payment_id: str
    amount: int


class Reservation(BaseModel):
    """A reservation as the database has it."""

    reservation_id: str
    user_id: str
    origin: str
    destination: str
    flight_type: Literal["one_way", "round_trip"] = "one_way"
    cabin: CabinClass
    flights: list[Leg]
    passengers: list[Passenger]
    payment_history: list[Payment]
    created_at: str
    total_baggages: int
    nonfree_baggages: int
    insurance: Literal["yes", "no"] = "no"
    status: Literal["cancelled"] | None = None

    @property
    def made_at(self) -> datetime:
        """When it was made."""
        return datetime.fromisoformat(self.created_at).replace(tzinfo=EASTERN)


class Database(BaseModel):
    """The file as it is fetched, as far as it is used."""

    flights: dict[str, Flight]
    users: dict[str, User]


class Sale(BaseModel):
    """One order of ours: the flights of one way. Both ways of a trip are on one reservation."""

    client_ref: str
    trip: str
    asked: str = Field(description="what was ordered, in one line: a reference is never used for two of them")
    reservation_id: str
    paid: int
    cancel_quote: str = ""


class Books(BaseModel):
    """All that was sold: what stands in it stands in the place of the database's own."""

    sales: dict[str, Sale] = {}
    reservations: dict[str, Reservation] = {}
    users: dict[str, User] = {}
    seats: dict[str, int] = Field(default={}, description="seats that were sold, by flight, day and cabin")
