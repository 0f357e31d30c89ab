"""The booking as one node of a larger graph that holds a half-filled trip already.

A help desk knows the customer and the route from its own records; the booking asks only for what is missing, and gives
back its changes as a patch, so that nothing of what the help desk knew or writes meanwhile is lost.

Run it: ``python examples/mounted.py``. It plays three messages of a customer and prints what the help desk says and logs.
"""

import asyncio
import operator
from typing import Annotated, Any, Literal, TypedDict

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.types import Checkpointer

from tripintent import TripContext, TripIntent, booking_graph
from tripintent.app.checkpoints import serializer
from tripintent.state.itinerary import Itinerary, Point, Segment
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.travellers import Party, Travelers

RECORDS = {"C-17": ("BOS", "LIS", 2)}  # customer -> where from, where to, how many: the help desk's own knowledge


class DeskState(TypedDict):
    """The help desk's state. ``trip_intent`` takes patches: that is all the booking asks of its host."""

    messages: Annotated[list[AnyMessage], add_messages]
    trip_intent: Annotated[TripIntent, apply_patch]
    customer: str
    log: Annotated[list[str], operator.add]


def recall(state: DeskState) -> dict[str, Any]:
    """Fill what the records know into the trip, once."""
    if state["trip_intent"].itinerary.segments:
        return {}
    origin, destination, adults = RECORDS[state["customer"]]
    legs = ((origin, destination), (destination, origin))
    segments = tuple(Segment(origin=Point(code=a), destination=Point(code=b)) for a, b in legs)
    known = {
        "itinerary": Itinerary(trip_type="round_trip", segments=segments),
        "party": Party(travelers=Travelers(adults=adults)),
        "extras": {"customer": state["customer"]},
    }
    return {"trip_intent": Patch(source="system_policy", by="records", merge=known), "log": ["recalled"]}


def after_recall(state: DeskState) -> Literal["booking", "complaint"]:
    """The help desk's own routing comes before ours."""
    return "complaint" if "complain" in str(state["messages"][-1].content).casefold() else "booking"


def complaint(state: DeskState) -> dict[str, Any]:
    """Answer what is no booking."""
    return {"messages": [AIMessage(f"A colleague will call customer {state['customer']}.")], "log": ["complaint"]}


def report(state: DeskState) -> dict[str, Any]:
    """Note the state of the trip in the help desk's log."""
    return {"log": [state["trip_intent"].status.state]}


def help_desk(checkpointer: Checkpointer = None, **options: Any) -> Any:
    """Return the help desk's compiled graph; ``options`` go to ``booking_graph``."""
    graph: StateGraph[DeskState, TripContext, Any, Any] = StateGraph(DeskState, context_schema=TripContext)
    graph.add_node("recall", recall)
    graph.add_node("booking", booking_graph(mode="subgraph", **options))
    graph.add_node("complaint", complaint)
    graph.add_node("report", report)
    graph.add_edge(START, "recall")
    graph.add_conditional_edges("recall", after_recall)
    graph.add_edge("booking", "report")
    graph.add_edge("complaint", END)
    graph.add_edge("report", END)
    return graph.compile(checkpointer=checkpointer)


async def main() -> None:
    """Play a customer whose route the help desk knows, and who says only when."""
    graph = help_desk(InMemorySaver(serde=serializer()))
    config = {"configurable": {"thread_id": "ticket-1"}}
    for words in ("I would like to book my usual trip", "14 June to 21 June", "I want to complain about the coffee"):
        entry = {"messages": [HumanMessage(words)], "customer": "C-17"}
        result = await graph.ainvoke(entry, config, context=TripContext(organisation="acme"))
        print(f"> {words}\n{result['messages'][-1].content}\n")
    print("the help desk's log:", *result["log"])


if __name__ == "__main__":
    asyncio.run(main())
