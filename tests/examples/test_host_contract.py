"""The contract of the seven tools: what a host is asked in a whole booking, and what becomes of its answers."""

from collections.abc import AsyncIterator, Mapping
from typing import Any

import jsonschema
import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from tests.acts import ANN, BOB, agree, choose, hold, people, yes
from tests.tools.registry.test_builtin import REQUIRED as DECLARED

from tripintent import Settings, TripContext
from tripintent.app.checkpoints import serializer
from tripintent.app.opening import open_session
from tripintent.tools.registry.builtin import SEVEN, BuiltinRegistry

CONFIG = {"configurable": {"thread_id": "t1"}}
REQUIRED = {
    **DECLARED,
    "trip_option_ranker": {
        "flight_options_by_segment",
        "hotel_options_by_stay",
        "ranking_policy",
        "room_occupancies",
        "trip_intent",
    },
    "policy_and_risk_check": {"trip_intent", "selected_flights", "selected_hotels", "org_policy"},
}


class Recorder:
    """Keeps what a host was asked; ``spoiled`` answers a tool in place of the host."""

    def __init__(self, host: Any) -> None:
        self.host = host
        self.capabilities = host.capabilities
        self.calls: list[tuple[str, str, str, Mapping[str, Any]]] = []
        self.spoiled: dict[str, Any] = {}

    async def handler_call(
        self, portfolio: str, org: str, tool: str, handler: str, arguments: Mapping[str, Any]
    ) -> Any:
        self.calls.append((portfolio, org, tool, arguments))
        if tool in self.spoiled:
            return self.spoiled[tool]
        return await self.host.handler_call(portfolio, org, tool, handler, arguments)

    def asked(self, tool: str) -> list[Mapping[str, Any]]:
        return [arguments for _, _, name, arguments in self.calls if name == tool]


class Talk:
    def __init__(self, graph: Any, host: Recorder, ports: Any) -> None:
        self.graph, self.host, self.ports = graph, host, ports

    async def run(self, entry: Any) -> Any:
        return await self.graph.ainvoke(entry, CONFIG, context=TripContext(), durability="sync")

    async def say(self, text: str) -> Any:
        return await self.run({"messages": [HumanMessage(text)]})

    async def held(self) -> Any:
        """Say the wish, which the host reads, and hold the first option by acts."""
        await self.say("two adults to Lisbon, please")
        for act in (choose(1), hold(), people(ANN, BOB)):
            result = await self.run({"event": act})
        return result

    async def book(self) -> Any:
        waiting = await self.held()
        card = waiting["__interrupt__"][0].value["action_requests"][0]["args"]
        return await self.run(Command(resume=yes(card)))


@pytest.fixture
async def talk(host_tools: Any, settings: Settings) -> AsyncIterator[Talk]:
    recorder = Recorder(host_tools.TravelHost())
    tenant = settings.model_copy(update={"portfolio": "p1", "organisation": "acme"})
    async with open_session(tenant, host=recorder) as session:
        yield Talk(session.graph, recorder, session.ports)


async def test_the_example_is_the_graph_over_the_host(host_tools: Any, settings: Settings) -> None:
    """The program's own way there: one keyword, and the host is asked."""
    recorder = Recorder(host_tools.TravelHost())
    graph = host_tools.graph_over(recorder, settings=settings, checkpointer=InMemorySaver(serde=serializer()))
    await Talk(graph, recorder, None).say("two adults to Lisbon, please")
    assert len(recorder.asked("flight_quote_search")) == 2


async def test_a_whole_booking_asks_the_host_for_all_seven(talk: Talk) -> None:
    """Every tool is called by its name, for the portfolio and organisation given, and the trip is booked at the host."""
    done = await talk.book()
    assert {tool for _, _, tool, _ in talk.host.calls} == set(SEVEN)
    assert {(portfolio, org) for portfolio, org, _, _ in talk.host.calls} == {("p1", "acme")}
    bookings = done["trip_intent"].working_memory.bookings
    assert [b.status for b in bookings] == ["confirmed"] * 3
    assert all(b.supplier == "host" and str(b.locator).startswith("R") for b in bookings)


@pytest.mark.parametrize("tool", SEVEN)
async def test_arguments_have_the_known_shape(talk: Talk, tool: str) -> None:
    """What the host is sent fits the registry's schema and carries the inputs that hosts require."""
    await talk.book()
    schema = BuiltinRegistry().get(tool).parameters
    calls = talk.host.asked(tool)
    assert calls
    for arguments in calls:
        jsonschema.validate(arguments, schema)
        assert set(arguments) >= REQUIRED[tool]
    assert set(schema.get("required", ())) <= REQUIRED[tool]


