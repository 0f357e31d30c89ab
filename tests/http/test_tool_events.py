"""The tools that a model calls, told while the turn runs: over our own stream and over AG-UI."""

import json

import pytest
from tests.acts import plan
from tests.servers import openai_wire

WISH = "Munich to Lisbon March 4-8, one adult"
TRIP = plan("Munich", "Lisbon", "2027-03-04")["arguments"]


@pytest.fixture
def server():
    with openai_wire.running() as running:
        calls = openai_wire.completion(None, calls=[("update_trip", json.dumps(TRIP))])
        running.answers(calls, openai_wire.completion("What else do you like?"))
        yield running


async def test_our_stream_tells_calls_and_what_the_turn_changed(running, server):
    """A call, then its result, then the outcome with the calls and what the model cost."""
    async with running(session={"language": "openai", "base_url": server.base_url}) as client:
        answer = await client.http.post(
            f"/api/threads/{await client.begin()}/messages",
            json={"text": WISH},
            headers={"accept": "text/event-stream"},
        )
    told = [frame.split("\ndata: ") for frame in answer.text.replace("event: ", "").strip().split("\n\n")]
    facts = {name: json.loads(data) for name, data in told}
    names = [name for name, _ in told]
    assert names.index("tool_call") < names.index("tool_result") < names.index("done")
    assert json.loads(facts["tool_call"]["arguments"]) == TRIP
    assert facts["tool_result"]["success"] is True
    done = facts["done"]
    assert [one["function"]["name"] for one in done["toolCallsMade"]] == ["update_trip"]
    assert (done["model_use"]["requests"], done["model_use"]["tokens_in"]) == (2, 200)


async def _over_agui(running, server):
    """Return the events of a run that begins with the wish."""
    body = {"threadId": "t-1", "runId": "r-1", "state": {}, "tools": [], "context": [], "forwardedProps": {}}
    async with running(session={"language": "openai", "base_url": server.base_url}) as client:
        said = {"id": "m-1", "role": "user", "content": WISH}
        answer = await client.http.post("/agui", json={**body, "messages": [said]})
    return [json.loads(line[6:]) for line in answer.text.split("\n") if line.startswith("data: ")]


async def test_agui_tells_calls(running, server):
    """AG-UI's own events: start, arguments, end, result, each once and with one id."""
    events = await _over_agui(running, server)
    calls = [event for event in events if event["type"].startswith("TOOL_CALL")]
    assert [event["type"] for event in calls] == [
        "TOOL_CALL_START",
        "TOOL_CALL_ARGS",
        "TOOL_CALL_END",
        "TOOL_CALL_RESULT",
    ]
    assert len({event["toolCallId"] for event in calls}) == 1
    assert json.loads(calls[-1]["content"])["ok"] is True
    said = [event["delta"] for event in events if event["type"] == "TEXT_MESSAGE_CONTENT"]
    assert said.count("What else do you like?") == 1, "what a model writes is told once, when it is checked"
    assert events[-1]["type"] == "RUN_FINISHED"


async def test_agui_tells_words_sentence_by_sentence(running, server):
    """One message of several deltas, whose id is that of the final snapshot; the card of the call comes before."""
    calls = openai_wire.completion(None, calls=[("update_trip", json.dumps(TRIP))])
    server.answers(calls, openai_wire.completion("Option 1 is best. Shall I choose it?"))
    events = await _over_agui(running, server)
    written = [one for one in events if one["type"] == "TEXT_MESSAGE_CONTENT"]
    card, *words = written
    assert "Munich – Lisbon" in card["delta"]
    assert [one["delta"] for one in words] == ["Option 1 is best.", " Shall I choose it?"]
    assert len({one["messageId"] for one in words}) == 1
    snapshot = [one for one in events if one["type"] == "MESSAGES_SNAPSHOT"][-1]
    kept = {one["id"]: one.get("content") for one in snapshot["messages"]}
    assert kept[words[0]["messageId"]] == "Option 1 is best. Shall I choose it?"
    ends = [one["messageId"] for one in events if one["type"] == "TEXT_MESSAGE_END"]
    assert ends.count(words[0]["messageId"]) == 1


async def test_chat_completions_tell_words_sentence_by_sentence(running, server):
    """A chunk for each sentence, behind the card of the call."""
    calls = openai_wire.completion(None, calls=[("update_trip", json.dumps(TRIP))])
    server.answers(calls, openai_wire.completion("Option 1 is best. Shall I choose it?"))
    async with running(session={"language": "openai", "base_url": server.base_url}) as client:
        asked = {"messages": [{"role": "user", "content": WISH}], "stream": True}
        answer = await client.http.post("/v1/chat/completions", json=asked)
    chunks = [json.loads(line[6:]) for line in answer.text.split("\n") if line.startswith("data: {")]
    deltas = [one["choices"][0]["delta"].get("content") for one in chunks]
    assert deltas[1:3] == ["\n\nOption 1 is best.", " Shall I choose it?"]
