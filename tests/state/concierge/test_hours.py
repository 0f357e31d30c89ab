"""Hours as organisations write them."""

from datetime import datetime

import pytest

from tripintent.state.concierge.hours import Hours, weekly


@pytest.mark.parametrize(
    ("text", "moment", "is_open"),
    [
        ("Mo-Su 07:00-22:00", "2026-11-24T02:30", False),
        ("Mo-Su 07:00-22:00", "2026-11-24T07:00", True),
        ("Tu-Sa 10:00-22:00; Su 10:00-17:00", "2026-11-23T12:00", False),
        ("Tu-Sa 10:00-22:00; Su 10:00-17:00", "2026-11-22T16:59", True),
        ("12:00-14:30, 17:30-22:00", "2026-11-25T15:00", False),
        ("Fr 20:00-02:00", "2026-11-28T01:30", True),
        ("closed", "2026-11-25T15:00", False),
    ],
)
def test_open_at_a_moment(text, moment, is_open):
    """Days, several spans, spans behind midnight, and closed."""
    assert Hours.read(text).open_at(datetime.fromisoformat(moment)) is is_open


def test_what_is_no_span_is_refused_by_name():
    """A person reads which part is not understood."""
    with pytest.raises(ValueError, match="'ten to five' is no span of hours"):
        Hours.read("Mo-Fr ten to five")


def test_hours_by_season_and_by_day():
    """The winter's hours hold in December; a house with hours by day is closed on the days that it leaves out."""
    museum = weekly({"apr-sep": "Tu-Su 10:00-18:00", "oct-mar": "We-Su 10:00-16:00"}, 12)
    assert museum is not None
    assert museum.on(1) == ()
    assert museum.on(2) == ((600, 960),)
    house = weekly({"mon": "closed", "tue": "17:30-22:00"}, 12)
    assert house is not None
    assert house.on(0) == house.on(6) == ()
