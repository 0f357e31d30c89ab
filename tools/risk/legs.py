"""The order of the legs, and the time between two of them: they are separate tickets, so no one waits for anybody."""

from collections.abc import Iterator
from itertools import pairwise

from tripintent.state.bundles import Issue
from tripintent.tools.ports.ranking import RiskRequest
from tripintent.tools.ranking.words import duration
from tripintent.tools.risk.minimums import Minimums, minutes_between


def leg_risks(request: RiskRequest) -> Iterator[Issue]:
    """Yield a blocking issue for a leg that leaves before the one before has landed, a warning for a close one."""
    minimums = Minimums(request.rules.connection_minutes)
    for i, (one, two) in enumerate(pairwise(request.flights), start=1):
        gap = minutes_between(one.segments[-1], two.segments[0])
        least = minimums.between_legs(one.segments[-1], two.segments[0])
        facts = {"minutes": str(gap), "minimum": str(least), "before": str(i), "after": str(i + 1)}
        if gap < 0:
            yield Issue(
                code="legs_out_of_order",
                severity="block",
                path=f"flights[{i}]",
                text=f"Flight {i + 1} leaves {duration(-gap)} before flight {i} has landed.",
                facts=facts,
            )
        elif gap < least:
            yield Issue(
                code="short_time_between_flights",
                path=f"flights[{i}]",
                text=f"Only {duration(gap)} lie between flights {i} and {i + 1}, which are separate tickets; "
                f"{duration(least)} are advised, and a missed flight would be lost.",
                confirm=True,
                facts=facts,
            )
