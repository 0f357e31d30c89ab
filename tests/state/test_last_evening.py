"""A thing on the last evening that a plan may hold is still shown, with the usual length behind it."""

from datetime import timedelta

import pytest

from tripintent.state.designer.moments import read_moment, shifted


@pytest.mark.parametrize("moment", ["2199-12-31T23:59:59+14:00", "2199-12-31T23:00", "2199-12-31"])
def test_the_end_of_the_last_evening_is_computed(moment):
    """What is stored ends with that year; what is computed from it does not fail."""
    assert read_moment(moment) is not None
    later = shifted(moment, timedelta(days=1))
    assert later.startswith("2200-01-01")
    assert read_moment(later) is None
