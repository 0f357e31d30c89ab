"""The plan of days as the tools see it: the document, its facts for a model, and a change of it as one step to undo."""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby
from typing import Any

from pydantic import Field

from tripintent.state.acts import Outcome
from tripintent.state.designer.checks import Finding, check
from tripintent.state.designer.history import committed
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.moments import day_of
from tripintent.state.designer.ordering import by_time
from tripintent.state.designer.parts import WALK_KM, Atlas, Location, kilometres, minutes_for, travel_minutes
from tripintent.state.designer.segments import (
    UNSAID,
    FlightSegment,
    HotelSegment,
    RailSegment,
    Segment,
    TransferSegment,
    end_place,
    is_had,
    start_place,
    title_of,
)
from tripintent.state.document import of_kind
from tripintent.state.frozen import Frozen
from tripintent.tools.errors import ToolError
from tripintent.tools.ports.places import Attraction, Attractions
from tripintent.tools.toolbox.base import Act, Scene
from tripintent.tools.toolbox.facts import Facts


class PlanEntry(Frozen):
    """One entry of the plan. ``id`` stays the same; times are local, in ``zone``."""

    id: str
    title: str
    kind: str
    status: str
    start: str | None = None
    end: str | None = None
    zone: str | None = None
    place: str | None = None
    airports: tuple[str, ...] = Field(default=(), description="codes of both ends of a flight or ride")
    booked: bool = Field(default=False, description="a booking or a hold of this trip: the plan cannot change it")
    number: str | None = Field(default=None, description="confirmation number")
    opens: str | None = Field(default=None, description="opening hours of that day, where they are known")
    on_foot: int | None = Field(default=None, description="minutes on foot from the entry before, straight line")
    by_ride: int | None = Field(default=None, description="minutes by public transport or car, an estimate")
    nights: int | None = None
    why: tuple[str, ...] = ()


class PlanDay(Frozen):
    """One day of the plan, its entries in order of time."""

    day: str
    entries: tuple[PlanEntry, ...] = ()


class DayPlan(Facts):
    """The plan of days with what is wrong in it, the severe first."""

    start: str | None = None
    end: str | None = None
    towns: tuple[str, ...] = ()
    days: tuple[PlanDay, ...] = ()
    without_day: tuple[PlanEntry, ...] = ()
    findings: tuple[Finding, ...] = ()


def itinerary_of(scene: Scene) -> ItineraryDocument:
    """Return the plan of the trip; an empty one before the first entry."""
    return of_kind(scene.documents, ItineraryDocument) or ItineraryDocument(trip_id=scene.trip.trip_id)


def today_of(scene: Scene) -> date:
    """Return the traveller's day."""
    said = scene.trip.request.now_date
    return date.fromisoformat(said) if said else scene.ports.clock.now().date()


def planned(scene: Scene, after: ItineraryDocument, outcome: Outcome, label: str = "") -> Act:
    """Return the act that changes the plan, as one step to undo; nothing is written where nothing differs."""
    before = itinerary_of(scene)
    written = committed(before, after, label, scene.trip.request.now_iso or None)
    if written is before:
        return Act(outcome)
    old, new = ({one.id: one for one in document.segments} for document in (before, written))
    touched = tuple(one for one in {**old, **new} if old.get(one) != new.get(one))
    changed = outcome.changed or tuple(f"itinerary.{one}" for one in touched) or ("itinerary",)
    return Act(outcome.model_copy(update={"changed": changed}), documents={ItineraryDocument.kind: written})


def new_clashes(before: ItineraryDocument, after: ItineraryDocument, atlas: Atlas) -> tuple[Finding, ...]:
    """Return what a change made wrong that was not wrong before."""
    known = {(one.rule, one.segments) for one in check(before, atlas)}
    return tuple(one for one in check(after, atlas) if (one.rule, one.segments) not in known and one.severity == "HIGH")


