"""``tools_for``: somebody's own agent books a trip, and only a person's answer to its interrupt buys."""

from collections.abc import Sequence
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from tripintent import SessionError, tools_for
from tripintent.app.mcp.serve import build_server

WISH = "Boston to Lisbon June 14 to June 21 2026, two adults"
PEOPLE = "Ann Smith 4 March 1985 and Bob Smith 1983-07-09, ann@example.org"
NO_CHOICE = (
    "-1",
    "0",
    "2.5",
    "2 and 3",
    "not the cheapest",
    "don't take 2",
    "the cheapest or the fastest",
    "the hotel",
)
STEPS = (
    ("plan_trip", {"words": WISH}),
    ("choose_option", {"option": "1"}),
    ("hold_option", {}),
    ("plan_trip", {"words": PEOPLE}),
    ("ask_approval", {}),
)


class Scripted(BaseChatModel):
    """A model that calls the tools in order, and then says that it is done."""

    steps: Sequence[tuple[str, dict[str, Any]]]

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools, **kwargs):
        return self

    def _generate(self, messages: list[BaseMessage], stop=None, run_manager=None, **kwargs) -> ChatResult:
        done = sum(isinstance(one, ToolMessage) for one in messages)
        said = AIMessage("done")
        if done < len(self.steps):
            name, args = self.steps[done]
            said = AIMessage("", tool_calls=[{"name": name, "args": args, "id": f"c{done}"}])
        return ChatResult(generations=[ChatGeneration(message=said)])


def _agent(session, steps):
    return create_agent(Scripted(steps=steps), tools_for(session), checkpointer=InMemorySaver())


CONFIG = {"configurable": {"thread_id": "their-agent"}}


async def test_an_agent_of_somebody_elses_books_a_trip(session):
    """It stops with the card; a person's yes, with what the risks demand, buys once."""
    agent = _agent(session, STEPS)
    stopped = await agent.ainvoke({"messages": [("user", "book me a trip")]}, CONFIG)
    card = stopped["__interrupt__"][0].value
    args = card["action_requests"][0]["args"]
    assert (card["action_requests"][0]["name"], await session.trip("their-agent")) != ("", None)
    assert not (await session.trip("their-agent")).working_memory.bookings
    confirmed = {"confirmations": [one["id"] for one in args["confirmations"]]}
    yes = {"decisions": [{"type": "approve", "args": confirmed}]}
    done = await agent.ainvoke(Command(resume=yes), CONFIG)
    assert done["messages"][-1].content == "done"
    assert '"bookings"' in done["messages"][-2].content
    assert (await session.trip("their-agent")).status.phase == "completed"


@pytest.mark.parametrize("answer", ["yes", {"decisions": []}, {"decisions": [{"type": "edit"}]}])
async def test_what_is_no_decision_buys_nothing(session, answer):
    """Words, no decision, an edit: the model reads that nothing was done, and the card waits on."""
    agent = _agent(session, STEPS)
    await agent.ainvoke({"messages": [("user", "book me a trip")]}, CONFIG)
    done = await agent.ainvoke(Command(resume=answer), CONFIG)
    assert "nothing was done" in done["messages"][-2].content
    assert await session.waiting("their-agent")


async def test_a_no_gives_the_holds_back(session):
    """A person's no with a reason ends it."""
    agent = _agent(session, STEPS)
    await agent.ainvoke({"messages": [("user", "book me a trip")]}, CONFIG)
    no = {"decisions": [{"type": "reject", "message": "too early"}]}
    await agent.ainvoke(Command(resume=no), CONFIG)
    trip = await session.trip("their-agent")
    assert not [one for one in trip.working_memory.holds if one.status == "held"]
    assert await session.waiting("their-agent") is None


