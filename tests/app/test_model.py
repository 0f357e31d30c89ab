"""A whole conversation with a model: its words become steps, what it cost is kept, and the rules go on where it may not."""

import importlib.util
import json
import sys
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from tripintent.app.opening import open_session
from tripintent.app.results import Said, Writing
from tripintent.tools.model import patience

SERVER = Path(__file__).parents[1] / "servers" / "openai_wire.py"
WISH = "JFK to SFO on March 11 2026, one way, 1 adult, no hotel"
TRIP = [
    {"op": "place", "slot": "origin", "said": "JFK", "name": "JFK"},
    {"op": "stops", "said": "SFO", "stops": [{"name": "SFO", "said": "SFO"}]},
    {"op": "day", "slot": "depart", "said": "March 11 2026", "day": "2026-03-11"},
    {"op": "choice", "slot": "trip_type", "said": "one way", "value": "one_way"},
    {"op": "number", "slot": "adults", "said": "1 adult", "value": 1},
    {"op": "choice", "slot": "lodging_needed", "said": "no hotel", "value": "no"},
]
TAKE = "take the second one, and is it refundable?"
TAKEN = [
    {"op": "choose", "said": "take the second one", "number": 2},
    {"op": "question", "said": "is it refundable?", "about": "option", "number": 2},
]


@pytest.fixture(scope="module")
def wire():
    spec = importlib.util.spec_from_file_location("openai_wire", SERVER)
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault("openai_wire", module)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def server(wire):
    with wire.running() as running:
        yield running


@pytest.fixture
def with_model(settings, server):
    return settings.model_copy(
        update={"language": "openai", "base_url": server.base_url, "model_timeout": 30.0, "model_price_in": 1}
    )


def says(wire, operations):
    return wire.completion(json.dumps({"operations": operations}))


async def test_a_models_words_become_steps(with_model, server, wire):
    """A choice and a question in one message: both are done, the answer is told while written, tokens and cost are kept."""
    told = []
    server.answers(says(wire, TRIP), says(wire, TAKEN), wire.completion("No, it is not. Shall I hold it?"))
    async with open_session(with_model) as session:
        first = await session.say("t", WISH)
        shown = [bundle.bundle_id for bundle in first.trip.working_memory.ranking.bundles]
        second = await session.say("t", TAKE, on_progress=told.append)
        document = await session.document("t")
    assert second.trip.working_memory.selected.bundle_id == shown[1]
    assert "No, it is not. Shall I hold it?" in second.messages
    pieces = [one.text for one in told if isinstance(one, Writing)]
    assert pieces[0] == "No, it is not."
    assert told.index(next(one for one in told if isinstance(one, Writing))) < told.index(
        next(one for one in told if isinstance(one, Said) and one.kind == "answer")
    )
    assert document["model_use"] == {"requests": 3, "tokens_in": 300, "tokens_out": 150, "cost": "0.0003"}
    prompt = server.requests[1]["messages"][1]["content"]
    assert "option 2: " in prompt
    assert "The question is about:\n<<<\noption 2" in server.requests[2]["messages"][1]["content"]


async def test_the_audit_says_what_was_spent(with_model, server, wire):
    """Each request's tokens and cost are among the decisions of the audit."""
    server.answers(says(wire, TRIP))
    async with open_session(with_model) as session:
        result = await session.say("t", WISH)
        events = await session.ports.desk.audit(result.trip.ledger_id)
    assert "model: 1 requests, 100 + 50 tokens, 0.0001 USD" in json.dumps([e.model_dump(mode="json") for e in events])


async def test_a_failing_model_leaves_the_message_to_the_rules(with_model, server, wire):
    """The rules part commands from words, where the model does not answer."""
    server.answers(says(wire, TRIP), wire.failure(400))
    async with open_session(with_model) as session:
        first = await session.say("t", WISH)
        second = await session.say("t", "the second one, and make it two adults")
    second_one = first.trip.working_memory.ranking.bundles[1]
    assert len(server.requests) == 2
    assert second.trip.party.travelers.adults == 2
    chosen = second.trip.working_memory.selected
    assert len(chosen.flight_option_ids) == len(second_one.flight_option_ids)
    assert chosen.bundle_id != second_one.bundle_id, "the second one, at its price for two"


