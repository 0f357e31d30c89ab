"""Nodes that a client jumps to past their edge, and events that change nothing: each is answered, and the state is kept."""

from typing import Any

import pytest
from langgraph.types import Command, Send
from tests.acts import Event, cheapest

from tripintent.graph.booking.wiring import NODES
from tripintent.nodes.in_order import OutOfOrder
from tripintent.state.events import UserRejects
from tripintent.state.patch import PatchError
from tripintent.state.turn import Turn

NEED_THEIR_EDGE = (
    "import_intent", "quote_flights", "quote_hotels", "choose", "list_options", "want", "risk",
    "change",
)  # fmt: skip
JUMPS = {
    "no event": Command(update={"turn": Turn()}),
    "another event": Command(update={"turn": Turn(queue=(UserRejects(),))}),
    "a turn of JSON": Command(update={"turn": {"queue": [{"type": "USER_REJECTS"}]}}),
}


async def goes_on(booking: Any) -> None:
    """Assert that the conversation takes acts as if nothing had been."""
    assert (await booking.trip()).itinerary.segments
    await booking.do(cheapest)
    assert (await booking.trip()).working_memory.selected.bundle_id


@pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS)
async def test_a_jump_past_the_edge_ends_in_words_and_a_kept_state(booking: Any, wish: Event, jump: Any) -> None:
    """Each node that needs its edge, one after the other on one thread: the trip is the same afterwards."""
    await booking.do(wish)
    before = await booking.trip()
    for node in NEED_THEIR_EDGE:
        with pytest.raises(OutOfOrder, match=r"jumped to without .* Nothing was done"):
            await booking.run(Command(goto=node, update=jump.update))
        assert await booking.trip() == before
    await goes_on(booking)


@pytest.mark.parametrize("sent", [{}, {"trip_intent": {"trip_id": "x"}}, {"query": {"kind": "flight"}}, "purchase"])
async def test_a_node_that_is_sent_what_is_no_state_refuses_it(booking: Any, wish: Event, sent: Any) -> None:
    """A client's Send can hand any value to any node."""
    await booking.do(wish)
    before = await booking.trip()
    for node in NODES:
        with pytest.raises(OutOfOrder):
            await booking.run(Command(goto=Send(node, sent)))
    assert await booking.trip() == before
    await goes_on(booking)


@pytest.mark.parametrize("stamp", [{"now_iso": "soon"}, {"now_iso": "2027-03-01T09:00:00"}, {"now_date": "soon"}])
async def test_a_clock_that_is_none_is_not_edited_in(booking: Any, wish: Event, stamp: dict[str, str]) -> None:
    """The stamps of a turn are read by every decision: an edit that makes them unreadable is refused where it is made."""
    await booking.do(wish)
    with pytest.raises(PatchError, match="now_"):
        await booking.graph.aupdate_state(booking.config, {"trip_intent": {"request": stamp}}, as_node="publish")
    await goes_on(booking)


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
