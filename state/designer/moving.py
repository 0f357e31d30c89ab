"""Moving segments, alone or with what hangs on them; shifting and swapping days. All or nothing."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta

from tripintent.state.designer.dependencies import circular, dependents_of, inferred_dependencies
from tripintent.state.designer.editing import settled_hotel
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.moments import between, day_of, has_time, local, shifted, with_day
from tripintent.state.designer.ordering import excludes, is_meal, overlapping
from tripintent.state.designer.outcomes import Done, EditRefusal, Moved, Outcome, not_found
from tripintent.state.designer.segments import HotelSegment, Segment

A_MEAL = timedelta(hours=3)
"""Two meals that begin closer than this are the same meal of a day."""


def moves_with(segments: Sequence[Segment], segment_id: str, stay: Iterable[str] = ()) -> Mapping[str, str]:
    """Return what moves when a segment moves, with the reason: it depends on it, or follows right after it.

    Explicit dependencies and inferred ones are followed together, through as many steps as there are, but not through ``stay``.
    """
    followers: dict[str, list[str]] = {}
    for follower, before in inferred_dependencies(segments).items():
        for one in before:
            followers.setdefault(one, []).append(follower)
    found, kept = dict[str, str](), {segment_id, *stay}
    frontier = [segment_id]
    while frontier:
        node = frontier.pop(0)
        explicit = [(i, "depends") for i in dependents_of(segments, node)]
        for other, why in [*explicit, *((i, "follows") for i in followers.get(node, ()))]:
            if other not in found and other not in kept:
                found[other] = why
                frontier.append(other)
    return found


def move(document: ItineraryDocument, segment_id: str, new_start: str) -> Outcome:
    """Move a segment to a new start, and what moves with it by the same time."""
    segment = document.segment(segment_id)
    if segment is None:
        return _missing(segment_id)
    if not segment.start_datetime:
        message = "it has no start yet: set one instead of moving it"
        return EditRefusal(code="CONSTRAINT_VIOLATION", message=message, field="startDatetime", affected=(segment_id,))
    start = new_start if has_time(new_start) or not has_time(segment.start_datetime) else None
    target = start or with_day(segment.start_datetime, day_of(new_start))
    return move_by(document, segment_id, between(segment.start_datetime, target))


def move_by(document: ItineraryDocument, segment_id: str, by: timedelta) -> Outcome:
    """Move a segment and what moves with it. A move that would newly put two rides at one time is refused whole."""
    if document.segment(segment_id) is None:
        return _missing(segment_id)
    refusal = circular(document.segments)
    if refusal:
        return refusal
    why = moves_with(document.segments, segment_id, _eaten_already(document.live, by))
    return shift(document, {segment_id: "asked", **why}, by)


def _eaten_already(segments: Sequence[Segment], by: timedelta) -> Iterable[str]:
    """Yield the meals that would come to another day, which has a meal at that time: they stay where they are."""
    meals = [(s.id, local(s.start_datetime)) for s in segments if s.start_datetime and is_meal(s)]
    for one, start in meals:
        there = start + by
        if there.date() != start.date() and any(o != one and abs(at - there) < A_MEAL for o, at in meals):
            yield one


def shift(document: ItineraryDocument, reasons: Mapping[str, str], by: timedelta) -> Outcome:
    """Move the named segments by one time; hotels move with their dates, by whole days."""
    segments = tuple(shifted_segment(s, by) if s.id in reasons else s for s in document.segments)
    refusal = _new_conflict(document.segments, segments)
    if refusal:
        return refusal
    moved = tuple(
        Moved.model_validate(
            {
                "id": new.id,
                "start_before": old.start_datetime,
                "start_after": new.start_datetime,
                "because": reasons[new.id],
            }
        )
        for old, new in zip(document.segments, segments, strict=True)
        if old != new
    )
    grown = document.model_copy(update={"segments": segments}).with_room(s for s in segments if s.id in reasons)
    return Done(document=grown, changed=tuple(m.id for m in moved), moved=moved)


def shifted_segment(segment: Segment, by: timedelta) -> Segment:
    """Return a segment moved in time. A hotel moves by whole days only, with its dates."""
    if isinstance(segment, HotelSegment):
        days = timedelta(days=round(by / timedelta(days=1)))
        dates = {
            name: shifted(value, days)
            for name in ("check_in_date", "check_out_date", "start_datetime", "end_datetime")
            if (value := getattr(segment, name)) is not None
        }
        return settled_hotel(segment.model_copy(update=dates)) if days else segment
    times = {
        name: shifted(value, by)
        for name in ("start_datetime", "end_datetime")
        if (value := getattr(segment, name)) is not None
    }
    return segment.model_copy(update=times)


def _new_conflict(before: Sequence[Segment], after: Sequence[Segment]) -> EditRefusal | None:
    known = {(a.id, b.id) for a, b in overlapping(before)}
    known |= {(b, a) for a, b in known}
    for a, b in overlapping(after):
        if excludes(a, b) and (a.id, b.id) not in known:
            return EditRefusal(
                code="ADJUSTMENT_FAILED",
                message=f"{a.id} and {b.id} would be at the same time: nothing was moved",
                affected=(a.id, b.id),
            )
    return None


def _missing(segment_id: str) -> EditRefusal:
    return not_found([segment_id]).model_copy(update={"code": "MISSING_DEPENDENCY"})
