"""The bounds that meetings set to the ways there and back, the time between airport and meeting, and the last evening."""

from collections import Counter
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tripintent.state.designer.moments import read_moment, shifted
from tripintent.state.frame import Frame, Meeting, Place, TimeWindow, Visit, When
from tripintent.state.framing import built
from tripintent.state.offers import FlightHop, FlightOffer
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.trip import TripIntent
from tripintent.tools.places.atlas import GazetteerAtlas
from tripintent.tools.toolbox.meetings import counted, punctual

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


ATLAS = GazetteerAtlas()


def trip_to(place: str | None = None) -> TripIntent:
    frame = WAY.model_copy(update={"meetings": (Meeting(day=DAY, start="14:00", end="15:00", place=place),)})
    return apply_patch(TripIntent(), Patch(merge=dict(built(frame, {}))))


def flight(here: str, there: str, leaves: str, lands: str) -> FlightOffer:
    zone = ZoneInfo("Europe/Berlin")
    times = [datetime.fromisoformat(f"{DAY}T{clock}").replace(tzinfo=zone) for clock in (leaves, lands)]
    hop = FlightHop(origin=here, destination=there, depart_at=times[0], arrive_at=times[1], airline="A")
    money = {"amount": 100, "currency": "EUR"}
    return FlightOffer(option_id="o", supplier="s", segments=(hop,), total_price=money, expires_at=times[0])


@pytest.mark.parametrize(("lands", "fits"), [("12:30", True), ("13:10", False), ("13:40", False), ("14:30", False)])
def test_a_landing_leaves_time_for_the_way_into_town(lands: str, fits: bool) -> None:
    """Half an hour out of Frankfurt's airport, and some forty minutes into the town."""
    dropped = Counter[str]()
    trip = trip_to()
    found = punctual([flight("LHR", "FRA", "09:00", lands)], trip.itinerary.segments[0], trip, ATLAS, dropped)
    assert (bool(found), dropped["lands_later"]) == (fits, 0 if fits else 1)


@pytest.mark.parametrize(("leaves", "fits"), [("15:20", False), ("16:10", False), ("17:00", True)])
def test_a_flight_home_leaves_time_for_the_way_out(leaves: str, fits: bool) -> None:
    """The way to the airport, and an hour in it."""
    trip = trip_to()
    found = punctual([flight("FRA", "LHR", leaves, "19:00")], trip.itinerary.segments[1], trip, ATLAS, Counter())
    assert bool(found) is fits


def test_a_meeting_where_one_lives_bounds_nothing() -> None:
    """It is no meeting of the way there; of one that counts it is said what is taken for the ways."""
    trip = trip_to("London")
    assert punctual([flight("LHR", "FRA", "09:00", "13:50")], trip.itinerary.segments[0], trip, ATLAS, Counter())
    assert not list(counted(trip))
    assert "30 minutes out of the airport" in next(counted(trip_to()))


@pytest.mark.parametrize("moment", ["2199-12-31T23:59:59+14:00", "2199-12-31T23:00", "2199-12-31"])
def test_the_end_of_the_last_evening_is_computed(moment):
    """What is stored ends with that year; what is computed from it does not fail."""
    assert read_moment(moment) is not None
    later = shifted(moment, timedelta(days=1))
    assert later.startswith("2200-01-01")
    assert read_moment(later) is None
