"""The trip as it would be to a town that was only proposed: its frame, its days, and what it may cost."""

from datetime import date, timedelta
from typing import NamedTuple

from tripintent.state.designer.where import PlaceIdea
from tripintent.state.frame import Frame, Place, Visit, When
from tripintent.state.framing import merge_of
from tripintent.state.framing.trip_to_frame import present_frame
from tripintent.state.money import Money
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.trip import TripIntent

USUAL_NIGHTS = 7
WITH_CHILDREN = 2
"""Adults that are assumed where only children were named."""
SEVERAL = 2
"""Adults that are assumed of a family, a couple or friends."""
_FRIDAY = 4
SAMPLED = 4
"""Days of departure whose prices are compared: a wider range is sampled evenly."""


class Span(NamedTuple):
    """On which days one may leave, for how many nights, and whether the nights were said."""

    days: tuple[date, ...]
    nights: int
    said: bool


def span_of(trip: TripIntent) -> Span | None:
    """Return when the trip may be; None while no day and no month was said, or all of it lies in the past."""
    frame, today = present_frame(trip), date.fromisoformat(trip.request.now_date)
    when = frame.depart
    if when is None:
        return None
    try:
        first, last = (date.fromisoformat(str(when.day or edge)) for edge in (when.earliest, when.latest))
        back = date.fromisoformat(frame.return_.day) if frame.return_ and frame.return_.day else None
    except ValueError:
        return None
    first = max(first, today)
    if last < first:
        return None
    nights = (back - first).days if back and when.day else frame.nights or (frame.duration_days or 1) - 1
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    if when.weekends:
        days = [day for day in days if day.weekday() == _FRIDAY] or days
    step = max(1, -(-len(days) // SAMPLED))
    return Span(tuple(days[::step]), nights if nights > 0 else USUAL_NIGHTS, nights > 0)


def bound_for(frame: Frame, place: Place, depart: date, back: date) -> Frame:
    """Return the frame of a trip to the town and back on these days; rooms are wanted unless they were declined."""
    return frame.model_copy(
        update={
            "visits": (Visit(place=place),),
            "depart": When(said=depart.isoformat(), day=depart.isoformat()),
            "return_": When(said=back.isoformat(), day=back.isoformat()),
            "lodging_needed": frame.lodging_needed is not False,
        }
    )


def bound_to(trip: TripIntent, idea: PlaceIdea, place: Place) -> Frame:
    """Return the frame of the trip to a town that was proposed, on the days of its price."""
    named = place.model_copy(update={"said": idea.name, "name": idea.name})
    return bound_for(present_frame(trip), named, date.fromisoformat(idea.depart), date.fromisoformat(idea.back))


def imagined(trip: TripIntent, place: Place, depart: date, back: date) -> TripIntent:
    """Return the trip as it would be; one adult travels where no one was named yet, two where only children were."""
    before = present_frame(trip)
    after = bound_for(before, place, depart, back)
    if adults := adults_assumed(trip):
        after = after.model_copy(update={"adults": adults})
    return apply_patch(trip, Patch(merge=merge_of(before, after, {}).merge))


def adults_assumed(trip: TripIntent) -> int:
    """Return how many adults are assumed: none where some were named."""
    travelers = trip.party.travelers
    young = (travelers.children or 0) + (travelers.infants or 0)
    if young:  # "family of 4, kids 5 and 8" leaves two
        said = max(1, travelers.total - young) if travelers.total else WITH_CHILDREN
        return 0 if travelers.adults else said
    several = trip.frame.company not in (None, "solo", "business")  # "my family", its number open
    return 0 if heads_of(trip) else SEVERAL if several else 1


def heads_of(trip: TripIntent) -> int:
    """Return how many travel as far as that was said."""
    return sum(trip.party.heads()) or trip.party.travelers.total or 0


def heads_priced(trip: TripIntent) -> int:
    """Return for how many the prices are: those who were said, and the adults that are assumed."""
    return trip.party.travelers.total or heads_of(trip) + adults_assumed(trip)


def limit_of(trip: TripIntent) -> Money | None:
    """Return what the whole trip may cost."""
    limits = trip.constraints
    if limits.budget_per_person:
        return limits.budget_per_person.times(max(1, heads_of(trip)))
    return limits.budget_total
