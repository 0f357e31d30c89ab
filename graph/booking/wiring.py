"""The booking graph: nodes, edges, and nothing else."""

from collections.abc import Collection, Mapping
from typing import Any, Literal

from langgraph.graph import START, StateGraph
from langgraph.types import Checkpointer

from tripintent.graph.booking import edges
from tripintent.graph.booking.subgraph import as_subgraph, guarded
from tripintent.graph.decisions import Table, connect
from tripintent.nodes.booking.apply import apply, import_intent
from tripintent.nodes.booking.approve import approve
from tripintent.nodes.booking.ask import ask_details, followup_questions
from tripintent.nodes.booking.change import accept_change, cancel, cancel_booking, change
from tripintent.nodes.booking.choose import choose, list_options, want
from tripintent.nodes.booking.compare_days import compare_days
from tripintent.nodes.booking.hold import hold, release
from tripintent.nodes.booking.hold_back import decide_change, keep_or_let_go, keeps_holds
from tripintent.nodes.booking.intake import intake
from tripintent.nodes.booking.present import present
from tripintent.nodes.booking.publish import assess, halt, publish, save_before_wait
from tripintent.nodes.booking.purchase import decline, purchase
from tripintent.nodes.booking.quote import quote
from tripintent.nodes.booking.rank import rank
from tripintent.nodes.booking.request_approval import request_approval
from tripintent.nodes.booking.retry import collect, retry
from tripintent.nodes.booking.risk import risk
from tripintent.nodes.booking.state import BookingOutput, BookingState, FrontOutput
from tripintent.nodes.public_input import PublicInput
from tripintent.nodes.runtime import Node, bind
from tripintent.state.context import TripContext
from tripintent.tools.ports.ports import Ports

STEP_LIMIT = 80

NODES: dict[str, Node] = {
    "intake": intake,
    "assess": assess,
    "apply": keeps_holds(apply),
    "import_intent": keeps_holds(import_intent),
    "followup_questions": followup_questions,
    "quote_flights": quote,
    "quote_hotels": quote,
    "collect": collect,
    "rank": rank,
    "choose": keeps_holds(choose),
    "compare_days": compare_days,
    "list_options": list_options,
    "want": want,
    "risk": risk,
    "present": present,
    "ask_details": ask_details,
    "hold": hold,
    "release": release,
    "request_approval": request_approval,
    "save_before_wait": save_before_wait,
    "approve": approve,
    "purchase": purchase,
    "decline": decline,
    "keep_or_let_go": keep_or_let_go,
    "decide_change": decide_change,
    "cancel_booking": cancel_booking,
    "cancel": cancel,
    "change": keeps_holds(change),
    "accept_change": accept_change,
    "retry": retry,
    "halt": halt,
    "publish": publish,
}

BACK_TO_ASSESS = (
    "apply", "import_intent", "collect", "rank", "choose", "compare_days", "want", "list_options",
    "present", "risk", "hold", "release", "purchase", "decline", "keep_or_let_go", "decide_change", "cancel", "change",
    "accept_change", "retry",
)  # fmt: skip
TO_PUBLISH = ("followup_questions", "halt")
_LEFT_OUT: Mapping[str, Collection[str]] = {"front": ("approve",), "survey": edges.COMMITS}


def build_booking_graph(
    ports: Ports,
    *,
    mode: Literal["public", "subgraph", "front", "survey"] = "public",
    checkpointer: Checkpointer = None,
) -> Any:
    """Return the compiled booking graph, or for ``mode="subgraph"`` a node for a host's graph.

    ``mode="public"`` takes words and events only. ``mode="subgraph"`` takes the host's whole state and gives back patches
    (``tripintent.graph.booking.subgraph``), so that nothing of a half-filled trip is lost; it runs on the host's
    checkpointer, and a ValueError says so when another is given. ``mode="front"`` is a subgraph too, for
    a host that asks for approvals itself, so that its own state is whole while one waits: a run ends with ``turn.parked``,
    and begins with ``turn.answer`` when a person decided. ``mode="survey"`` is for ports of a copy: it takes a trip and one
    event, has no node that waits, buys or cancels, and ends where the card would come.
    """
    if mode != "public" and checkpointer is not None:
        raise ValueError("a mounted graph uses the checkpointer of the graph that mounts it: give none here")
    input_schema = PublicInput if mode == "public" else BookingState
    output_schema = FrontOutput if mode in ("front", "survey") else BookingOutput
    graph: StateGraph[Any, TripContext, Any, Any] = StateGraph(
        BookingState, context_schema=TripContext, input_schema=input_schema, output_schema=output_schema
    )
    for name, node in NODES.items():
        if name not in _LEFT_OUT.get(mode, ()):
            graph.add_node(name, bind(name, node, ports))
    if mode == "front":
        _connect(graph, edges.BEHIND_A_FRONT_DOOR)
        return as_subgraph(graph.compile(checkpointer=False, name="booking"), front=True)
    graph.add_edge(START, "intake")
    _connect(graph, edges.ON_A_COPY if mode == "survey" else edges.DECISIONS, _LEFT_OUT.get(mode, ()))
    if mode == "survey":  # a survey inside a turn keeps nothing in the turn's own checkpoints
        return graph.compile(checkpointer=False, name="survey").with_config(recursion_limit=STEP_LIMIT)
    compiled = graph.compile(checkpointer=checkpointer, name="booking")
    opened = guarded(compiled) if mode == "public" else compiled
    limited = opened.with_config(recursion_limit=STEP_LIMIT)
    return as_subgraph(limited) if mode == "subgraph" else limited


def _connect(
    graph: StateGraph[Any, TripContext, Any, Any],
    decisions: Mapping[str, Table[edges.RoutingState]],
    left_out: Collection[str] = (),
) -> None:
    for source, table in decisions.items():
        connect(graph, source, table, edges.routing_state)
    graph.add_edge("quote_flights", "collect")
    graph.add_edge("quote_hotels", "collect")
    for name in BACK_TO_ASSESS:
        if name not in left_out:
            graph.add_edge(name, "assess")
    for name in TO_PUBLISH:
        graph.add_edge(name, "publish")
