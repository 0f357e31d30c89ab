"""Results of an operation (a changed document, or a refusal that says what to do), its context, and the facts that it tells."""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, NamedTuple

from pydantic import Field, JsonValue

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.parts import Atlas
from tripintent.state.designer.segments import Segment, title_of
from tripintent.state.frozen import Frozen

RefusalCode = Literal[
    "NOT_FOUND", "INVALID_DATA", "CONSTRAINT_VIOLATION", "CIRCULAR_DEPENDENCY", "MISSING_DEPENDENCY",
    "ADJUSTMENT_FAILED", "NOTHING_TO_UNDO", "NOTHING_TO_REDO",
]  # fmt: skip


class EditRefusal(Frozen):
    """Why nothing was written. ``affected`` are segment ids; ``offers`` are codes of what would work."""

    code: RefusalCode
    message: str
    field: str | None = None
    affected: tuple[str, ...] = ()
    details: Mapping[str, JsonValue] = Field(default_factory=dict)
    offers: tuple[str, ...] = ()


class Moved(Frozen):
    """One segment that an operation moved, with its times before and after."""

    id: str
    start_before: str | None
    start_after: str | None
    because: Literal["asked", "depends", "follows"]


class Done(Frozen):
    """A changed document, and what the operation did to it."""

    document: ItineraryDocument
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    moved: tuple[Moved, ...] = ()
    notes: tuple[str, ...] = ()


Outcome = Done | EditRefusal


def not_found(ids: Iterable[str], *, many: bool = False) -> EditRefusal:
    """Return the refusal for segments that are not there."""
    missing = tuple(ids)
    details: dict[str, JsonValue] = {"missingIds": list(missing)} if many else {"segmentId": missing[0]}
    return EditRefusal(
        code="NOT_FOUND", message=f"there is no segment {', '.join(missing)}", affected=missing, details=details
    )


class Bench(NamedTuple):
    """What applying an operation needs beside the document: a map, and ids."""

    atlas: Atlas
    new_id: Callable[[], str]


class Event(Frozen):
    """One thing that happened to a plan, as facts."""

    kind: Literal["added", "trip", "refused"]
    ids: tuple[str, ...] = ()
    facts: Mapping[str, JsonValue] = Field(default_factory=dict)


class Applied(NamedTuple):
    """The document after one operation, and what happened."""

    document: ItineraryDocument
    events: tuple[Event, ...]
    spoken: tuple[str, ...] = ()


def refusal_event(refusal: EditRefusal, **facts: JsonValue) -> Event:
    """Return the event of a refusal."""
    told: dict[str, JsonValue] = {"code": refusal.code, "message": refusal.message, "field": refusal.field}
    return Event(kind="refused", ids=refusal.affected, facts={**told, **facts})


def segment_facts(segment: Segment) -> dict[str, JsonValue]:
    """Return what a reply tells of a segment."""
    return {
        "title": title_of(segment),
        "type": segment.type,
        "start": segment.start_datetime,
        "end": segment.end_datetime,
        "assumed": list(segment.assumed),
    }
