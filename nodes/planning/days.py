"""The day plan: the trip's sights, planned by the port, written into the trip's one itinerary. What is in it stays."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.parts import Coordinates, Location
from tripintent.state.designer.parts import Source as SegmentSource
from tripintent.state.designer.segments import TRAVEL_TYPES, ActivitySegment, Segment, title_of
from tripintent.state.planning.facts import Town, TripFacts
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.attractions import INTERESTS, Attraction
from tripintent.tools.ports.day_planner import DaysRequest, Fixed, Frame, Item, Party
from tripintent.tools.ports.planning import PlanningPorts

PLANNED = "planned"
"""The mark of an activity that a day plan wrote: the next plan may take its place, as long as no one confirmed it."""
ARRIVAL, DEPARTURE = time(15), time(13)
"""Days of arrival and departure whose times are not known: nothing before three, nothing after one."""
MOST_PLACES = 40


async def planned_itinerary(
    trip: TripIntent, facts: TripFacts, old: ItineraryDocument | None, own: PlanningPorts
) -> tuple[ItineraryDocument, int]:
    """Return the itinerary with its days planned, and how many activities were planned into it."""
    document = old or ItineraryDocument(trip_id=trip.trip_id, title=_title(facts))
    kept = tuple(segment for segment in document.segments if not _replaceable(segment))
    days = tuple(_days(facts))
    new: list[Segment] = []
    for town, stretch in _stretches(trip, facts, days):
        places = await own.attractions.search(town.name, interests=facts.interests, limit=MOST_PLACES)
        if places:
            new += _planned(facts, stretch, days, kept=kept, places=places, own=own)
    dates = {"start_date": days[0].isoformat(), "end_date": days[-1].isoformat()} if days else {}
    destinations = document.destinations or tuple(
        Location(name=town.name, code=town.code, country=town.country) for town in facts.destinations
    )
    update: dict[str, object] = {"segments": (*kept, *new), "destinations": destinations}
    update |= {} if document.start_date else dates
    return document.model_copy(update={**update, "version": document.version + 1}), len(new)


def with_planned(theirs: ItineraryDocument, ours: ItineraryDocument) -> ItineraryDocument:
    """Return their itinerary with our planned days in place of theirs: what two people did to it meanwhile stays."""
    kept = tuple(segment for segment in theirs.segments if not _replaceable(segment))
    new = tuple(segment for segment in ours.segments if _replaceable(segment))
    return theirs.model_copy(update={"segments": (*kept, *new), "version": theirs.version + 1})


def _title(facts: TripFacts) -> str:
    return ", ".join(town.name for town in facts.destinations) or ItineraryDocument().title


def _replaceable(segment: Segment) -> bool:
    return (
        isinstance(segment, ActivitySegment) and PLANNED in segment.metadata and segment.status in ("TENTATIVE", "IDEA")
    )


def _days(facts: TripFacts) -> Iterator[date]:
    """Yield the days of the trip; without dates there is no day to write anything into."""
    if facts.first_day:
        for number in range(facts.length):
            yield facts.first_day + timedelta(days=number)


def _stretches(trip: TripIntent, facts: TripFacts, days: Sequence[date]) -> Iterator[tuple[Town, tuple[date, ...]]]:
    """Yield each town with its days: by the legs' dates where they are known, else evenly."""
    towns = facts.destinations
    if not towns or not days:
        return
    starts = [_arrival(trip, town) for town in towns]
    if len(towns) > 1 and all(starts):
        for number, town in enumerate(towns):
            until = next((start for start in starts[number + 1 :] if start), days[-1] + timedelta(days=1))
            yield town, tuple(day for day in days if (starts[number] or day) <= day < until)
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


def _planned(
    facts: TripFacts,
    stretch: Sequence[date],
    days: Sequence[date],
    *,
    kept: Sequence[Segment],
    places: Sequence[Attraction],
    own: PlanningPorts,
) -> list[Segment]:
    frames = tuple(_frame(day, days, kept) for day in stretch)
    if not frames:
        return []
    children = [*facts.ages, *([0] if facts.infants else [])]
    planned = own.days.days(
        DaysRequest(
            frames=frames,
            places=tuple(places),
            interests=tuple(one for one in INTERESTS if one in facts.interests),
            pace=facts.pace if facts.pace in ("leisurely", "packed") else "balanced",
            party=Party(youngest=min(children, default=None)),
        )
    )
    by_id = {place.id: place for place in places}
    return [
        _activity(by_id[item.ref], day.day, item)
        for day in planned.days
        for item in day.items
        if item.kind == "visit" and item.ref in by_id
    ]


def _frame(day: date, days: Sequence[date], kept: Sequence[Segment]) -> Frame:
    """Return a day with what is fixed in it; a landing begins the day, a departure ends it."""
    fixed, starts, ends = [], None, None
    for segment in kept:
        begin, end = _clock(segment.start_datetime, day), _clock(segment.end_datetime, day)
        if isinstance(segment, TRAVEL_TYPES):
            starts = end if end and day == days[0] else starts
            ends = begin if begin and day == days[-1] else ends
        if begin and end and begin < end and segment.status != "CANCELLED":
            fixed.append(Fixed(id=segment.id, title=title_of(segment), starts=begin, ends=end))
    if day == days[0]:
        starts = starts or ARRIVAL
    if day == days[-1] and day != days[0]:
        ends = ends or DEPARTURE
    return Frame(day=day, starts=starts, ends=ends, fixed=tuple(fixed))


def _clock(moment: str | None, day: date) -> time | None:
    if not moment or len(moment) <= len("2027-03-05") or moment[:10] != day.isoformat():
        return None
    return datetime.fromisoformat(moment).time()


def _activity(place: Attraction, day: date, item: Item) -> ActivitySegment:
    return ActivitySegment(
        id=f"activity-{place.id}",
        status="TENTATIVE",
        source="agent",
        source_details=SegmentSource(mode="day_planner", reference=place.source or None),
        name=place.name,
        category=place.kind,
        start_datetime=f"{day.isoformat()}T{item.starts:%H:%M}",
        end_datetime=f"{day.isoformat()}T{item.ends:%H:%M}",
        location=Location(
            name=place.name,
            city=place.place,
            country=place.country or None,
            coordinates=Coordinates(latitude=place.lat, longitude=place.lon),
        ),
        metadata={PLANNED: True, "why": list(item.why), "area": place.area},
    )
