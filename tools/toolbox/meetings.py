"""Meetings bound flights with the time out of the airport and into town, and back: who lands twenty minutes before is late."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from tripintent.state.designer.parts import Atlas, Location, travel_minutes
from tripintent.state.frame import Meeting
from tripintent.state.framing.segments import ended
from tripintent.state.framing.trip_to_frame import meetings_of
from tripintent.state.itinerary import Point, Segment
from tripintent.state.offers import FlightOffer
from tripintent.state.trip import TripIntent

OUT, IN, UNKNOWN_WAY = timedelta(minutes=30), timedelta(minutes=60), 45
"""Out of the airport, into it before a flight; and minutes between it and a place that is not on the map."""


def punctual(
    flights: Sequence[FlightOffer], segment: Segment, trip: TripIntent, atlas: Atlas, dropped: Counter[str]
) -> list[FlightOffer]:
    """Return the flights with which one is at the meetings of a leg's day in time, and stays to their end."""
    there, back = _before(trip, segment), _after(trip, segment)
    late = [one for one in flights if any(_is_late(one, meeting, segment, atlas) for meeting in there)]
    early = [one for one in flights if any(_is_early(one, meeting, segment, atlas) for meeting in back)]
    dropped["lands_later"] += len(late)
    dropped["leaves_earlier"] += len(early)
    gone = {one.option_id for one in (*late, *early)}
    return [one for one in flights if one.option_id not in gone]


def missed(flights: Sequence[FlightOffer], segment: Segment, trip: TripIntent, atlas: Atlas) -> Iterator[str]:
    """Yield the meetings for which no flight of a leg is in time, with the nearest one."""
    for one in _before(trip, segment):
        first = min(flights, key=lambda offer: offer.arrive_at, default=None)
        if first and all(_is_late(offer, one, segment, atlas) for offer in flights):
            way = f"{first.segments[0].origin}–{first.segments[-1].destination} on {segment.depart_date}"
            nearest = f"{first.arrive_at:%Y-%m-%d %H:%M}"
            yield f"no flight {way} lands in time for the meeting at {one.day} {one.start}: the nearest lands {nearest}"
    for one in _after(trip, segment):
        last = max(flights, key=lambda offer: offer.depart_at, default=None)
        if last and all(_is_early(offer, one, segment, atlas) for offer in flights):
            way = f"{last.segments[0].origin}–{last.segments[-1].destination} on {segment.depart_date}"
            ends, nearest = ended(one).replace("T", " "), f"{last.depart_at:%Y-%m-%d %H:%M}"
            yield f"no flight {way} leaves after the meeting that ends at {ends}: the nearest leaves {nearest}"


def _before(trip: TripIntent, segment: Segment) -> list[Meeting]:
    return [one for one in _met(trip, segment.origin) if one.day == segment.land_by]


def _after(trip: TripIntent, segment: Segment) -> list[Meeting]:
    day = segment.depart_date if segment.leave_from else None
    return [one for one in _met(trip, segment.destination) if day and one.day <= day <= ended(one)[:10]]


def _is_late(offer: FlightOffer, one: Meeting, segment: Segment, atlas: Atlas) -> bool:
    lands, code = offer.arrive_at.replace(tzinfo=None), offer.segments[-1].destination
    starts = datetime.fromisoformat(f"{one.day}T{one.start}")
    return lands + OUT + _way(code, one, segment.destination, atlas) > starts


def _is_early(offer: FlightOffer, one: Meeting, segment: Segment, atlas: Atlas) -> bool:
    leaves, code = offer.depart_at.replace(tzinfo=None), offer.segments[0].origin
    return leaves - IN - _way(code, one, segment.origin, atlas) < datetime.fromisoformat(ended(one))


def counted(trip: TripIntent) -> Iterator[str]:
    """Yield what is taken for the ways to and from each meeting that bounds a flight."""
    legs = trip.itinerary.segments
    for one in meetings_of(trip):
        if any(one.day == leg.land_by or (leg.leave_from or "")[:10] in (one.day, ended(one)[:10]) for leg in legs):
            minutes = f"{OUT // timedelta(minutes=1)} minutes out of the airport, {IN // timedelta(minutes=1)} in it before a flight"
            yield f"meeting {one.day} {one.start}: flights leave time for it: {minutes}, and the way into town, an estimate"


def _met(trip: TripIntent, home: Point) -> list[Meeting]:
    names = {name.casefold() for name in (home.said, home.name, home.code) if name}
    return [one for one in meetings_of(trip) if (one.place or "").casefold() not in names]


def _way(code: str, meeting: Meeting, town: Point, atlas: Atlas) -> timedelta:
    name = town.name or town.said or code
    place = Location(name=meeting.place or name, city=name, country=town.country)
    known = travel_minutes(Location(name=code, code=code), place, atlas)
    return timedelta(minutes=known or UNKNOWN_WAY)  # at the airport itself: the town is not on the map
