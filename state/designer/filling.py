"""A ride for a gap: inferred, tentative, and said to be so."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import NamedTuple

from tripintent.state.designer.atlas import Atlas
from tripintent.state.designer.durations import effective_end
from tripintent.state.designer.gaps import Gap, gaps_in
from tripintent.state.designer.moments import between, shifted
from tripintent.state.designer.ordering import by_time
from tripintent.state.designer.segments import (
    FlightSegment,
    Segment,
    TransferSegment,
    end_place,
    start_place,
    title_of,
)

MARGIN = timedelta(minutes=15)
LANDING_MARGIN = timedelta(minutes=30)
AIRPORT_FROM, AIRPORT_BY = timedelta(hours=3), timedelta(hours=2)
SHORTEST = timedelta(minutes=30)


class Issue(NamedTuple):
    """A missing ride to or from an airport, with the ride that would mend it."""

    type: str
    severity: str
    indices: tuple[int, int]
    fix: TransferSegment | None


def ride_for(gap: Gap, segment_id: str) -> TransferSegment | None:
    """Return a ride for a gap within a town; None where a ride does not fit, or is not what is missing."""
    here, there = end_place(gap.before), start_place(gap.after)
    times = _times(gap)
    if gap.suggested_type != "TRANSFER" or here is None or there is None or times is None:
        return None
    return TransferSegment(
        id=segment_id,
        status="TENTATIVE",
        source="agent",
        transfer_type="PRIVATE",
        pickup_location=here,
        dropoff_location=there,
        start_datetime=times[0],
        end_datetime=times[1],
        start_timezone=gap.before.end_timezone or gap.before.start_timezone,
        end_timezone=gap.after.start_timezone,
        inferred=True,
        inferred_reason=f"nothing says how one gets from {title_of(gap.before)} to {title_of(gap.after)}",
    )


def airport_issues(
    segments: Sequence[Segment], make_id: Callable[[], str], atlas: Atlas | None = None
) -> tuple[Issue, ...]:
    """Return the flights that nothing leads to or from within a town; rides of travellers' lives, so severity HIGH."""
    return tuple(
        Issue("MISSING_AIRPORT_TRANSFER", "HIGH", (gap.before_index, gap.after_index), ride_for(gap, make_id()))
        for gap in gaps_in(segments, atlas)
        if gap.suggested_type == "TRANSFER" and FlightSegment in (type(gap.before), type(gap.after))
    )


def filled(segments: Sequence[Segment], issues: Sequence[Issue]) -> tuple[Segment, ...]:
    """Return the segments in order of time with every severe issue's fix put in."""
    fixes = [issue.fix for issue in issues if issue.severity == "HIGH" and issue.fix is not None]
    return by_time([*segments, *fixes])


def _times(gap: Gap) -> tuple[str, str] | None:
    end, start = effective_end(gap.before), gap.after.start_datetime
    if not end or not start:
        return None
    if isinstance(gap.after, FlightSegment):
        return shifted(start, -AIRPORT_FROM), shifted(start, -AIRPORT_BY)
    margin = LANDING_MARGIN if isinstance(gap.before, FlightSegment) else MARGIN
    leave = shifted(end, margin)
    arrive = shifted(start, -margin)
    if between(leave, arrive) < SHORTEST:
        arrive = shifted(leave, SHORTEST)
    fits = "late_check_in" in gap.notes or between(arrive, start) >= timedelta()
    return (leave, arrive) if fits else None
