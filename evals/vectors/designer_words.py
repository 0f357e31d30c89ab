"""Cases of dates, nights and places."""

from typing import Any, cast

from pydantic import JsonValue

from tripintent.evals.vectors.case import Case, Kind, Kinds
from tripintent.evals.vectors.designer_common import compare, segments_of, told_segment
from tripintent.state.designer.moments import has_time, read_moment
from tripintent.state.designer.ordering import nights_of
from tripintent.state.designer.parts import Location
from tripintent.state.designer.sameness import near, same_place, same_word, similar_words
from tripintent.state.designer.segments import HotelSegment


def _input(case: Case) -> Any:
    return case.input


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


def _same(case: Case) -> JsonValue:
    return same_place(*(Location.model_validate(p) for p in _input(case)))


def _compare_same(expected: JsonValue, ours: JsonValue) -> str:
    return compare(None if isinstance(expected, str) else expected, ours)


KINDS: Kinds = {
    "date.parse": Kind(_date, _compare_date),
    "view.hotel_nights": Kind(_nights, _compare_nights),
    "place.same": Kind(_same, _compare_same),
    "place.near": Kind(lambda c: near(*(Location.model_validate(p) for p in _input(c))), compare),
    "place.word": Kind(lambda c: same_word(*_input(c)), compare),
    "place.words": Kind(lambda c: similar_words(*_input(c)), compare),
}
