"""The hours of each day that there are for sights: between the way there and the way home, around what is fixed."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from tripintent.state.designer.moments import has_time, local
from tripintent.state.designer.ordering import effective_end, span_of
from tripintent.state.designer.segments import (
    ActivitySegment,
    FlightSegment,
    HotelSegment,
    RailSegment,
    Segment,
    is_had,
    start_place,
)
from tripintent.state.frame import Meeting
from tripintent.state.framing.segments import ends_at
from tripintent.state.offers import FlightOffer
from tripintent.state.planning.facts import Town, TripFacts
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.day_planner import DayFrame, Fixed, Meal, PartOfDay, Position
from tripintent.tools.ports.places import Attraction
from tripintent.tools.ports.planning import Fare
from tripintent.tools.toolbox.nearness import meant

if TYPE_CHECKING:
    from tripintent.tools.planning.knowledge import OfflineKnowledge

ARRIVAL, MOVE, DEPARTURE = time(15), time(13), time(13)
"""Where no times are known: nothing before three on the day of arrival, before one on a day between two places, after one on the last."""
MORNING, EVENING = time(10), time(18)
"""A trip of one day without times is between these."""
AFTER_LANDING, BEFORE_FLIGHT, BESIDE_TRAIN = timedelta(hours=2), timedelta(hours=4), timedelta(minutes=30)
"""An hour at the airport and one to the hotel; on the way home one to the airport, and three there, as the checklist says."""
RESTED = time(10)
"""After a night on the way nothing is planned before ten: bags are left at the hotel first."""
CHECK_IN = timedelta(minutes=30)
_CONNECTION = timedelta(minutes=30)
"""Less than this between two journeys, with the time around them, is a connection and no visit."""
_NEXT_DAY_HOURS, _NEXT_DAY_KM = 4, 4500
"""So far ahead and so far away, a flight without known times lands a day later."""

MEALS: tuple[Meal, ...] = ("lunch", "dinner")


class OneDay(NamedTuple):
    """Wishes for one day: what is not planned on it, its hours, and the parts of it that stay free."""

    avoid: tuple[str, ...] = ()
    starts: time | None = None
    ends: time | None = None
    free: tuple[PartOfDay, ...] = ()


class Wishes(NamedTuple):
    """Wishes for the days to plan. ``days`` are those that are planned, none for all; ``keep`` are ids that stay as they are."""

    days: Mapping[date, OneDay] = {}
    wanted: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    rainy: bool = False
    less_walking: bool = False


class Way(NamedTuple):
    """A journey between places, local times, with the time that it takes before and after."""

    leaves: datetime
    lands: datetime


def days_of(facts: TripFacts) -> tuple[date, ...]:
    """Return the days of the trip; without dates there is no day to write anything into."""
    first = facts.first_day
    return tuple(first + timedelta(days=number) for number in range(facts.length)) if first else ()


def ways_of(kept: Sequence[Segment], fares: Sequence[Fare]) -> tuple[Way, ...]:
    """Return the journeys whose times are known: of the itinerary, and of booked, held, chosen and shown fares."""
    found = [_flight(o.depart_at, o.arrive_at) for o in (fare.offer for fare in fares) if isinstance(o, FlightOffer)]
    for segment in kept:
        if isinstance(segment, FlightSegment | RailSegment) and segment.status != "CANCELLED":
            begin, end = segment.start_datetime or "", effective_end(segment) or ""
            if has_time(begin) and has_time(end):
                leaves, lands = local(begin), local(end)
                rail = isinstance(segment, RailSegment)
                found.append(Way(leaves - BESIDE_TRAIN, lands + BESIDE_TRAIN) if rail else _flight(leaves, lands))
    journeys: list[Way] = []
    for way in sorted(found):
        if journeys and way.leaves - journeys[-1].lands <= _CONNECTION:
            journeys[-1] = Way(journeys[-1].leaves, max(journeys[-1].lands, way.lands))
        else:
            journeys.append(way)
    return tuple(journeys)


def _flight(leaves: datetime, lands: datetime) -> Way:
    return Way(leaves.replace(tzinfo=None) - BEFORE_FLIGHT, lands.replace(tzinfo=None) + AFTER_LANDING)


def stretches(
    trip: TripIntent, facts: TripFacts, days: Sequence[date], kept: Sequence[Segment], ways: Sequence[Way]
) -> Iterator[tuple[Town, tuple[date, ...]]]:
    """Yield each town with its days: by the dates of legs or of stays in the plan where they are known, else evenly.

    A day on which a known journey leads from one town to the next is a day of both.
    """
    towns = facts.destinations
    if not towns or not days:
        return
    starts = [_arrival(trip, town) or _check_in(kept, town) for town in towns]
    if len(towns) > 1 and all(starts):
        for number, town in enumerate(towns):
            until = next((start for start in starts[number + 1 :] if start), days[-1] + timedelta(days=1))
            left = {way.leaves.date() for way in ways if way.leaves.date() == until}
            yield town, tuple(day for day in days if (starts[number] or day) <= day < until or day in left)
        return
    size, more = divmod(len(days), len(towns))
    at = 0
    for number, town in enumerate(towns):
        end = at + size + (number < more)
        yield town, tuple(days[at:end])
        at = end


def _arrival(trip: TripIntent, town: Town) -> date | None:
    for segment in trip.itinerary.segments:
        if segment.depart_date and {segment.destination.name, segment.destination.code or ""} & {town.name, town.code}:
            try:
                return date.fromisoformat(segment.depart_date)
            except ValueError:
                return None
    return None


def _check_in(kept: Sequence[Segment], town: Town) -> date | None:
    stays = (one for one in kept if isinstance(one, HotelSegment) and one.location and one.location.town == town.name)
    return min((date.fromisoformat(one.check_in_date[:10]) for one in stays if one.check_in_date), default=None)


def frames_of(
    town: Town,
    stretch: Sequence[date],
    facts: TripFacts,
    *,
    kept: Sequence[Segment],
    ways: Sequence[Way],
    knowledge: "OfflineKnowledge",
    meetings: Sequence[Meeting] = (),
) -> tuple[DayFrame, ...]:
    """Return the days of one town: begun by the arrival, ended by the way home; a day spent on the way has none."""
    days = days_of(facts)
    if not stretch:
        return ()
    there, back = _there_and_back(ways, stretch)
    arrives = max((way.lands for way in there), default=None) or _usual_arrival(town, stretch[0], facts, knowledge)
    if any(way.leaves.date() < way.lands.date() == arrives.date() for way in there):
        arrives = max(arrives, datetime.combine(arrives.date(), RESTED))
    evening = EVENING if len(days) == 1 else DEPARTURE
    leaves = min((way.leaves for way in back), default=datetime.combine(days[-1], evening))
    others = [way for way in ways if way not in (*there, *back)]
    frames = []
    for day in stretch:
        starts = arrives.time() if day == arrives.date() else None
        ends = leaves.time() if day == leaves.date() else None
        if arrives.date() <= day <= leaves.date() and not (starts and ends and starts >= ends):
            fixed = (
                *_fixed(day, kept),
                *_checked_in(day, kept, starts),
                *_met(day, meetings),
                *_under_way(day, others),
            )
            here = (one for one in fixed if one.starts < (ends or time.max) and one.ends > (starts or time.min))
            frames.append(DayFrame(day=day, starts=starts, ends=ends, fixed=tuple(here)))
    return tuple(frames)


def _under_way(day: date, ways: Sequence[Way]) -> Iterator[Fixed]:
    """Yield the hours of a day that a journey takes which neither begins nor ends the stay, those before and after it too."""
    for way in ways:
        if way.leaves.date() <= day <= way.lands.date():
            starts = way.leaves.time() if day == way.leaves.date() else time.min
            ends = way.lands.time() if day == way.lands.date() else time(23, 59)
            yield Fixed(id="way", starts=starts, ends=ends)


def _there_and_back(ways: Sequence[Way], stretch: Sequence[date]) -> tuple[list[Way], list[Way]]:
    """Return the journeys to a town and those home from it, hops of one journey each; a day trip has both in one day."""
    begins = [way for way in ways if way.leaves.date() <= stretch[0] <= way.lands.date()]
    ends = [way for way in ways if way.leaves.date() == stretch[-1]]
    if stretch[0] != stretch[-1]:
        return begins, ends
    gaps = [after.leaves - before.lands for before, after in pairwise(begins)]
    at = gaps.index(max(gaps)) + 1 if gaps else len(begins)
    return begins[:at], begins[at:]


def _usual_arrival(town: Town, day: date, facts: TripFacts, knowledge: "OfflineKnowledge") -> datetime:
    """Return when one is taken to be there while nothing is chosen."""
    if day != facts.first_day or len(days_of(facts)) == 1:
        return datetime.combine(day, MOVE if day != facts.first_day else MORNING)
    far = knowledge.distance(facts.origin, town) if facts.origin else None
    clocks = knowledge.clocks(facts.origin, town, day) if facts.origin else None
    later = (far or 0) >= _NEXT_DAY_KM and clocks is not None and clocks.hours >= _NEXT_DAY_HOURS
    return datetime.combine(day + timedelta(days=later), ARRIVAL)


def _fixed(day: date, kept: Sequence[Segment]) -> Iterator[Fixed]:
    """Yield the hours of a day that entries take: to their end, or as long as such things take, over midnight too."""
    for segment in kept:
        way = isinstance(segment, FlightSegment | RailSegment)
        span = None if way or is_had(segment) or segment.status == "CANCELLED" else span_of(segment)
        if span and span.start.date() <= day <= span.end.date() and span.start < span.end:
            yield Fixed(
                id=segment.id,
                starts=span.start.time() if span.start.date() == day else time.min,
                ends=span.end.time() if span.end.date() == day else time(23, 59),
                spot=_spot(segment),
            )


def _spot(segment: Segment) -> Position | None:
    place = start_place(segment)
    at = place.coordinates if place else None
    return Position(lat=at.latitude, lon=at.longitude) if at else None


def _checked_in(day: date, kept: Sequence[Segment], arrives: time | None) -> Iterator[Fixed]:
    """Yield the half hour in which a room is taken: when it is ready, or when one is there."""
    for one in kept:
        if isinstance(one, HotelSegment) and one.status != "CANCELLED" and one.check_in_date == day.isoformat():
            begins = datetime.combine(day, max(time.fromisoformat(one.check_in_time), arrives or time.min))
            ends = min(begins + CHECK_IN, datetime.combine(day, time(23, 59)))
            yield Fixed(id=one.id, starts=begins.time(), ends=ends.time(), spot=_spot(one))


def _met(day: date, meetings: Sequence[Meeting]) -> Iterator[Fixed]:
    for one in meetings:
        if one.day == day.isoformat():
            ends = time.fromisoformat(ends_at(one))
            yield Fixed(id="meeting", starts=time.fromisoformat(one.start), ends=ends)


def wished(frame: DayFrame, kept: Sequence[Segment], places: Sequence[Attraction], wishes: Wishes) -> DayFrame:
    """Return a day as it is wished for, and without a second lunch where one is in the plan."""
    wish, day = wishes.days.get(frame.day, OneDay()), frame.day.isoformat()
    there = [one for one in kept if (one.start_datetime or "").startswith(day) and isinstance(one, ActivitySegment)]
    meals = tuple(meal for meal in MEALS if any(meal in (one.category, *one.name.casefold().split()) for one in there))
    update = {
        "starts": max((one for one in (frame.starts, wish.starts) if one), default=None),
        "ends": min((one for one in (frame.ends, wish.ends) if one), default=None),
        "free": wish.free,
        "avoided": tuple(place.id for place in places if meant(place, wish.avoid)),
        "meals": meals,
    }
    return frame.model_copy(update=update)