async def test_what_is_refused_reaches_the_model_in_words(session):
    """A choice before any option, an approval of nothing, a run without a thread."""
    steps = (("plan_trip", {"words": WISH}), ("choose_option", {"option": "99"}), ("ask_approval", {}))
    agent = _agent(session, steps)
    done = await agent.ainvoke({"messages": [("user", "go")]}, CONFIG)
    said = [one.content for one in done["messages"] if isinstance(one, ToolMessage)]
    assert "there is no option 99" in said[1]
    assert "nothing waits for an approval" in said[2]
    [plan] = [tool for tool in tools_for(session) if tool.name == "plan_trip"]
    assert "thread_id" in await plan.ainvoke({"words": WISH})


async def test_two_conversations_of_an_agent_are_two_trips(session):
    """The thread of the agent's run names the trip."""
    agent = _agent(session, STEPS[:1])
    for thread in ("a", "b"):
        await agent.ainvoke({"messages": [("user", "go")]}, {"configurable": {"thread_id": thread}})
    assert (await session.trip("a")).trip_id != (await session.trip("b")).trip_id


async def test_an_option_is_chosen_in_words(session):
    """By number, by what is said of it, and by its hotel; what fits none or several is refused with the list."""
    shown = (await session.say("t", WISH.replace("two adults", "two adults, a hotel"))).trip.working_memory.ranking
    bundles = shown.bundles
    cheapest = min(bundles, key=lambda one: one.estimated_total.amount)
    hotels = await _hotels(session, bundles)
    single = next(one for one in bundles if list(hotels.values()).count(hotels[one.bundle_id]) == 1)
    words = {
        "2": bundles[1],
        "option 2": bundles[1],
        "the second one": bundles[1],
        "the cheapest": cheapest,
        "Take the cheapest one, please.": cheapest,
        "el más barato": cheapest,
        bundles[2].bundle_id: bundles[2],
        hotels[single.bundle_id]: single,
        f"the {hotels[single.bundle_id].upper()}": single,
    }
    for said, bundle in words.items():
        chosen = (await session.choose("t", said)).trip.working_memory.selected.bundle_id
        assert (said, chosen) == (said, bundle.bundle_id)


async def test_what_names_no_option_or_several_lists_them(session):
    """The error has a code, and numbers, prices and hotels of what there is."""
    shown = (await session.say("t", WISH.replace("two adults", "two adults, a hotel"))).trip.working_memory.ranking
    hotels = await _hotels(session, shown.bundles)
    for said in (
        "99",
        "the blue one",
        "the cheapest but not the hostel",
        "",
        "²",
        "9" * 300,
        "hotel by the sea",
        *NO_CHOICE,
    ):
        with pytest.raises(SessionError, match="there is no option") as none:
            await session.choose("t", said)
        assert none.value.code == "unknown_option"
        assert all(f"{n}: {one.estimated_total}" in str(none.value) for n, one in enumerate(shown.bundles, 1))
    with pytest.raises(SessionError, match=f"{len(shown.bundles)} options are 'Lisbon'") as several:
        await session.choose("t", "Lisbon")
    assert several.value.code == "several_options"
    assert all(name in str(several.value) for name in hotels.values())


async def _hotels(session, bundles):
    offers = await session.ports.offers.options(
        (await session.trip("t")).ledger_id, [one for bundle in bundles for one in bundle.hotel_option_ids]
    )
    return {one.bundle_id: offers[one.hotel_option_ids[0]].hotel_name for one in bundles}


async def test_the_arguments_are_those_of_the_mcp_tools(session):
    """Who knows one knows the other: the same names, types and descriptions, but for the thread, which an agent's run has."""
    same = {"plan": "plan_trip", "choose": "choose_option", "hold": "hold_option", "trip": "show_trip"}
    same["approve"] = "ask_approval"
    over_mcp = {tool.name: tool.input_schema for tool in await build_server(session).list_tools()}
    ours = {tool.name: tool.tool_call_schema.model_json_schema() for tool in tools_for(session)}
    assert set(ours) == set(same.values())
    for theirs, mine in same.items():
        named = {name: one for name, one in over_mcp[theirs]["properties"].items() if name != "thread"}
        given = {
            n: {k: v for k, v in one.items() if k != "examples"} for n, one in named.items()
        }  # LangChain drops them
        assert given == ours[mine].get("properties", {})
