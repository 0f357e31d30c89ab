"""On which nights a flight can land: by distance and zones."""

from datetime import date

import pytest

from tripintent.state.queries import Arriving, HotelQuery, Occupancy
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.toolbox.arrival import first_nights

PLACES = Gazetteer()


def nights(origin, destination, *, check_out="2027-06-21"):
    arriving = Arriving(origin=origin, destination=destination)
    query = HotelQuery(
        location=destination, check_in="2027-06-14", check_out=check_out, occupancies=(Occupancy(),), arriving=arriving
    )
    return [night.day for night in first_nights(query, PLACES)]


@pytest.mark.parametrize(
    ("origin", "destination", "days"),
    [
        ("LON", "PAR", [14]),
        ("JFK", "LAX", [14]),
        ("LHR", "JFK", [14]),
        ("NYC", "LON", [14, 15]),
        ("BOS", "LIS", [14, 15]),
        ("SFO", "NRT", [14, 15, 16]),
        ("LAX", "SYD", [15, 16]),
        ("XXX", "LIS", [14]),  # no airport has this code: nothing can be estimated
    ],
)
def test_the_nights_follow_from_the_way(origin, destination, days):
    """Short or westward: the day of departure. Over an ocean eastward: a day later too, over the date line two."""
    assert nights(origin, destination) == days


def test_no_night_begins_after_the_stay():
    """A stay that ends before anybody can have landed keeps its only night."""
    assert nights("SFO", "NRT", check_out="2027-06-15") == [14]
    assert nights("LAX", "SYD", check_out="2027-06-15") == [14]


def test_nights_that_were_said_stand_alone():
    """Without a flight to follow there is one first night."""
    query = HotelQuery(location="NRT", check_in="2027-06-14", check_out="2027-06-21", occupancies=(Occupancy(),))
    assert first_nights(query, PLACES) == (date(2027, 6, 14),)
