"""Which segment words mean, by name, by kind, or as the one spoken of; and what bookings say about tastes.

Tastes are cabin, stars and what a trip costs. Unknown stays unknown.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.moments import day_of
from tripintent.state.designer.sameness import plain, same_word
from tripintent.state.designer.segments import (
    ActivitySegment,
    CabinClass,
    FlightSegment,
    HotelSegment,
    Segment,
    end_place,
    start_place,
    title_of,
)

_KINDS = (
    (re.compile(r"\b(?:flights?|planes?|fly|flug|vol|vuelo|volo|voo)\b"), ("FLIGHT",)),
    (re.compile(r"\b(?:hotels?|hostel|b&b|check[- ]?in|stay|lodging|accommodation|unterkunft)\b"), ("HOTEL",)),
    (re.compile(r"\b(?:taxi|cab|shuttle|transfer|ride|uber|pick[- ]?up|car)\b"), ("TRANSFER",)),
    (re.compile(r"\b(?:trains?|rail|zug|tren|treno|comboio)\b"), ("RAIL", "TRANSFER")),
    (re.compile(r"\b(?:meeting|call)\b"), ("MEETING",)),
)
_THAT = re.compile(r"^(?:they|both|both of them|it|that|this|that one|this one|the same|them|those|these|one|ones?)$")
_FILLERS = re.compile(r"\b(?:again|please|then|altogether|completely|actually|now|really|one more time)\b")
_LAST = re.compile(r"\b(?:last one|one you just added|just added)\b")
_IGNORED = frozenset(
    [
        "the",
        "a",
        "an",
        "one",
        "our",
        "my",
        "this",
        "that",
        "please",
        "to",
        "at",
        "on",
        "in",
        "of",
        "for",
        "it",
        "and",
        "out",
        "off",
        "from",
        "is",
        "are",
        "thing",
        "things",
        "visit",
        "trip",
        "plan",
        "itinerary",
        "all",
    ]
)


def named(
    words: str, document: ItineraryDocument, spoken: Sequence[str] = (), day: str | None = None
) -> tuple[str, ...]:
    """Return the ids that words mean, the best first; those of one kind when only the kind is named; none when unclear.

    ``spoken`` are ids spoken of lately, the newest last: "it" is the newest.
    """
    live = [s for s in document.live if day is None or _on(s, day)] or list(document.live)
    text = re.sub(r"[^\w\s&'-]", " ", words.casefold()).strip()
    text = " ".join(_FILLERS.sub(" ", text).split())
    alive = {s.id for s in document.live}
    recent = [i for i in spoken if i in alive]
    if not text or _THAT.match(text) or _LAST.search(text):
        return tuple(recent[-1:])
    scored = [(s, _score(text, s)) for s in live]
    best = max((score for _, score in scored), default=0.0)
    if best >= 1.0:
        found = [s.id for s, score in scored if score == best]
        return (
            (next((i for i in reversed(recent) if i in found), found[0]),)
            if len(found) > 1 and recent
            else tuple(found)
        )
    kind = next((types for pattern, types in _KINDS if pattern.search(text)), None)
    return tuple(s.id for s in live if kind and s.type in kind)


def _on(segment: Segment, day: str) -> bool:
    return bool(segment.start_datetime and day_of(segment.start_datetime).isoformat() == day)


def _score(text: str, segment: Segment) -> float:
    """Return how many words of the text name the segment; a number of a flight counts double."""
    words = [w for w in plain(text).split() if w not in _IGNORED]
    names = set(_names(segment))
    score = sum(1.0 for w in words if any(same_word(w, n) or (len(w) >= 4 and n.startswith(w)) for n in names))
    if isinstance(segment, FlightSegment) and segment.flight_number.replace(" ", "").casefold() in text.replace(
        " ", ""
    ):
        score += 2.0 if segment.flight_number else 0.0
    return score


def _other_names(segment: Segment) -> tuple[str, ...]:
    """Return what a known sight is called in other languages."""
    names = segment.metadata.get("names")
    return tuple(str(name) for name in names) if isinstance(names, list | tuple) else ()


def _names(segment: Segment) -> list[str]:
    texts = [title_of(segment), *_other_names(segment)]
    for place in (start_place(segment), end_place(segment)):
        texts += [place.name] if place else []
    if isinstance(segment, HotelSegment):
        texts.append(segment.location.town or "")
    if isinstance(segment, ActivitySegment) and segment.category:
        texts.append(segment.category.replace("_", " "))
    extra = {"FLIGHT": "flight plane", "HOTEL": "hotel", "RAIL": "train", "TRANSFER": "transfer"}.get(segment.type, "")
    return [w for t in texts for w in plain(t).split() if w not in _IGNORED] + extra.split()


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
