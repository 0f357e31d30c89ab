"""Offers as suppliers give them, in one shape for every supplier. Their words are data (``foreign``): plain and short.

The first night somewhere follows from when one lands. All times are local at the place.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Annotated, Literal

from pydantic import AfterValidator, AliasChoices, AwareDatetime, BaseModel, ConfigDict, Field

from tripintent.state.foreign import Line, Lines, Prose, Ref
from tripintent.state.frame import CABINS, Board, Cabin, StayKind
from tripintent.state.money import Money

BED_TIME_ENDS = time(5, 0)
"""Who lands before this hour still goes to bed in the night that began the day before."""

NIGHT_STARTS, NIGHT_ENDS = time(22, 0), time(5, 0)
MORNING_STARTS, MORNING_ENDS = time(3, 0), time(12, 0)


def night_of(landing: datetime) -> date:
    """Return the day on which the first night after a landing begins."""
    return landing.date() - timedelta(days=1) if landing.time() < BED_TIME_ENDS else landing.date()


def begins(nights: Iterable[date], landing: date) -> date:
    """Return the first night to take of those on offer: that of the landing, else the last before, else the first of all."""
    ordered = sorted(nights)
    return max((night for night in ordered if night <= landing), default=ordered[0])


def is_red_eye(departs: datetime, arrives: datetime) -> bool:
    """Tell whether a flight costs the night.

    It departs from 22:00 to 05:00 (local at the origin) and lands from 03:00 to before 12:00 (local at the
    destination). A flight at 22:30 that lands at 23:40 or 00:50 still leaves a night in bed; one that lands in the
    afternoon is a day flight after an early start. Dates are not compared: they mean nothing across the date line.
    """
    leaves, lands = departs.time(), arrives.time()
    at_night = leaves >= NIGHT_STARTS or leaves <= NIGHT_ENDS
    return at_night and MORNING_STARTS <= lands < MORNING_ENDS


DEAREST = Decimal(10**12)


def _payable(value: Money) -> Money:
    if not 0 <= value.amount <= DEAREST:
        msg = "a price below zero or beyond all measure"
        raise ValueError(msg)
    return value


Price = Annotated[Money, AfterValidator(_payable)]
"""A supplier's price: neither below zero nor longer than a line."""


class _Fact(BaseModel):
    model_config = ConfigDict(frozen=True, populate_by_name=True)


class FlightHop(_Fact):
    """One flight with one number: take-off to landing. Times carry the zones of their airports."""

    origin: Line = Field(
        validation_alias=AliasChoices("from", "origin"), serialization_alias="from", description="IATA airport code"
    )
    destination: Line = Field(
        validation_alias=AliasChoices("to", "destination"), serialization_alias="to", description="IATA airport code"
    )
    depart_at: AwareDatetime
    arrive_at: AwareDatetime
    airline: Line = Field(description="marketing carrier, name")
    airline_code: Line = Field(default="", description="marketing carrier, IATA designator")
    flight_number: Line = ""
    origin_terminal: Line | None = None
    destination_terminal: Line | None = None
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
    refund_penalty: Price | None = None
    changeable: bool = False
    change_penalty: Price | None = None
    free_until: AwareDatetime | None = Field(default=None, description="full refund when cancelled before this moment")


class Extra(_Fact):
    """Something bought beside a fare, for a passenger: a checked bag that the fare lacks."""

    service_id: Ref
    kind: Literal["checked bag"]
    quantity: int = Field(ge=1)
    price: Price = Field(description="for all of them")


RefundTo = Literal["payment", "balance", "airline_credit", "voucher", "unknown"]
"""Where a seller pays back to: how it was paid, or the seller's account that paid; the others are not money in hand."""
MONEY_BACK: frozenset[RefundTo] = frozenset({"payment", "balance"})


class PaidBack(_Fact):
    """The amount that a seller pays back with a change, and to where."""

    amount: Price
    to: RefundTo


