"""Clocks tell aware UTC time; the fixed one moves only when told to."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from tripintent.tools.clock import FixedClock, SystemClock


def test_the_machines_clock_is_aware_and_moves_on():
    """Two looks are in order and in UTC."""
    clock = SystemClock()
    first = clock.now()
    assert first.tzinfo is UTC
    assert clock.now() >= first


def test_a_fixed_clock_stands_until_it_is_moved():
    """Set and advance move it; a moment in another zone is told in UTC."""
    clock = FixedClock(datetime(2026, 3, 1, 10, tzinfo=timezone(timedelta(hours=1))))
    assert clock.now() == clock.now() == datetime(2026, 3, 1, 9, tzinfo=UTC)
    assert clock.advance(timedelta(days=1)) == clock.now() == datetime(2026, 3, 2, 9, tzinfo=UTC)
    clock.set(datetime(2026, 1, 1, tzinfo=UTC))
    assert clock.now() == datetime(2026, 1, 1, tzinfo=UTC)


def test_a_moment_without_a_zone_is_refused():
    """The error says how to write it."""
    with pytest.raises(ValueError, match=r"\+00:00"):
        FixedClock(datetime(2026, 3, 1))  # noqa: DTZ001 - the wrong thing on purpose
