"""Segments in time: their order, which overlap, how long things usually take, and a stay seen night by night.

Where nothing is known of how long something takes, the confidence is low.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple

from tripintent.state.designer.moments import at, day_of, has_time, instant, local, shifted
from tripintent.state.designer.segments import (
    TRAVEL_TYPES,
    ActivitySegment,
    BaseSegment,
    CustomSegment,
    HotelSegment,
    MeetingSegment,
    Segment,
    TransferSegment,
    is_had,
    title_of,
)

Confidence = Literal["high", "medium", "low"]


class Usual(NamedTuple):
    """Hours, and how sure the rule is."""

    hours: float
    confidence: Confidence
    rule: str


_COOKING = r"(?:clase|curso|corso|lezione|aula) d[ei] (?:cocina|cucina|cozinha|culin\w+)"
_RULES: tuple[tuple[str, float, Confidence], ...] = (
    ("breakfast|fr[uü]hst[uü]ck|petit d[eé]jeuner|desayuno|colazione", 1, "high"),
    ("brunch", 1.5, "high"),
    ("lunch|mittagessen|d[eé]jeuner|almuerzo|almo[cç]o|pranzo", 1.5, "high"),
    ("dinner|supper|abendessen|d[iî]ner|cena|jantar", 2, "high"),
    ("opera|ballet|oper", 3, "high"),
    ("movie|cinema|film|kino", 2, "high"),
    ("concert|konzert|concierto|concerto|show|musical|theat(?:re|er)|broadway|matinee", 2.5, "high"),
    (f"cooking (?:class|lesson)|workshop|kochkurs|cours de cuisine|{_COOKING}", 3, "medium"),
    ("tour|excursion|\\w*f[uü]hrung|visite guid[eé]e|visita guiada|visita guidata", 3, "medium"),
    ("museums?|gallery|galleries|exhibition|mus[eé]e|museo", 2, "medium"),
    ("spa|massage|sauna", 2, "medium"),
    ("golf", 4, "medium"),
    ("hik(?:e|ing)|trek|wanderung", 3, "medium"),
    ("meeting|call", 1, "medium"),
    ("coffee|caf[eé]|cake|drinks?|aperitivo|gelato", 1, "medium"),
)
_COMPILED: tuple[tuple[re.Pattern[str], float, Confidence, str], ...] = tuple(
    (re.compile(rf"\b(?:{words})\b", re.IGNORECASE), hours, sure, words) for words, hours, sure in _RULES
)
DEFAULT_HOURS = 2.0
TRANSFER_HOURS = 0.5


def usual_duration(name: str, *, is_meeting: bool = False) -> Usual:
    """Return how long a thing of this name usually takes; 2 hours with low confidence when nothing is known of it."""
    for pattern, hours, confidence, words in _COMPILED:
        if pattern.search(name):
            return Usual(hours, confidence, words.split("|")[0])
    return Usual(1, "medium", "meeting") if is_meeting else Usual(DEFAULT_HOURS, "low", "default")


def duration_of(segment: BaseSegment) -> Usual:
    """Return the usual duration of a segment, by its name, description and category."""
    if isinstance(segment, TransferSegment):
        return Usual(TRANSFER_HOURS, "medium", "transfer")
    words = [title_of(segment)]
    if isinstance(segment, ActivitySegment | CustomSegment):
        words += [segment.description or ""]
    if isinstance(segment, ActivitySegment):
        words += [segment.category or ""]
    found = usual_duration(words[0], is_meeting=isinstance(segment, MeetingSegment))
    return found if found.confidence != "low" else usual_duration(" ".join(words))


def effective_end(segment: BaseSegment) -> str | None:
    """Return the end, or the start and the usual duration where no end is said."""
    start, end = segment.start_datetime, segment.end_datetime
    if start is None or not has_time(start):
        return end or start
    if end is not None and has_time(end) and end != start:
        return end
    return shifted(start, timedelta(hours=duration_of(segment).hours))


_LAST = datetime(9999, 1, 1)  # noqa: DTZ001 - a wall clock


class SegmentSpan(NamedTuple):
    """A segment with its wall clock and, where zones are known, its real time."""

    segment: Segment
    start: datetime
    end: datetime
    start_real: datetime | None
    end_real: datetime | None


def by_time(segments: Iterable[Segment]) -> tuple[Segment, ...]:
    """Return segments sorted by start; unknown starts come last, equal ones keep their order."""
    return tuple(sorted(segments, key=_sort_key))


def _sort_key(segment: BaseSegment) -> tuple[datetime, bool]:
    start = segment.start_datetime
    return (_LAST, True) if start is None else (local(start), not has_time(start))


def span_of(segment: Segment) -> SegmentSpan | None:
    """Return when a segment takes place; None where no time of day is known."""
    start, end = segment.start_datetime, effective_end(segment)
    if not start or not end or not has_time(start) or not has_time(end):
        return None
    return SegmentSpan(
        segment,
        local(start),
        local(end),
        instant(start, segment.start_timezone),
        instant(end, segment.end_timezone or segment.start_timezone),
    )


def spans_overlap(a: SegmentSpan, b: SegmentSpan) -> bool:
    """Tell whether two spans share time: in real time where both have zones, on the wall clock otherwise."""
    if a.start_real and a.end_real and b.start_real and b.end_real:
        return a.start_real < b.end_real and b.start_real < a.end_real
    return a.start < b.end and b.start < a.end


def excludes(a: Segment, b: Segment) -> bool:
    """Tell whether no one can be in both at a time because both carry people: flights, trains, rides."""
    return isinstance(a, TRAVEL_TYPES) and isinstance(b, TRAVEL_TYPES)


def overlapping(segments: Sequence[Segment]) -> Iterator[tuple[Segment, Segment]]:
    """Yield all pairs of timed segments that overlap, what one has for days and cancelled ones aside, each pair in order of time."""
    spans = [span for s in segments if s.status != "CANCELLED" and not is_had(s) and (span := span_of(s)) is not None]
    spans.sort(key=lambda s: s.start)
    for place, first in enumerate(spans):
        for second in spans[place + 1 :]:
            if second.start >= first.end and not _zones_differ(first, second):
                break
            if spans_overlap(first, second):
                yield first.segment, second.segment


def _zones_differ(a: SegmentSpan, b: SegmentSpan) -> bool:
    """Tell whether the wall clocks of two spans cannot be compared."""
    if a.end_real is None or b.start_real is None:
        return False
    return (a.end - a.end_real.astimezone(UTC).replace(tzinfo=None)) != (b.start - b.start_real.replace(tzinfo=None))


_MEALS = (
    "breakfast", "brunch", "lunch", "dinner", "restaurant", "cafe", "café", "food", "tapas", "market", "supper", "dining",
)  # fmt: skip


def is_meal(segment: BaseSegment) -> bool:
    """Tell whether one eats there, by its name and category."""
    category = segment.category or "" if isinstance(segment, ActivitySegment) else ""
    return any(word in f"{title_of(segment)} {category}".casefold() for word in _MEALS)


class Night(NamedTuple):
    """One night of a stay, or its check-out: its own id, and its own start and end."""

    id: str
    segment_id: str
    start: str
    end: str
    number: int
    nights: int
    is_checkout: bool


def nights_of(hotel: HotelSegment) -> tuple[Night, ...]:
    """Return each night with its own dates, and one entry for the check-out; empty where the dates are unknown."""
    if not hotel.check_in_date or not hotel.check_out_date:
        return ()
    count = (day_of(hotel.check_out_date) - day_of(hotel.check_in_date)).days
    found = []
    for number in range(count):
        day = shifted(hotel.check_in_date, timedelta(days=number))
        clock = hotel.check_in_time if number == 0 else "00:00"
        end = shifted(day, timedelta(days=1))
        start = at(day_of(day), clock)
        found.append(Night(f"{hotel.id}:{day}", hotel.id, start, f"{end}T00:00", number + 1, count, is_checkout=False))
    leave = at(day_of(hotel.check_out_date), hotel.check_out_time)
    out = Night(f"{hotel.id}:out", hotel.id, f"{hotel.check_out_date}T00:00", leave, count, count, is_checkout=True)
    return (*found, out)
