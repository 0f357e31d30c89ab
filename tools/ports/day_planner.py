"""The day planner's port: days from places to see, and whole tours at the least cost. Pure computation, no clock, no network."""

from datetime import date, time
from typing import Literal

from pydantic import Field

from tripintent.state.frozen import Frozen
from tripintent.tools.ports.attractions import Attraction, Interest

Pace = Literal["leisurely", "balanced", "packed"]
ItemKind = Literal["visit", "meal", "fixed", "rest"]
Mode = Literal["walk", "transit"]
Meal = Literal["lunch", "dinner"]
PartOfDay = Literal["morning", "afternoon", "evening"]
Why = Literal["interest", "near", "well_known", "wanted", "for_children", "indoors"]


class Position(Frozen):
    """A position in degrees."""

    lat: float
    lon: float


class Fixed(Frozen):
    """Something that already has its time: a meeting, a show, a flight. It is never moved."""

    id: str
    title: str
    starts: time
    ends: time
    spot: Position | None = None


class DayFrame(Frozen):
    """One day to fill. ``starts`` and ``ends`` are short on days of arrival and departure; None is a whole day."""

    day: date
    base: Position | None = Field(
        default=None, description="where one sleeps; None: unknown, the day starts at its first sight"
    )
    starts: time | None = None
    ends: time | None = None
    fixed: tuple[Fixed, ...] = ()
    free: tuple[PartOfDay, ...] = Field(default=(), description="what the traveller wants left empty")
    avoided: tuple[str, ...] = Field(default=(), description="ids that are not planned on this day")
    meals: tuple[Meal, ...] = Field(default=(), description="meals of this day that are in the plan already")


class DayParty(Frozen):
    """Who goes along, as far as it changes a day."""

    youngest: int | None = Field(default=None, description="age in years of the youngest child; None: no children")
    seniors: bool = False
    wheelchair: bool = False


class DaysRequest(Frozen):
    """A request for a plan of days. ``places`` come best known first; ``wanted`` ids are planned before all others."""

    frames: tuple[DayFrame, ...] = Field(min_length=1)
    places: tuple[Attraction, ...] = ()
    interests: tuple[Interest, ...] = ()
    wanted: tuple[str, ...] = ()
    avoided: tuple[str, ...] = Field(default=(), description="ids that are not planned")
    pace: Pace = "balanced"
    party: DayParty = DayParty()
    rainy: bool = Field(default=False, description="under a roof where there is a choice")
    less_walking: bool = False
    meals: bool = Field(default=True, description="keep time for lunch and dinner")


class DayItem(Frozen):
    """One entry of a day. ``travel_minutes`` is the way to it from what comes before, an estimate by distance and mode."""

    kind: ItemKind
    starts: time
    ends: time
    title: str = Field(default="", description="name of a sight or of a fixed entry; '' for meals and rests")
    ref: str | None = Field(default=None, description="id of the attraction or of the fixed entry")
    meal: Meal | None = None
    area: str = ""
    why: tuple[Why, ...] = ()
    travel_minutes: int = 0
    mode: Mode = "walk"


class PlannedDay(Frozen):
    """One day in order of time; no two items overlap, ways included."""

    day: date
    items: tuple[DayItem, ...] = ()


class DaysPlan(Frozen):
    """The days, and what found no place in them. ``unmet`` are wanted ids that could not be planned."""

    days: tuple[PlannedDay, ...]
    left_over: tuple[str, ...] = ()
    unmet: tuple[str, ...] = ()
