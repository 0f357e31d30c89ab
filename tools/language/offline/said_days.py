"""Entries that a model may write about the plan of days and a place to go, and the short names (e1, e2 …) that a prompt lists."""

from collections.abc import Iterable, Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state.designer.itinerary import ItineraryDocument, Pace
from tripintent.state.designer.ordering import by_time
from tripintent.state.designer.segments import Segment
from tripintent.state.designer.where import Band, Measure

Day = str
"""YYYY-MM-DD."""
Clock = str
"""HH:MM, 24 hours."""
PartOfDay = Literal["morning", "afternoon", "evening", "day"]


class Quoted(BaseModel):
    """The base of entries that quote the message that they come from."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    said: str = Field(max_length=500)
    """Words of the message, letter for letter."""


class SaidEntry(Quoted):
    """Something is put into the plan of days."""

    op: Literal["add_entry"] = "add_entry"
    kind: Literal["activity", "meal", "meeting", "hotel", "flight", "train", "ride"]
    name: str = Field(max_length=200)
    day: Day | None = None
    until: Day | None = None
    start: Clock | None = None
    end: Clock | None = None
    minutes: int | None = None
    origin: str | None = Field(default=None, max_length=200)
    destination: str | None = Field(default=None, max_length=200)


class SaidMove(Quoted):
    """Entries of the plan get another day, time, length or name."""

    op: Literal["change_entry"] = "change_entry"
    entries: tuple[str, ...] = Field(max_length=20)
    day: Day | None = None
    start: Clock | None = None
    end: Clock | None = None
    minutes: int | None = None
    later_minutes: int = 0
    later_days: int = 0
    more_nights: int = 0
    name: str | None = Field(default=None, max_length=200)


class SaidRemove(Quoted):
    """Entries are taken out of the plan."""

    op: Literal["remove_entry"] = "remove_entry"
    entries: tuple[str, ...] = Field(max_length=20)


class SaidSwap(Quoted):
    """Two entries, or two days, change places."""

    op: Literal["swap"] = "swap"
    entries: tuple[str, ...] = Field(default=(), max_length=2)
    days: tuple[Day, ...] = Field(default=(), max_length=2)


class SaidFree(Quoted):
    """A day, or a part of it, stays empty."""

    op: Literal["keep_free"] = "keep_free"
    day: Day
    part: PartOfDay = "day"


class SaidPlan(Quoted):
    """Days are filled with things to do; no days means all. ``again``: what we proposed there makes room."""

    op: Literal["plan_days"] = "plan_days"
    days: tuple[Day, ...] = Field(default=(), max_length=60)
    again: bool = False
    rainy: bool = False
    less_walking: bool = False
    fewer: tuple[str, ...] = Field(default=(), max_length=10)
    more: tuple[str, ...] = Field(default=(), max_length=10)


class SaidIdeas(Quoted):
    """Ideas for things to do are wanted, none is added."""

    op: Literal["ideas"] = "ideas"
    rainy: bool = False
    food: bool = False


class SaidTakeIdea(Quoted):
    """One of the ideas on the list is put into the plan."""

    op: Literal["take_idea"] = "take_idea"
    number: int
    day: Day | None = None
    start: Clock | None = None


class SaidWhereTo(Quoted):
    """Towns to go to are to be proposed: the traveller names none, or chooses between some."""

    op: Literal["where_to"] = "where_to"
    climate: tuple[Band, ...] = ()
    likes: tuple[str, ...] = Field(default=(), max_length=10)
    near: bool = False
    family: bool = False
    towns: tuple[str, ...] = Field(default=(), max_length=8)
    countries: tuple[str, ...] = Field(default=(), max_length=8, description="ISO codes")
    not_countries: tuple[str, ...] = Field(default=(), max_length=8)
    not_towns: tuple[str, ...] = Field(default=(), max_length=8)
    below: float | None = Field(default=None, description="amount that the trip may cost at most")
    currency: str | None = Field(default=None, max_length=3)
    others: bool = Field(default=False, description="other towns than those on the list")


class SaidTakePlace(Quoted):
    """One of the proposed towns is chosen, by number or by a measure; ``asks``: only which one it is."""

    op: Literal["take_place"] = "take_place"
    number: int = 0
    by: Measure | None = None
    asks: bool = False


class SaidLikes(Quoted):
    """Things that the travellers like, dislike, eat and need, and of which countries their passports are."""

    op: Literal["likes"] = "likes"
    interests: tuple[str, ...] = Field(default=(), max_length=10)
    dislikes: tuple[str, ...] = Field(default=(), max_length=10)
    pace: Pace | None = None
    diet: tuple[str, ...] = Field(default=(), max_length=6)
    needs: tuple[str, ...] = Field(default=(), max_length=6)
    passports: tuple[str, ...] = Field(default=(), max_length=6, description="ISO codes")
    passport_until: Day | None = None


class SaidAskPlan(Quoted):
    """A question about the plan of days."""

    op: Literal["ask_plan"] = "ask_plan"
    about: Literal["all", "day", "entry", "clashes", "missing", "nights", "hotel", "way_home", "hours"]
    day: Day | None = None
    entry: str | None = None


class SaidDesign(Quoted):
    """A wish for the plan of days that nothing else holds."""

    op: Literal["design"] = "design"


SaidOfDays = (
    SaidEntry | SaidMove | SaidRemove | SaidSwap | SaidFree | SaidPlan | SaidIdeas | SaidTakeIdea | SaidWhereTo
    | SaidTakePlace | SaidLikes | SaidAskPlan | SaidDesign
)  # fmt: skip


MOST = 60
"""Entries in a prompt."""


def listed(plan: ItineraryDocument) -> tuple[Segment, ...]:
    """Return the live entries in the order of time, as many as a prompt holds."""
    return by_time(plan.live)[:MOST]


def ids_of(names: Iterable[str], plan: ItineraryDocument) -> tuple[str, ...]:
    """Return the ids of short names; unknown names are left out."""
    entries: Sequence[Segment] = listed(plan)
    numbers = [int(digits) for name in names if (digits := name.strip().lower().removeprefix("e")).isdigit()]
    return tuple(entries[number - 1].id for number in numbers if 1 <= number <= len(entries))
