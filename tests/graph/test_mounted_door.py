"""The booking as one node of a host's larger graph."""

import operator
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command
from tests.acts import ANN, BOB, Event, change, choose, hold, people, yes
from tests.graph.test_ownership import HostState as Mounted

from tripintent.app.checkpoints import STORED_TYPES
from tripintent.graph.booking.wiring import build_booking_graph
from tripintent.state.itinerary import Itinerary, Lodging, Point, Segment
from tripintent.state.patch import Patch
from tripintent.state.travellers import Party, Travelers
from tripintent.state.trip import TripIntent

DAYS = change(depart="2027-06-14", return_day="2027-06-21")
CONFIG = {"configurable": {"thread_id": "host-1"}}


class HostState(Mounted):
    log: Annotated[list[str], operator.add]


@dataclass
class HostContext:
    tenant: str = "acme"
    organisation: str = "acme-travel"
    locale: str = "en-GB"


def half_filled() -> TripIntent:
    """A host's trip: places, a loyalty wish and its own extras are known; dates are not."""
    there = Segment(origin=Point(code="BOS"), destination=Point(code="LIS"))
    back = Segment(origin=Point(code="LIS"), destination=Point(code="BOS"))
    return TripIntent(
        trip_id="host_trip_7",
        itinerary=Itinerary(trip_type="round_trip", segments=(there, back), lodging=Lodging(needed=True)),
        party=Party(travelers=Travelers(adults=2)),
        extras={"crm": {"deal": "D-17"}, "activities": ["fado"]},
    )


def host_graph(ports: Any, *, meanwhile: bool = False) -> Any:
    graph = StateGraph(HostState, context_schema=HostContext)
    graph.add_node("booking", build_booking_graph(ports, mode="subgraph"))
    graph.add_node("crm", lambda _: {"log": ["crm"], "trip_intent": Patch(by="crm", merge={"extras": {"note": "vip"}})})
    graph.add_node("report", lambda s: {"log": [s["trip_intent"].status.state]})
    graph.add_edge(START, "booking")
    graph.add_edge("booking", "report")
    graph.add_edge("report", END)
    if meanwhile:
        graph.add_edge(START, "crm")
    return graph.compile(checkpointer=InMemorySaver().with_allowlist(STORED_TYPES))


async def act(graph: Any, event: Event, **more: Any) -> dict[str, Any]:
    return await graph.ainvoke({"event": event, **more}, CONFIG, context=HostContext())


async def to_approval(graph: Any) -> dict[str, Any]:
    await act(graph, DAYS, trip_intent=half_filled())
    await act(graph, choose(1))
    await act(graph, hold())
    return await act(graph, people(ANN, BOB))


async def test_nothing_of_a_half_filled_trip_is_lost(booking: Any) -> None:
    """The dates said in the conversation join what the host knew; its id, party, places and extras stay."""
    result = await act(host_graph(booking.ports), DAYS, trip_intent=half_filled())
    trip = result["trip_intent"]
    assert [s.depart_date for s in trip.itinerary.segments] == ["2027-06-14", "2027-06-21"]
    assert [(s.origin.code, s.destination.code) for s in trip.itinerary.segments] == [("BOS", "LIS"), ("LIS", "BOS")]
    assert (trip.trip_id, trip.party.travelers.adults) == ("host_trip_7", 2)
    assert trip.extras == {"crm": {"deal": "D-17"}, "activities": ["fado"]}
    assert result["log"] == ["presenting_options"]


async def test_what_another_node_writes_meanwhile_stays(booking: Any) -> None:
    """A node that runs beside the booking writes the same trip; the booking's patch does not undo it."""
    result = await act(host_graph(booking.ports, meanwhile=True), DAYS, trip_intent=half_filled())
    assert result["trip_intent"].extras["note"] == "vip"
    assert result["trip_intent"].itinerary.segments[0].depart_date == "2027-06-14"


async def test_messages_come_once(booking: Any) -> None:
    """The host's conversation grows by the new messages only."""
    graph = host_graph(booking.ports)
    first = (await act(graph, DAYS, trip_intent=half_filled()))["messages"]
    then = (await act(graph, choose(1)))["messages"]
    assert [m.id for m in then[: len(first)]] == [m.id for m in first]
    assert first
    assert then[len(first) :]
    assert len({m.id for m in then}) == len(then)


async def test_the_hosts_context_is_used_where_it_fits(booking: Any) -> None:
    """A host's own context class gives organisation and locale; its other fields are no problem."""
    result = await act(host_graph(booking.ports), DAYS, trip_intent=half_filled())
    assert (result["trip_intent"].org, result["trip_intent"].request.locale) == ("acme-travel", "en-GB")


async def test_organisations_may_give_their_trips_the_same_id(booking: Any) -> None:
    """One organisation books its trip; another one's trip of that id has no hold, no booking, no approval and no audit of it."""
    graph = host_graph(booking.ports)
    args = (await to_approval(graph))["__interrupt__"][0].value["action_requests"][0]["args"]
    done = await graph.ainvoke(Command(resume=yes(args)), CONFIG, context=HostContext())
    assert len(done["trip_intent"].working_memory.bookings) == 3
    others = await graph.ainvoke(
        {"event": DAYS, "trip_intent": half_filled()},
        {"configurable": {"thread_id": "other-1"}},
        context=HostContext(organisation="globex"),
    )
    trip = others["trip_intent"]
    assert (trip.trip_id, trip.org, args["trip_id"]) == ("host_trip_7", "globex", "host_trip_7")
    assert (trip.working_memory.bookings, trip.working_memory.holds) == ((), ())
    assert {e.type for e in await booking.ports.desk.audit(trip.ledger_id)}.isdisjoint({"hold.planned", "pay.ok"})


async def test_words_instead_of_an_answer_lose_nothing(booking: Any) -> None:
    """New text on the host's thread while an approval waits finds people, choice and hold again, and the same approval."""
    graph = host_graph(booking.ports)
    first = await to_approval(graph)
    again = await act(graph, hold())
    values = [r["__interrupt__"][0].value for r in (first, again)]
    ids = [one["action_requests"][0]["args"]["approval_id"] for one in values]
    assert ids[0] == ids[1]
    assert (values[0]["replies"][0].startswith("Held for you"), values[0]["replies"] == values[1]["replies"]) == (
        True,
        False,
    )


async def test_an_event_that_was_worked_is_not_worked_again(booking: Any) -> None:
    """The host's channel keeps what is in it: the next words are heard all the same."""
    graph = host_graph(booking.ports)
    await act(graph, DAYS, trip_intent=half_filled())
    listed = await act(graph, {"type": "USER_WANTS_OPTIONS", "order": "cheapest"})
    assert listed["event"] is None
    said = await graph.ainvoke({"messages": [HumanMessage("number 2")]}, CONFIG, context=HostContext())
    assert listed["messages"][-1].text not in [one.text for one in said["messages"][len(listed["messages"]) :]]


async def test_the_drawing_shows_what_is_inside(booking: Any) -> None:
    """Studio's xray sees the booking's nodes within the host's graph."""
    nodes = host_graph(booking.ports).get_graph(xray=True).nodes
    assert {"booking:assess", "booking:approve", "booking:purchase"} <= set(nodes)


def test_a_mounted_graph_takes_no_checkpointer(booking: Any) -> None:
    """Two checkpointers on one thread would disagree: said at once, not later."""
    with pytest.raises(ValueError, match="give none here"):
        build_booking_graph(booking.ports, mode="subgraph", checkpointer=InMemorySaver())
