"""What is sent to the model, and in which form."""

import json

import pytest

from tripintent.state.frame import Frame, Place, TimeWindow, Visit, When
from tripintent.tools.language.openai.said import SaidDelta
from tripintent.tools.language.openai.schema import strict_schema
from tripintent.tools.language.openai.summary import summary_of


async def test_the_prompt_carries_what_is_known_and_little_more(make, server, wire, heard):
    """The present frame as a summary, the last assistant message, twelve short messages of history, the new message."""
    server.answers(wire.completion("{}"))
    frame = Frame(origin=Place(said="NYC", name="New York", code="NYC"), depart=When(said="May 5th", day="2026-05-05"))
    history = tuple(f"user: message {n} {'x' * 400}" for n in range(20))
    await make().extract(heard("Boston", frame, history=history, last_assistant="Where to?", asked=("visits",)))
    request = server.requests[0]
    system, user = (message["content"] for message in request["messages"])
    assert "letter for letter" in system
    assert "origin: New York (NYC)" in user
    assert "depart: 2026-05-05" in user
    assert "Where to?" in user
    assert "Boston" in user
    assert [n for n in range(20) if f"message {n} " in user] == list(range(8, 20))
    assert max(len(line) for line in user.splitlines()) <= 300
    assert "2026-03-02" not in user
    assert request["temperature"] == 0


async def test_structured_output_is_strict(make, server, wire, heard):
    """The request demands the schema in its strict form."""
    server.answers(wire.completion("{}"))
    await make().extract(heard("Boston"))
    shape = server.requests[0]["response_format"]["json_schema"]
    assert shape["strict"] is True
    assert shape["schema"] == json.loads(json.dumps(strict_schema(SaidDelta)))


async def test_function_calling(make, server, wire, heard):
    """A service that knows only tools is asked by a tool, and its arguments are the answer."""
    server.answers(wire.completion(None, calls=[("what_the_message_says", '{"stance": "no"}')]))
    reading = await make(structured="function_calling").extract(heard("no"))
    assert reading.stance == "no"
    assert server.requests[0]["tool_choice"]["function"]["name"] == "what_the_message_says"


async def test_broken_arguments_of_a_function(make, server, wire, heard):
    """Arguments that are no JSON are no answer."""
    server.answers(wire.completion(None, calls=[("what_the_message_says", '{"stance": ')]))
    reading = await make(structured="function_calling").extract(heard("no"))
    assert reading.fallback == "malformed"


def _objects(node):
    if isinstance(node, dict):
        yield from [node] if "properties" in node else []
        for part in node.values():
            yield from _objects(part)
    if isinstance(node, list):
        for part in node:
            yield from _objects(part)


def test_strict_schema():
    """Every object requires all of its properties and allows no other, without defaults, as strict mode demands."""
    objects = list(_objects(strict_schema(SaidDelta)))
    assert len(objects) > 5
    assert all(o["required"] == list(o["properties"]) and o["additionalProperties"] is False for o in objects)
    assert '"default"' not in json.dumps(strict_schema(SaidDelta))


@pytest.mark.parametrize(
    ("frame", "said"),
    [
        (Frame(), "nothing yet"),
        (Frame(lodging_needed=False, adults=2), "adults: 2\nlodging_needed: False"),
        (Frame(visits=(Visit(place=Place(said="Rome"), nights=3),)), "visits: place Rome, nights 3"),
        (
            Frame(depart=When(said="in May", earliest="2026-05-01", latest="2026-05-31")),
            "depart: 2026-05-01 to 2026-05-31",
        ),
        (Frame(depart_window=TimeWindow(end="12:00")), "depart_window: …–12:00"),
    ],
)
def test_summary(frame, said):
    """The summary says each known thing once, and nothing unsaid."""
    assert summary_of(frame) == said
