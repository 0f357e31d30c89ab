"""Who travels for a meeting is there in time: landing, out of the airport, and into town; and the same way back."""

from collections import Counter
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tripintent.state.frame import Frame, Place, Visit, When
from tripintent.state.framing import built
from tripintent.state.meeting import Meeting
from tripintent.state.offers import FlightHop, FlightOffer
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.trip import TripIntent
from tripintent.tools.places.atlas import GazetteerAtlas
from tripintent.tools.toolbox.meetings import counted, punctual

DAY, ATLAS = "2027-01-20", GazetteerAtlas()
FRANKFURT = Place(said="Frankfurt", name="Frankfurt am Main", code="FRA", kind="city", country="DE")


def trip_to(place: str | None = None) -> TripIntent:
    on = When(said=DAY, day=DAY)
    frame = Frame(
        origin=Place(said="London", name="London", code="LON", kind="city", country="GB"),
        visits=(Visit(place=FRANKFURT),),
        depart=on,
        return_=on,
        meetings=(Meeting(day=DAY, start="14:00", end="15:00", place=place),),
        adults=1,
    )
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
