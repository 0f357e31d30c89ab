"""The front door: three detections at once, then the specialists, among them the other systems as subgraphs."""

from typing import Any

from langgraph.cache.base import BaseCache
from langgraph.graph import END, START, StateGraph
from langgraph.store.base import BaseStore
from langgraph.types import Checkpointer

from tripintent.graph.assistant import edges
from tripintent.graph.booking.wiring import build_booking_graph
from tripintent.graph.decisions import connect
from tripintent.graph.designer.wiring import build_designer_graph
from tripintent.graph.entrance import guarded
from tripintent.graph.mounting import opened
from tripintent.graph.planning.wiring import build_planning_graph
from tripintent.nodes.assistant.call import call
from tripintent.nodes.assistant.intake import intake
from tripintent.nodes.assistant.node import Node, bind
from tripintent.nodes.assistant.route import publish, route
from tripintent.nodes.assistant.specialist import specialist
from tripintent.nodes.assistant.staff import staff
from tripintent.nodes.assistant.state import AssistantOutput, AssistantState
from tripintent.nodes.assistant.understand import intent, language, understand
from tripintent.nodes.booking.approve import approve
from tripintent.nodes.planning.follow import follow
from tripintent.nodes.planning.stand import offer, stand
from tripintent.nodes.planning.state import bound
from tripintent.nodes.public_input import PublicInput
from tripintent.nodes.runtime import bind as bind_booking
from tripintent.state.context import TripContext
from tripintent.tools.ports.desk_service import AssistantPorts

STEP_LIMIT = 80

NODES: dict[str, Node] = {
    "intake": intake,
    "intent": intent,
    "understand": understand,
    "language": language,
    "route": route,
    "publish": publish,
    "staff": staff,
    "call": call,
    **dict.fromkeys(edges.SPECIALISTS.values(), specialist),
}


def build_assistant_graph(
    ports: AssistantPorts,
    *,
    checkpointer: Checkpointer = None,
    store: BaseStore | None = None,
    cache: BaseCache[Any] | None = None,
) -> Any:
    """Return the compiled front door. One conversation, one trip: no one picks a system.

    Approvals of the booking are asked for here, on the shared state, so that the trip and the messages of this graph are
    whole while one waits.
    """
    graph: StateGraph[Any, TripContext, Any, Any] = StateGraph(
        AssistantState, context_schema=TripContext, input_schema=PublicInput, output_schema=AssistantOutput
    )
    for name, node in NODES.items():
        graph.add_node(name, bind(name, node, ports))
    systems = _systems(ports)
    for name, system in systems.items():
        graph.add_node(name, system)
    for name, look in {"offer": offer, "stand": stand, "follow": follow}.items():
        graph.add_node(name, bound(name, look, ports.booking, ports.planning) if ports.planning else _absent)
    graph.add_node("approve", bind_booking("approve", approve, ports.booking))
    _connect(graph)
    compiled = graph.compile(checkpointer=checkpointer, store=store, cache=cache, name="assistant")
    return guarded(opened(compiled, systems)).with_config(recursion_limit=STEP_LIMIT)


def _systems(ports: AssistantPorts) -> dict[str, Any]:
    """Return the other systems as nodes, by name."""
    planning = ports.planning and build_planning_graph(ports.booking, ports.planning, mode="subgraph")
    return {
        "booking": build_booking_graph(ports.booking, mode="front"),
        "designer": build_designer_graph(ports.booking, mode="subgraph"),
        "planning": planning or _absent,
    }


async def _absent(state: AssistantState) -> dict[str, Any]:
    """Stand in the place of the planning where a host builds the front door without it."""
    del state
    return {}


def _connect(graph: StateGraph[Any, TripContext, Any, Any]) -> None:
    graph.add_edge(START, "intake")
    for source, table in edges.DECISIONS.items():
        connect(graph, source, table)
    graph.add_edge(list(edges.DETECTIONS), "route")
    graph.add_edge("booking", "publish")
    for name in ("designer", "planning", *edges.SPECIALISTS.values()):
        graph.add_edge(name, "publish")
    graph.add_edge("staff", END)
