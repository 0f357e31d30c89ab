"""Operations applied to a document: every one that fits is made, every other one is an event that says why not."""

from collections.abc import Mapping
from datetime import date, timedelta

from pydantic import JsonValue

from tripintent.state.designer import editing, moving
from tripintent.state.designer import operations as o
from tripintent.state.designer.additions import STARTS, added, free_start
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.moments import at, between, day_of, has_time, local, shifted, with_day
from tripintent.state.designer.ordering import effective_end, usual_duration
from tripintent.state.designer.outcomes import Applied, Bench, Done, Outcome, Refusal, refusal_event, segment_facts
from tripintent.state.designer.segments import HotelSegment, Segment, title_of
from tripintent.state.designer.talk import Event


def apply_operation(document: ItineraryDocument, operation: o.Operation, bench: Bench) -> Applied:
    """Apply one operation that writes segments. What it cannot do is an event; the document is then the same."""
    match operation:
        case o.AddThing() | o.AddFlight() | o.AddHotel() | o.AddRide():
            return added(document, operation, bench)
        case o.Change():
            return _changed(document, operation, bench)
        case o.Remove():
            return _removed(document, operation)
        case o.Rename():
            return _renamed(document, operation)
        case o.ShiftAll():
            return _shifted(document, operation)
        case o.MoreNights():
            return _nights(document, operation)
        case o.Swap():
            return _swapped(document, operation)
        case o.KeepFree():
            return _freed(document, operation)
    return Applied(document, ())


def _which(document: ItineraryDocument, target: o.Target) -> tuple[Segment, ...]:
    return tuple(s for i in target.ids if (s := document.segment(i)) is not None)


def _changed(document: ItineraryDocument, operation: o.Change, bench: Bench) -> Applied:
    found = _which(document, operation.target)
    if len(found) != 1:
        return _unclear(document, operation.target, found)
    segment, when = found[0], operation.when
    if isinstance(segment, HotelSegment):
        return _hotel_dates(document, segment, operation)
    start = _new_start(segment, operation, document)
    if start is None:
        return Applied(document, (Event(kind="refused", facts={"code": "NO_TIME", "title": title_of(segment)}),))
    end = _new_end(segment, start, when)
    by = (
        between(segment.start_datetime, start)
        if segment.start_datetime and has_time(segment.start_datetime)
        else timedelta()
    )
    company = {i: w for i, w in moving.moves_with(document.segments, segment.id).items() if i not in operation.stay}
    company |= {i: "asked" for i in operation.along if i != segment.id}
    if not by:
        company = {}
    unsaid = [i for i, why in company.items() if i not in operation.along]
    if unsaid and not bench.confirmed:
        return Applied(document, (_preview(document, segment, start, company, by),), (segment.id,))
    outcome: Outcome = moving.shift(document, {segment.id: "asked", **company}, by) if by else Done(document=document)
    if isinstance(outcome, Done):
        moved = outcome.moved
        outcome = editing.update(
            outcome.document, segment.id, {"startDatetime": start, "endDatetime": end}, outside="extend"
        )
        if isinstance(outcome, Done):
            return _told_change(
                document, outcome.document, segment.id, tuple(m.id for m in moved if m.id != segment.id)
            )
    return Applied(document, (refusal_event(outcome, title=title_of(segment)),), (segment.id,))


def _told_change(
    before: ItineraryDocument, after: ItineraryDocument, segment_id: str, others: tuple[str, ...]
) -> Applied:
    old, new = before.segment(segment_id), after.segment(segment_id)
    if old is None or new is None:
        return Applied(after, ())
    along: list[JsonValue] = [segment_facts(s) for i in others if (s := after.segment(i)) is not None]
    facts = {**segment_facts(new), "was": old.start_datetime, "along": along}
    return Applied(after, (Event(kind="changed", ids=(segment_id, *others), facts=facts),), (*others, segment_id))


def _preview(
    document: ItineraryDocument, segment: Segment, start: str, company: Mapping[str, str], by: timedelta
) -> Event:
    others: list[JsonValue] = [
        {"title": title_of(s), "start": moving.shifted_segment(s, by).start_datetime}
        for i in company
        if (s := document.segment(i)) is not None
    ]
    facts: dict[str, JsonValue] = {"title": title_of(segment), "start": start, "along": others}
    return Event(kind="preview", ids=(segment.id, *company), facts=facts)


