"""The bare contestant: a LangGraph graph that does nothing but take the same super-steps and store the same state.

The steps of a real booking are recorded once. Each becomes a node of no work that returns what changed, as plain
dictionaries: what is left is LangGraph, its checkpointer and SQLite, the floor under any graph of this size.
"""

import operator
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict

from langchain_core.messages import AnyMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt
from pydantic import BaseModel

from tripintent.nodes.booking.state import Messages

Step = Mapping[str, Any]
CHANNELS = ("trip_intent", "turn")


class BareState(TypedDict, total=False):
    """Messages, and everything else as plain data."""

    messages: Messages
    trip_intent: Annotated[dict[str, Any], operator.or_]
    turn: dict[str, Any]
    turns: Annotated[int, operator.add]
    step: int


async def recorded(graph: Any, config: RunnableConfig, known: int) -> list[Step]:
    """Return what each super-step since the checkpoint number ``known`` changed."""
    history = [snapshot async for snapshot in graph.aget_state_history(config)][::-1]
    pairs = zip([{}, *(h.values for h in history)], history, strict=False)
    fresh = [(old, h) for number, (old, h) in enumerate(pairs) if number >= known]
    return [_difference(old, h.values) for old, h in fresh if h.metadata["source"] == "loop"]


def bare_graph(turns: Sequence[Sequence[Step]], card: Any, saver: BaseCheckpointSaver[Any]) -> Any:
    """Return the graph that replays the recorded turns; the turn before the last ends in an interrupt."""
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(BareState)

    async def work(state: BareState) -> Step:
        turn, step = state.get("turns", 0), state.get("step", 0)
        ends = step == len(turns[turn]) - 1
        return {**turns[turn][step], "step": 0 if ends else step + 1, "turns": int(ends)}

    async def wait(state: BareState) -> Step:  # noqa: ARG001 - LangGraph looks for the name
        interrupt(card)
        return {**turns[-1][0], "step": 1}

    def after_work(state: BareState) -> str:
        if state.get("step"):
            return "work"
        return "wait" if state.get("turns") == len(turns) - 1 else END

    graph.add_node("work", work)
    graph.add_node("wait", wait)
    graph.add_edge(START, "work")
    graph.add_conditional_edges("work", after_work, ["work", "wait", END])
    graph.add_edge("wait", "work")
    return graph.compile(checkpointer=saver)


def _difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> Step:
    messages: list[AnyMessage] = list(after.get("messages", ()))[len(before.get("messages", ())) :]
    changed: dict[str, Any] = {"messages": messages} if messages else {}
    for name in CHANNELS:
        old, new = _plain(before.get(name)), _plain(after.get(name))
        if new != old:
            changed[name] = {k: v for k, v in new.items() if old.get(k, ...) != v} if name == "trip_intent" else new
    return changed


def _plain(value: Any) -> dict[str, Any]:
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else {}
