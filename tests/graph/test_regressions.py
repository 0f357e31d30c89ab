"""What the state machine found once, each as a short story of its own."""

from langgraph.types import Command

from tripintent.state.turn import Turn


async def test_an_event_that_changes_nothing_is_answered_too(booking):
    """The last word of the turn before does not stand for an answer to this one."""
    assert await booking.event(type="INTENT_READY", trip_intent={})
    assert await booking.event(type="INTENT_READY", trip_intent={"policy": {"rules": {}}})
    assert await booking.event(type="INTENT_READY", trip_intent={"policy": {"rules": {}}})


async def test_a_document_whose_trip_is_already_there_is_answered(booking, wish):
    """A second copy of the same plan finds all answers in place, and says so."""
    await booking.do(wish)
    document = (await booking.trip()).model_dump(mode="json")
    assert await booking.event(type="INTENT_READY", trip_intent=document)


async def test_a_jump_past_intake_does_not_spoil_the_thread(booking, wish):
    """A forged answer on a fresh thread publishes no trip without a name; the thread goes on afterwards."""
    await booking.graph.aupdate_state(booking.config, {"turn": Turn()}, as_node="assess")
    await booking.run(Command(goto="purchase"))
    await booking.graph.aupdate_state(booking.config, {"trip_intent": {"version": 1}}, as_node="assess")
    said = await booking.do(wish)
    assert "1." in said[-1]
