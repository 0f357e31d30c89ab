"""Moments in local time that can be subtracted and stored: aware, with the plain offset that holds there and then."""

from datetime import UTC, date, datetime, timedelta, timezone
from functools import lru_cache
from zoneinfo import ZoneInfo


def local_moment(day: date, minute: int, zone: str) -> datetime:
    """Return a local day and minute after midnight in an IANA zone; a minute that the clocks skip moves forward."""
    local = datetime(day.year, day.month, day.day, minute // 60 % 24, minute % 60, tzinfo=ZoneInfo(zone))
    return with_plain_offset(local.astimezone(UTC).astimezone(ZoneInfo(zone)))


def with_plain_offset(moment: datetime) -> datetime:
    """Return the moment with a plain offset: two times in one ZoneInfo would be subtracted by their clock faces."""
    return moment.replace(tzinfo=_zone(moment.utcoffset() or timedelta(0)))


@lru_cache(maxsize=128)
def _zone(offset: timedelta) -> timezone:
    return timezone(offset) if offset else UTC
