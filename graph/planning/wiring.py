"""The planning graph: classify → read → check → branches side by side → aggregate → keep."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, TypedDict

from langchain_core.messages import AnyMessage
from langgraph.cache.base import BaseCache
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore
from langgraph.types import Checkpointer

from tripintent.graph.decisions import connect
from tripintent.graph.entrance import guarded
from tripintent.graph.mounting import named, run_inside
from tripintent.graph.planning import edges
from tripintent.nodes.booking.intake import intake
from tripintent.nodes.booking.publish import publish
from tripintent.nodes.planning.aggregate import aggregate
from tripintent.nodes.planning.classify import check, classify
from tripintent.nodes.planning.edit import edit
from tripintent.nodes.planning.follow import follow
from tripintent.nodes.planning.make import make_budget, make_checklist, make_itinerary
from tripintent.nodes.planning.publish import adopt, keep
from tripintent.nodes.planning.state import PlanningNode, PlanningOutput, PlanningState, bound
from tripintent.nodes.planning.tell import tell
from tripintent.nodes.planning.understand import extract, understand
from tripintent.nodes.public_input import PublicInput
from tripintent.nodes.runtime import bind
from tripintent.state.context import TripContext
from tripintent.state.document import TripDocuments
from tripintent.state.patch import Patch
from tripintent.state.planning.gate import ACTIONS
from tripintent.state.planning.notes import PlanningNotes
from tripintent.state.turn import Turn
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports

STEP_LIMIT = 40
_SHARED = ("messages", "event", "trip_intent", "turn", "documents", "planning", "reading")
Mode = Literal["public", "subgraph"]

NODES: Mapping[str, PlanningNode] = {
    "understand": understand,
    "classify": classify,
    "extract": extract,
    "adopt": adopt,
    "edit": edit,
    "check": check,
    "tell": tell,
    "make_checklist": make_checklist,
    "make_budget": make_budget,
    "make_itinerary": make_itinerary,
    "follow": follow,
    "keep": keep,
}


def build_planning_graph(
    ports: Ports,
    planning: PlanningPorts,
    *,
    mode: Mode = "public",
    checkpointer: Checkpointer = None,
    store: BaseStore | None = None,
    cache: BaseCache[Any] | None = None,
) -> Any:
    """Return the compiled planning graph.

    It takes words in, reads them into the trip, and saves trip and documents. ``mode="subgraph"`` gives a node for a larger
    graph, on its shared ``messages``, ``trip_intent``, ``turn``, ``documents`` and ``planning``: it runs without checkpoints of
    its own and gives back new messages, the trip's changes as a patch, and whole documents. Raises ValueError when a
    checkpointer is given to it.
    """
    if mode == "subgraph" and (checkpointer, store, cache) != (None, None, None):
        raise ValueError(
            "a mounted graph uses the checkpointer, store and cache of the graph that mounts it: give none here"
        )
    schema = PublicInput if mode == "public" else PlanningState
    graph: StateGraph[Any, TripContext, Any, Any] = StateGraph(
        PlanningState, context_schema=TripContext, input_schema=schema, output_schema=PlanningOutput
    )
    for name, node in NODES.items():
        graph.add_node(name, bound(name, node, ports, planning))
    graph.add_node("aggregate", bound("aggregate", aggregate, ports, planning))
    graph.add_node("intake", bind("intake", intake, ports))
    graph.add_node("publish", bind("publish", publish, ports))
    _connect(graph)
    if mode == "subgraph":
        return as_subgraph(graph.compile(checkpointer=False, name="planning"))
    compiled = graph.compile(checkpointer=checkpointer, store=store, cache=cache, name="planning")
    return guarded(compiled).with_config(recursion_limit=STEP_LIMIT)


def _connect(graph: StateGraph[Any, TripContext, Any, Any]) -> None:
    graph.add_edge(START, "intake")
    graph.add_edge("understand", "classify")
    for source, table in edges.DECISIONS.items():
        connect(graph, source, table)
    graph.add_edge("edit", "check")
    for action in ACTIONS:
        graph.add_edge(f"make_{action}", "aggregate")
    graph.add_edge("aggregate", "follow")
    graph.add_edge("follow", "keep")
    graph.add_edge("keep", "publish")
    graph.add_edge("publish", END)


class MountedUpdate(TypedDict, total=False):
    """Channels of the mounting graph that the planning updates."""

    messages: list[AnyMessage]
    trip_intent: Patch
    turn: Turn
    documents: TripDocuments
    planning: PlanningNotes


def as_subgraph(graph: Any) -> Callable[[Any, Runtime[Any]], Awaitable[MountedUpdate]]:
    """Return the planning as one node: a compiled graph put straight into another would write its whole trip back."""

    async def planning(state: Any, runtime: Runtime[Any]) -> MountedUpdate:
        ended = await run_inside(graph, state, _SHARED, runtime.context, "planning")
        return {
            "messages": ended.messages,
            "trip_intent": ended.trip,
            "turn": ended.result["turn"],
            "documents": ended.result.get("documents") or {},
            "planning": ended.result["planning"],
        }

    return named(planning, graph)