async def plan_facts(scene: Scene, document: ItineraryDocument, days: Sequence[str] = ()) -> DayPlan:
    """Return the plan for a model, of some days or of all."""
    hours = await _sights(document, scene.ports.designer.attractions)
    timed = [one for one in by_time(document.live) if one.start_datetime]
    found = []
    for day, entries in groupby(timed, key=lambda one: (one.start_datetime or "")[:10]):
        if not days or day in days:
            found.append(PlanDay(day=day, entries=tuple(_entries(list(entries), hours, scene.ports.designer.atlas))))
    return DayPlan(
        start=document.start_date,
        end=document.end_date,
        towns=tuple(one.name for one in document.destinations),
        days=tuple(found),
        without_day=tuple(
            _entry(one, scene.ports.designer.atlas, {}) for one in document.live if not one.start_datetime
        ),
        findings=check(document, scene.ports.designer.atlas),
    )


async def _sights(document: ItineraryDocument, source: Attractions | None) -> dict[str, Attraction]:
    """Return the known sights that the plan's entries are, by their id."""
    found: dict[str, Attraction] = {}
    for name in {str(one.metadata["place"]) for one in document.live if one.metadata.get("place")} if source else ():
        try:
            sight = await source.details(name) if source else None
        except ToolError:
            return found  # the source is away: hours are then not known
        found |= {name: sight} if sight else {}
    return found


def _entries(entries: Sequence[Segment], hours: dict[str, Attraction], atlas: Atlas) -> Iterator[PlanEntry]:
    before: Segment | None = None
    for one in entries:
        yield _entry(one, atlas, {**_hours(one, hours), **(_way(before, one, atlas) if before else {})})
        stands = is_had(one) or not _is_exact(end_place(one))
        before = before if stands else one


def _entry(one: Segment, atlas: Atlas, more: dict[str, Any]) -> PlanEntry:
    place = start_place(one)
    why = one.metadata.get("why")
    nights = None
    if isinstance(one, HotelSegment) and one.check_in_date and one.check_out_date:
        nights = (day_of(one.check_out_date) - day_of(one.check_in_date)).days
    return PlanEntry(
        id=one.id,
        title=title_of(one),
        kind=one.type.lower(),
        status=one.status,
        start=one.start_datetime,
        end=one.end_datetime,
        zone=one.start_timezone or (atlas.zone(place) if place else None),
        place=(place.town if isinstance(one, HotelSegment) else None) or place.name
        if place and place.name != UNSAID
        else None,
        airports=tuple(dict.fromkeys(at.code for at in (place, end_place(one)) if at and at.code)),
        booked=one.source == "booking",
        number=one.confirmation_number,
        nights=nights,
        why=tuple(str(word) for word in why) if isinstance(why, list | tuple) else (),
        **more,
    )


def _hours(one: Segment, hours: dict[str, Attraction]) -> dict[str, object]:
    sight = hours.get(str(one.metadata.get("place")))
    if sight is None or not sight.hours or not one.start_datetime:
        return {}
    open_ = [each for each in sight.hours if each.weekday == day_of(one.start_datetime).weekday()]
    today = ["-".join(clock.isoformat("minutes") for clock in (each.opens, each.closes)) for each in open_]
    return {"opens": ", ".join(today) or "closed"}


def _way(before: Segment, one: Segment, atlas: Atlas) -> dict[str, object]:
    """Return the minutes from the entry before, where both places are on the map and no ride lies between them."""
    here, there = end_place(before), start_place(one)
    points = [atlas.point(place) if place and _is_exact(place) else None for place in (here, there)]
    if isinstance(one, TransferSegment | FlightSegment | RailSegment) or not (
        points[0] and points[1] and here and there
    ):
        return {}
    km = kilometres(points[0], points[1])
    on_foot = minutes_for(km, "walk") if km < WALK_KM else None
    ride = travel_minutes(here, there, atlas)
    return {"on_foot": on_foot, "by_ride": ride if on_foot is None or (ride or 0) < on_foot else None}


def _is_exact(place: Location | None) -> bool:
    return place is not None and bool(place.coordinates or place.code)
