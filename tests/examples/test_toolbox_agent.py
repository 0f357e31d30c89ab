"""examples/toolbox_agent.py: a plain agent plans, holds, asks for the approval and buys over the toolbox."""

from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from tests.examples.conftest import load

from tripintent import Session
from tripintent.tools.toolbox.toolbox import by_name

Call = tuple[str, dict[str, Any]]
SAID = (
    "Boston to Lisbon June 14 to June 21, two adults",
    "Ann Smith 4 March 1985 and Bob Smith 1983-07-09, ann@example.org",
)
BUYS: Sequence[Sequence[Call] | str] = (
    [("choose", {"option": "1"}), ("hold", {})],
    "It is held. Shall I ask you to approve it?",
    [("request_purchase", {}), ("ask_approval", {})],
    "It is bought.",
)


class Scripted(BaseChatModel):
    """A model that says what it was given, one message after another: calls, or words."""

    script: list[Any]

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **kwargs: Any) -> "Scripted":
        return self

    def _generate(self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **kwargs: Any) -> Any:
        step = self.script.pop(0)
        said = AIMessage(step) if isinstance(step, str) else AIMessage("", tool_calls=_calls(step, len(messages)))
        return ChatResult(generations=[ChatGeneration(message=said)])


def _calls(step: Sequence[Call], at: int) -> list[Any]:
    return [{"name": name, "args": args, "id": f"c{at}-{n}"} for n, (name, args) in enumerate(step)]


@pytest.fixture
async def agent(session: Session) -> Any:
    for words in SAID:
        await session.say("theirs", words)

    def made(script: Sequence[Sequence[Call] | str]) -> Any:
        return load("toolbox_agent").TravelAgent(session, Scripted(script=list(script)), "theirs")

    return made


def _ids(card: Any) -> list[str]:
    return [row["id"] for row in card["action_requests"][0]["args"]["confirmations"]]


async def test_it_plans_holds_asks_and_buys(agent: Any, session: Session) -> None:
    """Held without a yes; bought by the person's yes alone, once, and both travellers are on it."""
    travel = agent(BUYS)
    assert await travel.say("Boston to Lisbon 14 to 21 June, Ann and Bob Smith") == BUYS[1]
    trip = await session.trip("theirs")
    assert [hold.status for hold in trip.working_memory.holds]
    assert not trip.working_memory.bookings
    assert "Buy" in await travel.say("yes, please")
    assert not (await session.trip("theirs")).working_memory.bookings
    assert await travel.approve(_ids(travel.card)) == "It is bought."
    trip = await session.trip("theirs")
    assert {one.status for one in trip.working_memory.bookings} == {"confirmed"}
    assert travel.card is None


async def test_words_while_the_card_waits_are_heard_and_decide_nothing(agent: Any, session: Session) -> None:
    """No tool call is left unanswered in the history; the card waits on, is shown again, and is refused."""
    script = [*BUYS[:3], "It has two bags.", [("ask_approval", {})], "Nothing was bought."]
    travel = agent(script)
    await travel.say("book it")
    await travel.say("yes, please")
    assert await travel.say("how many bags?") == "It has two bags."
    assert await session.waiting("theirs") is not None
    assert "Buy" in await travel.say("show me again")
    assert await travel.reject("too dear") == "Nothing was bought."
    trip = await session.trip("theirs")
    assert not trip.working_memory.bookings
    assert await session.waiting("theirs") is None


def test_the_rules_are_a_page_and_name_tools_that_there_are() -> None:
    """They fit on a page, and every tool that they name can be called."""
    rules = load("toolbox_agent").RULES
    assert len(rules) < 3_500
    named = {word for word in rules.split("`")[1::2] if "_" in word}
    assert named <= {*by_name(), "show_trip", "ask_approval"}
