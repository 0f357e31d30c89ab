"""The first night somewhere: it follows from when one lands. All times are local at the place."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta

BED_TIME_ENDS = time(5, 0)
"""Who lands before this hour still goes to bed in the night that began the day before."""

NIGHT_STARTS, NIGHT_ENDS = time(22, 0), time(5, 0)
MORNING_STARTS, MORNING_ENDS = time(3, 0), time(12, 0)


def night_of(landing: datetime) -> date:
    """Return the day on which the first night after a landing begins."""
    return landing.date() - timedelta(days=1) if landing.time() < BED_TIME_ENDS else landing.date()


def begins(nights: Iterable[date], landing: date) -> date:
    """Return the first night to take of those on offer: that of the landing, else the last before, else the first of all."""
    ordered = sorted(nights)
    return max((night for night in ordered if night <= landing), default=ordered[0])


def is_red_eye(departs: datetime, arrives: datetime) -> bool:
    """Tell whether a flight costs the night.

    It departs from 22:00 to 05:00 (local at the origin) and lands from 03:00 to before 12:00 (local at the
    destination). A flight at 22:30 that lands at 23:40 or 00:50 still leaves a night in bed; one that lands in the
    afternoon is a day flight after an early start. Dates are not compared: they mean nothing across the date line.
    """
    leaves, lands = departs.time(), arrives.time()
    at_night = leaves >= NIGHT_STARTS or leaves <= NIGHT_ENDS
    return at_night and MORNING_STARTS <= lands < MORNING_ENDS
