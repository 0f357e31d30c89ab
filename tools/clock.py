"""Clocks: the machine's, and one that stops for ``--now``, demonstrations and tests."""

from datetime import UTC, datetime, timedelta


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the present moment in UTC."""
        return datetime.now(UTC)


class FixedClock:
    """A clock that moves only when told to: ``FixedClock(datetime(2026, 3, 1, 9, tzinfo=UTC))``."""

    def __init__(self, moment: datetime) -> None:
        self._moment = _aware(moment)

    def now(self) -> datetime:
        """Return the moment last set."""
        return self._moment

    def set(self, moment: datetime) -> None:
        """Jump to an aware moment, forwards or backwards. Raises ValueError for a naive one."""
        self._moment = _aware(moment)

    def advance(self, by: timedelta) -> datetime:
        """Move by a duration and return the new moment."""
        self._moment += by
        return self._moment


def _aware(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        msg = f"the clock needs a time zone: write {moment.isoformat()}+00:00 for UTC"
        raise ValueError(msg)
    return moment.astimezone(UTC)
