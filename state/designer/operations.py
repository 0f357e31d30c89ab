"""Additions to a plan of days, and its head, as typed data; where and when the plan is, from the trip."""

from typing import Literal

from pydantic import Field

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.parts import Atlas, Location
from tripintent.state.designer.sameness import plain
from tripintent.state.designer.segments import TransferType
from tripintent.state.frozen import Frozen
from tripintent.state.trip import TripIntent

PartOfDay = Literal["morning", "afternoon", "evening"]


class Timing(Frozen):
    """Day, times and length as far as they were said. ``minutes`` is a length; times are ``HH:MM``."""

    day: str | None = None
    until: str | None = None
    start: str | None = None
    end: str | None = None
    minutes: int | None = None
    nights: int | None = None
    part: PartOfDay | None = Field(default=None, description="part of the day that was said beside it")


class KnownSight(Frozen):
    """A known sight: its id, position in degrees, the minutes usually needed for a visit, and what else it is called."""

    id: str
    lat: float
    lon: float
    minutes: int
    kind: str = ""
    names: tuple[str, ...] = ()


class ActivityToAdd(Frozen):
    """Put something to do, to eat or to meet for into the plan."""

    name: str
    place: str | None = None
    when: Timing = Timing()
    meeting: bool = False
    asked: bool = Field(default=False, description="said with a word of adding")
    sight: KnownSight | None = Field(default=None, description="the known sight that the name means")


class FlightToAdd(Frozen):
    """Put a flight into the plan."""

    number: str
    airline: str | None = None
    origin: str | None = None
    destination: str | None = None
    when: Timing = Timing()


class StayToAdd(Frozen):
    """Put nights into the plan."""

    name: str
    town: str | None = None
    when: Timing = Timing()


class RideToAdd(Frozen):
    """Put a ride on the ground, or a train, into the plan."""

    kind: TransferType | Literal["TRAIN"] = "OTHER"
    name: str = ""
    origin: str | None = None
    destination: str | None = None
    when: Timing = Timing()


THERE_AND_BACK = 2
"""Legs of a trip that has an end: the last one says when it is."""


def dated(document: ItineraryDocument, trip: TripIntent) -> ItineraryDocument:
    """Return the itinerary with the days of the trip's legs, from the first departure to the last, where it has none of its own."""
    if document.start_date or document.end_date:
        return document
    legs = [leg.depart_date for leg in trip.itinerary.segments]
    stay = [when.day if when else None for when in (trip.frame.check_in, trip.frame.check_out)]
    start = (legs[0] if legs else None) or stay[0]  # a stay without a journey there has days of its own
    end = (legs[-1] if len(legs) >= THERE_AND_BACK else None) or stay[1]
    if not (start and end) or start > end:  # a trip that cannot be is asked about, and has no days yet
        return document
    return document.model_copy(update={"start_date": start, "end_date": end})


def with_destination(document: ItineraryDocument, town: str, atlas: Atlas) -> ItineraryDocument:
    """Return the itinerary with one more destination; the first one gives a new plan its title."""
    if plain(town) in {plain(d.name) for d in document.destinations}:
        return document
    place = Location(name=town)
    changes: dict[str, object] = {
        "destinations": (*document.destinations, place.model_copy(update={"timezone": atlas.zone(place)}))
    }
    if not document.destinations and document.title == ItineraryDocument().title:
        changes["title"] = town
    return document.model_copy(update=changes)
