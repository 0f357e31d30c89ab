"""TripChanges: what a traveller wants otherwise, as one argument. Absent leaves as it is, ``null`` takes back, a list is given whole."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field, WithJsonSchema

from tripintent.state.frame import Board, Cabin, Mode, StayKind
from tripintent.state.frozen import Frozen
from tripintent.state.money import Currency, Money
from tripintent.state.travellers import Company, RequestKind

Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
Clock = Annotated[
    str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$"), WithJsonSchema({"type": "string", "format": "time"})
]
Name = Annotated[str, Field(min_length=1, max_length=120)]
Names = Annotated[tuple[Name, ...], Field(max_length=20)]


class _Change(Frozen, extra="forbid"):
    def given(self, name: str) -> bool:
        """Tell whether a field was given, be it to take it back."""
        return name in self.model_fields_set


class DayRange(_Change):
    """A day, or a range in which it may be."""

    day: str | None = None
    weekday: Weekday | None = Field(default=None, description="of a range: these alone")
    earliest: str | None = None
    latest: str | None = None
    around: int | None = Field(default=None, ge=1, le=14, description="days either way")


Day = Annotated[DayRange, BeforeValidator(lambda value: {"day": value} if isinstance(value, str) else value)]


class HourRange(_Change):
    """Local clock times, one or both."""

    after: Clock | None = None
    before: Clock | None = None


class Liked(_Change):
    """Names that alone will do, that are liked, and that are not wanted."""

    must: Names = ()
    prefer: Names = ()
    avoid: Names = ()


class StopChange(_Change):
    """A town of the trip. One that the trip has keeps what is not given; area, stars and amenities are of its hotel."""

    place: Name
    nights: int | None = Field(default=None, ge=0, le=365, description="0: via")
    arrive: Day | None = Field(default=None, description="landing")
    leave: Day | None = None
    lodging: bool | None = Field(default=None, description="false: no hotel")
    mode: Mode | None = Field(default=None, description="to it")
    area: Name | None = None
    stars_min: float | None = Field(default=None, ge=1, le=5)
    amenities: Names | None = None


class FlightWishes(_Change):
    """Wishes for flights. ``ideal`` names those of them that only rank."""

    cabin: Cabin | None = None
    max_stops: int | None = Field(default=None, ge=0, le=3)
    max_hours: float | None = Field(default=None, gt=0, le=100)
    leave: HourRange | None = None
    land: HourRange | None = None
    airlines: Liked | None = None
    avoid_red_eye: bool | None = None
    avoid_self_transfer: bool | None = None
    checked_bags: int | None = Field(default=None, ge=0, le=5)
    refundable: bool | None = None
    avoid_via: Names | None = None
    avoid_fares: Names | None = Field(default=None, description="'basic'")
    ideal: tuple[Literal["max_stops", "max_hours", "avoid_self_transfer"], ...] | None = None


class Back(_Change):
    """Hours of the way back."""

    leave: HourRange | None = None
    land: HourRange | None = None


class AllFlights(FlightWishes):
    """Wishes for all flights; ``leave`` and ``land`` are of the way out."""

    back: Back | None = None
    airports: Liked | None = Field(default=None, description="must or avoid")
    one_ticket: bool | None = None


def _own_fields(schema: dict[str, Any]) -> None:
    """Leave out of a leg's schema the wishes that the schema of ``flights`` has as well."""
    for name in FlightWishes.model_fields:
        del schema["properties"][name]


class LegChange(FlightWishes):
    """One leg, and here any wish of ``flights`` for it alone: cabin, hours, stops and so on.

    With ``leg`` that one is changed; legs without numbers are all legs of the trip, in order.
    """

    model_config = ConfigDict(json_schema_extra=_own_fields)
    leg: int | None = Field(default=None, ge=1, description="1 first")
    origin: Name | None = None
    destination: Name | None = None
    day: Day | None = None
    mode: Mode | None = None
    travellers: tuple[str, ...] | None = Field(default=None, description="t1…, where not all go")


class PartyCount(_Change):
    """Who travels, in numbers."""

    adults: int | None = Field(default=None, ge=1, le=30)
    child_ages: tuple[Annotated[int, Field(ge=2, le=17)], ...] | None = Field(
        default=None, description="on the day of travel"
    )
    infants: int | None = Field(default=None, ge=0, le=9, description="under two")
    company: Company | None = None


