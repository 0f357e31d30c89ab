"""A conversation that a chat model holds: it calls tools until it has what it needs, then words a short answer.

The model chooses no step of the money path: a call becomes an event of the booking graph, whose table decides what follows. The
approval is an edge after ``reply``, never inside a tool.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal

from langgraph.cache.base import BaseCache
from langgraph.graph import END, START, StateGraph
from langgraph.store.base import BaseStore
from langgraph.types import Checkpointer

from tripintent.graph.booking.subgraph import as_subgraph, guarded, opened
from tripintent.graph.booking.wiring import build_booking_graph
from tripintent.graph.decisions import Row, Table, connect, otherwise
from tripintent.graph.desk import AFTER_ROUTE, AT_A_DESK, DETECTIONS, FUNCTIONS, SPECIALISTS
from tripintent.nodes.assistant.call import call
from tripintent.nodes.assistant.intake import intake
from tripintent.nodes.assistant.node import bind
from tripintent.nodes.assistant.route import publish, route
from tripintent.nodes.assistant.specialist import specialist
from tripintent.nodes.assistant.staff import staff
from tripintent.nodes.assistant.state import AssistantOutput
from tripintent.nodes.assistant.understand import intent, language, understand
from tripintent.nodes.booking.approve import approve
from tripintent.nodes.booking.state import BookingOutput
from tripintent.nodes.conversation.begin import begin, summarise
from tripintent.nodes.conversation.extract import extract
from tripintent.nodes.conversation.reply import plain, reply
from tripintent.nodes.conversation.show import clicked, show
from tripintent.nodes.conversation.state import ConversationState, unanswered
from tripintent.nodes.conversation.work import look, result, work
from tripintent.nodes.planning.follow import follow
from tripintent.nodes.planning.state import bound
from tripintent.nodes.public_input import PublicInput
from tripintent.nodes.runtime import bind as bind_booking
from tripintent.state.context import TripContext
from tripintent.tools.ports.desk_service import AssistantPorts
from tripintent.tools.toolbox.toolbox import OF_DOCUMENTS, by_name

STEP_LIMIT = 120


def _calls(state: ConversationState) -> bool:
    return bool(unanswered(state["messages"]))


def _effect(state: ConversationState) -> str:
    """Return the effect of the tool that is called next; a READ for one that is not there."""
    tool = by_name().get(unanswered(state["messages"])[0]["name"])
    return tool.effect if tool else "READ"


def _works_on_documents(state: ConversationState, call: Mapping[str, Any]) -> bool:
    """Tell whether a call changes days or documents; an undo or redo does where an expense or a change of them came last."""
    if call.get("name") == "undo":
        trip, redo = state["trip_intent"], (call.get("args") or call.get("arguments") or {}).get("redo")
        last = (trip.taken_back if redo else trip.steps)[-1:]
        return bool(last and (last[0].document or last[0].expense))
    tool = by_name().get(str(call.get("name", "")))
    return tool is not None and tool.toolset in OF_DOCUMENTS


WORDS = Row[ConversationState]("words", lambda s: bool(s["front"].text.strip()), "begin")
AFTER_INTAKE: Table[ConversationState] = (
    WORDS,
    Row("a press that the guide answers", lambda s: s["turn"].cards_alone, "begin"),
    Row("a click on days or documents", lambda s: _works_on_documents(s, s.get("event") or {}), "call"),
    Row("a click, or nothing new", otherwise, "booking"),
)
AFTER_BEGIN: Table[ConversationState] = (
    Row("a call that was pressed", _calls, "work"),
    Row("a long thread", lambda s: s["conversation"].speaks and s["conversation"].long, "summarise"),
    Row("words to answer", lambda s: s["conversation"].speaks, "extract"),
    Row("refused", otherwise, "publish"),
)
# ``plain`` hands the rest of the turn to the guide, which is asked in the model's place.
AFTER_EXTRACT: Table[ConversationState] = (
    Row("the model gave nothing", lambda s: bool(s["conversation"].failed) and not s["conversation"].guided, "plain"),
    Row("calls", _calls, "work"),
    Row("words alone", otherwise, "reply"),
)
AFTER_WORK: Table[ConversationState] = (
    Row("a look", lambda s: _effect(s) == "READ", "look"),
    Row("days or documents", lambda s: _works_on_documents(s, unanswered(s["messages"])[0]), "call"),
    Row("the trip", otherwise, "booking"),
)
# What follows a call that was worked: by the booking, after which documents follow the trip, or on documents alone.
AFTER_A_CALL: Table[ConversationState] = (
    Row("a call is answered", _calls, "result"),
    Row("words follow", lambda s: s["turn"].cards_alone, "extract"),
    Row("a click", otherwise, "clicked"),
)
AFTER_SHOW: Table[ConversationState] = (
    Row("more calls", _calls, "work"),
    Row("its words are enough", lambda s: s["conversation"].beside, "reply"),
    Row("the model goes on", otherwise, "extract"),
)
AFTER_REPLY: Table[ConversationState] = (
    Row("strays go back once", lambda s: bool(s["conversation"].strays), "extract"),
    Row("said", otherwise, "publish"),
)
AFTER_PUBLISH: Table[ConversationState] = (
    Row("a card waits", lambda s: s["trip_intent"].working_memory.approval is not None, "approve"),
    Row("a person is waited for", lambda s: s["front"].waiting is not None, "staff"),
    Row("all answered", otherwise, END),
)
AFTER_APPROVE: Table[ConversationState] = (
    Row("decided", lambda s: s["turn"].answer is not None, "booking"),
    Row("nothing to show", lambda s: s["trip_intent"].working_memory.approval is None, END),
    Row("words instead", otherwise, "intake"),
)
DECISIONS: dict[str, Table[ConversationState]] = {
    "intake": AFTER_INTAKE,
    "begin": AFTER_BEGIN,
    "extract": AFTER_EXTRACT,
    "work": AFTER_WORK,
    "follow": AFTER_A_CALL,
    "call": AFTER_A_CALL,
    "show": AFTER_SHOW,
    "reply": AFTER_REPLY,
    "publish": AFTER_PUBLISH,
    "approve": AFTER_APPROVE,
}
STEPS = {
    START: "intake",
    "booking": "follow",
    "summarise": "extract",
    "look": "result",
    "result": "show",
    "clicked": "publish",
    "plain": "extract",
    "staff": END,
}
_Node = Callable[..., Awaitable[Mapping[str, object]]]
_OWN: tuple[_Node, ...] = (
    intake, begin, summarise, extract, work, look, call, result, show, clicked, reply, plain, publish, staff,
)  # fmt: skip
NODES: dict[str, _Node] = {one.__name__: one for one in _OWN}


def build_conversation_graph(
    ports: AssistantPorts,
    *,
    name: str = "assistant",
    mode: Literal["public", "subgraph"] = "public",
    checkpointer: Checkpointer = None,
    store: BaseStore | None = None,
    cache: BaseCache[object] | None = None,
) -> Any:
    """Return the compiled graph of a conversation: one trip, the tools of ``ports.toolsets``.

    With ``mode="subgraph"`` it is a node for a host's graph: it takes the host's whole state and gives back patches, so that
    nothing of a half-filled trip is lost (``tripintent.graph.booking.subgraph``). It runs on the host's checkpointer, store
    and cache; a ValueError says so when others are given.
    """
    if mode == "subgraph" and (checkpointer, store, cache) != (None, None, None):
        raise ValueError(
            "a mounted graph uses the checkpointer, store and cache of the graph that mounts it: give none here"
        )
    graph: StateGraph[Any, TripContext, Any, Any] = StateGraph(
        ConversationState,
        context_schema=TripContext,
        input_schema=PublicInput if mode == "public" else ConversationState,
        output_schema=BookingOutput if ports.planning is None else AssistantOutput,
    )
    booking = build_booking_graph(ports.booking, mode="front")
    graph.add_node("booking", booking)
    _add_nodes(graph, ports)
    _connect(graph, ports)
    compiled = graph.compile(checkpointer=checkpointer, store=store, cache=cache, name=name)
    if mode == "subgraph":
        return as_subgraph(compiled.with_config(recursion_limit=STEP_LIMIT))
    return guarded(opened(compiled, {"booking": booking})).with_config(recursion_limit=STEP_LIMIT)


def _add_nodes(graph: StateGraph[Any, TripContext, Any, Any], ports: AssistantPorts) -> None:
    """Add the nodes of every conversation; the booking is a graph of its own."""
    for label, node in NODES.items():
        graph.add_node(label, bind(label, node, ports))
    graph.add_node("follow", bound("follow", follow, ports.booking, ports.planning) if ports.planning else _as_it_is)
    graph.add_node("approve", bind_booking("approve", approve, ports.booking))


def _connect(graph: StateGraph[Any, TripContext, Any, Any], ports: AssistantPorts) -> None:
    """Add the steps that are always the same, and the decisions."""
    for source, target in STEPS.items():
        graph.add_edge(source, target)
    for source, table in (decisions_at_a_desk() if ports.desk else DECISIONS).items():
        connect(graph, source, table)
    if ports.desk:
        _connect_desk(graph, ports)


async def _as_it_is(state: ConversationState) -> dict[str, object]:  # noqa: ARG001 - the name that LangGraph asks for
    """Stand in the place of what follows documents where a host builds the graph without them."""
    return {}


def decisions_at_a_desk() -> dict[str, Table[ConversationState]]:
    """Return the decisions with an organisation's functions before and after them."""
    return {
        **DECISIONS,
        "intake": (*AT_A_DESK, *(row for row in AFTER_INTAKE if row is not WORDS)),
        "route": AFTER_ROUTE,
        "publish": (*FUNCTIONS, *AFTER_PUBLISH),
    }


def _connect_desk(graph: StateGraph[Any, TripContext, Any, Any], ports: AssistantPorts) -> None:
    """Add the detections and the specialists."""
    heard: dict[str, Callable[..., Awaitable[Mapping[str, object]]]] = {
        "intent": intent,
        "understand": understand,
        "language": language,
        "route": route,
        **dict.fromkeys(SPECIALISTS.values(), specialist),
    }
    for label, node in heard.items():
        graph.add_node(label, bind(label, node, ports))
    graph.add_edge(list(DETECTIONS), "route")
    for label in dict.fromkeys(SPECIALISTS.values()):
        graph.add_edge(label, "publish")
