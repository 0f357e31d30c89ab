"""A model drives the designer's tools through the whole graph, well and badly: over the wire, from a server on the loopback."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

from tripintent.app.opening import open_session
from tripintent.app.results import ToolAnswered, ToolCalled
from tripintent.app.settings import Settings
from tripintent.nodes.designer.think import MOST_ROUNDS
from tripintent.tools.designer.box import ESSENTIAL

SERVER = Path(__file__).parents[1] / "servers" / "openai_wire.py"
START = "Start an itinerary for Barcelona 3 to 7 March, with the Sagrada Familia on the 4th at ten"
VISIT = json.dumps(
    {"name": "Sagrada Família", "location": {"name": "Barcelona"}, "startTime": "2027-03-04T10:00", "durationHours": 2}
)
DATES = json.dumps(
    {"title": "Barcelona", "startDate": "2027-03-03", "endDate": "2027-03-07", "destinations": ["Barcelona"]}
)


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
async def session(tmp_path, server):
    settings = Settings(
        db=tmp_path / "t.sqlite",
        now="2026-11-22T09:00:00+00:00",
        language="openai",
        base_url=server.base_url,
        model_timeout=30.0,
    )
    async with open_session(settings) as opened:
        yield opened


@pytest.fixture
def a_wish_for_the_plan(wire):
    """What the model says when it is asked to read the words: a wish for the plan that no other operation holds."""
    return wire.completion(json.dumps({"operations": [{"op": "design", "said": "all of it"}], "language": "en"}))


def _rounds(server):
    """Return the requests of the tool loop: those whose rules are the designer's."""
    return [r for r in server.requests if "calling tools on the itinerary" in str(r["messages"][0]["content"])]


def _offered(request):
    return {tool["function"]["name"] for tool in request.get("tools", ())}


def _results(request):
    return [json.loads(m["content"]) for m in request["messages"] if m["role"] == "tool"]


def _segments(result):
    return result.documents["itinerary"]["segments"]


async def test_calls_become_one_change_and_the_answer_is_told(session, server, wire, a_wish_for_the_plan):
    """Two writes of one round are in the plan, told in our words and the model's; one undo takes both back."""
    calls = wire.completion(None, calls=[("update_itinerary", DATES), ("add_activity", VISIT)])
    server.answers(a_wish_for_the_plan, calls, wire.completion("I added the visit on Thursday. What else do you like?"))
    told = await session.say("t", START)
    (visit,) = _segments(told)
    assert (visit["startDatetime"], visit["status"]) == ("2027-03-04T10:00", "TENTATIVE")
    assert told.documents["itinerary"]["version"] == 1
    assert "Added: Sagrada" in told.messages[0]
    assert "What else do you like?" in told.messages[0]
    first, second = _rounds(server)
    assert _offered(first) == set(ESSENTIAL)
    assert all(result["success"] for result in _results(second))
    back = await session.say("t", "undo that")
    assert _segments(back) == []


async def test_the_calls_of_a_model_are_told_while_they_are_made(session, server, wire, a_wish_for_the_plan):
    """Who follows a turn sees each call before its result; the outcome says which segments changed and what it cost."""
    calls = wire.completion(None, calls=[("add_activity", VISIT), ("no_such_tool", "{}")])
    server.answers(a_wish_for_the_plan, calls, wire.completion("What else do you like?"))
    told = []
    result = await session.say("t", START, on_progress=told.append)
    seen = [one for one in told if isinstance(one, ToolCalled | ToolAnswered)]
    assert [(type(one).__name__, one.name) for one in seen] == [
        ("ToolCalled", "add_activity"),
        ("ToolAnswered", "add_activity"),
        ("ToolCalled", "no_such_tool"),
        ("ToolAnswered", "no_such_tool"),
    ]
    assert json.loads(seen[0].arguments)["durationHours"] == 2
    assert [one.success for one in seen if isinstance(one, ToolAnswered)] == [True, False]
    assert result.segments_modified == tuple(s["id"] for s in _segments(result))
    assert (result.itinerary_updated, result.model_use.requests) == (True, 3)
    after = await session.say("t", "thanks")
    assert (after.itinerary_updated, after.segments_modified) == (False, ())


async def test_a_claim_without_a_call_is_not_told(session, server, wire, a_wish_for_the_plan):
    """The model says that it added something and called nothing: the traveller hears that nothing was changed."""
    server.answers(a_wish_for_the_plan, wire.completion("Done! I've added the Sagrada Família on the 4th."))
    told = await session.say("t", START)
    assert "nothing was changed" in told.messages[0]
    assert "added" not in told.messages[0]


