"""Meetings bound flights with the time out of the airport and into town, and back: who lands twenty minutes before is late."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from tripintent.state.designer.parts import Atlas, Location, travel_minutes
from tripintent.state.framing.segments import ends_at
from tripintent.state.framing.trip_to_frame import meetings_of
from tripintent.state.itinerary import Point, Segment
from tripintent.state.meeting import Meeting
from tripintent.state.offers import FlightOffer
from tripintent.state.trip import TripIntent

OUT, IN, UNKNOWN_WAY = timedelta(minutes=30), timedelta(minutes=60), 45
"""Out of the airport, into it before a flight; and minutes between it and a place that is not on the map."""


def punctual(
    flights: Sequence[FlightOffer], segment: Segment, trip: TripIntent, atlas: Atlas, dropped: Counter[str]
) -> list[FlightOffer]:
    """Return the flights with which one is at the meetings of a leg's day in time, and stays to their end."""
    there = [(one, _moment(one.day, one.start)) for one in _met(trip, segment.land_by, segment.origin)]
    back = [
        (one, _moment(one.day, ends_at(one)))
        for one in _met(trip, (segment.leave_from or "")[:10], segment.destination)
    ]

    def late(offer: FlightOffer) -> bool:
        lands, code = offer.arrive_at.replace(tzinfo=None), offer.segments[-1].destination
        return any(lands + OUT + _way(code, one, segment.destination, atlas) > starts for one, starts in there)

    def early(offer: FlightOffer) -> bool:
        leaves, code = offer.depart_at.replace(tzinfo=None), offer.segments[0].origin
        return any(leaves - IN - _way(code, one, segment.origin, atlas) < ends for one, ends in back)

    dropped["lands_later"] += sum(map(late, flights))
    dropped["leaves_earlier"] += sum(map(early, flights))
    return [one for one in flights if not late(one) and not early(one)]


def counted(trip: TripIntent) -> Iterator[str]:
    """Yield what is taken for the ways to and from each meeting that bounds a flight."""
    legs = trip.itinerary.segments
    for one in meetings_of(trip):
        if any(one.day in (leg.land_by, (leg.leave_from or "")[:10]) for leg in legs):
            minutes = f"{OUT // timedelta(minutes=1)} minutes out of the airport, {IN // timedelta(minutes=1)} in it before a flight"
            yield f"meeting {one.day} {one.start}: flights leave time for it: {minutes}, and the way into town, an estimate"


def _met(trip: TripIntent, day: str | None, home: Point) -> list[Meeting]:
    names = {name.casefold() for name in (home.said, home.name, home.code) if name}
    return [one for one in meetings_of(trip) if one.day == day and (one.place or "").casefold() not in names]


def _way(code: str, meeting: Meeting, town: Point, atlas: Atlas) -> timedelta:
    name = town.name or town.said or code
    place = Location(name=meeting.place or name, city=name, country=town.country)
    known = travel_minutes(Location(name=code, code=code), place, atlas)
    return timedelta(minutes=known or UNKNOWN_WAY)  # at the airport itself: the town is not on the map


def _moment(day: str, clock: str) -> datetime:
    return datetime.fromisoformat(f"{day}T{clock}")
