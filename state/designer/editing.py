"""Adding, changing, removing and ordering segments. Each checks everything first, then gives a new document."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Literal

from pydantic import TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

from tripintent.state.caps import DAYS
from tripintent.state.designer.dependencies import circular
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.moments import at, between, day_of, has_time, shifted
from tripintent.state.designer.outcomes import Done, EditRefusal, Outcome, not_found
from tripintent.state.designer.sameness import is_duplicate
from tripintent.state.designer.segments import HotelSegment, Segment, title_of

_SEGMENT: TypeAdapter[Segment] = TypeAdapter(Segment)
Outside = Literal["refuse", "extend"]


def read_segment(data: Mapping[str, object]) -> Segment | EditRefusal:
    """Return data as a segment, with a hotel's times taken from its dates; a refusal names the field that is wrong."""
    try:
        settled = settled_hotel(_SEGMENT.validate_python(data))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = [str(p) for p in first["loc"] if not str(p).isupper()]
        reversed_times = "endDatetime" in first["msg"]
        field = "endDatetime" if reversed_times else ".".join(where) or None
        code: Literal["CONSTRAINT_VIOLATION", "INVALID_DATA"] = (
            "CONSTRAINT_VIOLATION" if reversed_times else "INVALID_DATA"
        )
        return EditRefusal(code=code, message=first["msg"].removeprefix("Value error, "), field=field)
    return _wrong_length(settled) or settled


def _wrong_length(segment: Segment) -> EditRefusal | None:
    start, end = segment.start_datetime, segment.end_datetime
    if not start or not end:
        return None
    length = between(start, end, segment.start_timezone, segment.end_timezone)
    if timedelta() <= length <= timedelta(days=DAYS):
        return None
    wrong = "before it starts" if length < timedelta() else f"more than {DAYS} days after it starts"
    message = f"endDatetime: it ends ({end}) {wrong} ({start})"
    return EditRefusal(code="CONSTRAINT_VIOLATION", message=message, field="endDatetime")


def settled_hotel(segment: Segment) -> Segment:
    """Return a hotel with its start and end taken from check-in and check-out where they are not said."""
    if not isinstance(segment, HotelSegment) or not segment.check_in_date or not segment.check_out_date:
        return segment
    start = segment.start_datetime or at(day_of(segment.check_in_date), segment.check_in_time)
    end = segment.end_datetime or at(day_of(segment.check_out_date), segment.check_out_time)
    return segment.model_copy(update={"start_datetime": start, "end_datetime": end})


def add(document: ItineraryDocument, segment: Segment, *, outside: Outside = "refuse") -> Outcome:
    """Add a segment. Refused: a used id, no length, outside the trip's dates (unless they may grow), or a duplicate."""
    if document.segment(segment.id):
        return EditRefusal(code="CONSTRAINT_VIOLATION", message=f"there is a segment {segment.id} already", field="id")
    refusal = _no_length(segment) or _duplicate(document, segment) or _unknown_needs(document, segment)
    if refusal:
        return refusal
    grown = _within(document, segment, outside)
    if isinstance(grown, EditRefusal):
        return grown
    new = grown.model_copy(update={"segments": (*document.segments, segment)})
    fields = tuple(f for f in ("start_date", "end_date") if getattr(grown, f) != getattr(document, f))
    return Done(document=new, added=(segment.id,), fields=fields)


def update(
    document: ItineraryDocument, segment_id: str, updates: Mapping[str, object], *, outside: Outside = "refuse"
) -> Outcome:
    """Change fields of a segment; its id and type stay. A changed start without an end keeps the length."""
    old = document.segment(segment_id)
    if old is None:
        return not_found([segment_id])
    wanted = {to_camel(key): value for key, value in updates.items()}
    for fixed in ("id", "type"):
        if fixed in wanted and wanted[fixed] != getattr(old, fixed):
            return EditRefusal(
                code="INVALID_DATA", message=f"{fixed} cannot be changed: delete it and add another", field=fixed
            )
    unknown = [key for key in wanted if key not in {to_camel(name) for name in type(old).model_fields}]
    if unknown:
        return EditRefusal(code="INVALID_DATA", message=f"a {old.type} has no {unknown[0]}", field=unknown[0])
    new = read_segment({**old.model_dump(by_alias=True), **_with_end(old, wanted)})
    return new if isinstance(new, EditRefusal) else replace(document, new, outside=outside)