async def test_searches_are_one_for_each_leg_and_stay(talk: Talk) -> None:
    """Two legs and a stay make three searches, by codes, ISO dates and heads, and none is made twice."""
    await talk.book()
    legs = [(a["origin"], a["destination"], a["departure_date"]) for a in talk.host.asked("flight_quote_search")]
    assert sorted(legs) == [("BOS", "LIS", "2027-06-14"), ("LIS", "BOS", "2027-06-21")]
    (stay,) = talk.host.asked("hotel_quote_search")
    assert (stay["destination"], stay["dates"]) == ("LIS", {"start_date": "2027-06-14", "end_date": "2027-06-21"})
    assert stay["party"]["adults"] == 2


async def test_each_commit_has_a_key_of_its_own(talk: Talk) -> None:
    """Holds and purchases have keys of their own and say for whom they are, searches do not; purchases name holds that were made."""
    await talk.book()
    holds, purchases = talk.host.asked("reservation_hold_create"), talk.host.asked("booking_confirm_and_purchase")
    keys = [a["idempotency_key"] for a in (*holds, *purchases)]
    assert len(set(keys)) == len(keys) == 6
    held = {f"H-{item['option_id']}" for a in holds for item in a["items"]}
    assert {hold for a in purchases for hold in a["hold_ids"]} == held
    assert all({p["given_name"] for p in a["travelers"]} == {"Ann", "Bob"} for a in holds)
    assert {a["contact_email"] for a in (*holds, *purchases)} == {"ann@example.org"}
    assert not any("Ann" in str(a) for _, _, tool, a in talk.host.calls if tool.endswith("_search"))


async def test_the_hosts_own_questions_come_before_ours(talk: Talk) -> None:
    """What its extractor wants to know reaches the traveller."""
    asked = {"trip_intent": {}, "clarifying_questions": ["Is it for work?", "Which cost centre?"]}
    talk.host.spoiled["trip_requirements_extract"] = {"success": True, "output": asked}
    said = [m.text for m in (await talk.say("I need a trip"))["messages"] if m.type == "ai"]
    assert said[0].startswith("Is it for work?\nWhich cost centre?")


async def test_a_host_that_cannot_search_is_retryable(talk: Talk) -> None:
    """The failure is said, and nothing is lost of what was understood."""
    talk.host.spoiled["flight_quote_search"] = {"success": False, "error": "backend down"}
    result = await talk.say("two adults to Lisbon, please")
    assert [s.depart_date for s in result["trip_intent"].itinerary.segments] == ["2027-06-14", "2027-06-21"]
    outcomes = {q.outcome for q in result["trip_intent"].working_memory.quotes.values() if q.kind == "flight"}
    assert outcomes == {"failed"}


async def test_what_the_host_cannot_cancel_is_refused_in_words(host_tools: Any, settings: Settings) -> None:
    """The offer and the receipt say who cancels it; each way of asking hears why not here, and whom to ask instead."""

    class Shop(host_tools.TravelHost):
        capabilities = host_tools.TravelHost.capabilities.model_copy(update={"contact": "Acme, +1 555 0100"})

    only = settings.model_copy(update={"host_tool_names": SEVEN[1:3] + SEVEN[5:], "currency": "GBP"})
    async with open_session(only, host=Shop()) as session:
        listed = await session.say("t1", "Boston to Lisbon June 14 to 21 2027, two adults")
        await session.say("t1", "the first, hold it")
        await session.say("t1", "Ann Smith 4 March 1985 and Bob Smith 9 July 1983, ann@example.org")
        bought = await agree(session, "t1")
        assert all("free to cancel (at the seller, not here)" in "\n".join(one.messages) for one in (listed, bought))
        assert bought.messages[0].startswith("Booked and paid: $1,300.00.")  # as it is charged, not as it was compared
        assert all(word not in listed.messages[0] for word in ("bag", "room only"))  # nobody said so
        mine = (await session.say("t1", "my bookings")).messages[0]
        assert "bags not known, refundable (at the seller, not here), booking reference R3" in mine
        assert "- Host Inn ★★★★, 7 nights, not refundable, confirmation R5, $700.00" in mine
        for words in ("cancel everything", "what would it cost to cancel"):
            said = (await session.say("t1", words)).messages[0]
            assert "it cannot be cancelled here: please ask its seller, with the booking's code: Acme, +1 555" in said
            assert said.count("cannot be cancelled") == 1
