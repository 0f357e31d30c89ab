"""After a change the reply is short: what changed, how the price moved, the options in a line each; the list comes when asked for."""

from tests.acts import change, plan

START = plan("Vienna", "Rome", "2027-05-14", "2027-05-17", adults=2)
THREE = change(party={"adults": 3})


async def test_a_change_is_answered_shortly(booking):
    """The flights stay: the answer says what moved, names each option in a line, and leaves out what is known."""
    whole = (await booking.do(START))[-1]
    brief = (await booking.do(THREE))[-1]
    assert "The best one now: €" in brief
    assert "more than the best one before" in brief
    assert [line.split(".")[0] for line in brief.splitlines() if line[:1].isdigit()] == ["1", "2", "3"]
    assert len(brief) < len(whole) / 1.5
    assert "I assumed" in whole
    assert "I assumed" not in brief


async def test_the_list_comes_whole_when_asked_for(booking):
    """What the short reply leaves out is there then."""
    await booking.do(START, THREE)
    whole = (await booking.event(type="USER_WANTS_OPTIONS", order="best"))[-1]
    assert "The best one now" not in whole
    assert "sleeps 4" in whole


async def test_other_days_are_a_new_list(booking):
    """Nothing of it was shown before: it comes whole, and says how the price moved."""
    await booking.do(START)
    anew = (await booking.do(change(depart="2027-05-21", return_day="2027-05-24")))[-1]
    assert "The best one now: " in anew
    assert "other flights" in anew
    assert "All of them: " in anew


async def test_a_dearer_fare_is_named(booking):
    """A wish that brings another fare and another hotel says so beside the price."""
    await booking.do(START)
    told = (await booking.do(change(lodging={"stars_min": 3, "stars_max": 3})))[-1]
    assert "Economy Flex instead of Economy Light" in told
    assert "instead of Daydream Lodge Rome" in told
