"""Calls of the toolbox as events: worked one after the other by the graph, and told with what came of each."""

from typing import Any

from tests.acts import Event

from tripintent.tools.ids import new_id


async def called(booking: Any, name: str, **arguments: Any) -> Any:
    """Call one tool, and return what came of it."""
    call_id = new_id("call")
    await booking.event(type="TOOL_CALL", name=name, arguments=arguments, call_id=call_id)
    (one,) = [one for one in (await booking.state()).values["turn"].called if one.call_id == call_id]
    return one.outcome


async def test_an_option_is_chosen_by_its_number(booking: Any, wish: Event) -> None:
    """The number in the list, as buttons and models have it."""
    await booking.do(wish)
    outcome = await called(booking, "choose", option="2")
    assert outcome.ok
    trip = await booking.trip()
    assert trip.working_memory.selected.bundle_id == trip.working_memory.ranking.bundles[1].bundle_id


async def test_what_cannot_be_done_changes_nothing_and_says_why(booking: Any, wish: Event) -> None:
    """An option that is not there, a tool that is not there, arguments that are none."""
    await booking.do(wish)
    before = (await booking.trip()).working_memory
    gone = await called(booking, "choose", option="99")
    unknown = await called(booking, "fly")
    bad = await called(booking, "choose", number=2)
    assert (gone.ok, unknown.ok, bad.ok) == (False, False, False)
    assert gone.rejected[0].candidates
    assert "choose" in unknown.rejected[0].candidates
    assert {one.path for one in bad.rejected} == {"option", "number"}
    assert (await booking.trip()).working_memory == before
