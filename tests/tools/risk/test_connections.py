"""Connections inside an offer and between the legs of a trip, and red-eye flights."""

import pytest
from tests.tools.risk.conftest import flight, hop

from tripintent.state.wishes import FlightPreferences, PolicyRules, Preferences

FROM_NY = ("JFK-ORD", "11 08:00", "11 10:00")


@pytest.mark.parametrize(
    ("after", "leaves", "lands", "facts", "minimum", "rule"),
    [
        ("ORD-SFO", "11 10:45", "11 13:00", {}, None, None),
        ("ORD-SFO", "11 10:44", "11 13:00", {}, "45", "domestic"),
        ("ORD-LHR", "11 11:30", "12 01:00", {}, None, None),
        ("ORD-LHR", "11 11:29", "12 01:00", {}, "90", "mixed"),
        ("ORD-SFO", "11 11:14", "11 13:00", {"origin_terminal": "3"}, "75", "domestic"),
        ("ORD-SFO", "11 11:15", "11 13:00", {"origin_terminal": "3"}, None, None),
        ("ORD-SFO", "11 10:45", "11 13:00", {"origin_terminal": "1"}, None, None),
        ("ORD-SFO", "11 11:29", "11 13:00", {"origin_country": None}, "90", "mixed"),
    ],
)
async def test_minimum_at_a_hub(after, leaves, lands, facts, minimum, rule, check):
    """A connection is short one minute below its minimum and fine at it, by kind of flights and change of terminal."""
    offer = flight(hop(*FROM_NY, destination_terminal="1"), hop(after, leaves, lands, **facts))
    short = [i for i in await check(offer) if i.code == "short_connection"]
    assert [(i.facts["minimum"], i.facts["rule"], i.confirm) for i in short] == (
        [(minimum, rule, False)] if minimum else []
    )


@pytest.mark.parametrize(("leaves", "is_short"), [("11 15:14", True), ("11 15:15", False)])
async def test_international_needs_75_minutes(leaves, is_short, codes):
    """Between two international flights 75 minutes are enough and 74 are not."""
    offer = flight(hop("JFK-LHR", "11 02:00", "11 14:00"), hop("LHR-CDG", leaves, "11 17:30"))
    assert (("short_connection", "warn", "flights[0].segments[1]", False) in await codes(offer)) is is_short


@pytest.mark.parametrize(("leaves", "is_short"), [("11 12:59", True), ("11 13:00", False)])
async def test_self_transfer_needs_180_minutes(leaves, is_short, codes):
    """A transfer on one's own needs three hours, and is to be confirmed even then."""
    found = await codes(flight(hop(*FROM_NY), hop("ORD-SFO", leaves, "11 18:00"), self_transfer=True))
    assert (("short_connection", "warn", "flights[0].segments[1]", True) in found) is is_short
    assert ("self_transfer", "warn", "flights[0]", True) in found


async def test_self_transfers_of_one_offer_are_one_risk(check):
    """However many self-transfers an offer has, they are confirmed once, with all their airports."""
    hops = hop(*FROM_NY), hop("ORD-SFO", "11 13:30", "11 15:30"), hop("SFO-SYD", "11 20:00", "13 06:00")
    issues = await check(flight(*hops, self_transfer=True))
    assert [i.facts for i in issues if i.code == "self_transfer"] == [{"airports": "ORD,SFO", "route": "JFK–SYD"}]
    direct = await check(flight(hops[0], self_transfer=True))
    assert not [i for i in direct if i.code == "self_transfer"]


@pytest.mark.parametrize(("leaves", "is_short"), [("11 17:59", True), ("11 18:00", False)])
async def test_change_of_airport_needs_240_minutes(leaves, is_short, codes):
    """From one airport of a city to another four hours are needed, and the change is said even then."""
    found = await codes(flight(hop("JFK-LHR", "11 02:00", "11 14:00"), hop("LGW-CDG", leaves, "11 21:00")))
    assert (("short_connection", "warn", "flights[0].segments[1]", True) in found) is is_short
    assert ("airport_change", "warn", "flights[0].segments[1]", False) in found


