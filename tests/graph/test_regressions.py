"""What the state machine found once, each as a short story of its own."""


async def test_an_event_that_changes_nothing_is_answered_too(booking):
    """The last word of the turn before does not stand for an answer to this one."""
    assert await booking.event(type="INTENT_READY", trip_intent={})
    assert await booking.event(type="INTENT_READY", trip_intent={"policy": {"rules": {}}})
    assert await booking.event(type="INTENT_READY", trip_intent={"policy": {"rules": {}}})


async def test_a_document_whose_trip_is_already_there_is_answered(booking, wish):
    """A second copy of the same plan finds all answers in place, and says so."""
    await booking.say(wish)
    document = (await booking.trip()).model_dump(mode="json")
    assert await booking.event(type="INTENT_READY", trip_intent=document)
