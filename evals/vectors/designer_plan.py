"""Cases of operations on a plan: adding, moving, ordering, dependencies, gaps."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, cast

from pydantic import JsonValue

from tripintent.evals.vectors.case import Case, Kind, Kinds
from tripintent.evals.vectors.designer_common import (
    compare,
    document_of,
    segment_of,
    segments_of,
    told,
    told_refusal,
)
from tripintent.state.designer import editing
from tripintent.state.designer.dependencies import circular, dependents_of, inferred_dependencies
from tripintent.state.designer.gaps import classify, gaps_in
from tripintent.state.designer.history import committed
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.moving import move_by
from tripintent.state.designer.ordering import by_time, duration_of, effective_end, excludes, overlapping
from tripintent.state.designer.outcomes import EditRefusal, Outcome
from tripintent.state.designer.parts import Location
from tripintent.state.designer.segments import end_place, start_place
from tripintent.tools.places.atlas import GazetteerAtlas

_ATLAS = GazetteerAtlas()


def _written(before: ItineraryDocument, outcome: Outcome) -> JsonValue:
    if isinstance(outcome, EditRefusal):
        return told_refusal(outcome)
    new = committed(before, outcome.document)
    return {"success": True, "version": new.version, "segments": [told(s) for s in new.segments]}


def _add(case: Case) -> JsonValue:
    given = case.input
    before = document_of(given["itinerary"])
    segment = segment_of(given["segment"])
    return told_refusal(segment) if isinstance(segment, EditRefusal) else _written(before, editing.add(before, segment))


def _edited(edit: Callable[..., Outcome], *names: str) -> Kind:
    """Return the kind of a case whose input has the arguments of an edit by these names."""

    def answer(case: Case) -> JsonValue:
        before = document_of(case.input["itinerary"])
        return _written(before, edit(before, *(case.input[name] for name in names)))

    return Kind(answer, compare)


def _get(case: Case) -> JsonValue:
    given = case.input
    found = document_of(given["itinerary"]).segment(given["segmentId"])
    if found is None:
        return {"success": False, "error": {"code": "NOT_FOUND", "details": {"segmentId": given["segmentId"]}}}
    return {"success": True, "value": told(found)}


def _cycles(case: Case) -> JsonValue:
    refusal = circular(segments_of(case.input))
    return told_refusal(refusal) if refusal else {"success": True}


def _inferred(case: Case) -> JsonValue:
    found = inferred_dependencies(segments_of(case.input))
    return {"$map": [[follower, list(before)] for follower, before in found.items()]}


def _pair(case: Case) -> JsonValue:
    a, b = segments_of(case.input)
    return excludes(a, b) and any(overlapping((a, b)))


def _cascade(case: Case) -> JsonValue:
    given = case.input
    before = ItineraryDocument(segments=segments_of(given["segments"]))
    outcome = move_by(before, given["movedId"], timedelta(milliseconds=given["deltaMs"]))
    if isinstance(outcome, EditRefusal):
        return told_refusal(outcome)
    return {"success": True, "value": [told(s) for s in outcome.document.segments]}


def _gaps(case: Case) -> JsonValue:
    found = gaps_in(segments_of(case.input), _ATLAS)
    gaps: list[JsonValue] = [
        {
            "beforeIndex": g.before_index,
            "afterIndex": g.after_index,
            "gapType": g.gap_type,
            "suggestedType": g.suggested_type,
            "confidence": g.confidence,
            "kilometres": g.kilometres,
        }
        for g in found
    ]
    tight: list[JsonValue] = [{"code": "too_tight", "available_minutes": g.available} for g in found if g.too_tight]
    return {"gaps": gaps, "notes": [n for g in found for n in g.notes], "issues": tight}


def _compare_gaps(expected: JsonValue, ours: JsonValue) -> str:
    """Compare the gaps; where the better answer is a sentence, the means must follow from the distance."""
    gaps = cast("dict[str, Any]", ours)["gaps"]
    if not isinstance(expected, str):
        return compare(expected, gaps if isinstance(expected, list) else ours)
    wrong = [g for g in gaps if not _by_distance(g)]
    return f"means not by distance: {wrong}" if wrong or not gaps else ""


def _by_distance(gap: dict[str, Any]) -> bool:
    if gap["gapType"] == "LOCAL_TRANSFER":
        return bool(gap["suggestedType"] == "TRANSFER")
    km = gap["kilometres"]
    return bool(km is not None and gap["suggestedType"] == ("RAIL" if km <= 600 else "FLIGHT"))


def _place(case: Case, *, start: bool) -> JsonValue:
    segment = segment_of(case.input)
    place = None if isinstance(segment, EditRefusal) else start_place(segment) if start else end_place(segment)
    return told(place) if place else None


def _duration(case: Case) -> JsonValue:
    (segment,) = segments_of([case.input])
    usual = duration_of(segment)
    return {"hours": usual.hours, "confidence": usual.confidence}


def _classified(case: Case) -> JsonValue:
    here, there = (Location.model_validate(p) for p in case.input)
    return classify(here, there, _ATLAS)


KINDS: Kinds = {
    "segment.add": Kind(_add, compare),
    "segment.update": _edited(editing.update, "segmentId", "updates"),
    "segment.delete": _edited(editing.delete, "segmentId"),
    "segment.reorder": _edited(editing.reorder, "segmentIds"),
    "segment.get": Kind(_get, compare),
    "segment.start_place": Kind(lambda c: _place(c, start=True), compare),
    "segment.end_place": Kind(lambda c: _place(c, start=False), compare),
    "segments.sort": Kind(lambda c: [told(s) for s in by_time(segments_of(c.input))], compare),
    "dag.cycles": Kind(_cycles, compare),
    "dag.dependents": Kind(lambda c: list(dependents_of(segments_of(c.input["segments"]), c.input["id"])), compare),
    "dag.inferred": Kind(_inferred, compare),
    "conflict.pair": Kind(_pair, compare),
    "move.cascade": Kind(_cascade, compare),
    "gap.detect": Kind(_gaps, _compare_gaps),
    "gap.classify": Kind(_classified, compare),
    "duration.infer": Kind(_duration, compare),
    "duration.end": Kind(lambda c: effective_end(segments_of([c.input])[0]), compare),
}
