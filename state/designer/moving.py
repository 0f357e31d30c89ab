"""Moving segments, alone or with what hangs on them. All or nothing."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from tripintent.state.designer.dependencies import circular, dependents_of, inferred_dependencies
from tripintent.state.designer.editing import settled_hotel
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.moments import between, day_of, has_time, shifted, with_day
from tripintent.state.designer.ordering import excludes, overlapping
from tripintent.state.designer.outcomes import Done, EditRefusal, Moved, Outcome, not_found
from tripintent.state.designer.segments import TRAVEL_TYPES, HotelSegment, Segment


def moves_with(segments: Sequence[Segment], segment_id: str) -> Mapping[str, str]:
    """Return what moves when a segment moves, with the reason: it depends on it, or follows right after it where one of the two is a ride.

    Explicit dependencies and inferred ones are followed together, through as many steps as there are.
    """
    rides = {one.id for one in segments if isinstance(one, TRAVEL_TYPES)}
    followers: dict[str, list[str]] = {}
    for follower, before in inferred_dependencies(segments).items():
        for one in before if follower in rides else rides.intersection(before):
            followers.setdefault(one, []).append(follower)
    found = dict[str, str]()
    frontier = [segment_id]
    while frontier:
        node = frontier.pop(0)
        explicit = [(i, "depends") for i in dependents_of(segments, node)]
        for other, why in [*explicit, *((i, "follows") for i in followers.get(node, ()))]:
            if other not in found and other != segment_id:
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
    return shift(document, {segment_id: "asked", **moves_with(document.segments, segment_id)}, by)


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
