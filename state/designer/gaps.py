"""Where two neighbours in time are in two places, nothing says how one gets there, and a ride fills the gap.

The ride is inferred, tentative, and said to be so.
"""

from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise
from typing import Literal, NamedTuple

from tripintent.state.designer.moments import between, has_time, local, shifted
from tripintent.state.designer.ordering import by_time, effective_end
from tripintent.state.designer.parts import RAIL_KM, Atlas, Location, distance, usual_minutes
from tripintent.state.designer.sameness import plain, same_place
from tripintent.state.designer.segments import (
    FlightSegment,
    HotelSegment,
    RailSegment,
    Segment,
    TransferSegment,
    end_place,
    start_place,
    title_of,
)

GapType = Literal["LOCAL_TRANSFER", "DOMESTIC_GAP", "INTERNATIONAL_GAP", "UNKNOWN"]
REPORTED_FROM = 80
OVERNIGHT = timedelta(hours=8)
EVENING = 18
LOCAL_KM = 100.0
AFTER_LANDING = timedelta(minutes=45)


class Gap(NamedTuple):
    """A missing way between two neighbours. ``confidence`` is 0–100; ``available`` the minutes between them."""

    before_index: int
    after_index: int
    before: Segment
    after: Segment
    gap_type: GapType
    suggested_type: Literal["TRANSFER", "RAIL", "FLIGHT"]
    confidence: int
    kilometres: float | None
    available: int | None
    notes: tuple[str, ...]

    @property
    def way_minutes(self) -> int:
        """How long the way takes; half an hour where nothing is known."""
        return 30 if self.kilometres is None else max(usual_minutes(self.kilometres), 15)

    @property
    def needs_minutes(self) -> int:
        """How long the way takes, with the time to leave an airport."""
        return self.way_minutes + (AFTER_LANDING.seconds // 60 if isinstance(self.before, FlightSegment) else 0)

    @property
    def too_tight(self) -> bool:
        """Check whether the way takes longer than the time there is."""
        return self.available is not None and "late_check_in" not in self.notes and self.available < self.needs_minutes


def gaps_in(segments: Sequence[Segment], atlas: Atlas) -> tuple[Gap, ...]:
    """Return the gaps of a plan in order of time, by index in that order; those we are 80 % sure of."""
    ordered = _arriving(by_time(s for s in segments if s.status != "CANCELLED"))
    found = (_gap(i, ordered, atlas) for i in range(len(ordered) - 1))
    return tuple(gap for gap in found if gap is not None)


def _arriving(ordered: Sequence[Segment]) -> Sequence[Segment]:
    """Return segments with a hotel behind the ride that brings one there: its hour of check-in may come before."""
    found = [*ordered]
    for n, (one, then) in enumerate(pairwise(ordered)):
        if isinstance(one, HotelSegment) and isinstance(then, TransferSegment):
            place = start_place(one)
            if place and same_place(then.dropoff_location, place):
                found[n : n + 2] = [then, one]
    return found


def classify(a: Location, b: Location, atlas: Atlas) -> GapType:
    """Return whether a way between two places is within a town, a country, or crosses a border."""
    first, second = atlas.country(a), atlas.country(b)
    if first and second and first != second:
        return "INTERNATIONAL_GAP"
    town, other = atlas.town(a), atlas.town(b)
    if town and other:
        same = plain(town) == plain(other)
        km = None if same else distance(a, b, atlas)
        return "LOCAL_TRANSFER" if same or (km is not None and km < LOCAL_KM) else "DOMESTIC_GAP"
    return "UNKNOWN"


def _gap(index: int, ordered: Sequence[Segment], atlas: Atlas) -> Gap | None:
    before, after = ordered[index], ordered[index + 1]
    here, there = end_place(before), start_place(after)
    if here is None or there is None or same_place(here, there):
        return None
    kind = classify(here, there, atlas)
    if kind == "UNKNOWN" and (isinstance(before, FlightSegment | RailSegment) or _leaves(after)):
        kind = "LOCAL_TRANSFER"
    wait = _wait(before, after)
    if kind == "LOCAL_TRANSFER" and _overnight(before, after, wait):
        return None
    confidence = _confidence(before, after, kind)
    if confidence < REPORTED_FROM:
        return None
    km = distance(here, there, atlas)
    notes = ("late_check_in",) if isinstance(after, HotelSegment) and wait is not None and wait < timedelta() else ()
    available = None if wait is None else round(wait / timedelta(minutes=1))
    return Gap(index, index + 1, before, after, kind, _suggested(kind, km), confidence, km, available, notes)


def _suggested(kind: GapType, km: float | None) -> Literal["TRANSFER", "RAIL", "FLIGHT"]:
    """Return the usual means by distance: a ride within a town, a train below 600 km, else a flight."""
    if kind == "LOCAL_TRANSFER":
        return "TRANSFER"
    return "RAIL" if km is not None and km <= RAIL_KM else "FLIGHT"


def _confidence(before: Segment, after: Segment, kind: GapType) -> int:
    if kind == "UNKNOWN":
        return 50
    if _at_airport(end_place(before)) or _at_airport(start_place(after)):
        return 95
    if isinstance(before, HotelSegment) and isinstance(after, HotelSegment):
        return 90 if kind != "LOCAL_TRANSFER" else 80
    if isinstance(before, HotelSegment) or isinstance(after, HotelSegment):
        return 85
    return 80


def _at_airport(place: Location | None) -> bool:
    return place is not None and (
        place.type == "AIRPORT" or (place.code is not None and len(place.code) == 3 and place.code.isalpha())
    )


def _leaves(segment: Segment) -> bool:
    return isinstance(segment, FlightSegment | RailSegment | TransferSegment)


def _wait(before: Segment, after: Segment) -> timedelta | None:
    end = before.end_datetime if isinstance(before, HotelSegment) else effective_end(before)
    if not end or not after.start_datetime or not has_time(end) or not has_time(after.start_datetime):
        return None
    return between(end, after.start_datetime, before.end_timezone or before.start_timezone, after.start_timezone)


def _overnight(before: Segment, after: Segment, wait: timedelta | None) -> bool:
    """Tell whether a night lies between: more than 8 hours, or from an evening to another day and more than a ride."""
    if wait is None or wait < timedelta():
        return False
    end = effective_end(before)
    if not end or not after.start_datetime:
        return False
    first, second = local(end), local(after.start_datetime)
    return wait > OVERNIGHT or (first.date() < second.date() and first.hour >= EVENING and wait > FROM_THE_AIRPORT)


def booked_ends(ride: Segment, segments: Sequence[Segment]) -> set[str]:
    """Return the ends of a planned ride at which something is booked: it goes with what it was made for."""
    found: set[str] = set()
    if not isinstance(ride, TransferSegment) or ride.source == "booking" or not ride.start_datetime:
        return found
    leaves, arrives = local(ride.start_datetime), local(ride.end_datetime or ride.start_datetime)
    for one in (s for s in segments if s.source == "booking" and s.status != "CANCELLED"):
        here, there, stays = start_place(one), end_place(one), isinstance(one, HotelSegment)
        if here and there and one.start_datetime:
            first, last = local(one.start_datetime), local(one.end_datetime or one.start_datetime)
            before, after = first - OVERNIGHT <= arrives <= first, last <= leaves <= last + OVERNIGHT
            if same_place(ride.dropoff_location, here) and (before or (stays and first <= arrives <= last)):
                found.add("dropoff")
            if same_place(ride.pickup_location, there) and (after or (stays and first <= leaves <= last)):
                found.add("pickup")
    return found


MARGIN = timedelta(minutes=15)
LANDING_MARGIN = timedelta(minutes=30)
AIRPORT_BY = timedelta(hours=2)
FROM_THE_AIRPORT = timedelta(minutes=90)
"""From a landing to the desk of a hotel, with a ride of half an hour."""


def ride_for(gap: Gap, segment_id: str) -> TransferSegment | None:
    """Return a ride for a gap within a town; None where a ride does not fit, or is not what is missing."""
    here, there = end_place(gap.before), start_place(gap.after)
    times = _times(gap)
    if gap.suggested_type != "TRANSFER" or here is None or there is None or times is None:
        return None
    return TransferSegment(
        id=segment_id,
        status="TENTATIVE",
        source="agent",
        transfer_type="PRIVATE",
        pickup_location=here,
        dropoff_location=there,
        start_datetime=times[0],
        end_datetime=times[1],
        start_timezone=gap.before.end_timezone or gap.before.start_timezone,
        end_timezone=gap.after.start_timezone,
        inferred=True,
        inferred_reason=f"nothing says how one gets from {title_of(gap.before)} to {title_of(gap.after)}",
    )


def _times(gap: Gap) -> tuple[str, str] | None:
    end, start = effective_end(gap.before), gap.after.start_datetime
    if not end or not start:
        return None
    way = timedelta(minutes=-(-gap.way_minutes // 5) * 5)
    if isinstance(gap.after, FlightSegment):
        return shifted(start, -AIRPORT_BY - way), shifted(start, -AIRPORT_BY)
    leave = shifted(end, LANDING_MARGIN if isinstance(gap.before, FlightSegment) else MARGIN)
    arrive = shifted(leave, way)
    fits = isinstance(gap.after, HotelSegment) or between(arrive, start) >= timedelta()
    return (leave, arrive) if fits else None
