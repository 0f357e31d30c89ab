"""The day plan: sights and meals, planned by the port, written into the trip's one itinerary. What is in it stays."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, time
from typing import TYPE_CHECKING, NamedTuple, cast

from tripintent.state.designer.itinerary import DAY_PLAN, ItineraryDocument
from tripintent.state.designer.parts import Coordinates, Location
from tripintent.state.designer.parts import Source as SegmentSource
from tripintent.state.designer.segments import ActivitySegment, Segment
from tripintent.state.framing.trip_to_frame import meetings_of
from tripintent.state.planning.facts import TripFacts
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.day_planner import DayFrame, DayItem, DayParty, DaysRequest, Pace, PlannedDay
from tripintent.tools.ports.places import INTERESTS, Attraction
from tripintent.tools.ports.planning import Fare, PlanningPorts
from tripintent.tools.toolbox.frames import MEALS, Wishes, days_of, frames_of, stretches, ways_of, wished
from tripintent.tools.toolbox.nearness import meant

if TYPE_CHECKING:
    from tripintent.tools.planning.showing import FileWords

PLANNED = "planned"
"""The mark of an activity that a day plan wrote: the next plan may take its place, as long as no one confirmed it."""
TAKEN_OUT = "takenOut"
"""Of the itinerary's metadata: ids of what was planned last, and of what people took out of it."""
MOST_PLACES = 40
FEWEST = {"leisurely": 2, "balanced": 3, "packed": 4}
DAY_TRIP_MINUTES, STRAIGHT_MINUTES = 300, 90
FULL_MINUTES = 240
"""A whole day with fewer things, and with less than this at them, has room left."""


class Planned(NamedTuple):
    """Counts of what was planned: entries, the sights among them, days with room left by town, and whether times of travel were known."""

    entries: int
    sights: int
    room: tuple[tuple[str, tuple[date, ...]], ...]
    timed: bool


async def planned_itinerary(
    trip: TripIntent,
    facts: TripFacts,
    old: ItineraryDocument | None,
    own: PlanningPorts,
    fares: Sequence[Fare] = (),
    *,
    wishes: Wishes = Wishes(),  # noqa: B008 - a named tuple is never changed
) -> tuple[ItineraryDocument, Planned]:
    """Return the itinerary with its days planned, and what was planned into it."""
    title = ", ".join(town.name for town in facts.destinations) or ItineraryDocument().title
    document = old or ItineraryDocument(trip_id=trip.trip_id, title=title)
    kept = tuple(segment for segment in document.segments if not _makes_room(segment, wishes))
    days, ways = days_of(facts), ways_of(kept, fares)
    out, met = _taken_out(document), meetings_of(trip)
    held = {segment.id for segment in kept} | out | {f"activity-{one.metadata.get('place')}" for one in kept}
    new: list[Segment] = []
    room: list[tuple[str, tuple[date, ...]]] = []
    for town, stretch in stretches(trip, facts, days, kept, ways):
        places = tuple(await own.attractions.search(town.name, interests=facts.interests, limit=MOST_PLACES))
        frames = frames_of(town, stretch, facts, kept=kept, ways=ways, knowledge=own.knowledge, meetings=met)
        frames = tuple(wished(one, kept, places, wishes) for one in frames if not wishes.days or one.day in wishes.days)
        request = _request(frames, places, facts, held=held, wishes=wishes) if frames and places else None
        planned = own.days(request) if request else ()
        new += _segments(planned, places, held=held, words=own.words, language=trip.request.tag)
        held |= {one.id for one in new}
        if bare := _with_room(frames, planned, facts):
            room.append((town.name, bare))
    segments = (*kept, *new)
    if {one.id: one for one in segments} == {one.id: one for one in document.segments}:
        segments = document.segments  # nothing is other than it was
    ours = [segment.id for segment in segments if PLANNED in segment.metadata]
    towns = tuple(Location(name=one.name, code=one.code, country=one.country) for one in facts.destinations)
    made = document.model_copy(
        update={
            "segments": segments,
            "destinations": document.destinations or towns,
            "metadata": {**document.metadata, DAY_PLAN: ours, TAKEN_OUT: sorted(out - {one.id for one in new})},
            **_dates(days, kept),
            "version": document.version + 1,
        }
    )
    sights = sum(one.category not in MEALS for one in new if isinstance(one, ActivitySegment))
    return made, Planned(entries=len(new), sights=sights, room=tuple(room), timed=bool(ways) or not days)


def _makes_room(segment: Segment, wishes: Wishes) -> bool:
    """Tell whether a new plan may take an entry's place: planned by us, on a day that is planned, and not to be kept."""
    day = (segment.start_datetime or "")[:10]
    asked = not wishes.days or day in {one.isoformat() for one in wishes.days}
    ours = isinstance(segment, ActivitySegment) and PLANNED in segment.metadata
    return ours and segment.status in ("TENTATIVE", "IDEA") and asked and segment.id not in wishes.keep


def _dates(days: Sequence[date], kept: Sequence[Segment]) -> dict[str, str]:
    """Return the first and last day of the trip, with room for what is in the plan."""
    if not days:
        return {}
    live = [one for one in kept if one.status != "CANCELLED"]
    there = [day for one in live for day in (one.first_day, one.last_day) if day]
    return {"start_date": min([days[0].isoformat(), *there]), "end_date": max([days[-1].isoformat(), *there])}


