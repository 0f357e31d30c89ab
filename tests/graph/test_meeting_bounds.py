"""A meeting bounds the journey on both sides: one lands before it, and no flight home leaves before its end."""

import pytest
from tests.acts import Event, change, do, plan

from tripintent.app.calls import call, show
from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.state.derived import current_ranking

ROUTE = plan("London", "Frankfurt", "2027-01-20", "2027-01-20", lodging={"needed": False})


def meets(start: str, end: str | None = None) -> Event:
    """Say that there is a meeting in Frankfurt."""
    hours = {"start": start, **({"end": end} if end else {})}
    return change(meetings=[{"day": "2027-01-20", "place": "Frankfurt", **hours}])


@pytest.fixture
async def session(tmp_path):
    settings = Settings(db=tmp_path / "t.sqlite", language="offline", now="2026-11-26T09:00:00+00:00")
    async with open_session(settings) as opened:
        yield opened


async def flights(session, trip):
    """Return the hours of landing there and of leaving for home, of every option."""
    ranking = current_ranking(trip)
    assert ranking
    assert ranking.bundles
    out, back = [
        {o.option_id: o for o in await session.ports.offers.get(trip.ledger_id, k)} for k in ranking.flight_keys
    ]
    pairs = [(out[b.flight_option_ids[0]], back[b.flight_option_ids[1]]) for b in ranking.bundles]
    return [(f"{a.arrive_at:%H:%M}", f"{b.segments[0].depart_at:%H:%M}") for a, b in pairs]


async def test_who_goes_for_the_day_leaves_after_the_hour_of_the_meeting(session):
    """Without a meeting a flight at 11:15 goes home; to be there by two rules it out."""
    free = await session.event("free", ROUTE)
    assert any(leaves < "12:00" for _, leaves in await flights(session, free.trip))
    told = await do(session, "t", meets("14:00"), ROUTE)
    assert all(lands <= "14:00" <= leaves for lands, leaves in await flights(session, told.trip))


async def test_a_meeting_said_behind_the_offers_makes_new_ones(session):
    """What was ranked before is no answer any more; once the meeting moves, the flights move with it."""
    before = await do(session, "t", ROUTE)
    assert current_ranking(before.trip)
    told = await do(session, "t", meets("14:00", "16:00"))
    assert told.trip.working_memory.ranking != before.trip.working_memory.ranking
    assert all(lands <= "14:00" and leaves >= "16:00" for lands, leaves in await flights(session, told.trip))
    again = await do(session, "t", meets("10:30", "12:30"))
    assert [(m.start, m.end) for m in again.trip.frame.meetings] == [("10:30", "12:30")]
    assert all(lands <= "10:30" and leaves >= "12:30" for lands, leaves in await flights(session, again.trip))


async def test_a_meeting_said_before_the_way_is_kept_for_it(session):
    """The plan of days had it first; the flights are bound as soon as they are known."""
    told = await do(session, "t", meets("14:00", "16:00"), ROUTE)
    out, back = told.trip.itinerary.segments
    assert (out.land_by, out.arrive_time_window.end, back.leave_from) == ("2027-01-20", "14:00", "2027-01-20T16:00")


EMPTY = [
    ({"start": "00:30"}, "lands in time for the meeting at 2027-01-20 00:30: the nearest lands 2027-01-20"),
    (
        {"start": "05:15", "end": "06:00"},
        "lands in time for the meeting at 2027-01-20 05:15: the nearest lands 2027-01-20",
    ),
    (
        {"start": "22:00", "end": "01:00"},
        "leaves after the meeting that ends at 2027-01-21 01:00: the nearest leaves 2027-01-20",
    ),
]


@pytest.mark.parametrize(("hours", "why"), EMPTY, ids=["after midnight", "early", "across midnight"])
async def test_a_meeting_that_no_flight_keeps_is_told_with_the_nearest(session, hours, why):
    """The list is not empty in silence: which meeting, which flights, and how near the nearest is."""
    await do(session, "t", ROUTE, change(meetings=[{"day": "2027-01-20", "place": "Frankfurt", **hours}]))
    listed = (await call(session, "t", "list_options", {})).facts
    assert not listed["options"]
    assert any(why in one for one in listed["not_found"]), listed["not_found"]
    stand = (await show(session, "t")).trip
    assert any(why in one for one in stand["not_found"])
    await do(session, "t", change(meetings=[{"day": "2027-01-20", "place": "Frankfurt", "start": "14:00"}]))
    listed = (await call(session, "t", "list_options", {})).facts
    assert listed["options"], "another hour finds flights again"
    assert not listed["not_found"]


async def test_a_meeting_across_midnight_lets_one_fly_home_the_day_after(session):
    """Its end is on the next day; flights of that day leave after it."""
    way = plan("London", "Frankfurt", "2027-01-20", "2027-01-21")
    told = await do(session, "t", way, meets("22:00", "01:00"))
    assert told.trip.itinerary.segments[1].leave_from == "2027-01-21T01:00"
    assert await flights(session, told.trip)
