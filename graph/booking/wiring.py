"""The booking graph: nodes, edges, and nothing else."""

from collections.abc import Awaitable, Callable, Hashable
from functools import wraps
from typing import Any, Literal

from langgraph.cache.base import BaseCache
from langgraph.graph import END, START, StateGraph
from langgraph.store.base import BaseStore
from langgraph.types import Checkpointer

from tripintent.graph.booking import edges
from tripintent.graph.booking.mounted import mounted
from tripintent.nodes.booking.answer import answer
from tripintent.nodes.booking.approve import approve
from tripintent.nodes.booking.ask_details import ask_details
from tripintent.nodes.booking.assess import assess
from tripintent.nodes.booking.cancel import cancel, cancel_booking
from tripintent.nodes.booking.choose import choose
from tripintent.nodes.booking.collect import collect
from tripintent.nodes.booking.decline import decline
from tripintent.nodes.booking.extract import extract
from tripintent.nodes.booking.followup_questions import followup_questions
from tripintent.nodes.booking.halt import halt
from tripintent.nodes.booking.hold import hold
from tripintent.nodes.booking.import_intent import import_intent
from tripintent.nodes.booking.intake import intake
from tripintent.nodes.booking.list_options import list_options
from tripintent.nodes.booking.node import Node, bind
from tripintent.nodes.booking.park import park
from tripintent.nodes.booking.present import present
from tripintent.nodes.booking.publish import publish
from tripintent.nodes.booking.purchase import purchase
from tripintent.nodes.booking.quote import quote_flights, quote_hotels
from tripintent.nodes.booking.rank import rank
from tripintent.nodes.booking.release import release
from tripintent.nodes.booking.request_approval import request_approval
from tripintent.nodes.booking.retry import retry
from tripintent.nodes.booking.risk import risk
from tripintent.nodes.booking.state import BookingInput, BookingOutput, BookingState
from tripintent.nodes.booking.want import want
from tripintent.state.context import TripContext
from tripintent.tools.ports.ports import Ports

STEP_LIMIT = 80

NODES: dict[str, Node] = {
    "intake": intake,
    "assess": assess,
    "extract": extract,
    "import_intent": import_intent,
    "followup_questions": followup_questions,
    "quote_flights": quote_flights,
    "quote_hotels": quote_hotels,
    "collect": collect,
    "rank": rank,
    "choose": choose,
    "list_options": list_options,
    "want": want,
    "risk": risk,
    "present": present,
    "ask_details": ask_details,
    "hold": hold,
    "release": release,
    "request_approval": request_approval,
    "park": park,
    "approve": approve,
    "purchase": purchase,
    "decline": decline,
    "cancel_booking": cancel_booking,
    "cancel": cancel,
    "retry": retry,
    "answer": answer,
    "halt": halt,
    "publish": publish,
}

AFTER_ASSESS: dict[Hashable, str] = {
    "the step limit is near": "halt",
    "words to read": "extract",
    "a document came in": "import_intent",
    "holds to give back": "release",
    "the traveller says no": "decline",
    "an approval token came in": "purchase",
    "try again": "retry",
    "a side question": "answer",
    "words beside the approval": "answer",
    "wait for the approval": "park",
    "cancel a booking": "cancel_booking",
    "something is missing or unclear": "followup_questions",
    "search flights": "quote_flights",
    "search hotels": "quote_hotels",
    "offers to rank": "rank",
    "an option was chosen": "choose",
    "a wish to hold or buy": "want",
    "chosen, not yet checked": "risk",
    "names are needed": "ask_details",
    "hold it": "hold",
    "ask for approval": "request_approval",
    "show options": "list_options",
    "a list was asked for": "present",
    "something to show": "present",
    "small talk": "answer",
    "done": "publish",
}

BACK_TO_ASSESS = (
    "extract",
    "import_intent",
    "collect",
    "rank",
    "choose",
    "want",
    "list_options",
    "present",
    "risk",
    "hold",
    "release",
    "purchase",
    "decline",
    "cancel",
    "retry",
    "answer",
)
TO_PUBLISH = ("followup_questions", "halt")


def build_booking_graph(
    ports: Ports,
    *,
    door: Literal["public", "mounted"] = "public",
    checkpointer: Checkpointer = None,
    store: BaseStore | None = None,
    cache: BaseCache[Any] | None = None,
) -> Any:
    """Return the compiled booking graph, or for ``door="mounted"`` a node for a host's graph.

    ``door="public"`` takes words and events only. ``door="mounted"`` takes the host's whole state and gives back patches
    (``tripintent.graph.booking.mounted``), so that nothing of a half-filled trip is lost; it runs on the host's
    checkpointer, store and cache, and a ValueError says so when others are given.
    """
    if door == "mounted" and (checkpointer, store, cache) != (None, None, None):
        raise ValueError(
            "a mounted graph uses the checkpointer, store and cache of the graph that mounts it: give none here"
        )
    input_schema = BookingInput if door == "public" else BookingState
    graph: StateGraph[Any, TripContext, Any, Any] = StateGraph(
        BookingState, context_schema=TripContext, input_schema=input_schema, output_schema=BookingOutput
    )
    for name, node in NODES.items():
        graph.add_node(name, bind(name, node, ports))
    _connect(graph)
    compiled = graph.compile(checkpointer=checkpointer, store=store, cache=cache, name="booking")
    limited = compiled.with_config(recursion_limit=STEP_LIMIT)
    return mounted(limited) if door == "mounted" else limited


def _connect(graph: StateGraph[Any, TripContext, Any, Any]) -> None:
    graph.add_edge(START, "intake")
    graph.add_conditional_edges("intake", _here(edges.after_intake), {"to do": "assess", "nothing to do": "publish"})
    graph.add_conditional_edges("assess", _here(edges.after_assess), AFTER_ASSESS)
    graph.add_edge("quote_flights", "collect")
    graph.add_edge("quote_hotels", "collect")
    for name in BACK_TO_ASSESS:
        graph.add_edge(name, "assess")
    for name in TO_PUBLISH:
        graph.add_edge(name, "publish")
    graph.add_conditional_edges(
        "ask_details", _here(edges.after_ask_details), {"asked": "publish", "all known": "assess"}
    )
    graph.add_conditional_edges(
        "cancel_booking", _here(edges.after_cancel_booking), {"money is lost": "park", "go on": "assess"}
    )
    graph.add_conditional_edges(
        "request_approval",
        _here(edges.after_request_approval),
        {"a person decides": "park", "the policy decides": "purchase", "nothing to approve": "assess"},
    )
    graph.add_conditional_edges("park", _here(edges.after_park), {"it waits": "approve", "decided elsewhere": "assess"})
    graph.add_conditional_edges(
        "approve",
        _here(edges.after_approve),
        {"approved": "purchase", "cancellation approved": "cancel", "rejected": "decline", "words instead": "intake"},
    )
    graph.add_edge("publish", END)


def _here(router: Callable[[BookingState], Any]) -> Callable[[BookingState], Awaitable[Any]]:
    """Decide on the event loop: LangGraph sends a plain function to a worker thread, a longer way than the decision."""

    @wraps(router)
    async def decide(state: BookingState) -> Any:
        return router(state)

    return decide
