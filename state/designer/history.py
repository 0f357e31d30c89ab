"""One change a turn: what it took is kept, so that it can be undone and redone; and two editors at once.

What both changed is brought together by segment, and a conflict is said.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pydantic import JsonValue

from tripintent.state.designer.itinerary import UNDO_DEPTH, Change, ItineraryDocument
from tripintent.state.designer.outcomes import Done, EditRefusal, Outcome
from tripintent.state.designer.parts import Extras
from tripintent.state.designer.segments import Segment

_NOT_CONTENT = frozenset({"segments", "past", "future", "version", "updated_at", "created_at", "schema_", "trip_id"})


def committed(
    before: ItineraryDocument, after: ItineraryDocument, label: str = "", now: str | None = None
) -> ItineraryDocument:
    """Return all of a turn's changes as one write: version +1, one step to undo, nothing to redo.

    The same document comes back when nothing differs: an empty turn writes nothing.
    """
    change = change_between(before, after, label)
    if change is None:
        return before
    past = (*before.past, change)[-UNDO_DEPTH:]
    stamped = {"version": before.version + 1, "past": past, "future": (), "updated_at": now or before.updated_at}
    return after.model_copy(update=stamped)


def change_between(before: ItineraryDocument, after: ItineraryDocument, label: str = "") -> Change | None:
    """Return what differs between two documents of one trip; None when nothing does."""
    old, new = _by_id(before), _by_id(after)
    touched = [i for i in {**old, **new} if old.get(i) != new.get(i)]
    names = [
        n for n in ItineraryDocument.model_fields if n not in _NOT_CONTENT and getattr(before, n) != getattr(after, n)
    ]
    reordered = tuple(old) != tuple(new)
    if not touched and not names and not reordered:
        return None
    return Change(
        label=label,
        before={i: old.get(i) for i in touched},
        after={i: new.get(i) for i in touched},
        order_before=tuple(old) if reordered else (),
        order_after=tuple(new) if reordered else (),
        fields_before=_fields(before, names),
        fields_after=_fields(after, names),
    )


def undo(document: ItineraryDocument, now: str | None = None) -> Outcome:
    """Take back the last change. It counts as a write: the version goes up."""
    if not document.past:
        return EditRefusal(code="NOTHING_TO_UNDO", message="there is nothing to undo")
    change = document.past[-1]
    new = apply_change(document, change.undone, now)
    return _done(
        document, new.model_copy(update={"past": document.past[:-1], "future": (*document.future, change)}), change
    )


def redo(document: ItineraryDocument, now: str | None = None) -> Outcome:
    """Make the change that was taken back last."""
    if not document.future:
        return EditRefusal(code="NOTHING_TO_REDO", message="there is nothing to redo")
    change = document.future[-1]
    new = apply_change(document, change, now)
    return _done(
        document, new.model_copy(update={"past": (*document.past, change), "future": document.future[:-1]}), change
    )


def apply_change(document: ItineraryDocument, change: Change, now: str | None = None) -> ItineraryDocument:
    """Return the document with a change made on it; what the change does not name stays."""
    segments = _by_id(document)
    for segment_id, segment in change.after.items():
        if segment is None:
            segments.pop(segment_id, None)
        else:
            segments[segment_id] = segment
    order = [i for i in change.order_after if i in segments]
    order += [i for i in segments if i not in set(order)]
    content = document.model_dump(exclude={"segments", "past", "future"}) | dict(change.fields_after)
    fresh = ItineraryDocument.model_validate(content)
    return fresh.model_copy(
        update={
            "segments": tuple(segments[i] for i in order),
            "version": document.version + 1,
            "updated_at": now or document.updated_at,
            "past": document.past,
            "future": document.future,
        }
    )


def _done(before: ItineraryDocument, after: ItineraryDocument, change: Change) -> Done:
    old, new = {s.id for s in before.segments}, {s.id for s in after.segments}
    ids = tuple(dict.fromkeys((*change.before, *change.after)))
    return Done(
        document=after,
        added=tuple(i for i in ids if i in new - old),
        removed=tuple(i for i in ids if i in old - new),
        changed=tuple(i for i in ids if i in old & new),
        fields=tuple(change.fields_after),
        notes=(change.label,) if change.label else (),
    )


def _by_id(document: ItineraryDocument) -> dict[str, Segment]:
    return {s.id: s for s in document.segments}


def _fields(document: ItineraryDocument, names: list[str]) -> Extras:
    content: Mapping[str, JsonValue] = document.model_dump(mode="json", include=set(names))
    return {name: content[name] for name in names}


class MergedItinerary(NamedTuple):
    """The merged document, and the ids and fields that both had changed differently: there, theirs stays."""

    document: ItineraryDocument
    conflicts: tuple[str, ...]


def merged(base: ItineraryDocument, ours: ItineraryDocument, theirs: ItineraryDocument) -> MergedItinerary:
    """Return their newer version with our changes since ``base`` on top of it.

    A segment that both changed in different ways stays as they saved it, and is named. A segment that one removed and
    the other changed is kept. Their undo history stays; ours of this turn ends, as it no longer fits.
    """
    conflicts: list[str] = []
    old, mine, other = map(_by_id, (base, ours, theirs))
    segments: dict[str, Segment] = dict(other)
    for segment_id in dict.fromkeys((*old, *mine)):
        was, want, found = old.get(segment_id), mine.get(segment_id), other.get(segment_id)
        if want in (was, found):
            continue
        if found == was or (found is None and want is not None):
            if want is None:
                segments.pop(segment_id, None)
            else:
                segments[segment_id] = want
        else:
            conflicts.append(segment_id)
    fields: dict[str, object] = {}
    for name in ItineraryDocument.model_fields:
        if name in _NOT_CONTENT:
            continue
        a, b, c = (getattr(d, name) for d in (base, ours, theirs))
        if b in (a, c):
            continue
        if c == a:
            fields[name] = b
        else:
            conflicts.append(name)
    document = theirs.model_copy(update={**fields, "segments": tuple(segments.values())})
    return MergedItinerary(document, tuple(conflicts))
