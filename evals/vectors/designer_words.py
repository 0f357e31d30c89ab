"""Cases of questions, model replies, places in a text, dates, and what bookings say of tastes."""

from collections.abc import Mapping
from typing import Any, cast

from pydantic import JsonValue

from tripintent.evals.vectors.case import Case, Kind, Kinds
from tripintent.evals.vectors.designer_common import compare, segments_of, told_segment
from tripintent.state.designer.moments import has_time, read_moment
from tripintent.state.designer.naming import cabin_of, stars_of, tastes_of
from tripintent.state.designer.ordering import nights_of
from tripintent.state.designer.parts import Location
from tripintent.state.designer.sameness import near, same_place, same_word, similar_words
from tripintent.state.designer.segments import HotelSegment
from tripintent.state.designer.talk import faults_of, one_question, parse_questions
from tripintent.tools.designer import model_text
from tripintent.tools.places.marks import marks_in

_DEGREES = 0.15


def _input(case: Case) -> Any:
    return case.input


def _question(case: Case) -> JsonValue:
    faults = faults_of(_input(case))
    return {"valid": not faults, "faults": list(faults)}


def _compare_faults(expected: JsonValue, ours: JsonValue) -> str:
    want, have = cast("dict[str, Any]", expected), cast("dict[str, Any]", ours)
    same = want["valid"] == have["valid"] and len(want.get("errors", [])) == len(have["faults"])
    return "" if same else f"expected {want}, ours {have}"


def _one(case: Case) -> JsonValue:
    wrong = one_question(_input(case))
    return {"valid": wrong is None, "error": wrong}


def _compare_one(expected: JsonValue, ours: JsonValue) -> str:
    """Compare validity, and whether none or many was the fault, by the number that the recorded words name."""
    want, have = cast("dict[str, Any]", expected), cast("dict[str, Any]", ours)
    fault = want.get("error")
    meant = None if not fault else "none" if fault.startswith("No ") else "many"
    return "" if want["valid"] == have["valid"] and meant == have["error"] else f"expected {want}, ours {have}"


def _questions(case: Case) -> JsonValue:
    return [
        q.model_dump(mode="json", by_alias=True, exclude_none=True, exclude_defaults=True)
        for q in parse_questions(_input(case))
    ]


def _date(case: Case) -> JsonValue:
    return read_moment(_input(case)) if isinstance(_input(case), str) else None


def _compare_date(expected: JsonValue, ours: JsonValue) -> str:
    """Compare; where the better answer is a sentence, it asks for a plain date or a local time."""
    if not isinstance(expected, str) or expected[:4].isdigit():
        return compare(expected, ours)
    if not isinstance(ours, str):
        return f"expected {expected}, ours {ours}"
    local = has_time(ours) and "Z" not in ours and "+" not in ours
    good = not has_time(ours) if "calendar date" in expected else local
    return "" if good else f"expected {expected}, ours {ours}"


def _marks(case: Case) -> JsonValue:
    return [m._asdict() for m in marks_in(_input(case))]


def _compare_marks(expected: JsonValue, ours: JsonValue) -> str:
    """Compare codes, kinds and positions to a tenth of a degree in any order; of a sentence, the names that it names."""
    have = cast("list[dict[str, Any]]", ours)
    if isinstance(expected, str):
        names = [m["label"].split(" (")[0] for m in have]
        wanted = [w for w in expected.replace(",", " ").split() if w[:1].isupper() or w.isupper()]
        missing = [w for w in wanted if not any(w.strip("()") in n for n in names)]
        return f"{missing} not among {names}" if missing else ""
    want = cast("list[dict[str, Any]]", expected)
    if len(want) != len(have):
        return f"expected {[w['label'] for w in want]}, ours {[h['label'] for h in have]}"
    lost = [w["label"] for w in want if not any(_same_mark(w, h) for h in have)]
    return f"not found: {lost} among {have}" if lost else ""


def _same_mark(want: Mapping[str, Any], have: Mapping[str, Any]) -> bool:
    return bool(
        want["type"] == have["type"]
        and want["label"].split(" (")[0] == have["label"].split(" (")[0]
        and abs(want["lat"] - have["lat"]) < _DEGREES
        and abs(want["lng"] - have["lng"]) < _DEGREES
    )


def _nights(case: Case) -> JsonValue:
    told: list[JsonValue] = []
    for segment in segments_of(case.input):
        nights = nights_of(segment) if isinstance(segment, HotelSegment) else ()
        told += [n._asdict() for n in nights] or [cast("JsonValue", told_segment(segment))]
    return told


def _compare_nights(expected: JsonValue, ours: JsonValue) -> str:
    """Compare; where the better answer is a sentence: each night its own dates and id, and one check-out at the end."""
    if not isinstance(expected, str):
        return compare(expected, ours)
    have = cast("list[dict[str, Any]]", ours)
    out = [n for n in have if n["is_checkout"]]
    ids, starts = {n["id"] for n in have}, {n["start"] for n in have}
    good = len(out) == 1 and len(have) == have[0]["nights"] + 1 == len(ids) == len(starts)
    return "" if good else f"expected {expected}, ours {have}"


def _tastes(case: Case) -> JsonValue:
    found = tastes_of(segments_of(case.input))
    return {
        "cabinClass": found.cabin,
        "hotelStarRating": found.stars,
        "budgetTier": found.tier,
        "confidence": found.confidence,
    }


def _same(case: Case) -> JsonValue:
    return same_place(*(Location.model_validate(p) for p in _input(case)))


def _compare_same(expected: JsonValue, ours: JsonValue) -> str:
    return compare(None if isinstance(expected, str) else expected, ours)


KINDS: Kinds = {
    "question.valid": Kind(_question, _compare_faults),
    "question.one": Kind(_one, _compare_one),
    "question.parse": Kind(_questions, compare),
    "date.parse": Kind(_date, _compare_date),
    "stream.clean": Kind(lambda c: model_text.clean_text(_input(c)), compare),
    "stream.display": Kind(lambda c: model_text.shown_so_far(_input(c)), compare),
    "stream.json_start": Kind(lambda c: model_text.starts_json(_input(c)), compare),
    "stream.json_complete": Kind(lambda c: model_text.has_complete_json(_input(c)), compare),
    "map.detect_places": Kind(_marks, _compare_marks),
    "view.hotel_nights": Kind(_nights, _compare_nights),
    "infer.cabin": Kind(lambda c: cabin_of(segments_of(c.input)), compare),
    "infer.hotel_tier": Kind(lambda c: stars_of(segments_of(c.input)), compare),
    "infer.preferences": Kind(_tastes, compare),
    "place.same": Kind(_same, _compare_same),
    "place.near": Kind(lambda c: near(*(Location.model_validate(p) for p in _input(c))), compare),
    "place.word": Kind(lambda c: same_word(*_input(c)), compare),
    "place.words": Kind(lambda c: similar_words(*_input(c)), compare),
}
