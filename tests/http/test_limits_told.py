"""Limits are told, in words and as typed facts: what a language model may cost, how often it and the server may be asked."""

import pytest
from tests.servers import openai_wire

WISH = "Munich to Lisbon March 4-8, one adult"


@pytest.fixture
def server():
    with openai_wire.running() as running:
        running.answers(openai_wire.completion("Where would you like to go?", tokens=150))
        yield running


async def _turns(running, server, *texts, **settings):
    session = {"language": "openai", "base_url": server.base_url, **settings}
    async with running(session=session) as client:
        thread = await client.begin()
        return [(await client.say(thread, text)).json() for text in texts]


def _words(turn):
    return [m["text"] for m in turn["messages"] if m["kind"] == "limit"]


async def test_a_warning_at_four_fifths_and_the_limit_are_told_once(running, server):
    """Of 180 tokens 150 are used: a warning; the next turn uses them up: the limit, and no model is asked from then on."""
    turns = await _turns(running, server, "hello", "hello again", WISH, model_trip_tokens=180)
    assert [[one["code"] for one in turn["limits"]] for turn in turns] == [
        ["cost_limit_near"],
        ["cost_limit_exceeded"],
        ["cost_limit_exceeded"],
    ]
    assert _words(turns[2]) == []
    assert turns[2]["limits"] == turns[1]["limits"]
    assert turns[1]["limits"] == [{"code": "cost_limit_exceeded", "of": "trip_tokens", "limit": "180"}]
    assert "80 %" in _words(turns[0])[0]
    assert "cost limit is reached" in _words(turns[1])[0]
    assert len(server.requests) == 2


async def test_a_model_that_is_asked_too_often_is_told(running, server):
    """A model's own 429 is a typed limit too; the offline reader reads the message."""
    server.answers(openai_wire.failure(429, retry_after_ms="1"))
    (turn,) = await _turns(running, server, WISH)
    assert turn["limits"] == [{"code": "rate_limit_exceeded", "retryAfter": 1}]
    assert "busy just now" in _words(turn)[0]
    assert len(turn["messages"]) > 1
