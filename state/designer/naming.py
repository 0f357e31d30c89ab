"""Which segment words mean, by name, by kind, or as the one spoken of; and what bookings say about tastes.

Tastes are cabin, stars and what a trip costs. Unknown stays unknown.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

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