@pytest.mark.parametrize("key", ["domestic", "terminal_change"])
async def test_a_policy_overrides_a_minimum(key, codes):
    """A policy's own minutes replace ours, key by key."""
    offer = flight(hop(*FROM_NY, destination_terminal="1"), hop("ORD-SFO", "11 11:15", "11 13:00", origin_terminal="2"))
    assert "short_connection" not in [code for code, *_ in await codes(offer)]
    stricter = PolicyRules(connection_minutes={key: 61})
    assert "short_connection" in [code for code, *_ in await codes(offer, rules=stricter)]


async def test_the_sentence_has_the_figures(check):
    """A short connection says where, how long it is and how long it should be."""
    issue = next(iter(await check(flight(hop(*FROM_NY), hop("ORD-SFO", "11 10:30", "11 13:00")))))
    assert issue.text == "The connection at ORD has 30 min; 45 min are advised between domestic flights."
    assert issue.facts == {"airport": "ORD", "minutes": "30", "minimum": "45", "rule": "domestic"}


async def test_a_connection_before_landing_blocks(codes):
    """A connecting flight that leaves before the first one lands can not be taken."""
    offer = flight(hop(*FROM_NY), hop("ORD-SFO", "11 09:30", "11 13:00"))
    assert (await codes(offer))[0] == ("impossible_connection", "block", "flights[0].segments[1]", False)


@pytest.mark.parametrize(
    ("lands", "leaves", "overnight"),
    [
        ("11 22:00", "12 07:00", True),
        ("11 20:00", "12 02:00", True),
        ("11 20:00", "12 01:59", False),
        ("12 02:30", "12 05:30", True),
        ("11 09:00", "11 22:00", False),
        ("11 23:30", "12 00:40", False),
        ("11 10:00", "12 10:00", True),
    ],
)
async def test_overnight_layover(lands, leaves, overnight, codes):
    """A layover is overnight when three hours of it lie between 23:00 and 06:00."""
    offer = flight(hop("JFK-ORD", "11 07:00", lands), hop("ORD-SFO", leaves, "12 12:00"))
    found = await codes(offer)
    assert (("overnight_layover", "warn", "flights[0].segments[1]", False) in found) is overnight


@pytest.mark.parametrize(
    ("leaves", "expected"),
    [
        ("11 11:29", ("legs_out_of_order", "block", "flights[1]", False)),
        ("11 11:30", ("short_time_between_flights", "warn", "flights[1]", True)),
        ("11 14:29", ("short_time_between_flights", "warn", "flights[1]", True)),
        ("11 14:30", None),
    ],
)
async def test_legs_wait_for_nobody(leaves, expected, codes):
    """A leg that leaves before the last one landed blocks; one that leaves within three hours is to be confirmed."""
    legs = flight(hop("JFK-SFO", "11 08:00", "11 11:30")), flight(hop("SFO-ORD", leaves, "11 20:00"))
    found = [issue for issue in await codes(*legs) if issue[2] == "flights[1]"]
    assert found == ([expected] if expected else [])


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
async def test_red_eye(route, leaves, lands, red_eye, codes):
    """A red-eye departs from 22:00 to 05:00 and lands from 03:00 to before noon, whatever the dates say."""
    found = await codes(flight(hop(route, leaves, lands)))
    assert (("red_eye", "info", "flights[0].segments[0]", False) in found) is red_eye


async def test_an_unwanted_red_eye_warns(codes):
    """Who wished for no night flight is warned of one."""
    wishes = Preferences(flight=FlightPreferences(avoid_red_eye=True))
    found = await codes(flight(hop("SFO-JFK", "11 23:00", "12 07:30")), preferences=wishes)
    assert ("red_eye", "warn", "flights[0].segments[0]", False) in found