class FlightOffer(_Fact):
    """One way of flying one segment of the trip, priced for the whole party."""

    kind: Literal["flight"] = "flight"
    option_id: Ref
    supplier: Ref
    simulated: bool = False
    segments: tuple[FlightHop, ...] = Field(min_length=1)
    total_price: Price = Field(description="for all passengers, taxes included")
    fare_brand: Line = ""
    cabin: Cabin = "economy"
    refundable: bool = False
    terms: Terms = Terms()
    carry_on: int | None = Field(default=None, description="cabin bags per passenger; None: its seller does not say")
    checked_bags: int | None = Field(default=None, description="pieces included per passenger; None: not said")
    extras: tuple[Extra, ...] = Field(default=(), description="bought with it; their price is in the total")
    seats_left: int | None = None
    self_transfer: bool = Field(default=False, description="separate tickets: bags are collected and checked in again")
    expires_at: AwareDatetime
    link: Line = Field(default="", description="where it is booked, when its supplier only shows it")
    changes: Ref = Field(default="", description="the booking that it changes; the total is what the change costs")
    brings_back: PaidBack | None = Field(default=None, description="what the airline pays back with the change")
    fare_rules_summary: Prose = ""
    emissions_kg: Decimal | None = Field(
        default=None, ge=0, description="carbon dioxide for all passengers, as the seller says"
    )

    @property
    def due_at_property(self) -> None:
        """Nothing: a flight is paid for in its total."""

    @property
    def depart_at(self) -> datetime:
        """Take-off of the first flight."""
        return self.segments[0].depart_at

    @property
    def arrive_at(self) -> datetime:
        """Landing of the last flight."""
        return self.segments[-1].arrive_at

    @property
    def highest_cabin(self) -> Cabin:
        """The highest cabin that it seats anybody in."""
        return max([self.cabin, *(hop.cabin for hop in self.segments if hop.cabin)], key=CABINS.index)

    def above(self, highest: Cabin) -> bool:
        """Tell whether any flight is in a cabin above ``highest``."""
        return CABINS.index(self.highest_cabin) > CABINS.index(highest)

    @property
    def night(self) -> date:
        """The first night at the destination."""
        return night_of(self.arrive_at)

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
    option_id: Ref
    supplier: Ref
    simulated: bool = False
    hotel_id: Ref
    hotel_name: Line
    star_rating: float | None = None
    property_kind: StayKind | None = Field(default=None, description="where its supplier says it")
    address: Line = ""
    area: Line = ""
    lat: float | None = None
    lon: float | None = None
    distance_km: float | None = Field(default=None, description="to the centre of the place asked for")
    check_in: date
    check_out: date
    rooms: int = Field(default=1, ge=1)
    room_description: Prose = ""
    board: Board | None = Field(default=None, description="None: its seller does not say")
    nightly_price: Price = Field(description="one night, all rooms")
    total_price: Price = Field(description="all nights, all rooms, taxes included")
    due_at_property: Price | None = Field(
        default=None, description="local taxes and fees paid at the desk, not in the total"
    )
    refundable: bool = False
    terms: Terms = Terms()
    amenities: Lines = ()
    rooms_left: int | None = None
    expires_at: AwareDatetime
    link: Line = Field(default="", description="where it is booked, when its supplier only shows it")

    @property
    def room_rate(self) -> Money:
        """The price of one room for one night: what a daily rate limits (``nightly_price`` is for all rooms)."""
        return Money(amount=self.nightly_price.amount / self.rooms, currency=self.nightly_price.currency)


Offer = FlightOffer | HotelOffer


def bare_nights(
    flights: Sequence[FlightOffer], stays: Iterable[HotelOffer], elsewhere: Iterable[date] = ()
) -> Iterator[list[date]]:
    """Yield after each flight but the last the nights until the next one that no stay covers; ``elsewhere`` none is wanted."""
    slept = {night for stay in stays for night in _nights(stay.check_in, stay.check_out)} | {*elsewhere}
    for one, onward in pairwise(flights):
        yield [night for night in _nights(one.night, onward.depart_at.date()) if night not in slept]


def _nights(start: date, end: date) -> list[date]:
    return [start + timedelta(days=n) for n in range((end - start).days)]
