"""One deadline for all calls of a turn, and a word to who waits."""

import asyncio
from time import monotonic

import pytest
from langchain_core.messages import HumanMessage
from tests.servers import openai_wire as wire

from tripintent.tools.model import patience as patiently
from tripintent.tools.model.client import ChatModel, ModelFailed
from tripintent.tools.model.patience import patience, within

SAID = [HumanMessage("hello")]
SCHEMA = {"type": "object", "properties": {"operations": {"type": "array"}}}


async def test_tries_steps_and_calls_share_one_deadline(server, settings):
    """Replies of no use, each with a wait, in calls one after the other: all together end with the turn's patience."""
    model = ChatModel(settings.model_copy(update={"max_retries": 9}))
    server.answers(wire.completion('{"operations": []}'))
    await model.words(SAID)  # the client library is loaded
    server.requests.clear()
    server.answers(wire.WireReply(wire.completion("no").body, delay=0.25))
    start = monotonic()
    reasons = []
    with patience(0.8):
        for _ in range(3):
            with pytest.raises(ModelFailed) as failed:
                await model.structured(SAID, "said", SCHEMA)
            reasons.append((str(failed.value), failed.value.use.requests))
    assert monotonic() - start < 1.2
    assert reasons[0][0] == "timeout"
    assert reasons[0][1] >= 2
    assert reasons[1:] == [("timeout", 0), ("timeout", 0)]
    assert len(server.requests) <= 4


async def test_a_server_error_is_tried_again_no_longer_than_that(server, settings):
    """Retries end with the patience, too, and its reason is that of the service."""
    server.answers(wire.failure(500))
    start = monotonic()
    with patience(0.5), pytest.raises(ModelFailed, match=r"server_error|timeout"):
        await ChatModel(settings.model_copy(update={"max_retries": 10})).structured(SAID, "said", SCHEMA)
    assert monotonic() - start < 1.0


async def test_what_is_left_of_a_turn_does_not_trip_the_breaker(server, settings):
    """A call that had only the end of a turn's patience says nothing of the model: the next turn asks it."""
    model = ChatModel(settings.model_copy(update={"rest": 60.0}))
    server.answers(wire.WireReply({}, delay=0.5), wire.completion('{"operations": []}'))
    with patience(0.2), pytest.raises(ModelFailed, match="timeout"):
        await model.structured(SAID, "said", SCHEMA)
    await model.structured(SAID, "said", SCHEMA)


async def test_an_inner_patience_is_never_longer():
    """The deadline that ends first counts, in each task of the block, and none is left behind it."""
    with patience(1.0), patience(100.0):
        assert await asyncio.create_task(_left()) <= 1.0
        with patience(0.5):
            assert within(100.0).left <= 0.5
    assert within(100.0).left > 99.0


async def _left():
    return within(100.0).left


async def test_who_waits_is_told(server, settings, monkeypatch):
    """After a while who waits hears for how long, in whichever call of the turn; a quick answer is told nothing."""
    monkeypatch.setattr(patiently, "FIRST_WORD", 0.3)
    monkeypatch.setattr(patiently, "NEXT_WORD", 0.9)  # a slow machine has 0.6 s before a third word
    model, heard = ChatModel(settings), []
    server.answers(wire.completion('{"operations": []}'))
    await model.structured(SAID, "said", SCHEMA)  # the client library is loaded
    with patience(5.0, heard.append):
        await model.structured(SAID, "said", SCHEMA)
        assert heard == []
        server.answers(wire.WireReply(wire.completion('{"operations": []}').body, delay=0.5))
        await model.structured(SAID, "said", SCHEMA)
        assert len(heard) == 1
        server.answers(wire.WireReply(wire.completion('{"operations": []}').body, delay=1.0))
        await model.structured(SAID, "said", SCHEMA)
    assert len(heard) == 2
    assert 0.3 <= heard[0] < 0.6
    await asyncio.sleep(1.0)
    assert len(heard) == 2
