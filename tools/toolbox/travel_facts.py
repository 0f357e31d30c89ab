"""The facts of a look-up: one model a kind, with its date, or a word on how coarse it is."""

from datetime import date, datetime
from typing import Literal

from pydantic import Field, SerializeAsAny

from tripintent.tools.ports.planning import Climate, Clocks, Power, Visa
from tripintent.tools.toolbox.facts import Facts


class EntryRule(Facts):
    """The rule for one passport."""

    rule: Visa
    check: str = "the embassy or an official site, before booking"


class Currency(Facts):
    """The money of a country."""

    currency: str


class Hour(Facts):
    """The time at a place now, and how far it is ahead of where the trip begins."""

    local: datetime
    zone: str
    ahead: Clocks | None = None


class Band(Facts):
    """The climate of a month."""

    month: int
    climate: Climate
    note: str = "a coarse band by latitude, season and coast: no forecast"


class Holiday(Facts):
    """A public holiday."""

    day: date
    name: str


class Holidays(Facts):
    """The public holidays of a country between two days; none may fall there."""

    first: date
    last: date
    days: tuple[Holiday, ...]


class Metres(Facts):
    """The height above the sea."""

    metres: int


class DistanceFact(Facts):
    """How far two places are from each other, as the crow flies, and an estimate of the time."""

    to: str
    metres: int
    minutes: int = Field(description="an estimate by mean speed: no timetable, no traffic")
    mode: str = Field(description="walk, drive or fly")
    walking_minutes: int | None = Field(default=None, description="an estimate; None: too far to walk")


class Early(Facts):
    """How long before departure to be at the airport."""

    minutes: int


Value = EntryRule | Power | Currency | Hour | Band | Holidays | Metres | DistanceFact | Early

Lack = Literal["", "places", "passports"]


class PlaceFact(Facts):
    """What is known of one place."""

    place: str
    known: bool = True
    why: str = Field(default="", description="why it is not known, or what was assumed")
    lacks: Lack = Field(default="", description="what has to be said first")
    old: bool = Field(default=False, description="its source is older than 12 months: it may have changed")
    value: SerializeAsAny[Value] | None = None
