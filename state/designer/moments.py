"""Moments as they were said: a plain date, a local time at the place, or a time with an offset. Nothing is filled in.

A moment is text in ISO 8601, so that a whole day stays a whole day. A zone is beside it where one is known; a time
without offset or zone is local to the place and is never taken as UTC.
"""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator

from tripintent.state.plain import plain

_SHORT_OFFSET = re.compile(r"([+-]\d\d)(\d\d)$")
FIRST_YEAR, LAST_YEAR = 1800, 2199
"""Years of moments: no calculation with one of them leaves the calendar, whatever zone or length it takes."""


def read_moment(text: str) -> str | None:
    """Return a text as a moment, ``2027-03-05``, ``2027-03-05T10:00`` or ``…T10:00:00+01:00``; None when it cannot be read.

    A year outside of ``FIRST_YEAR`` to ``LAST_YEAR`` makes it none.
    """
    text = _SHORT_OFFSET.sub(r"\1:\2", text.strip())
    try:
        if len(text) == len("2027-03-05"):
            day = date.fromisoformat(text)
            return day.isoformat() if FIRST_YEAR <= day.year <= LAST_YEAR else None
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return _written(found) if FIRST_YEAR <= found.year <= LAST_YEAR else None


def _written(found: datetime) -> str:
    if found.tzinfo is None:
        return found.isoformat(timespec="minutes" if not found.second else "seconds")
    written = found.isoformat(timespec="milliseconds" if found.microsecond else "seconds")
    return written.removesuffix("+00:00") + "Z" if found.utcoffset() == timedelta() else written


def _moment(text: str) -> str:
    found = read_moment(text)
    if found is None:
        raise ValueError(
            f"{plain(text, 40)!r} is no date or time: write 2027-03-05, or 2027-03-05T10:00 with or without an offset"
        )
    return found


def _clock_time(text: str) -> str:
    try:
        return time.fromisoformat(text).isoformat(timespec="minutes")
    except ValueError as error:
        raise ValueError(f"{text!r} is no time of day: write 15:00") from error


def zone_named(name: str) -> ZoneInfo | None:
    """Return the zone of an IANA name; None for any other text, also for the name of a folder of zones."""
    try:
        return ZoneInfo(name)
    # OSError: "Europe" is a folder, 5,000 letters are not a file name
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def _zone(name: str) -> str:
    if zone_named(name) is None:
        raise ValueError(f"{plain(name, 40)!r} is no time zone: write an IANA name such as Europe/Lisbon")
    return name


Moment = Annotated[str, AfterValidator(_moment)]
PlainDate = Annotated[str, AfterValidator(lambda text: _moment(text)[:10])]
ClockTime = Annotated[str, AfterValidator(_clock_time)]
Zone = Annotated[str, AfterValidator(_zone)]


def day_of(moment: str) -> date:
    """Return the local calendar day of a moment."""
    return date.fromisoformat(moment[:10])


def has_time(moment: str) -> bool:
    """Tell whether a moment says a time of day."""
    return "T" in moment


def local(moment: str) -> datetime:
    """Return the wall clock of a moment, without a zone; a plain date is its midnight."""
    return datetime.fromisoformat(moment).replace(tzinfo=None)


def instant(moment: str, zone: str | None = None) -> datetime | None:
    """Return the instant of a moment in UTC; None where neither offset nor zone is known, or no time was said."""
    if not has_time(moment):
        return None
    found = datetime.fromisoformat(moment)
    if found.tzinfo is None:
        if zone is None:
            return None
        found = found.replace(tzinfo=ZoneInfo(zone))
    return found.astimezone(UTC)


def between(first: str, second: str, first_zone: str | None = None, second_zone: str | None = None) -> timedelta:
    """Return the time from one moment to another: real time where both zones are known, wall clocks otherwise."""
    a, b = instant(first, first_zone), instant(second, second_zone)
    return b - a if a and b else local(second) - local(first)


def shifted(moment: str, by: timedelta) -> str:
    """Return a moment moved on the wall clock; a plain date moves by whole days.

    It may lie beyond the years of what is stored: the end of a thing on the last evening is still shown.
    """
    if not has_time(moment):
        return (day_of(moment) + timedelta(days=by.days)).isoformat()
    return _written(datetime.fromisoformat(moment) + by)


def with_day(moment: str, day: date) -> str:
    """Return a moment on another day, at the same time of day."""
    return shifted(moment, timedelta(days=(day - day_of(moment)).days))


def at(day: date, clock: str) -> str:
    """Return the local moment of a day and a time of day ``HH:MM``."""
    return f"{day.isoformat()}T{clock}"
