"""As a subgraph: the booking graph as one node of a host's larger graph.

A compiled graph put straight into a host's graph would write the whole document back at its end, and with it undo what
other nodes of the host wrote meanwhile. This node gives back only what the booking changed, as a patch. This file also
checks the input of a graph, and marks mounted graphs for drawings.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol, TypedDict, TypeVar

from langchain_core.messages import AnyMessage
from langchain_core.runnables import RunnableConfig, RunnableLambda
from langgraph.graph import START
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from tripintent.nodes.public_input import checked
from tripintent.state.context import TripContext
from tripintent.state.patch import Patch, difference
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn


def guarded(compiled: Any) -> Any:
    """Return the compiled graph with its input checked: LangGraph drops unknown keys in silence. Runs raise InputRefused."""
    compiled.nodes[START] = compiled.nodes[START].copy({"bound": RunnableLambda(checked, name="input")})
    return compiled


UNSAVED: RunnableConfig = {"configurable": {"__pregel_durability": "exit"}}
"""A graph without checkpoints of its own has none to wait for, whatever durability its host runs with."""


N = TypeVar("N", bound=Callable[..., object])
_GRAPH = "mounted_graph"


def named(node: N, graph: object) -> N:
    """Return the node with a mark of the compiled graph that it runs."""
    node.__dict__[_GRAPH] = graph
    return node


def opened(compiled: Any, nodes: Mapping[str, Callable[..., object]]) -> Any:
    """Return the compiled graph with the graphs that its nodes run: a drawing with xray, and Studio, show what is inside.

    LangGraph finds no graph that keeps no checkpoints of its own, and these keep none.
    """
    for name, node in nodes.items():
        if graph := node.__dict__.get(_GRAPH):
            compiled.nodes[name] = compiled.nodes[name].copy({"subgraphs": [graph]})
    return compiled


SHARED = ("messages", "event", "trip_intent")
FRONT = (*SHARED, "turn", "journal")


class SubgraphUpdate(TypedDict, total=False):
    """Channels of the host that the node updates: new messages, the worked event, changes of the trip; behind a front door the turn."""

    messages: list[AnyMessage]
    event: None
    trip_intent: Patch
    turn: Turn
    journal: None


class SubgraphNode(Protocol):
    """The booking as LangGraph calls it in a host's graph."""

    def __call__(self, state: object, runtime: Runtime[Any]) -> Awaitable[SubgraphUpdate]:
        """Run the booking on the host's state."""
        ...


def as_subgraph(graph: CompiledStateGraph[Any, TripContext, Any, Any], *, front: bool = False) -> SubgraphNode:
    """Return the node. Of the host's state it reads ``messages``, ``event`` and ``trip_intent``, and nothing else.

    With ``front`` the host is a front door that asks for approvals itself: it shares ``turn`` and ``journal`` as well.

    The host's ``trip_intent`` channel has ``tripintent.state.patch.apply_patch`` as its reducer. Checkpointer, store and
    thread are the host's; interrupts pass through to the host and are answered there. The runtime context is the host's:
    fields that it has in common with TripContext are used.
    """

    async def booking(state: object, runtime: Runtime[Any]) -> SubgraphUpdate:
        names = FRONT if front else SHARED
        given = {name: value for name in names if (value := _field(state, name)) is not None}
        if front and "turn" in given:
            given["turn"] = given["turn"].model_copy(update={"parked": False})
        result = await graph.ainvoke(given, UNSAVED if front else None, context=_context(runtime.context))
        before: TripIntent = given.get("trip_intent") or TripIntent()
        known = {m.id for m in given.get("messages", ())}
        update: SubgraphUpdate = {
            "messages": [m for m in result["messages"] if m.id not in known],
            "trip_intent": Patch(by="booking", merge=difference(before, result["trip_intent"])),
        }
        if not front:  # an event that was worked is not worked again with the next words
            return {**update, "event": None} if "event" in given else update
        return {**update, "turn": result["turn"], "journal": None}

    return named(booking, graph)


def _field(holder: object, name: str) -> Any:
    """Read a field of the host's state or context, whether it is a mapping, a dataclass or a model."""
    return holder.get(name) if isinstance(holder, Mapping) else getattr(holder, name, None)


def _context(given: object) -> TripContext:
    shared = {name: value for name in TripContext.model_fields if isinstance(value := _field(given, name), str)}
    return TripContext(**shared)
