"""A compiled graph as one node of another: put straight into it, the graph would write its whole trip back."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from langchain_core.messages import AnyMessage
from langchain_core.runnables import RunnableConfig

from tripintent.state.difference import difference
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent

UNSAVED: RunnableConfig = {"configurable": {"__pregel_durability": "exit"}}
"""A graph without checkpoints of its own has none to wait for, whatever durability its host runs with."""


class Inside(NamedTuple):
    """What a mounted graph ended with, and of it the new messages and the change of the trip."""

    result: Mapping[str, Any]
    messages: list[AnyMessage]
    trip: Patch


async def run_inside(
    graph: Any, state: Mapping[str, Any], shared: Sequence[str], context: Any, by: str, *, limit: int | None = None
) -> Inside:
    """Run a mounted graph on the ``shared`` channels of its host's state; ``limit`` is its own step limit, if it has one."""
    given = {name: state[name] for name in shared if state.get(name) is not None}
    config: RunnableConfig = UNSAVED if limit is None else {**UNSAVED, "recursion_limit": limit}
    result = await graph.ainvoke(given, config, context=context)
    before: TripIntent = given.get("trip_intent") or TripIntent()
    known = {m.id: m.content for m in given.get("messages", ())}
    new = [m for m in result["messages"] if known.get(m.id) != m.content]
    return Inside(result, new, Patch(by=by, merge=difference(before, result["trip_intent"])))