async def test_commands_and_names_are_one_call_each(with_model, server, wire):
    """Every message is one call, a bare command and people's names, too; the number of a passport never leaves."""
    take = [{"op": "choose", "said": "the second one", "number": 2}]
    hold = [
        {"op": "act", "said": "hold it", "do": "hold"},
        {
            "op": "traveller",
            "said": "Ann Smith 4 March 1985",
            "name": "Ann Smith",
            "born": "1985-03-04",
            "email": "ann@example.org",
        },
    ]
    server.answers(says(wire, TRIP), says(wire, take), says(wire, hold))
    async with open_session(with_model) as session:
        await session.say("t", WISH)
        await session.say("t", "the second one")
        result = await session.say("t", "hold it. Ann Smith 4 March 1985, ann@example.org, passport number C01234567")
    assert len(server.requests) == 3
    assert "C01234567" not in json.dumps(server.requests)
    assert result.trip.working_memory.holds


@pytest.mark.parametrize(
    ("limit", "at"),
    [
        ("model_trip_tokens", 100),
        ("model_traveller_tokens", 100),
        ("model_trip_dollars", Decimal("0.0001")),
        ("model_month_dollars", Decimal("0.0001")),
    ],
)
async def test_limits(with_model, server, wire, limit, at):
    """Beyond the tokens or the money of a trip, of a traveller's day or month, the rules read and answer alone."""
    server.answers(says(wire, TRIP), wire.failure(400))
    async with open_session(with_model.model_copy(update={limit: at})) as session:
        await session.say("t", WISH)
        result = await session.say("t", "make it two adults, is the first one refundable?")
        other = await session.say("another", "from Oslo to Rome")
    assert len(server.requests) == (2 if "trip" in limit else 1)
    assert result.trip.party.travelers.adults == 2
    assert other.trip.itinerary.segments[0].origin.code == "OSL"


async def test_one_patience_for_all_calls_of_a_message(with_model, server, wire, monkeypatch):
    """Reading and answering share one deadline, who waits is told, and the facts answer in time."""
    monkeypatch.setattr(patience, "FIRST_WORD", 0.05)
    slow = with_model.model_copy(update={"model_timeout": 1.5})
    server.answers(says(wire, TRIP))
    steps = []
    async with open_session(slow) as session:
        await session.say("t", WISH)
        read, answer = says(wire, TAKEN), wire.completion("No, it is not. Shall I hold it?")
        server.answers(replace(read, delay=1.0), replace(answer, delay=1.0))
        result = await session.say("t", TAKE, on_progress=lambda one: steps.append(getattr(one, "step", "")))
    assert "model_waits" in steps
    assert not any("Shall I hold it?" in said and "No, it is not." in said for said in result.messages)
    assert result.trip.working_memory.selected.bundle_id, "what was read in time is done"


async def test_what_was_only_asked_about_leaves_the_choice(with_model, server, wire):
    """A later look takes its own change back, and the trip that was chosen before the question is the chosen one."""
    asked = "what would it be refundable? if not more than 20 extra take it, else leave it"
    look = [
        {"op": "choice", "slot": "refundable", "said": "refundable", "value": "yes"},
        {"op": "later", "said": "if not more than 20 extra take it, else leave it"},
    ]
    back = {
        "operations": [{"op": "restore", "said": "leave it", "what": "last"}],
        "language": "en",
        "reply": "That is more than 20 extra, so I leave it.",
    }
    server.answers(says(wire, TRIP), says(wire, [{"op": "choose", "said": "the first one", "number": 1}]))
    async with open_session(with_model) as session:
        await session.say("t", WISH)
        chosen = (await session.say("t", "the first one")).trip.working_memory.selected
        server.answers(says(wire, look), wire.completion(json.dumps(back)))
        result = await session.say("t", asked)
    assert result.trip.working_memory.selected == chosen
    assert result.trip.frame.refundable is None
    assert "That is more than 20 extra, so I leave it." in result.messages
