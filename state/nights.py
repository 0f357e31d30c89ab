"""The first night somewhere: it follows from when one lands. All times are local at the place."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta

BED_TIME_ENDS = time(5, 0)
"""Who lands before this hour still goes to bed in the night that began the day before."""


def night_of(landing: datetime) -> date:
    """Return the day on which the first night after a landing begins."""
    return landing.date() - timedelta(days=1) if landing.time() < BED_TIME_ENDS else landing.date()


def begins(nights: Iterable[date], landing: date) -> date:
    """Return the first night to take of those on offer: that of the landing, else the last before, else the first of all."""
    ordered = sorted(nights)
    return max((night for night in ordered if night <= landing), default=ordered[0])
