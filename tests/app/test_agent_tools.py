"""``tools_for``: somebody's own agent books a trip, and only a person's answer to its interrupt buys."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.utils.function_calling import convert_to_openai_tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from tests.acts import ANN, BOB, do, people, plan

from tripintent import SessionError, tools_for
from tripintent.app.mcp.serve import build_server
from tripintent.tools.toolbox.more import MORE
from tripintent.tools.toolbox.toolbox import by_name, tools

WISH = plan("Boston", "Lisbon", "2026-06-14", "2026-06-21", adults=2)
NO_CHOICE = ("99", "-1", "0", "2.5", "", "²", "9" * 300, "hotel by the sea", "the blue one")
STEPS = (("choose", {"option": "1"}), ("request_purchase", {}), ("ask_approval", {}))


class Scripted(BaseChatModel):
    """A model that calls the tools in order, and then says that it is done."""

    steps: Sequence[tuple[str, dict[str, Any]]]
    at_once: int = 1

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools, **kwargs):
        return self

    def _generate(self, messages: list[BaseMessage], stop=None, run_manager=None, **kwargs) -> ChatResult:
        done = sum(isinstance(one, ToolMessage) for one in messages)
        said, next_ones = AIMessage("done"), self.steps[done : done + self.at_once]
        if next_ones:
            calls = [{"name": name, "args": args, "id": f"c{done + n}"} for n, (name, args) in enumerate(next_ones)]
            said = AIMessage("", tool_calls=calls)
        return ChatResult(generations=[ChatGeneration(message=said)])


def _agent(session, steps, at_once=1):
    return create_agent(Scripted(steps=steps, at_once=at_once), tools_for(session), checkpointer=InMemorySaver())


async def _planned(session, thread="their-agent"):
    await do(session, thread, WISH, people(ANN, BOB))


CONFIG = {"configurable": {"thread_id": "their-agent"}}


async def test_an_agent_of_somebody_elses_books_a_trip(session):
    """It stops with the card; a yes that confirms nothing lets the card wait on, one with what the risks demand buys once."""
    await _planned(session)
    agent = _agent(session, (*STEPS, STEPS[-1]))
    stopped = await agent.ainvoke({"messages": [("user", "book me a trip")]}, CONFIG)
    card = stopped["__interrupt__"][0].value
    args = card["action_requests"][0]["args"]
    assert (card["action_requests"][0]["name"], await session.trip("their-agent")) != ("", None)
    assert not (await session.trip("their-agent")).working_memory.bookings
    again = await agent.ainvoke(Command(resume={"decisions": [{"type": "approve"}]}), CONFIG)
    told = json.loads(next(one for one in reversed(again["messages"]) if isinstance(one, ToolMessage)).content)
    assert told["waiting"]["how"] == "The traveller decides, not you: in the form of the ask_approval tool."
    assert (told["ok"], "call ask_approval again" in told["rejected"][0]["why"]) == (False, True)
    confirmed = {"confirmations": [one["id"] for one in args["confirmations"]]}
    yes = {"decisions": [{"type": "approve", "args": confirmed}]}
    done = await agent.ainvoke(Command(resume=yes), CONFIG)
    assert done["messages"][-1].content == "done"
    assert '"bookings"' in done["messages"][-2].content
    assert (await session.trip("their-agent")).status.phase == "completed"


@pytest.mark.parametrize(
    "answer", ["yes", {"decisions": []}, {"decisions": [{"type": "response", "message": "how many bags?"}]}]
)
async def test_what_is_no_decision_buys_nothing(session, answer):
    """Words, no decision, an edit: the model reads that nothing was done, and the card waits on."""
    await _planned(session)
    agent = _agent(session, STEPS)
    await agent.ainvoke({"messages": [("user", "book me a trip")]}, CONFIG)
    done = await agent.ainvoke(Command(resume=answer), CONFIG)
    assert "nothing was done" in done["messages"][-2].content
    assert await session.waiting("their-agent")
    [ask] = [tool for tool in tools_for(session) if tool.name == "ask_approval"]
    assert "session.waiting(thread)" in await ask.ainvoke({}, CONFIG), "a plain call has no graph to stop"


async def test_what_is_refused_reaches_the_model_in_words(session):
    """A choice that is not there, bad arguments, an approval of nothing, a run without a thread."""
    await do(session, "their-agent", WISH)
    steps = (("choose", {"option": "99"}), ("choose", {"number": 2}), ("ask_approval", {}))
    done = await _agent(session, steps).ainvoke({"messages": [("user", "go")]}, CONFIG)
    said = [one.content for one in done["messages"] if isinstance(one, ToolMessage)]
    assert "there is no such option" in said[0]
    assert {one["path"] for one in json.loads(said[1])["rejected"]} == {"option", "number"}
    assert "required" not in str(await session.history("their-agent")), "what an agent mends is no traveller's to read"
    assert "nothing waits for an approval" in said[2]
    [choose] = [tool for tool in tools_for(session) if tool.name == "choose"]
    assert "thread_id" in await choose.ainvoke({"option": "1"})


async def test_two_writing_calls_in_one_message_run_one_after_the_other(session):
    """Each on the state after the last: the second choice stands, the purchase is of it, and nobody is told to come again."""
    await _planned(session)
    steps = (("choose", {"option": "1"}), ("choose", {"option": "3"}), ("request_purchase", {}), ("show_trip", {}))
    done = await _agent(session, steps, at_once=4).ainvoke({"messages": [("user", "go")]}, CONFIG)
    first, second, bought, shown = [json.loads(one.content) for one in done["messages"] if isinstance(one, ToolMessage)]
    assert [one["trip"]["chosen"]["number"] for one in (first, second)] == [1, 3]
    assert bought["waiting"]["kind"] == "purchase"
    assert shown["waiting"] == bought["waiting"]


async def test_two_conversations_of_an_agent_are_two_trips(session):
    """The thread of the agent's run names the trip."""
    agent = _agent(session, STEPS[:1])
    await do(session, "a", WISH)
    for thread in ("a", "b"):
        await agent.ainvoke({"messages": [("user", "go")]}, {"configurable": {"thread_id": thread}})
    assert (await session.trip("a")).working_memory.selected.bundle_id
    assert not (await session.trip("b")).working_memory.selected.bundle_id