def replace(document: ItineraryDocument, new: Segment, *, outside: Outside = "refuse") -> Outcome:
    """Put a changed segment in the place of the one with its id; it may not become a duplicate, or a circle."""
    if document.segment(new.id) is None:
        return not_found([new.id])
    others = tuple(s for s in document.segments if s.id != new.id)
    refusal = _no_length(new) or _duplicate(document.model_copy(update={"segments": others}), new)
    grown = _within(document, new, outside)
    segments = tuple(new if s.id == new.id else s for s in document.segments)
    refusal = refusal or (grown if isinstance(grown, EditRefusal) else None) or circular(segments)
    if refusal or isinstance(grown, EditRefusal):
        return refusal or not_found([new.id])
    return Done(document=grown.model_copy(update={"segments": segments}), changed=(new.id,))


def delete(document: ItineraryDocument, segment_id: str) -> Outcome:
    """Remove a segment; what depended on it depends on it no more."""
    if document.segment(segment_id) is None:
        return not_found([segment_id])
    kept = tuple(_freed(s, segment_id) for s in document.segments if s.id != segment_id)
    freed = tuple(s.id for s in document.segments if segment_id in s.depends_on)
    return Done(document=document.model_copy(update={"segments": kept}), removed=(segment_id,), changed=freed)


def reorder(document: ItineraryDocument, segment_ids: Sequence[str]) -> Outcome:
    """Put the segments in another order; every one must be named once."""
    known = {s.id: s for s in document.segments}
    missing = [i for i in segment_ids if i not in known]
    if missing:
        return not_found(missing, many=True)
    if len(set(segment_ids)) != len(known) or len(segment_ids) != len(known):
        left = [i for i in known if i not in segment_ids]
        message = f"name every segment once; not named: {', '.join(left) or 'none, but one twice'}"
        return EditRefusal(code="CONSTRAINT_VIOLATION", message=message, field="segmentIds", affected=tuple(left))
    segments = tuple(known[i] for i in segment_ids)
    return Done(document=document.model_copy(update={"segments": segments}), changed=tuple(segment_ids))


def _with_end(old: Segment, wanted: dict[str, object]) -> dict[str, object]:
    """Return updates so that a hotel's dates move its times, and a new start alone keeps the length."""
    if isinstance(old, HotelSegment):
        dates = {"checkInDate", "checkOutDate", "checkInTime", "checkOutTime"} & set(wanted)
        return {**wanted, "startDatetime": None, "endDatetime": None} if dates else wanted
    start = wanted.get("startDatetime")
    if not isinstance(start, str) or "endDatetime" in wanted or not old.start_datetime or not old.end_datetime:
        return wanted
    if not (has_time(start) and has_time(old.end_datetime) and has_time(old.start_datetime)):
        return wanted
    return {**wanted, "endDatetime": shifted(start, between(old.start_datetime, old.end_datetime))}


def _freed(segment: Segment, gone: str) -> Segment:
    if gone not in segment.depends_on:
        return segment
    return segment.model_copy(update={"depends_on": tuple(d for d in segment.depends_on if d != gone)})


def _no_length(segment: Segment) -> EditRefusal | None:
    start, end = segment.start_datetime, segment.end_datetime
    if not start or not end or not has_time(start) or start != end:
        return None
    return EditRefusal(code="CONSTRAINT_VIOLATION", message=f"it ends when it starts ({start})", field="endDatetime")


def _duplicate(document: ItineraryDocument, segment: Segment) -> EditRefusal | None:
    twin = next((s for s in document.segments if is_duplicate(s, segment)), None)
    if twin is None:
        return None
    offers = ("extend_stay", "second_room", "replace") if isinstance(segment, HotelSegment) else ()
    message = f"{title_of(segment)} is there already: change that one ({twin.id}), or say that you want it twice"
    return EditRefusal(
        code="CONSTRAINT_VIOLATION", message=message, field="duplicate", affected=(twin.id,), offers=offers
    )


def _unknown_needs(document: ItineraryDocument, segment: Segment) -> EditRefusal | None:
    missing = tuple(d for d in segment.depends_on if document.segment(d) is None)
    if not missing:
        return None
    message = f"it depends on {', '.join(missing)}, which is not there"
    return EditRefusal(code="MISSING_DEPENDENCY", message=message, affected=missing, field="dependsOn")


def _within(document: ItineraryDocument, segment: Segment, outside: Outside) -> ItineraryDocument | EditRefusal:
    """Return the document with room for a segment; the last day of the trip belongs to it."""
    first, last = segment.first_day, segment.last_day
    early = bool(first and document.start_date and first < document.start_date)
    late = bool(last and document.end_date and last > document.end_date)
    if not early and not late:
        return document
    if outside == "extend":
        return document.model_copy(
            update={
                "start_date": first if early else document.start_date,
                "end_date": last if late else document.end_date,
            }
        )
    return EditRefusal(
        code="CONSTRAINT_VIOLATION",
        message=f"{title_of(segment)} is outside the trip ({document.start_date} to {document.end_date}): change the trip's dates first",
        field="startDatetime" if early else "endDatetime",
        offers=("extend_trip",),
    )
