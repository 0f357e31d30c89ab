"""New segments from what was said: the day is the one spoken of, a length that no one said is the usual one, and marked."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from pydantic import JsonValue

from tripintent.state.designer import editing
from tripintent.state.designer import operations as o
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.moments import at, has_time, local, shifted
from tripintent.state.designer.ordering import effective_end, usual_duration
from tripintent.state.designer.outcomes import Applied, Bench, EditRefusal, Event, refusal_event, segment_facts
from tripintent.state.designer.parts import Location
from tripintent.state.designer.segments import UNSAID, HotelSegment

STARTS = {
    "morning": ("10:00", "09:00", "11:00", "12:00"),
    "afternoon": ("14:00", "15:00", "16:00", "17:00"),
    "evening": ("19:00", "20:00", "21:00", "18:00"),
}
"""Starts that are tried for a part of the day, the most usual first."""


def added(
    document: ItineraryDocument, operation: o.ActivityToAdd | o.FlightToAdd | o.StayToAdd | o.RideToAdd, bench: Bench
) -> Applied:
    """Add what was said to the plan; without a day, or when it does not fit, an event says so."""
    data = _data(document, operation, bench)
    if data is None:
        return Applied(document, (Event(kind="refused", facts={"code": "NO_DAY", "title": _name(operation)}),))
    segment = editing.read_segment({"id": bench.new_id(), "source": "user", **data})
    if isinstance(segment, EditRefusal):
        return Applied(document, (refusal_event(segment, title=_name(operation)),))
    outcome = editing.add(document, segment, outside="extend")
    if isinstance(outcome, EditRefusal):
        return Applied(document, (refusal_event(outcome, title=_name(operation)),), outcome.affected)
    events = [Event(kind="added", ids=(segment.id,), facts=segment_facts(segment))]
    if outcome.fields:
        facts: dict[str, JsonValue] = {"start": outcome.document.start_date, "end": outcome.document.end_date}
        events.append(Event(kind="trip", facts={**facts, "grown": True}))
    return Applied(outcome.document, tuple(events), (segment.id,))


def _name(operation: o.ActivityToAdd | o.FlightToAdd | o.StayToAdd | o.RideToAdd) -> str:
    return operation.number if isinstance(operation, o.FlightToAdd) else operation.name


def _data(
    document: ItineraryDocument, operation: o.ActivityToAdd | o.FlightToAdd | o.StayToAdd | o.RideToAdd, bench: Bench
) -> Mapping[str, object] | None:
    """Return the data of a new segment; None where no day is known for it."""
    if isinstance(operation, o.StayToAdd):
        return _hotel(document, operation, bench)
    day = operation.when.day or _only_day(document)
    if day is None:
        return None
    times = _times(_in_part(document, operation, day), date.fromisoformat(day))
    if isinstance(operation, o.FlightToAdd):
        return _flight(document, operation, bench) | _overnight(times)
    town = _town(document)
    if isinstance(operation, o.RideToAdd):
        return _ride(operation, bench, town) | _overnight(times)
    place: dict[str, object] = {"name": operation.place or operation.name, "city": town}
    if operation.meeting:
        return {"type": "MEETING", "title": operation.name, "location": place, **_overnight(times)}
    thing = {"type": "ACTIVITY", "name": operation.name, "location": place, **_overnight(times)}
    if sight := operation.sight:
        place["coordinates"] = {"latitude": sight.lat, "longitude": sight.lon}
        thing |= {"category": sight.kind or None, "metadata": {"place": sight.id, "names": list(sight.names)}}
    return thing


def _flight(document: ItineraryDocument, operation: o.FlightToAdd, bench: Bench) -> dict[str, Any]:
    town = _town(document) if not operation.destination and operation.origin else None
    origin, destination = (_place(p, bench) for p in (operation.origin, operation.destination or town))
    number = operation.number.split()
    return {
        "type": "FLIGHT",
        "airline": {"name": operation.airline or number[0], "code": number[0]},
        "flightNumber": operation.number,
        "origin": origin,
        "destination": destination,
        "startTimezone": _zone(origin),
        "endTimezone": _zone(destination),
    }


def _ride(operation: o.RideToAdd, bench: Bench, town: str | None) -> dict[str, object]:
    start, end = _place(operation.origin, bench, town), _place(operation.destination, bench, town)
    if operation.kind == "TRAIN":
        return {"type": "RAIL", "trainNumber": "", "origin": start, "destination": end}
    ends = {"pickupLocation": start or {"name": UNSAID}, "dropoffLocation": end or {"name": UNSAID}}
    return {"type": "TRANSFER", "transferType": operation.kind, **ends}


def _times(operation: o.ActivityToAdd | o.FlightToAdd | o.RideToAdd, day: date) -> dict[str, object]:
    """Return start and end. A length that no one said is the usual one, and is marked as assumed."""
    when = operation.when
    if when.start is None:
        last = _last(when, day)
        return {"startDatetime": day.isoformat(), **({"endDatetime": last.isoformat()} if last != day else {})}
    start = at(day, when.start)
    if when.end or when.until:
        return {"startDatetime": start, "endDatetime": at(_last(when, day), when.end or when.start)}
    if when.minutes:
        return {"startDatetime": start, "endDatetime": shifted(start, timedelta(minutes=when.minutes))}
    if isinstance(operation, o.FlightToAdd):
        return {"startDatetime": start}
    end = shifted(start, timedelta(minutes=_usual_minutes(operation)))
    if isinstance(operation, o.RideToAdd) and operation.kind == "TRAIN":
        return {"startDatetime": start}
    return {
        "startDatetime": start,
        "endDatetime": end,
        "assumed": ("startDatetime", "endDatetime") if when.part else ("endDatetime",),
    }


def _last(when: o.Timing, day: date) -> date:
    """Return the last day: the one that was said, else the same day."""
    return date.fromisoformat(when.until) if when.until else day


def _in_part(
    document: ItineraryDocument, operation: o.ActivityToAdd | o.FlightToAdd | o.RideToAdd, day: str
) -> o.ActivityToAdd | o.FlightToAdd | o.RideToAdd:
    """Return the operation with the first start in the part of the day that was said, free where one is free."""
    hours = STARTS.get(operation.when.part or "")
    if hours is None or operation.when.start:
        return operation
    start = free_start(document, operation.when.part or "", day, timedelta(minutes=_usual_minutes(operation)))
    return operation.model_copy(update={"when": operation.when.model_copy(update={"start": start})})


def free_start(document: ItineraryDocument, part: str, day: str, length: timedelta) -> str:
    """Return the first usual start in a part of a day at which nothing else is, else the most usual one."""
    timed = (s for s in document.live if s.start_datetime and has_time(s.start_datetime))
    taken = [(str(s.start_datetime), str(effective_end(s))) for s in timed]
    starts = [(clock, at(date.fromisoformat(day), clock)) for clock in STARTS[part]]
    free = (c for c, at_ in starts if all(shifted(at_, length) <= start or at_ >= end for start, end in taken))
    return next(free, starts[0][0])


def _usual_minutes(operation: o.ActivityToAdd | o.FlightToAdd | o.RideToAdd) -> int:
    """Return the length that was said, that of the sight, or the usual one of such a thing."""
    sight = operation.sight if isinstance(operation, o.ActivityToAdd) else None
    hours = 0.5 if isinstance(operation, o.RideToAdd) else usual_duration(getattr(operation, "name", "")).hours
    return operation.when.minutes or (sight.minutes if sight else round(hours * 60))


def _overnight(times: Mapping[str, Any]) -> dict[str, Any]:
    """Return times whose end is on the next day where the clock says so."""
    start, end = times.get("startDatetime"), times.get("endDatetime")
    late = start and end and has_time(start) and local(end) <= local(start)
    return {**times, "endDatetime": shifted(str(end), timedelta(days=1))} if late else dict(times)


def _hotel(document: ItineraryDocument, operation: o.StayToAdd, bench: Bench) -> Mapping[str, object] | None:
    when = operation.when
    first = when.day or document.start_date
    if first is None:
        return None
    nights = when.nights
    last = when.until or (
        shifted(first, timedelta(days=nights)) if nights else document.end_date if not when.day else None
    )
    if last is None or last <= first:
        return None
    place = Location(name=operation.name, city=operation.town or _town(document))
    place = place.model_copy(update={"timezone": bench.atlas.zone(place)})
    dates = {"checkInDate": first, "checkOutDate": last}
    return {
        "type": "HOTEL",
        "property": {"name": operation.name},
        "location": place,
        "startTimezone": place.timezone,
        "endTimezone": place.timezone,
        **dates,
    }


def _place(name: str | None, bench: Bench, town: str | None = None) -> Location | None:
    if not name:
        return None
    place = Location(name=name)
    place = place.model_copy(update={"timezone": bench.atlas.zone(place)})
    return place if bench.atlas.town(place) or not town else place.model_copy(update={"city": town})


def _zone(place: Location | None) -> str | None:
    return place.timezone if place else None


def _town(document: ItineraryDocument) -> str | None:
    return document.destinations[0].name if document.destinations else None


def _only_day(document: ItineraryDocument) -> str | None:
    """Return the day of a plan that has only one."""
    days = {s.start_datetime[:10] for s in document.live if s.start_datetime and not isinstance(s, HotelSegment)}
    if document.start_date and document.start_date == document.end_date:
        return document.start_date
    return days.pop() if len(days) == 1 else None
