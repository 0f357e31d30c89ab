"""Hotel dates against arrival and departure."""

from datetime import date

import pytest
from tests.tools.risk.conftest import flight, hop, hotel

OUT, BACK = ("JFK-SFO", "11 08:00", "11 11:30"), ("SFO-JFK", "16 13:00", "16 21:30")
ABOUT_STAYS = {"arrives_after_check_in", "arrives_after_check_out", "late_arrival", "early_arrival"}
ABOUT_STAYS |= {"leaves_before_check_out", "nights_without_hotel"}


@pytest.mark.parametrize(
    ("out", "back", "nights", "expected"),
    [
        (OUT, BACK, (11, 16), []),
        (("JFK-SFO", "11 17:00", "12 07:00"), BACK, (11, 16), [("arrives_after_check_in", "1")]),
        (("JFK-SFO", "11 21:00", "12 00:40"), BACK, (11, 16), [("late_arrival", None)]),
        (("JFK-SFO", "11 21:00", "12 00:40"), BACK, (12, 16), [("early_arrival", None)]),
        (("JFK-SFO", "12 08:00", "12 11:30"), BACK, (10, 16), [("arrives_after_check_in", "2")]),
        (OUT, BACK, (11, 18), [("leaves_before_check_out", "2")]),
        (OUT, BACK, (12, 16), [("nights_without_hotel", None)]),
        (OUT, BACK, (11, 14), [("nights_without_hotel", None)]),
        (OUT, ("SFO-JFK", "12 13:00", "12 21:30"), (11, 12), []),
        (("JFK-SFO", "11 23:00", "12 06:00"), None, (11, 12), [("arrives_after_check_out", "1")]),
        (OUT, None, (11, 16), []),
        (OUT, None, (10, 11), []),
        (OUT, None, (9, 12), [("leaves_before_check_out", "1")]),
    ],
)
async def test_dates(out, back, nights, expected, check):
    """Nights paid but not slept are to be confirmed, uncovered ones warned of, odd hours remarked on."""
    legs = [flight(hop(*leg)) for leg in (out, back) if leg]
    issues = [i for i in await check(*legs, hotel(*nights)) if i.code in ABOUT_STAYS]
    assert [(i.code, i.facts.get("unused_nights")) for i in issues] == expected
    assert all(i.confirm == ("unused_nights" in i.facts) for i in issues)


async def test_who_joins_a_day_later_leaves_no_night_unused(check):
    """The others sleep there from the first day on, and until the last of them leaves."""
    later, earlier = ("JFK-SFO", "12 08:00", "12 11:30"), ("SFO-JFK", "15 13:00", "15 21:30")
    legs = [flight(hop(*leg)) for leg in (OUT, later, earlier, BACK)]
    issues = [i.code for i in await check(*legs, hotel(11, 16)) if i.code in ABOUT_STAYS]
    assert issues == []


async def test_each_stay_is_held_against_its_own_flights(codes):
    """On a trip of two cities only the stay that its flight reaches too late is named."""
    legs = [
        flight(hop("JFK-LHR", "11 08:00", "11 20:00")),
        flight(hop("LHR-CDG", "14 09:00", "14 11:30")),
        flight(hop("CDG-JFK", "16 12:00", "16 15:00")),
    ]
    found = await codes(*legs, hotel(11, 14), hotel(13, 16))
    assert ("arrives_after_check_in", "warn", "hotels[1]", True) in found
    assert not [path for _, _, path, _ in found if path == "hotels[0]"]


async def test_the_sentence_has_the_dates(check):
    """A stay left early says until when it is paid and when the flight leaves."""
    issues = await check(flight(hop(*OUT)), flight(hop(*BACK)), hotel(11, 17))
    assert issues[0].text == (
        "Inn is paid until Wed 17 Mar 2027, but the next flight leaves on Tue 16 Mar 2027: 1 night would not be used."
    )


async def test_a_trip_without_hotels_misses_no_night(codes):
    """Who books only flights is not told about nights."""
    found = await codes(flight(hop(*OUT)), flight(hop(*BACK)))
    assert not ABOUT_STAYS & {code for code, *_ in found}


async def test_nights_for_which_no_hotel_is_wanted_are_not_missed(codes):
    """One stays with friends: only the night that is not meant is named."""
    legs = flight(hop(*OUT)), flight(hop(*BACK))
    elsewhere = tuple(date(2027, 3, day) for day in (14, 15))
    assert not ABOUT_STAYS & {code for code, *_ in await codes(*legs, hotel(11, 14), nights_elsewhere=elsewhere)}
    found = await codes(*legs, hotel(11, 14), nights_elsewhere=elsewhere[:1])
    assert "nights_without_hotel" in {code for code, *_ in found}


@pytest.mark.parametrize(("said", "told"), [(5, True), (4, False), (3, False), (None, False)])
async def test_fewer_nights_than_said_are_named(said, told, check):
    """A stay that begins when the flight lands may be shorter than was said; nothing is paid for that night."""
    overnight = flight(hop("JFK-SFO", "11 22:00", "12 07:00"))
    issues = await check(overnight, flight(hop(*BACK)), hotel(12, 16), nights_said=(said,))
    found = [i for i in issues if i.code == "fewer_nights"]
    assert bool(found) == told
    assert all((i.facts["nights"], i.facts["said"], i.confirm) == ("4", "5", False) for i in found)