def _new_start(segment: Segment, operation: o.Change, document: ItineraryDocument) -> str | None:
    old, when = segment.start_datetime, operation.when
    if operation.by_minutes or operation.by_days:
        by = timedelta(minutes=operation.by_minutes, days=operation.by_days)
        return shifted(old, by) if old and (has_time(old) or operation.by_days) else None
    day = when.day or (old[:10] if old else None)
    if day is None:
        return None
    if when.start:
        return at(date.fromisoformat(day), when.start) + _offset(old)
    if when.part and old and has_time(old) and when.part in STARTS:
        length = between(old, segment.end_datetime) if segment.end_datetime else timedelta(hours=1)
        return at(date.fromisoformat(day), free_start(document, when.part, day, length, segment.id)) + _offset(old)
    return with_day(old, date.fromisoformat(day)) if old else day


def _offset(moment: str | None) -> str:
    """Return the written offset of a moment, so that a changed clock keeps it."""
    tail = moment[16:].lstrip(":0123456789.") if moment and has_time(moment) else ""
    return f":00{moment[-6:]}" if moment and tail and tail != "Z" else ":00Z" if tail == "Z" else ""


def _new_end(segment: Segment, start: str, when: o.When) -> str | None:
    if when.end:
        end = at(day_of(start), when.end) + _offset(segment.end_datetime)
        return end if local(end) > local(start) else shifted(end, timedelta(days=1))
    if when.minutes:
        return shifted(start, timedelta(minutes=when.minutes))
    if not segment.end_datetime or not segment.start_datetime or not has_time(start):
        return segment.end_datetime
    if not has_time(segment.start_datetime):
        return shifted(start, timedelta(hours=usual_duration(title_of(segment)).hours))
    wall = local(segment.end_datetime) - local(segment.start_datetime)
    return (local(start) + wall).isoformat(timespec="minutes") + _offset(segment.end_datetime)


def _hotel_dates(document: ItineraryDocument, hotel: HotelSegment, operation: o.Change) -> Applied:
    when = operation.when
    first, last = hotel.check_in_date, hotel.check_out_date
    if when.day and when.until:
        first, last = when.day, when.until
    elif when.day and first and last:
        first, last = when.day, shifted(last, timedelta(days=(day_of(when.day) - day_of(first)).days))
    elif operation.by_days and first and last:
        first, last = (shifted(d, timedelta(days=operation.by_days)) for d in (first, last))
    outcome = editing.update(document, hotel.id, {"checkInDate": first, "checkOutDate": last}, outside="extend")
    if isinstance(outcome, Refusal):
        return Applied(document, (refusal_event(outcome, title=hotel.property.name),), (hotel.id,))
    return _told_change(document, outcome.document, hotel.id, ())


def _unclear(document: ItineraryDocument, target: o.Target, found: tuple[Segment, ...]) -> Applied:
    options: list[JsonValue] = [{"title": title_of(s), "start": s.start_datetime} for s in found]
    event = Event(kind="which_one", ids=tuple(s.id for s in found), facts={"words": target.words, "options": options})
    return Applied(document, (event,))


def _removed(document: ItineraryDocument, operation: o.Remove) -> Applied:
    found = _which(document, operation.target)
    if len(found) != 1:
        return _unclear(document, operation.target, found)
    outcome = editing.delete(document, found[0].id)
    if isinstance(outcome, Refusal):
        return Applied(document, (refusal_event(outcome),))
    return Applied(outcome.document, (Event(kind="removed", ids=(found[0].id,), facts=segment_facts(found[0])),))


def _renamed(document: ItineraryDocument, operation: o.Rename) -> Applied:
    if operation.target is None:
        new = document.model_copy(update={"title": operation.name})
        return Applied(new, (Event(kind="trip_renamed", facts={"title": operation.name}),))
    found = _which(document, operation.target)
    if len(found) != 1:
        return _unclear(document, operation.target, found)
    segment = found[0]
    field = "title" if segment.type in ("MEETING", "CUSTOM") else "name"
    updates = {"property": {"name": operation.name}} if isinstance(segment, HotelSegment) else {field: operation.name}
    if segment.type in ("FLIGHT", "RAIL", "TRANSFER"):
        updates = {"notes": operation.name}
    outcome = editing.update(document, segment.id, updates, outside="extend")
    if isinstance(outcome, Refusal):
        return Applied(document, (refusal_event(outcome, title=title_of(segment)),))
    facts: dict[str, JsonValue] = {"was": title_of(segment), "title": operation.name}
    return Applied(outcome.document, (Event(kind="renamed", ids=(segment.id,), facts=facts),), (segment.id,))


