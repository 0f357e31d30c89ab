"""The designer graph: nodes, edges, and the door by which a larger graph mounts it."""

from collections.abc import Awaitable, Callable
from typing import Any, Literal, TypedDict

from langchain_core.messages import AnyMessage
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import Checkpointer

from tripintent.graph.decisions import connect
from tripintent.graph.designer import edges
from tripintent.graph.entrance import guarded
from tripintent.graph.mounting import named, run_inside
from tripintent.nodes.designer.answer import answer
from tripintent.nodes.designer.intake import intake, understand
from tripintent.nodes.designer.plan import plan
from tripintent.nodes.designer.profile import profile
from tripintent.nodes.designer.propose import propose
from tripintent.nodes.designer.publish import publish
from tripintent.nodes.designer.question import question
from tripintent.nodes.designer.review import review
from tripintent.nodes.designer.set_out import set_out
from tripintent.nodes.designer.state import DesignerOutput, DesignerState
from tripintent.nodes.designer.stays import find_stay, take_stay
from tripintent.nodes.designer.suggest import suggest
from tripintent.nodes.designer.take_in import take_in
from tripintent.nodes.designer.tools import tools
from tripintent.nodes.public_input import PublicInput
from tripintent.nodes.runtime import Node, bind
from tripintent.state.context import TripContext
from tripintent.state.designer.talk import Talk
from tripintent.state.document import TripDocuments
from tripintent.state.patch import Patch
from tripintent.tools.ports.ports import Ports

STEP_LIMIT = 60
_SHARED = ("messages", "trip_intent", "documents", "talk", "reading")

NODES: dict[str, Node] = {
    "intake": intake,
    "understand": understand,
    "profile": profile,
    "tools": tools,
    "take_in": take_in,
    "plan": plan,
    "suggest": suggest,
    "propose": propose,
    "set_out": set_out,
    "find_stay": find_stay,
    "take_stay": take_stay,
    "answer": answer,
    "review": review,
    "question": question,
    "publish": publish,
}


class MountedUpdate(TypedDict, total=False):
    """Channels of the mounting graph that the designer updates."""

    messages: list[AnyMessage]
    trip_intent: Patch
    documents: TripDocuments
    talk: Talk


def build_designer_graph(
    ports: Ports, *, mode: Literal["public", "subgraph"] = "public", checkpointer: Checkpointer = None
) -> Any:
    """Return the compiled graph, or for ``mode="subgraph"`` a node for a larger graph.

    The node shares ``messages``, ``trip_intent``, ``documents`` and ``talk`` with the graph that mounts it, runs without
    checkpoints of its own, and gives back new messages, the trip's changes as a patch, and whole documents of its kinds.
    """
    if mode == "subgraph" and checkpointer is not None:
        raise ValueError("a mounted graph uses the checkpointer of the graph that mounts it: give none here")
    input_schema = PublicInput if mode == "public" else DesignerState
    graph: StateGraph[Any, TripContext, Any, Any] = StateGraph(
        DesignerState, context_schema=TripContext, input_schema=input_schema, output_schema=DesignerOutput
    )
    for name, node in NODES.items():
        graph.add_node(name, bind(name, node, ports))
    graph.add_edge(START, "intake")
    for source, table in edges.DECISIONS.items():
        connect(graph, source, table)
    graph.add_edge("understand", "profile")
    graph.add_edge("review", "question")
    graph.add_edge("question", "publish")
    graph.add_edge("publish", END)
    if mode == "subgraph":
        return as_subgraph(graph.compile(checkpointer=False, name="designer"))
    return guarded(graph.compile(checkpointer=checkpointer, name="designer")).with_config(recursion_limit=STEP_LIMIT)


def as_subgraph(graph: Any) -> Callable[[Any, Runtime[Any]], Awaitable[MountedUpdate]]:
    """Return the designer as one node: a compiled graph put straight into another would write its whole trip back."""

    async def designer(state: Any, runtime: Runtime[Any]) -> MountedUpdate:
        ended = await run_inside(graph, state, _SHARED, runtime.context, "designer", limit=STEP_LIMIT)
        return {
            "messages": ended.messages,
            "trip_intent": ended.trip,
            "documents": ended.result["documents"],
            "talk": ended.result["talk"],
        }

    return named(designer, graph)
