"""A traveller's wishes for an itinerary, as typed operations: both readers, by rules and by a model, end here."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state.designer.itinerary import Pace, TravelStyle
from tripintent.state.designer.segments import TransferType
from tripintent.state.designer.where import Band, Measure
from tripintent.state.money import Money

PartOfDay = Literal["morning", "afternoon", "evening", "day"]
AskAbout = Literal[
    "all", "day", "segment", "clashes", "whole", "nights", "hotel", "home", "there", "access", "hours", "unknown"
]


class _Op(BaseModel):
    model_config = ConfigDict(frozen=True)

    said: str = ""


class When(BaseModel):
    """Day, times and length as far as they were said. ``minutes`` is a length; times are ``HH:MM``."""

    model_config = ConfigDict(frozen=True)

    day: str | None = None
    until: str | None = None
    start: str | None = None
    end: str | None = None
    minutes: int | None = None
    nights: int | None = None
    part: PartOfDay | None = Field(default=None, description="part of the day that was said beside it")


class Target(BaseModel):
    """Which segment is meant: an id where it is clear, otherwise the words that named it."""

    model_config = ConfigDict(frozen=True)

    ids: tuple[str, ...] = ()
    words: str = ""


class Sight(BaseModel):
    """A known sight: its id, position in degrees, the minutes usually needed for a visit, and what else it is called."""

    model_config = ConfigDict(frozen=True)

    id: str
    lat: float
    lon: float
    minutes: int
    kind: str = ""
    names: tuple[str, ...] = ()


class AddThing(_Op):
    """Put something to do, to eat or to meet for into the plan."""

    op: Literal["add_thing"] = "add_thing"
    name: str
    place: str | None = None
    when: When = When()
    meeting: bool = False
    asked: bool = Field(default=False, description="said with a word of adding")
    sight: Sight | None = Field(default=None, description="the known sight that the name means")


class AddFlight(_Op):
    """Put a flight into the plan."""

    op: Literal["add_flight"] = "add_flight"
    number: str
    airline: str | None = None
    origin: str | None = None
    destination: str | None = None
    when: When = When()


class AddHotel(_Op):
    """Put nights into the plan."""

    op: Literal["add_hotel"] = "add_hotel"
    name: str
    town: str | None = None
    when: When = When()


class AddRide(_Op):
    """Put a ride on the ground, or a train, into the plan."""

    op: Literal["add_ride"] = "add_ride"
    kind: TransferType | Literal["TRAIN"] = "OTHER"
    name: str = ""
    origin: str | None = None
    destination: str | None = None
    when: When = When()


class Change(_Op):
    """Give a segment other times, another day or another length; ``by_minutes`` and ``by_days`` move it."""

    op: Literal["change"] = "change"
    target: Target
    when: When = When()
    by_minutes: int = 0
    by_days: int = 0
    along: tuple[str, ...] = Field(default=(), description="ids that are to come along, said so")
    stay: tuple[str, ...] = Field(default=(), description="ids that are to stay, said so")


class Remove(_Op):
    """Take segments out."""

    op: Literal["remove"] = "remove"
    target: Target


class Rename(_Op):
    """Give a segment, or the trip, another name."""

    op: Literal["rename"] = "rename"
    target: Target | None = None
    name: str


class ShiftAll(_Op):
    """Move everything, or everything from one thing on, by days."""

    op: Literal["shift_all"] = "shift_all"
    days: int
    onward: Target | None = None


class MoreNights(_Op):
    """Stay longer or shorter in a house."""

    op: Literal["more_nights"] = "more_nights"
    target: Target
    nights: int


class Swap(_Op):
    """Exchange the times of two things, or two days."""

    op: Literal["swap"] = "swap"
    targets: tuple[str, ...] = ()
    days: tuple[str, ...] = ()


class KeepFree(_Op):
    """Leave a day, or a part of it, empty."""

    op: Literal["keep_free"] = "keep_free"
    day: str
    part: PartOfDay = "day"
    start: str | None = Field(default=None, description="HH:MM from which it stays free, where hours were said")
    end: str | None = Field(default=None, description="HH:MM until which it stays free, where hours were said")

    @property
    def stretch(self) -> str:
        """The part of the day, or the hours "HH:MM-HH:MM", that stay free."""
        return f"{self.start or '00:00'}-{self.end or '23:59'}" if self.start or self.end else self.part


class PlanDays(_Op):
    """Fill days with things to do. Nothing said means every day of the trip."""

    op: Literal["plan_days"] = "plan_days"
    days: tuple[str, ...] = ()
    rainy: bool = False
    less_walking: bool = False
    fewer: tuple[str, ...] = Field(default=(), description="kinds of sights that were too many ('museum')")
    more: tuple[str, ...] = Field(default=(), description="interests that the days should hold more of ('food')")
    again: bool = Field(default=False, description="proposals of ours on these days make room for others")
    now: bool = Field(default=False, description="said as an order, not as a wish for later")


class Suggest(_Op):
    """Give ideas; nothing is added."""

    op: Literal["suggest"] = "suggest"
    rainy: bool = False
    food: bool = False
    number: int = 0


class TakeIdea(_Op):
    """Add one of the ideas that were given, by its place in the list from 1."""

    op: Literal["take_idea"] = "take_idea"
    number: int
    when: When = When()


class WhereTo(_Op):
    """Propose towns to somebody who does not know where to go."""

    op: Literal["where_to"] = "where_to"
    climate: tuple[Band, ...] = ()
    near: bool = False
    likes: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    not_in: tuple[str, ...] = Field(default=(), description="countries that were declined")
    not_likes: tuple[str, ...] = ()
    not_towns: tuple[str, ...] = Field(default=(), description="names of towns that were declined")
    family: bool = False
    towns: tuple[str, ...] = Field(default=(), description="between these alone one chooses, as said")
    within_km: float | None = Field(default=None, description="nearer than this")
    beyond_km: float | None = Field(default=None, description="farther than this")
    below: Money | None = Field(default=None, description="cheaper than this")
    others: bool = Field(default=False, description="other towns than those proposed so far")
    than_shown: tuple[Measure, ...] = Field(default=(), description="closer, cheaper … than the towns on the list")
    beside: tuple[str, ...] = Field(default=(), description="towns asked about beside those on the list, as said")
    rest: str | None = Field(
        default=None, description="the words without the question or the towns themselves: facts of the trip"
    )
    asks: bool = Field(default=False, description="only asked what the towns on the list are like")


class TakePlace(_Op):
    """Go to one of the towns that were proposed: by its place in the list from 1, or the one that is best ``by`` a measure.

    ``rest`` is what else the words say: wishes and days for the trip.
    """

    op: Literal["take_place"] = "take_place"
    number: int = 0
    code: str | None = Field(default=None, description="of a town that was added to the list just before")
    by: Measure | None = None
    asks: bool = Field(default=False, description="only asked which one it is")
    rest: str = ""


class FindStay(_Op):
    """Look for a place to sleep alone, while nothing else of the journey is asked for."""

    op: Literal["find_stay"] = "find_stay"


class TakeStay(_Op):
    """Put one of the stays that were proposed into the plan, by its place in the list from 1."""

    op: Literal["take_stay"] = "take_stay"
    number: int


class SetTrip(_Op):
    """Where and when the trip is."""

    op: Literal["set_trip"] = "set_trip"
    destination: str | None = None
    start: str | None = None
    end: str | None = None
    title: str | None = None
    arrives: str | None = Field(default=None, description="HH:MM on the first day")
    leaves: str | None = Field(default=None, description="HH:MM on the last day")
    around: str | None = Field(default=None, description="first day of a month or week that was named without days")


class SetWishes(_Op):
    """Record what the travellers like and need."""

    op: Literal["set_wishes"] = "set_wishes"
    pace: Pace | None = None
    style: TravelStyle | None = None
    interests: tuple[str, ...] = ()
    diet: tuple[str, ...] = ()
    access: tuple[str, ...] = ()
    party: str | None = None
    origin: str | None = None
    lodging: str | None = None
    avoid: tuple[str, ...] = ()


class Import(_Op):
    """Read a pasted mail, calendar or code."""

    op: Literal["import"] = "import"
    text: str
    anyway: bool = Field(default=False, description="it belongs to this trip: the traveller said so")


class Step(_Op):
    """Undo, redo, yes or no to what was proposed."""

    op: Literal["step"] = "step"
    what: Literal["undo", "redo", "yes", "no"]


class Ask(_Op):
    """A question about the plan."""

    op: Literal["ask"] = "ask"
    about: AskAbout
    day: str | None = None
    target: Target | None = None


class Design(_Op):
    """A wish for the plan that no other operation holds: a model works on it with the tools of the itinerary."""

    op: Literal["design"] = "design"


Operation = Annotated[
    AddThing
    | AddFlight
    | AddHotel
    | AddRide
    | Change
    | Remove
    | Rename
    | ShiftAll
    | MoreNights
    | Swap
    | KeepFree
    | PlanDays
    | Suggest
    | TakeIdea
    | WhereTo
    | TakePlace
    | FindStay
    | TakeStay
    | SetTrip
    | SetWishes
    | Import
    | Step
    | Ask
    | Design,
    Field(discriminator="op"),
]
