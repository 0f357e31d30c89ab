"""Two editors at once: what both changed is brought together by segment, and a conflict is said."""

from typing import NamedTuple

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.segments import Segment

_OWN = frozenset({"segments", "version", "past", "future", "updated_at", "created_at", "schema_", "trip_id"})


class Merged(NamedTuple):
    """The merged document, and the ids and fields that both had changed differently: there, theirs stays."""

    document: ItineraryDocument
    conflicts: tuple[str, ...]


def merged(base: ItineraryDocument, ours: ItineraryDocument, theirs: ItineraryDocument) -> Merged:
    """Return their newer version with our changes since ``base`` on top of it.

    A segment that both changed in different ways stays as they saved it, and is named. A segment that one removed and
    the other changed is kept. Their undo history stays; ours of this turn ends, as it no longer fits.
    """
    conflicts: list[str] = []
    old, mine, other = ({s.id: s for s in d.segments} for d in (base, ours, theirs))
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
        if name in _OWN:
            continue
        a, b, c = (getattr(d, name) for d in (base, ours, theirs))
        if b in (a, c):
            continue
        if c == a:
            fields[name] = b
        else:
            conflicts.append(name)
    document = theirs.model_copy(update={**fields, "segments": tuple(segments.values())})
    return Merged(document, tuple(conflicts))
