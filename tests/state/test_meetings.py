"""The bounds that meetings set to the ways there and back."""

import pytest

from tripintent.state.frame import Frame, Place, TimeWindow, Visit, When
from tripintent.state.framing import built
from tripintent.state.meeting import Meeting

DAY = "2027-01-20"
ON = When(said="20 January", day=DAY)
WAY = Frame(
    origin=Place(said="London", name="London", code="LON", kind="city"),
    visits=(Visit(place=Place(said="Frankfurt", name="Frankfurt", code="FRA", kind="city")),),
    depart=ON,
    return_=ON,
    adults=1,
)


def bounds(**said):
    out, back = built(WAY.model_copy(update=said), {})["itinerary"]["segments"]
    window = out.get("arrive_time_window") or {}
    return out.get("land_by"), window.get("end"), back.get("leave_from")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({}, (None, None, None)),
        ({"meetings": (Meeting(day=DAY, start="14:00", end="16:30"),)}, (DAY, "14:00", f"{DAY}T16:30")),
        ({"meetings": (Meeting(day=DAY, start="14:00"),)}, (DAY, "14:00", f"{DAY}T15:00")),
        ({"meetings": (Meeting(day=DAY, start="23:30"),)}, (DAY, "23:30", f"{DAY}T23:59")),
        (
            {"meetings": (Meeting(day=DAY, start="14:00"), Meeting(day=DAY, start="10:00", end="11:00"))},
            (DAY, "10:00", f"{DAY}T15:00"),
        ),
        ({"meetings": (Meeting(day="2027-01-22", start="14:00"),)}, (None, None, None)),
        ({"meetings": (Meeting(day=DAY, start="09:00", place="London"),)}, (None, None, None)),
        ({"arrive_window": TimeWindow(end="14:00")}, (None, "14:00", f"{DAY}T14:00")),
        ({"arrive_by": ON, "arrive_window": TimeWindow(end="14:00")}, (DAY, "14:00", f"{DAY}T14:00")),
        (
            {"return_": When(said="the 21st", day="2027-01-21"), "meetings": (Meeting(day=DAY, start="14:00"),)},
            (DAY, "14:00", None),
        ),
    ],
)
def test_what_a_meeting_bounds(said, expected):
    """Before it one lands, after it one leaves, on its own day alone."""
    assert bounds(**said) == expected