async def test_each_tool_says_what_it_does(session):
    """Every tool of the toolbox by name, docstring, schema and effect; a parameter selects toolsets."""
    ours = {tool.name: tool for tool in tools_for(session)}
    assert set(ours) == {*by_name(), "show_trip", "ask_approval"} - {MORE}
    for name, one in by_name().items() - {(MORE, by_name()[MORE])}:
        assert (ours[name].description, ours[name].metadata["effect"]) == (one.description, one.effect)
        sent = convert_to_openai_tool(ours[name])["function"]
        assert set(sent["parameters"]["properties"]) == set(one.schema().get("properties", {}))
    assert {tool.name for tool in tools_for(session, toolsets=["knowledge"])} == {
        "show_trip",
        *(one.name for one in tools("knowledge")),
    }


async def test_looking_begins_no_conversation(session):
    """A look at a thread that nobody wrote in shows an empty trip, and leaves none behind."""
    [show] = [tool for tool in tools_for(session, thread="nobody") if tool.name == "show_trip"]
    assert (await show.ainvoke({}))["trip"].get("options", []) == []
    assert [one.thread_id for one in await session.threads()] == []


async def test_an_option_is_chosen_by_number_id_and_hotel(session):
    """Each of them names one option."""
    shown = (await do(session, "t", WISH)).trip.working_memory.ranking
    bundles = shown.bundles
    hotels = await _hotels(session, bundles)
    single = next(one for one in bundles if list(hotels.values()).count(hotels[one.bundle_id]) == 1)
    words = {"2": bundles[1], bundles[2].bundle_id: bundles[2], hotels[single.bundle_id]: single}
    for said, bundle in words.items():
        chosen = (await session.choose("t", said)).trip.working_memory.selected.bundle_id
        assert (said, chosen) == (said, bundle.bundle_id)


async def test_what_names_no_option_or_several_lists_them(session):
    """The error has a code, and numbers, prices and hotels of what there is."""
    shown = (await do(session, "t", WISH)).trip.working_memory.ranking
    hotels = await _hotels(session, shown.bundles)
    for said in NO_CHOICE:
        with pytest.raises(SessionError, match="there is no option") as none:
            await session.choose("t", said)
        assert none.value.code == "unknown_option"
        assert all(f"{n}: {one.whole}" in str(none.value) for n, one in enumerate(shown.bundles, 1))
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
    """Who knows one knows the other: the same names, descriptions and schemas, but for the thread, which an agent's run has."""
    over_mcp = {tool.name: tool for tool in await build_server(session).list_tools()}
    for name, one in by_name().items() - {(MORE, by_name()[MORE])}:
        theirs = dict(over_mcp[name].input_schema)
        theirs["properties"] = {key: value for key, value in theirs["properties"].items() if key != "thread"}
        assert theirs == {"properties": {}, **one.schema()}
        assert over_mcp[name].description == one.description
        assert over_mcp[name].annotations.read_only_hint == (one.effect == "READ")
