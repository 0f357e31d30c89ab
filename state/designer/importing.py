"""Imported segments and a plan: the same thing is completed, a new one is added, a cancellation cancels."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from tripintent.state.designer.duplicates import is_duplicate
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.sameness import plain
from tripintent.state.designer.segments import Segment, end_place, start_place

ADD_FROM, ASK_FROM = 0.7, 0.3
PLACE_SHARE, TIME_SHARE = 0.6, 0.4
_KEEP = frozenset({"id", "type", "notes", "depends_on", "traveler_ids", "metadata"})


class TakenIn(NamedTuple):
    """The document with what was imported; ``known`` were there already and are completed."""

    document: ItineraryDocument
    added: tuple[str, ...]
    known: tuple[str, ...]


def taken_in(document: ItineraryDocument, segments: Sequence[Segment], new_id: Callable[[], str]) -> TakenIn:
    """Return the plan with imported segments. Trip dates grow with them; nothing of the traveller's is removed."""
    added, known = [], []
    for segment in segments:
        twin = _twin(document, segment)
        if twin is None:
            if segment.status == "CANCELLED":
                continue
            fresh = segment.model_copy(update={"id": new_id()})
            document = _grown(document.model_copy(update={"segments": (*document.segments, fresh)}), fresh)
            added.append(fresh.id)
            continue
        better = _completed(twin, segment)
        document = document.model_copy(
            update={"segments": tuple(better if s.id == twin.id else s for s in document.segments)}
        )
        known.append(twin.id)
    return TakenIn(document, tuple(added), tuple(known))


def _twin(document: ItineraryDocument, segment: Segment) -> Segment | None:
    alive = segment.model_copy(update={"status": "TENTATIVE"})
    return next((s for s in document.segments if s.status != "CANCELLED" and is_duplicate(s, alive)), None)


def _completed(known: Segment, imported: Segment) -> Segment:
    """Return a known segment with what the import says: its times, number and status outrank a plan of ours."""
    said = {
        name: value
        for name, value in imported
        if name not in _KEEP and value not in (None, "", (), {}) and name in imported.model_fields_set
    }
    return known.model_copy(update=said)


def _grown(document: ItineraryDocument, segment: Segment) -> ItineraryDocument:
    days = [m[:10] for m in (segment.start_datetime, segment.end_datetime) if m]
    if not days or not document.start_date or not document.end_date:
        return document
    start, end = min(document.start_date, *days), max(document.end_date, *days)
    return document.model_copy(update={"start_date": start, "end_date": end})


def match_score(document: ItineraryDocument, segments: Sequence[Segment]) -> float:
    """Return how well imported things fit a trip, 0 to 1: place counts .6, time .4.

    Place is 1 when one of them is in a destination of the trip, time 1 inside its dates and .5 within a week of them. Unknown
    dates or destinations count nothing.
    """
    towns = {plain(d.name) for d in document.destinations} | {plain(d.town) for d in document.destinations if d.town}
    names = {
        plain(x)
        for s in segments
        for p in (start_place(s), end_place(s))
        if p
        for x in (p.name, p.town or "", p.code or "")
        if x
    }
    place = 1.0 if any(t and any(t in n for n in names) for t in towns) else 0.0
    return round(PLACE_SHARE * place + TIME_SHARE * _time(document, segments), 2)


def _time(document: ItineraryDocument, segments: Sequence[Segment]) -> float:
    days = sorted(s.start_datetime[:10] for s in segments if s.start_datetime)
    if not days or not document.start_date or not document.end_date:
        return 0.0
    if document.start_date <= days[0] and days[-1] <= document.end_date:
        return 1.0
    first, last = (date.fromisoformat(d) for d in (document.start_date, document.end_date))
    away = min(abs((date.fromisoformat(d) - e).days) for d in (days[0], days[-1]) for e in (first, last))
    return 0.5 if away <= 7 else 0.0