def _taken_out(document: ItineraryDocument) -> set[str]:
    """Return the ids of planned entries that somebody took out since: they do not come back, unless put back."""
    there = {segment.id for segment in document.segments}
    planned, out = (set(cast("list[str]", document.metadata.get(name) or ())) for name in (DAY_PLAN, TAKEN_OUT))
    return (out | (planned - there if planned & there else set())) - there


def _request(
    frames: tuple[DayFrame, ...],
    places: tuple[Attraction, ...],
    facts: TripFacts,
    *,
    held: AbstractSet[str],
    wishes: Wishes,
) -> DaysRequest:
    children = [*facts.ages, *([0] if facts.infants else [])]
    wanted = tuple(place.id for place in places if meant(place, wishes.wanted))
    gone = (*facts.dislikes, *wishes.avoid)
    return DaysRequest(
        frames=frames,
        places=places,
        interests=tuple(one for one in INTERESTS if one in facts.interests),
        wanted=wanted,
        avoided=tuple(place.id for place in places if _id(place) in held or meant(place, gone)),
        pace=_pace(facts),
        party=DayParty(youngest=min(children, default=None), wheelchair="wheelchair" in facts.needs),
        rainy=wishes.rainy,
        less_walking=wishes.less_walking,
    )


def _pace(facts: TripFacts) -> Pace:
    return facts.pace if facts.pace in ("leisurely", "packed") else "balanced"  # type: ignore[return-value]


def _with_room(frames: Sequence[DayFrame], planned: Sequence[PlannedDay], facts: TripFacts) -> tuple[date, ...]:
    """Return the whole days that the known sights leave open."""
    seen = {day.day: [item for item in day.items if item.kind in ("visit", "fixed")] for day in planned}

    def open_(frame: DayFrame) -> bool:
        items = seen.get(frame.day, [])
        whole = frame.starts is None and frame.ends is None
        minutes = sum(_between(item.starts, item.ends) for item in items)
        return whole and len(items) < FEWEST[_pace(facts)] and minutes < FULL_MINUTES

    return tuple(frame.day for frame in frames if open_(frame))


def _between(earlier: time, later: time) -> int:
    return (later.hour - earlier.hour) * 60 + later.minute - earlier.minute


def _segments(
    planned: Sequence[PlannedDay],
    places: Sequence[Attraction],
    *,
    held: AbstractSet[str],
    words: "FileWords",
    language: str,
) -> Iterator[Segment]:
    """Yield the sights and meals of the days; an empty day gets no meals either."""
    by_id = {place.id: place for place in places}
    for day in planned:
        last: tuple[Attraction, DayItem] | None = None
        if not any(item.kind in ("visit", "fixed") for item in day.items):
            continue
        for item in day.items:
            if item.kind == "visit" and (place := by_id.get(item.ref or "")):
                last = (place, item)
                yield _activity(place, day.day, item)
            elif item.meal and f"{item.meal}-{day.day}" not in held:
                yield _meal(item.meal, _beside(last, item), day.day, item, words=words, language=language)


def _beside(last: tuple[Attraction, DayItem] | None, meal: DayItem) -> Attraction | None:
    """Return the sight that a meal is near to: the last one, when one comes straight from it and it is not a trip out of town."""
    if last is None or last[0].minutes >= DAY_TRIP_MINUTES or _between(last[1].ends, meal.starts) > STRAIGHT_MINUTES:
        return None
    return last[0]


def _meal(
    meal: str, near: Attraction | None, day: date, item: DayItem, *, words: "FileWords", language: str
) -> ActivitySegment:
    place = {"place": near.area or near.name} if near else {}
    town = {"city": near.place, "country": near.country or None} if near else {}
    return ActivitySegment(
        id=f"{meal}-{day}",
        status="TENTATIVE",
        source="agent",
        source_details=SegmentSource(mode="day_planner"),
        name=words.phrase(f"{meal}_near" if near else meal, place, language),
        category=meal,
        start_datetime=f"{day.isoformat()}T{item.starts:%H:%M}",
        end_datetime=f"{day.isoformat()}T{item.ends:%H:%M}",
        location=Location(name=place["place"], coordinates=_spot(near), **town) if near else None,
        metadata={PLANNED: True},
    )


def _spot(place: Attraction) -> Coordinates:
    return Coordinates(latitude=place.lat, longitude=place.lon)


def _id(place: Attraction) -> str:
    return f"activity-{place.id}"


def _activity(place: Attraction, day: date, item: DayItem) -> ActivitySegment:
    return ActivitySegment(
        id=_id(place),
        status="TENTATIVE",
        source="agent",
        source_details=SegmentSource(mode="day_planner", reference=place.source or None),
        name=place.name,
        category=place.kind,
        start_datetime=f"{day.isoformat()}T{item.starts:%H:%M}",
        end_datetime=f"{day.isoformat()}T{item.ends:%H:%M}",
        location=Location(name=place.name, city=place.place, country=place.country or None, coordinates=_spot(place)),
        metadata={PLANNED: True, "place": place.id, "why": [*item.why], "area": place.area, "hours": bool(place.hours)},
    )