class NearChange(_Change):
    """A place to be near, by name, and how far is near."""

    to: Name
    within_metres: int | None = Field(default=None, gt=0)
    within_minutes: int | None = Field(default=None, gt=0, description="on foot")


class Nights(_Change):
    """A stay for some of those who travel, or for all."""

    place: Name
    check_in: str
    check_out: str
    travellers: tuple[str, ...] = Field(default=(), description="ids t1…; empty: all")


class LodgingWishes(_Change):
    """Wishes for the hotels. ``ideal`` names those that only rank."""

    needed: bool | None = Field(default=None, description="false: flights alone")
    area: Name | None = None
    avoid_areas: Names | None = None
    near: NearChange | None = None
    stars_min: float | None = Field(default=None, ge=1, le=5)
    stars_max: float | None = Field(default=None, ge=1, le=5)
    kinds: tuple[StayKind, ...] | None = None
    avoid: Names | None = Field(default=None, description="hotels or kinds")
    prefer: Names | None = Field(default=None, description="hotels or chains")
    hotel: Name | None = Field(default=None, description="this one, by name")
    amenities: Names | None = None
    board: Board | None = None
    beds: Name | None = Field(default=None, description="'twin'")
    rooms: int | None = Field(default=None, ge=1, le=9)
    refundable: bool | None = None
    per_night: Money | None = Field(default=None, description="at most, a room")
    stays: Annotated[tuple[Nights, ...], Field(max_length=12)] | None = Field(
        default=None, description="all, where not as the legs"
    )
    ideal: tuple[Literal["stars_min", "amenities", "board", "near"], ...] | None = None


class Budgets(_Change):
    """The most that something may cost."""

    trip: Money | None = None
    person: Money | None = None
    lodging: Money | None = Field(default=None, description="all nights")


class Appointment(_Change):
    """Fixed hours for which one travels."""

    day: Day
    start: Clock
    end: Clock | None = None
    place: Name | None = None


_LEGS = {"type": "array", "items": {"type": ["string", "integer"]}}


class RequestChange(_Change):
    """What an airline or hotel can be asked for."""

    kind: RequestKind = Field(description="other: see words")
    words: Name | None = None
    to: Literal["airline", "hotel"] | None = None
    legs: Annotated[tuple[Literal["outbound", "return"] | int, ...], WithJsonSchema(_LEGS)] = Field(
        default=(), description="outbound, return, numbers, of stays too; empty: all"
    )
    rooms: int | None = Field(default=None, ge=1, le=9, description="of a hotel: so many")
    people: Names = Field(default=(), description="names or ids t1…; empty: all")
    take_back: bool = False
    accept_price: bool = Field(default=False, description="a yes to its price")


class WishWords(_Change):
    """Wishes in words, for which there is no field."""

    add: Names = ()
    remove: Names = ()


class TripChanges(_Change):
    """What shall be otherwise."""

    origin: Name | None = None
    stops: Annotated[tuple[StopChange, ...], Field(max_length=12)] | None = Field(
        default=None, description="all stops, in order"
    )
    legs: Annotated[tuple[LegChange, ...], Field(max_length=12)] | None = Field(
        default=None, description="by number, any field of flights too; without: all legs"
    )
    depart: Day | None = None
    return_day: Day | None = None
    one_way: bool | None = None
    flights_needed: bool | None = None
    party: PartyCount | None = None
    flights: AllFlights | None = Field(
        default=None, description="of all; leave, land: on the way out; ideal: only ranks"
    )
    lodging: LodgingWishes | None = None
    budget: Budgets | None = Field(default=None, description="at most")
    currency: Currency | None = None
    price_first: bool | None = None
    meetings: Annotated[tuple[Appointment, ...], Field(max_length=12)] | None = None
    interests: Names | None = Field(default=None, description="history, art …")
    requests: Annotated[tuple[RequestChange, ...], Field(max_length=20)] | None = Field(
        default=None, description="not searched for"
    )
    wishes: WishWords | None = Field(default=None, description="in words")
