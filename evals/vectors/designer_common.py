"""Helpers of the designer's adapters: reading recorded documents, and comparing dates and money in their forms."""

from collections.abc import Mapping, Sequence

from pydantic import BaseModel, JsonValue, TypeAdapter

from tripintent.evals.vectors.case import difference
from tripintent.state.designer.editing import read_segment
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.outcomes import EditRefusal
from tripintent.state.designer.segments import Segment

_SEGMENTS: TypeAdapter[tuple[Segment, ...]] = TypeAdapter(tuple[Segment, ...])


def segments_of(raw: object) -> tuple[Segment, ...]:
    """Read recorded segments."""
    return _SEGMENTS.validate_python([_known(s) for s in raw] if isinstance(raw, list) else raw)


def segment_of(raw: Mapping[str, object], fresh_id: str = "new") -> Segment | EditRefusal:
    """Read one recorded segment; one without an id gets one, as the tools give it."""
    return read_segment({"id": fresh_id, **_known(raw)})


def document_of(raw: Mapping[str, object]) -> ItineraryDocument:
    """Read a recorded itinerary; its dates at midnight are plain dates here."""
    fields = {k: v for k, v in raw.items() if k not in ("segments", "id") and v != "<now>"}
    return ItineraryDocument.model_validate({**fields, "segments": segments_of(raw.get("segments") or [])})


def told_document(document: ItineraryDocument) -> dict[str, JsonValue]:
    """Return a document as recorded ones are written: lists are there when they are empty."""
    return {**told(document), "segments": [told(s) for s in document.segments]}


def told(model: BaseModel) -> dict[str, JsonValue]:
    """Return a segment, or another part of a plan, as recorded ones are written."""
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


def told_refusal(refusal: EditRefusal) -> JsonValue:
    """Return a refusal as recorded ones are written; where offers come with it, the field says what it is."""
    error: dict[str, JsonValue] = {
        "code": refusal.field if refusal.offers and refusal.field == "duplicate" else refusal.code
    }
    error |= {"field": refusal.field} if refusal.field else {}
    error |= {"affectedSegments": list(refusal.affected)} if refusal.affected else {}
    error |= {"details": dict(refusal.details)} if refusal.details else {}
    return {"success": False, "error": error, "offer": list(refusal.offers), "nothing_written": True}


def compare(expected: JsonValue, ours: JsonValue) -> str:
    """Compare as everywhere; a recorded midnight or noon in UTC agrees with our plain date, ``<now>`` with anything.

    Ids that the recorder numbered ("id-3") agree with a fresh one.
    """
    return difference(_comparable(expected, ours), ours)


def _comparable(expected: JsonValue, ours: JsonValue) -> JsonValue:
    if isinstance(expected, Mapping) and isinstance(ours, Mapping):
        skipped = {k for k, v in expected.items() if v == "<now>" or (k == "metadata" and v == {})}
        return {k: _comparable(v, ours.get(k)) for k, v in expected.items() if k not in skipped}
    if isinstance(expected, Sequence) and not isinstance(expected, str) and isinstance(ours, Sequence):
        if len(expected) == len(ours):
            return [_comparable(a, b) for a, b in zip(expected, ours, strict=True)]
        return list(expected)
    if isinstance(expected, str) and isinstance(ours, str):
        fresh = ours == "new" and expected.startswith("id-")
        plain = len(ours) == 10 and expected[:11] == f"{ours}T" and "Z" in expected
        return ours if fresh or plain else expected
    return expected


def _known(raw: Mapping[str, object]) -> dict[str, object]:
    """Return a recorded segment without what only that recorder writes."""
    details = raw.get("sourceDetails")
    kept = {k: v for k, v in raw.items() if k != "sourceDetails"}
    if isinstance(details, Mapping) and details:
        kept["sourceDetails"] = {k: v for k, v in details.items() if k in ("mode", "confidence", "timestamp")}
    return kept
