"""Where a day has room."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from tripintent.state.designer.ordering import span_of
from tripintent.state.designer.segments import HotelSegment, Segment

DAY_FROM, DAY_TO = time(9), time(22)
SHORTEST = timedelta(minutes=60)


class Free(NamedTuple):
    """Free time on the wall clock."""

    start: datetime
    end: datetime


def free_time(
    segments: Sequence[Segment], day: date, *, begin: time = DAY_FROM, end: time = DAY_TO
) -> tuple[Free, ...]:
    """Return the free stretches of a day of at least an hour, between two times of day; hotels take no time."""
    cursor, last = datetime.combine(day, begin), datetime.combine(day, end)
    spans = [s for seg in segments if not isinstance(seg, HotelSegment) and (s := span_of(seg)) is not None]
    found: list[Free] = []
    for span in sorted(spans, key=lambda s: s.start):
        if span.end <= cursor or span.start >= last:
            continue
        if span.start - cursor >= SHORTEST:
            found.append(Free(cursor, span.start))
        cursor = max(cursor, span.end)
    if last - cursor >= SHORTEST:
        found.append(Free(cursor, last))
    return tuple(found)
