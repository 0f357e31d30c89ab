"""Cases of dates, nights, places, and what bookings say of tastes."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, cast

from pydantic import JsonValue

from tripintent.evals.vectors.case import Case, Kind, Kinds
from tripintent.evals.vectors.designer_common import compare, segments_of, told_segment
from tripintent.state.designer.moments import has_time, read_moment
from tripintent.state.designer.ordering import nights_of
from tripintent.state.designer.parts import Location
from tripintent.state.designer.sameness import near, same_place, same_word, similar_words
from tripintent.state.designer.segments import CabinClass, FlightSegment, HotelSegment, Segment

Tier = Literal["luxury", "premium", "economy"]

_LUXURY = r"four seasons|ritz|st\.? regis|mandarin oriental|peninsula|aman|waldorf|park hyatt|rosewood|bulgari|raffles"
_PREMIUM = r"marriott|hilton|hyatt|sheraton|westin|intercontinental|sofitel|renaissance|jw |doubletree|le m[eé]ridien"
_SIMPLE = r"budget|ibis|motel|hostel|travelodge|premier inn|super 8|days inn|holiday inn express|\binn\b|b&b|econo"
_STARS = tuple(
    (re.compile(words, re.IGNORECASE), stars) for words, stars in ((_LUXURY, 5), (_PREMIUM, 4), (_SIMPLE, 3))
)
_CABINS: tuple[CabinClass, ...] = ("FIRST", "BUSINESS", "PREMIUM_ECONOMY", "ECONOMY")
_CABIN_POINTS = {"FIRST": 4, "BUSINESS": 3, "PREMIUM_ECONOMY": 2, "ECONOMY": 1}
_STAR_POINTS = {5: 4, 4: 2, 3: 1}


class Tastes(NamedTuple):
    """Features that the booked things have in common. None where nothing booked says it."""

    cabin: CabinClass | None
    stars: int | None
    tier: Tier | None
    confidence: Literal["none", "low", "high"]


def cabin_of(segments: Sequence[Segment]) -> CabinClass | None:
    """Return the cabin of most flights, the higher one at a tie; None without a flight whose cabin is known."""
    found = Counter(s.cabin_class for s in segments if isinstance(s, FlightSegment))
    most = max((found[cabin] for cabin in _CABINS), default=0)
    return next((cabin for cabin in _CABINS if most and found[cabin] == most), None)


def stars_of(segments: Sequence[Segment]) -> int | None:
    """Return the mean class of the hotels by the names of their chains; None where no name is known."""
    known = [stars for s in segments if isinstance(s, HotelSegment) and (stars := _stars(s.property.name))]
    return round(sum(known) / len(known)) if known else None


def tastes_of(segments: Sequence[Segment]) -> Tastes:
    """Return cabin, stars and tier. Flights alone never make a trip luxurious, and say it with low confidence."""
    cabin, stars = cabin_of(segments), stars_of(segments)
    points = [_CABIN_POINTS[cabin]] if cabin else []
    points += [_STAR_POINTS[stars]] if stars in _STAR_POINTS else []
    if not points:
        return Tastes(cabin, stars, None, "none")
    mean = sum(points) / len(points)
    tier: Tier = "luxury" if mean >= 3.5 else "premium" if mean >= 1.5 else "economy"
    return Tastes(cabin, stars, tier, "high" if cabin and stars else "low")


def _stars(name: str) -> int | None:
    return next((stars for pattern, stars in _STARS if pattern.search(name)), None)


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
    "date.parse": Kind(_date, _compare_date),
    "view.hotel_nights": Kind(_nights, _compare_nights),
    "infer.cabin": Kind(lambda c: cabin_of(segments_of(c.input)), compare),
    "infer.hotel_tier": Kind(lambda c: stars_of(segments_of(c.input)), compare),
    "infer.preferences": Kind(_tastes, compare),
    "place.same": Kind(_same, _compare_same),
    "place.near": Kind(lambda c: near(*(Location.model_validate(p) for p in _input(c))), compare),
    "place.word": Kind(lambda c: same_word(*_input(c)), compare),
    "place.words": Kind(lambda c: similar_words(*_input(c)), compare),
}
