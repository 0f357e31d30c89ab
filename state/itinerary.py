"""Where and when: segments, stays and ground transport."""

from collections.abc import Sequence
from operator import not_
from typing import Literal

from pydantic import Field, model_validator

from tripintent.state.frame import LandsLater, Meeting, Mode, TimeWindow
from tripintent.state.frozen import Frozen, is_none
from tripintent.state.wishes import FlightPreferences

PlaceType = Literal["airport", "station", "city", "metro", "region", "country", "unknown"]

FROM_LANDING = "the first night was not said: it is the one in which the flight lands that leaves on `check_in`"


def shared(one: Sequence[str], other: Sequence[str]) -> bool:
    """Tell whether somebody is of both: ids of who travels, none of which is everybody."""
    return not one or not other or bool({*one} & {*other})


class Point(Frozen):
    """An end of a segment. ``code`` is what suppliers search by; ``said`` the traveller's own word for it."""

    type: PlaceType = "airport"
    code: str | None = None
    name: str | None = None
    said: str | None = None
    country: str | None = None


class DateRange(Frozen):
    """Flexibility of a date, kept until a day is settled. ISO dates; ``said`` are the traveller's words."""

    earliest: str | None = None
    latest: str | None = None
    around: bool = False
    said: str = ""
    among: tuple[str, ...] = Field(default=(), exclude_if=not_, description="only these days of the range")


class Segment(Frozen):
    """One leg from one place to another. Dates stay text: a date that cannot be read must be sayable (state.questions.invalid)."""

    segment_id: str = ""
    origin: Point = Point()
    destination: Point = Point()
    depart_date: str | None = Field(default=None, description="YYYY-MM-DD, local at the origin")
    flex: DateRange | None = None
    transport_mode: Mode | str | None = "flight"
    depart_time_window: TimeWindow | None = None
    arrive_time_window: TimeWindow | None = None
    land_from: str | None = Field(default=None, description="YYYY-MM-DD: no landing before this day")
    land_by: str | None = Field(default=None, description="YYYY-MM-DD: nor after this one, local where it ends")
    leave_from: str | None = Field(
        default=None, description="YYYY-MM-DDTHH:MM: no departure before, local at the origin: a meeting ends then"
    )
    lands_later: LandsLater = 0
    passengers: int | None = None
    traveler_ids: tuple[str, ...] = ()
    wishes: FlightPreferences | None = Field(
        default=None,
        exclude_if=is_none,
        description="of this leg alone, before those of the trip",
    )

    @property
    def is_flight(self) -> bool:
        """Only flights are quoted; an absent mode means a flight."""
        return self.transport_mode in (None, "", "flight")

    def wished(self, of_trip: FlightPreferences) -> FlightPreferences:
        """Return the wishes that count for this leg: its own, then those of the trip."""
        own = {name: value for name, value in self.wishes or () if value not in (None, ())}
        return of_trip.model_copy(update=own) if own else of_trip


class Stay(Frozen):
    """Nights in one place. ``location_code`` is an IATA code or a place name; ``destination`` is its alias."""

    location_code: str | None = None
    location_name: str | None = None
    check_in: str | None = None
    check_out: str | None = None
    from_landing: bool = Field(default=False, description=FROM_LANDING)
    location_hint: str | None = Field(default=None, description="'near the river'")
    star_min: float | None = Field(default=None, exclude_if=is_none)
    amenities: tuple[str, ...] = Field(default=(), exclude_if=not_)
    number_of_nights: int | None = Field(default=None, description="as said; None where dates say it")
    number_of_guests: int | None = None
    traveler_ids: tuple[str, ...] = ()
    rooms: int | None = None
    guests_per_room: int | None = None

    @model_validator(mode="before")
    @classmethod
    def _alias(cls, data: object) -> object:
        """Read ``destination`` as ``location_code``; an empty one never hides a full one."""
        if isinstance(data, dict) and "destination" in data:
            data = dict(data)
            other = data.pop("destination")
            if not data.get("location_code"):
                data["location_code"] = other
        return data


class Lodging(Frozen):
    """Whether, where and when one sleeps. ``stays`` outranks the single check_in/check_out when it is not empty."""

    needed: bool | None = Field(default=None, description="None is unsaid and counts as needed")
    check_in: str | None = None
    check_out: str | None = None
    flex: DateRange | None = Field(default=None, exclude_if=is_none, description="of the first day")
    from_landing: bool = Field(default=False, description=FROM_LANDING)
    location_hint: str | None = None
    number_of_nights: int | None = None
    rooms: int | None = None
    guests_per_room: int | None = None
    stays: tuple[Stay, ...] = ()


class Ground(Frozen):
    """Transfers, cars and trains on the spot: kept in the plan, not quoted."""

    needed: bool = False
    notes: tuple[str, ...] = ()


class Itinerary(Frozen):
    """The travel plan."""

    trip_type: str | None = None
    segments: tuple[Segment, ...] = ()
    home: Point | None = Field(
        default=None, exclude_if=is_none, description="where one starts from, while no leg says it"
    )
    lodging: Lodging = Lodging()
    ground: Ground = Ground()
    meetings: tuple[Meeting, ...] | None = Field(
        default=None,
        exclude_if=not_,
        description="one lands before them, and leaves after them; None: stored before they stood here",
    )
