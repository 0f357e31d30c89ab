"""Additions to a plan of days, and its head, as typed data."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state.designer.segments import TransferType

PartOfDay = Literal["morning", "afternoon", "evening"]


class _Op(BaseModel):
    model_config = ConfigDict(frozen=True)


class Timing(BaseModel):
    """Day, times and length as far as they were said. ``minutes`` is a length; times are ``HH:MM``."""

    model_config = ConfigDict(frozen=True)

    day: str | None = None
    until: str | None = None
    start: str | None = None
    end: str | None = None
    minutes: int | None = None
    nights: int | None = None
    part: PartOfDay | None = Field(default=None, description="part of the day that was said beside it")


class KnownSight(BaseModel):
    """A known sight: its id, position in degrees, the minutes usually needed for a visit, and what else it is called."""

    model_config = ConfigDict(frozen=True)

    id: str
    lat: float
    lon: float
    minutes: int
    kind: str = ""
    names: tuple[str, ...] = ()


class ActivityToAdd(_Op):
    """Put something to do, to eat or to meet for into the plan."""

    name: str
    place: str | None = None
    when: Timing = Timing()
    meeting: bool = False
    asked: bool = Field(default=False, description="said with a word of adding")
    sight: KnownSight | None = Field(default=None, description="the known sight that the name means")


class FlightToAdd(_Op):
    """Put a flight into the plan."""

    number: str
    airline: str | None = None
    origin: str | None = None
    destination: str | None = None
    when: Timing = Timing()


class StayToAdd(_Op):
    """Put nights into the plan."""

    name: str
    town: str | None = None
    when: Timing = Timing()


class RideToAdd(_Op):
    """Put a ride on the ground, or a train, into the plan."""

    kind: TransferType | Literal["TRAIN"] = "OTHER"
    name: str = ""
    origin: str | None = None
    destination: str | None = None
    when: Timing = Timing()
