"""A session whose conversation a model holds, over the wire: what it costs, its limits, its silence, and what it is shown."""

import json
from dataclasses import replace
from decimal import Decimal

import pytest
from langchain_core.language_models import FakeListChatModel
from tests.acts import plan
from tests.servers import openai_wire as wire

from tripintent.app.errors import SessionError
from tripintent.app.opening import open_session
from tripintent.app.results import ToolAnswered, ToolCalled
from tripintent.tools.model import patience

WISH = "Boston to Lisbon June 14-21, one adult"
TRIP = plan("JFK", "SFO", "2026-03-11", lodging={"needed": False})["arguments"]


@pytest.fixture
def server():
    with wire.running() as running:
        yield running


@pytest.fixture
def with_model(settings, server):
    return settings.model_copy(
        update={"language": "openai", "base_url": server.base_url, "model_timeout": 30.0, "model_price_in": 1}
    )


def calls(name, arguments):
    return wire.completion(None, calls=[(name, json.dumps(arguments))])


async def test_calls_are_told_and_costs_are_counted(with_model, server):
    """A call, its result, cards, words: each in its order, once; tokens and cost of both requests are in trip and audit."""
    told = []
    server.answers(calls("update_trip", TRIP), wire.completion("Option 1 is the cheapest."))
    async with open_session(with_model) as session:
        result = await session.say("t", WISH, on_progress=told.append)
        document = await session.document("t")
        events = await session.ports.desk.audit(result.trip.ledger_id)
    called, answered = (next(one for one in told if isinstance(one, kind)) for kind in (ToolCalled, ToolAnswered))
    assert (called.name, json.loads(called.arguments)) == ("update_trip", TRIP)
    assert (called.id, answered.success) == (answered.id, True)
    assert told.index(called) < told.index(answered)
    assert result.messages[-1] == "Option 1 is the cheapest."
    assert [one.name for one in result.tool_calls] == ["update_trip"]
    assert document["model_use"] == {"requests": 2, "tokens_in": 200, "tokens_out": 100, "cost": "0.0002"}
    assert "model: 1 requests, 100 + 50 tokens, 0.0001 USD" in json.dumps([e.model_dump(mode="json") for e in events])


async def test_ids_that_a_service_uses_again_are_told_apart(with_model, server):
    """A service that names every call alike gets an answer to each."""
    people = {"people": [{"given_name": "Ann", "family_name": "Smith", "date_of_birth": "1985-03-04"}]}
    server.answers(calls("update_trip", TRIP), calls("set_travellers", people), wire.completion("All is there."))
    async with open_session(with_model) as session:
        result = await session.say("t", WISH)
    assert [one.name for one in result.trip.party.guests] == ["Ann Smith"]
    assert len(server.requests) == 3


async def test_numbers_of_papers_never_leave(with_model, server):
    """Not in any request, whatever the setting lets go along."""
    server.answers(wire.completion("Thank you."))
    async with open_session(with_model) as session:
        await session.say("t", "Ann Smith 4 March 1985, ann@example.org, passport number C01234567")
        await session.say("t", "did you get it?")
    assert len(server.requests) == 2
    assert "C01234567" not in json.dumps(server.requests)


@pytest.mark.parametrize(
    ("limit", "at"),
    [
        ("model_trip_tokens", 100),
        ("model_traveller_tokens", 100),
        ("model_trip_dollars", Decimal("0.0001")),
        ("model_month_dollars", Decimal("0.0001")),
    ],
)
async def test_limits(with_model, server, limit, at):
    """Beyond the tokens or the money of a trip, of a traveller's day or month, the rules read alone."""
    server.answers(wire.completion("Where to?"))
    async with open_session(with_model.model_copy(update={limit: at, "model_price_out": 0})) as session:
        await session.say("t", "hello")
        result = await session.say("t", WISH)
        asked = len(server.requests)
        other = await session.say("another", "hello")
    assert asked == 1
    assert result.trip.working_memory.ranking
    assert ("Where to?" in other.messages) == ("trip" in limit)


async def test_a_limit_in_the_middle_of_a_turn_repeats_nothing(with_model, server):
    """What the calls did stands on its cards; the words are not read a second time."""
    server.answers(calls("update_trip", TRIP))
    async with open_session(with_model.model_copy(update={"model_trip_tokens": 100})) as session:
        result = await session.say("t", WISH)
    assert len(server.requests) == 1
    assert [one.kind for one in result.said] == ["options", "limit"]


async def test_silence_ends_with_the_patience_and_is_told(with_model, server, monkeypatch):
    """Who waits is told, and the rules read in time."""
    monkeypatch.setattr(patience, "FIRST_WORD", 0.05)
    steps = []
    server.answers(replace(wire.completion("Too late."), delay=1.5))
    async with open_session(with_model.model_copy(update={"model_timeout": 0.5})) as session:
        result = await session.say("t", WISH, on_progress=lambda one: steps.append(getattr(one, "step", "")))
    assert "model_waits" in steps
    assert "didn’t answer" in result.messages[0]
    assert result.trip.working_memory.ranking


class NoTools(FakeListChatModel):
    """A model that has the method and cannot do it."""

    def bind_tools(self, *_, **__):
        raise NotImplementedError


@pytest.mark.parametrize("kind", [FakeListChatModel, NoTools])
async def test_a_model_without_tool_calls_is_refused_at_the_start(settings, kind):
    """A chat model of the host that cannot bind tools: the session says which, and does not open."""
    with pytest.raises(SessionError, match=f"{kind.__name__} knows no tool calls"):
        async with open_session(settings, model=kind(responses=["hi"])):
            pass
