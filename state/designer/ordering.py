"""Segments in the order of time, and which of them overlap."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from tripintent.state.designer.durations import effective_end
from tripintent.state.designer.moments import has_time, instant, local
from tripintent.state.designer.segments import TRAVEL_TYPES, BaseSegment, HotelSegment, Segment

_LAST = datetime(9999, 1, 1)  # noqa: DTZ001 - a wall clock


class Span(NamedTuple):
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
    if start is None:
        return _LAST, True
    return local(start), not has_time(start)


def span_of(segment: Segment) -> Span | None:
    """Return when a segment takes place; None where no time of day is known."""
    start, end = segment.start_datetime, effective_end(segment)
    if not start or not end or not has_time(start) or not has_time(end):
        return None
    return Span(
        segment,
        local(start),
        local(end),
        instant(start, segment.start_timezone),
        instant(end, segment.end_timezone or segment.start_timezone),
    )


def spans_overlap(a: Span, b: Span) -> bool:
    """Tell whether two spans share time: in real time where both have zones, on the wall clock otherwise."""
    if a.start_real and a.end_real and b.start_real and b.end_real:
        return a.start_real < b.end_real and b.start_real < a.end_real
    return a.start < b.end and b.start < a.end


def excludes(a: Segment, b: Segment) -> bool:
    """Tell whether no one can be in both at a time because both carry people: flights, trains, rides."""
    return isinstance(a, TRAVEL_TYPES) and isinstance(b, TRAVEL_TYPES)


def overlapping(segments: Sequence[Segment]) -> Iterator[tuple[Segment, Segment]]:
    """Yield all pairs of timed segments that overlap, hotels and cancelled ones aside, each pair in order of time."""
    spans = [
        span
        for s in segments
        if s.status != "CANCELLED" and not isinstance(s, HotelSegment) and (span := span_of(s)) is not None
    ]
    spans.sort(key=lambda s: s.start)
    for at, first in enumerate(spans):
        for second in spans[at + 1 :]:
            if second.start >= first.end and not _zones_differ(first, second):
                break
            if spans_overlap(first, second):
                yield first.segment, second.segment


def _zones_differ(a: Span, b: Span) -> bool:
    """Tell whether the wall clocks of two spans cannot be compared."""
    if a.end_real is None or b.start_real is None:
        return False
    return (a.end - a.end_real.astimezone(UTC).replace(tzinfo=None)) != (b.start - b.start_real.replace(tzinfo=None))
