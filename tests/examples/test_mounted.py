"""The example of a help desk that mounts the booking."""

from typing import Any

from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from tests.acts import yes

from tripintent import Settings, TripContext
from tripintent.app.checkpoints import serializer

CONFIG = {"configurable": {"thread_id": "ticket-9"}}


async def test_the_help_desk_books_what_it_half_knew(mounted: Any, settings: Settings, people: str) -> None:
    """Only the dates are asked for; the route, party and record that the help desk filled in stay to the end."""
    graph = mounted.help_desk(InMemorySaver(serde=serializer()), settings=settings)

    async def say(text: str) -> dict[str, Any]:
        entry = {"messages": [HumanMessage(text)], "customer": "C-17"}
        return await graph.ainvoke(entry, CONFIG, context=TripContext(organisation="acme"))

    asked = await say("I would like to book my usual trip")
    assert asked["trip_intent"].status.missing_required == (
        "itinerary.segments[0].depart_date",
        "itinerary.segments[1].depart_date",
        "itinerary.lodging.check_in",
        "itinerary.lodging.check_out",
    )
    offered = await say("June 14-21")
    assert offered["trip_intent"].status.state == "presenting_options"
    other = await say("I want to complain about the coffee")
    assert "C-17" in other["messages"][-1].content
    chosen = await say("1")
    await say("hold")
    waiting = await say(people)
    card = waiting["__interrupt__"][0].value["action_requests"][0]["args"]
    done = await graph.ainvoke(Command(resume=yes(card)), CONFIG, context=TripContext(organisation="acme"))
    assert done["trip_intent"].extras == {"customer": "C-17"}
    assert done["trip_intent"].party.travelers.adults == 2
    states = [
        "collecting_requirements",
        "presenting_options",
        "complaint",
        chosen["trip_intent"].status.state,
        "collecting_travellers",
        "completed",
    ]
    assert done["log"] == ["recalled", *states]
    assert {b.status for b in done["trip_intent"].working_memory.bookings} == {"confirmed"}
