"""After a change the reply is short: what changed, how the price moved, the options in a line each; the list comes when asked for."""

START = "Vienna to Rome May 14 to 17 2027, two adults, hotel"


async def test_a_change_is_answered_shortly(booking):
    """The flights stay: the answer says what moved, names each option in a line, and leaves out what is known."""
    whole = (await booking.say(START))[-1]
    brief = (await booking.say("make it three adults"))[-1]
    assert "The best one now: €" in brief
    assert "more than the best one before" in brief
    assert [line.split(".")[0] for line in brief.splitlines() if line[:1].isdigit()] == ["1", "2", "3"]
    assert len(brief) < len(whole) / 1.5
    assert "I assumed" in whole
    assert "I assumed" not in brief


async def test_the_list_comes_whole_when_asked_for(booking):
    """What the short reply leaves out is there at the words that it names."""
    await booking.say(START)
    brief = (await booking.say("make it three adults"))[-1]
    assert "show me the options" in brief
    whole = (await booking.say("show me the options"))[-1]
    assert "The best one now" not in whole
    assert "sleeps 4" in whole


async def test_other_days_are_a_new_list(booking):
    """Nothing of it was shown before: it comes whole, and says how the price moved."""
    await booking.say(START)
    anew = (await booking.say("leave on 21 May instead and come back on 24 May"))[-1]
    assert "The best one now: " in anew
    assert "other flights" in anew
    assert "All of them: " in anew


async def test_a_dearer_fare_is_named(booking):
    """A wish that brings another fare and another hotel says so beside the price."""
    await booking.say(START)
    told = (await booking.say("3 star hotel"))[-1]
    assert "Economy Flex instead of Economy Light" in told
    assert "instead of Daydream Lodge Rome" in told
