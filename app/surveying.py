"""What would come of calls: the booking graph on a copy of a trip, with ports that cannot write."""

import asyncio
from collections.abc import Sequence
from contextvars import copy_context
from typing import Any
from uuid import uuid4

from langchain_core.runnables.config import var_child_runnable_config

from tripintent.state.acts import Called
from tripintent.state.context import Principal, TripContext
from tripintent.state.events import PublicEvent, ToolCall, UserDecidesChange
from tripintent.state.trip import TripIntent
from tripintent.tools.desk.copied_desk import copied
from tripintent.tools.ports.ports import Ports, Surveyed


async def on_a_copy(
    trip: TripIntent, calls: Sequence[ToolCall], ports: Ports, who: Principal, context: TripContext
) -> tuple[Surveyed, Ports]:
    """Run each call as a turn of its own on the copy, and return what came of them with the copy's ports.

    It runs outside of the turn that asks: nothing of it is streamed, kept in a checkpoint, or waited for.
    """
    own = copied(ports)
    outside = copy_context()
    outside.run(var_child_runnable_config.set, None)
    after, called, asks = await outside.run(asyncio.ensure_future, _turns(trip, calls, own, who, context))
    return _surveyed(trip, after, called, asks=asks), own


async def _turns(
    trip: TripIntent, calls: Sequence[ToolCall], ports: Ports, who: Principal, context: TripContext
) -> tuple[TripIntent, tuple[Called, ...], bool]:
    # imported when something is tried: the graph is made of everything that the composition composes
    from tripintent.graph.booking.wiring import build_booking_graph  # noqa: PLC0415

    graph = build_booking_graph(ports, mode="survey")
    config = {"configurable": {"thread_id": who.thread_id, "principal": who}}
    called: list[Called] = []
    asks = False

    async def worked(call: ToolCall) -> Any:
        event: PublicEvent = call.model_copy(update={"call_id": uuid4().hex[:12]})
        given: dict[str, object] = {"messages": [], "trip_intent": trip}
        return await graph.ainvoke({**given, "event": event.model_dump(mode="json")}, config, context=context)

    for call in calls:
        result = await worked(call)
        refused = [rejected.path for one in result["turn"].called for rejected in one.outcome.rejected]
        if "let_hold_go" in refused:  # as below: the copy says yes
            asks = True
            result = await worked(call.model_copy(update={"arguments": {**call.arguments, "let_hold_go": True}}))
        done = [*result["turn"].called]
        if result["turn"].held_back:  # it would let a hold go: the copy says yes, to see what comes of it
            asks, yes = True, UserDecidesChange(let_hold_go=True).model_dump(mode="json")
            given = {"messages": [], "trip_intent": result["trip_intent"], "turn": result["turn"]}
            result = await graph.ainvoke({**given, "event": yes}, config, context=context)
            done += result["turn"].called
        trip = result["trip_intent"]
        called += {one.call_id: one for one in done}.values()
    return trip, tuple(called), asks


def _surveyed(before: TripIntent, after: TripIntent, called: tuple[Called, ...], *, asks: bool) -> Surveyed:
    was = {one.hold_id: one for one in before.working_memory.holds if one.status == "held"}
    now = {one.hold_id: one for one in after.working_memory.holds if one.status == "held"}
    known = before.working_memory.quotes
    return Surveyed(
        trip=after,
        called=called,
        asks_first=asks,
        let_go=tuple(hold for name, hold in was.items() if name not in now),
        held=tuple(hold for name, hold in now.items() if name not in was),
        searched=tuple(key for key, quote in after.working_memory.quotes.items() if known.get(key) != quote),
    )