def _shifted(document: ItineraryDocument, operation: o.ShiftAll) -> Applied:
    first = None
    if operation.onward is not None:
        found = _which(document, operation.onward)
        if not found or not found[0].start_datetime:
            return _unclear(document, operation.onward, found)
        first = day_of(found[0].start_datetime)
        chosen = {s.id: "asked" for s in document.segments if _begins_with(s, found[0])}
        outcome = moving.shift(document, chosen, timedelta(days=operation.days))
    else:
        outcome = moving.shift_from(document, first, operation.days)
    if isinstance(outcome, Refusal):
        return Applied(document, (refusal_event(outcome),))
    ids = tuple(m.id for m in outcome.moved)
    new = outcome.document
    facts: dict[str, JsonValue] = {
        "days": operation.days,
        "count": len(ids),
        "start": new.start_date,
        "end": new.end_date,
    }
    return Applied(new, (Event(kind="shifted", ids=ids, facts=facts),), ids[-1:])


def _begins_with(segment: Segment, first: Segment) -> bool:
    """Tell whether a segment comes with or after another one: a stay of the same day counts as after."""
    if not segment.start_datetime or not first.start_datetime:
        return False
    same_day = segment.start_datetime[:10] == first.start_datetime[:10]
    return local(segment.start_datetime) >= local(first.start_datetime) or (
        same_day and isinstance(segment, HotelSegment)
    )


def _nights(document: ItineraryDocument, operation: o.MoreNights) -> Applied:
    found = [s for s in _which(document, operation.target) if isinstance(s, HotelSegment)]
    if len(found) != 1 or not found[0].check_out_date:
        return _unclear(document, operation.target, tuple(found))
    hotel = found[0]
    last = shifted(str(hotel.check_out_date), timedelta(days=operation.nights))
    outcome = editing.update(document, hotel.id, {"checkOutDate": last}, outside="extend")
    if isinstance(outcome, Refusal):
        return Applied(document, (refusal_event(outcome, title=hotel.property.name),))
    facts: dict[str, JsonValue] = {"title": hotel.property.name, "until": last, "nights": operation.nights}
    return Applied(outcome.document, (Event(kind="nights", ids=(hotel.id,), facts=facts),), (hotel.id,))


def _swapped(document: ItineraryDocument, operation: o.Swap) -> Applied:
    if len(operation.days) == 2:
        a, b = (date.fromisoformat(d) for d in operation.days)
        outcome = moving.swap_days(document, a, b)
    else:
        found = _which(document, o.Target(ids=operation.targets))
        if len(found) != 2:
            return _unclear(document, o.Target(words=operation.said), found)
        outcome = _exchanged(document, found[0], found[1])
    if isinstance(outcome, Refusal):
        return Applied(document, (refusal_event(outcome),))
    told: list[JsonValue] = [
        segment_facts(s) for i in outcome.changed if (s := outcome.document.segment(i)) is not None
    ]
    return Applied(
        outcome.document, (Event(kind="swapped", ids=outcome.changed, facts={"things": told}),), outcome.changed
    )


def _exchanged(document: ItineraryDocument, a: Segment, b: Segment) -> Outcome:
    """Return the plan with two things at each other's start; each keeps its own length."""
    if not a.start_datetime or not b.start_datetime:
        return Refusal(code="CONSTRAINT_VIOLATION", message="one of the two has no time yet", field="startDatetime")
    new = {a.id: _at(a, b.start_datetime), b.id: _at(b, a.start_datetime)}
    segments = tuple(new.get(s.id, s) for s in document.segments)
    return Done(document=document.model_copy(update={"segments": segments}), changed=(a.id, b.id))


def _at(segment: Segment, start: str) -> Segment:
    return moving.shifted_segment(segment, local(start) - local(str(segment.start_datetime)))


_PARTS = {
    "morning": ("06:00", "12:00"),
    "afternoon": ("12:00", "18:00"),
    "evening": ("18:00", "23:59"),
    "day": ("00:00", "23:59"),
}


def _freed(document: ItineraryDocument, operation: o.KeepFree) -> Applied:
    """Take out what we proposed in that time; what the traveller put there stays, and is named."""
    hours = operation.start or operation.end
    low, high = (operation.start or "00:00", operation.end or "23:59") if hours else _PARTS[operation.part]
    begin, end = f"{operation.day}T{low}", f"{operation.day}T{high}"
    inside = [
        s
        for s in document.live
        if s.start_datetime
        and has_time(s.start_datetime)
        and s.type in ("ACTIVITY", "CUSTOM")
        and s.start_datetime[:16] < end
        and (effective_end(s) or s.start_datetime)[:16] > begin
    ]
    ours = {s.id for s in inside if s.source == "agent"}
    kept: list[JsonValue] = [title_of(s) for s in inside if s.id not in ours]
    segments = tuple(s for s in document.segments if s.id not in ours)
    facts: dict[str, JsonValue] = {"day": operation.day, "part": operation.part, "removed": len(ours), "kept": kept}
    facts |= {"from": operation.start, "until": operation.end}
    new = document.model_copy(update={"segments": segments})
    return Applied(new, (Event(kind="freed", ids=tuple(ours), facts=facts),))
