"""Cases of the trip designer: those of dates, nights, places and imports here, plans and schemas beside it."""

from typing import Any, cast

from pydantic import JsonValue

from tripintent.evals.vectors import designer_plan, designer_schema
from tripintent.evals.vectors.case import Case, Kind, Kinds
from tripintent.evals.vectors.designer_common import compare, segments_of, told
from tripintent.state.designer.moments import has_time, read_moment
from tripintent.state.designer.ordering import nights_of
from tripintent.state.designer.parts import Location
from tripintent.state.designer.sameness import near, same_place, same_word, similar_words
from tripintent.state.designer.segments import HotelSegment
from tripintent.tools.imports.reader import normalise


def _date(case: Case) -> JsonValue:
    return read_moment(case.input) if isinstance(case.input, str) else None


def _compare_date(expected: JsonValue, ours: JsonValue) -> str:
    """Compare; where the better answer is a sentence, it asks for a plain date or a local time."""
    if not isinstance(expected, str) or expected[:4].isdigit():
        return compare(expected, ours)
    if not isinstance(ours, str):
        return f"expected {expected}, ours {ours}"
    local = has_time(ours) and "Z" not in ours and "+" not in ours
    good = not has_time(ours) if "calendar date" in expected else local
    return "" if good else f"expected {expected}, ours {ours}"


def _nights(case: Case) -> JsonValue:
    found: list[JsonValue] = []
    for segment in segments_of(case.input):
        nights = nights_of(segment) if isinstance(segment, HotelSegment) else ()
        found += [n._asdict() for n in nights] or [told(segment)]
    return found


def _compare_nights(expected: JsonValue, ours: JsonValue) -> str:
    """Compare; where the better answer is a sentence: each night its own dates and id, and one check-out at the end."""
    if not isinstance(expected, str):
        return compare(expected, ours)
    have = cast("list[dict[str, Any]]", ours)
    out = [n for n in have if n["is_checkout"]]
    ids, starts = {n["id"] for n in have}, {n["start"] for n in have}
    good = len(out) == 1 and len(have) == have[0]["nights"] + 1 == len(ids) == len(starts)
    return "" if good else f"expected {expected}, ours {have}"


def _normalise(case: Case) -> Any:
    found = [normalise(s) for s in case.input["segments"]]
    return {
        **case.input,
        "segments": [f.data for f in found],
        "warnings": [w for f in found for w in f.warnings],
        "assumed": [a for f in found for a in f.assumed],
        "invalid": [i for f in found for i in f.invalid],
        "codes": [f.data.get(p, {}).get("code") for f in found for p in ("origin", "destination")],
        "endDatetime": found[0].data.get("endDatetime"),
    }


def _compare_normalised(expected: JsonValue, ours: JsonValue) -> str:
    """Compare; a sentence asks for local times, or for no code where none is an airport's."""
    have = cast("dict[str, Any]", ours)
    if isinstance(expected, str):
        return _as_said(expected, have)
    want = cast("dict[str, Any]", expected)
    if "assumed_end" in want:
        return compare(cast("JsonValue", {"invalid": want["invalid"]}), ours) or (
            "an end was made up" if have["endDatetime"] else ""
        )
    return compare(cast("JsonValue", {k: v for k, v in want.items() if k != "status"}), ours)


def _as_said(sentence: str, have: dict[str, Any]) -> str:
    times = [str(s.get(k)) for s in have["segments"] for k in ("startDatetime", "endDatetime")]
    if "local time" in sentence:
        return f"a zone was added: {times}" if any("Z" in t or "+" in t for t in times) else ""
    codes = [p["code"] for s in have["segments"] for p in s.values() if isinstance(p, dict) and p.get("code")]
    kept = [c for c in codes if len(c) != 3 and not any(s.get("type") == "HOTEL" for s in have["segments"])]
    return "" if have["warnings"] and not kept else f"codes {codes}, warnings {have['warnings']}"


KINDS: Kinds = {
    **designer_plan.KINDS,
    **designer_schema.KINDS,
    "date.parse": Kind(_date, _compare_date),
    "view.hotel_nights": Kind(_nights, _compare_nights),
    "place.same": Kind(
        lambda case: same_place(*(Location.model_validate(p) for p in case.input)),
        lambda expected, ours: compare(None if isinstance(expected, str) else expected, ours),
    ),
    "place.near": Kind(lambda c: near(*(Location.model_validate(p) for p in c.input)), compare),
    "place.word": Kind(lambda c: same_word(*c.input), compare),
    "place.words": Kind(lambda c: similar_words(*c.input), compare),
    "import.normalise": Kind(_normalise, _compare_normalised),
}
