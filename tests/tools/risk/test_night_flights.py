"""Red-eye flights."""

import pytest

from tripintent.state.wishes import FlightPreferences, Preferences


@pytest.mark.parametrize(
    ("route", "leaves", "lands", "red_eye"),
    [
        ("SFO-JFK", "11 22:00", "12 06:30", True),
        ("SFO-JFK", "11 21:59", "12 06:30", False),
        ("SFO-JFK", "11 22:30", "11 23:40", False),
        ("SFO-ORD", "11 22:30", "12 02:59", False),
        ("SFO-ORD", "11 22:30", "12 03:00", True),
        ("SFO-JFK", "11 05:00", "11 11:59", True),
        ("SFO-JFK", "11 05:01", "11 11:30", False),
        ("SFO-JFK", "11 05:00", "11 13:30", False),
        ("SFO-SYD", "11 22:30", "13 06:30", True),
    ],
)
async def test_red_eye(route, leaves, lands, red_eye, hop, flight, codes):
    """A red-eye departs from 22:00 to 05:00 and lands from 03:00 to before noon, whatever the dates say."""
    found = await codes(flight(hop(route, leaves, lands)))
    assert (("red_eye", "info", "flights[0].segments[0]", False) in found) is red_eye


async def test_an_unwanted_red_eye_warns(hop, flight, codes):
    """Who wished for no night flight is warned of one."""
    wishes = Preferences(flight=FlightPreferences(avoid_red_eye=True))
    found = await codes(flight(hop("SFO-JFK", "11 23:00", "12 07:30")), preferences=wishes)
    assert ("red_eye", "warn", "flights[0].segments[0]", False) in found