async def test_nothing_is_ever_booked_by_a_model(session, server, wire, a_wish_for_the_plan):
    """A model has no tool that buys, so its word that it booked is never passed on, whatever else it did."""
    calls = wire.completion(None, calls=[("add_activity", VISIT)])
    server.answers(a_wish_for_the_plan, calls, wire.completion("I have booked two tickets for you."))
    told = await session.say("t", START)
    assert len(_segments(told)) == 1
    assert "have booked" not in told.messages[0]
    assert "nothing is booked" in told.messages[0]


async def test_a_model_that_never_stops_is_stopped(session, server, wire, a_wish_for_the_plan):
    """The same call again and again is made once; after the last round no tools are offered, and the plan stays."""
    server.answers(a_wish_for_the_plan, wire.completion(None, calls=[("add_activity", VISIT)]))
    told = await session.say("t", START)
    assert len(_segments(told)) == 1
    assert "did not come to an end" in told.messages[0]
    rounds = _rounds(server)
    assert len(rounds) == MOST_ROUNDS + 1
    assert [bool(_offered(r)) for r in rounds] == [True] * MOST_ROUNDS + [False]
    codes = [r["error"]["code"] for r in _results(rounds[-1]) if not r["success"]]
    assert codes == ["REPEATED_CALL"] * (MOST_ROUNDS - 1)


async def test_wrong_calls_are_told_to_the_model_and_change_nothing(session, server, wire, a_wish_for_the_plan):
    """A tool that is not there, half a JSON, a field that is missing: each comes back as a typed error."""
    wrong = [("fly_me", "{}"), ("add_activity", '{"name": "Din'), ("add_activity", '{"name": "Dinner"}')]
    server.answers(
        a_wish_for_the_plan, wire.completion(None, calls=wrong), wire.completion("At what time is the dinner?")
    )
    told = await session.say("t", START)
    assert told.messages[0].endswith("At what time is the dinner?")
    codes = [r["error"]["code"] for r in _results(_rounds(server)[-1])]
    assert sorted(codes) == ["INVALID_ARGUMENTS", "INVALID_JSON", "UNKNOWN_TOOL"]
    assert "itinerary" not in told.documents or not _segments(told)


async def test_without_an_answer_of_the_model_the_rules_go_on(session, server, wire):
    """The service refuses: the offline reader makes the plan."""
    server.answers(wire.failure(400))
    told = await session.say("t", START)
    assert told.documents["itinerary"]["destinations"][0]["name"] == "Barcelona"


async def test_a_model_that_fails_half_way_loses_nothing(session, server, wire, a_wish_for_the_plan):
    """What was written before the failure stays, and the traveller hears what was done."""
    server.answers(a_wish_for_the_plan, wire.completion(None, calls=[("add_activity", VISIT)]), wire.failure(400))
    told = await session.say("t", START)
    assert len(_segments(told)) == 1
    assert "Added: Sagrada" in told.messages[0]
    assert "did not come to an end" in told.messages[0]


async def test_a_long_conversation_loses_nothing_that_was_agreed(tmp_path, server, wire, a_wish_for_the_plan):
    """With a small window our old words are told no more; what was added, said and found in the first turn still is."""
    look = wire.completion(None, calls=[("get_itinerary", "{}")])
    add = wire.completion(None, calls=[("add_activity", VISIT)])
    settings = Settings(
        db=tmp_path / "t.sqlite",
        now="2026-11-22T09:00:00+00:00",
        language="openai",
        base_url=server.base_url,
        model_timeout=30.0,
        model_window=16_000,
    )
    async with open_session(settings) as session:
        server.answers(a_wish_for_the_plan, look, add, wire.completion("Our old words. " * 100))
        await session.say("t", f"{START}. We never eat fish")
        for number in range(13):
            server.answers(a_wish_for_the_plan, wire.completion(f"Number {number}. " + "Our long words. " * 120))
            await session.say("t", f"Plan the days, thought number {number}")
    prompt = str(_rounds(server)[-1]["messages"][1]["content"])
    assert "traveller: Start an itinerary for Barcelona" in prompt
    assert "We never eat fish" in prompt
    assert "done: added" in prompt
    assert "get_itinerary {}" in prompt
    assert "Our old words" not in prompt
    assert "Number 11." in prompt
