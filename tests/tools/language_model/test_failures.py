"""Every way in which a model fails: the offline reader reads, and the reading says why."""

import json

import pytest

from tripintent.tools.model.client import ChatModel
from tripintent.tools.model.services import OpenAISettings

TEXT = "offline: hello"


def _cases(wire):
    return {
        "malformed JSON": (wire.completion('{"places": [{'), "malformed", 600),
        "another shape": (wire.completion('{"language": "en", "operations": {"op": "moon"}}'), "malformed", 150),
        "prose": (wire.completion("I would go to Lisbon!"), "malformed", 600),
        "no content": (wire.completion(None), "malformed", 600),
        "a list": (wire.completion("[]"), "malformed", 600),
        "truncated": (wire.completion('{"places": [', finish="length"), "truncated", 150),
        "filtered": (wire.completion("", finish="content_filter"), "refused", 150),
        "refusal": (wire.completion(None, refusal="I cannot help with that."), "refused", 150),
        "bad request": (wire.failure(400), "request_refused", 0),
        "wrong key": (wire.failure(401), "key_refused", 0),
        "forbidden": (wire.failure(403), "key_refused", 0),
        "no such model": (wire.failure(404), "unknown_model", 0),
        "server error": (wire.failure(500), "server_error", 0),
        "rate limit": (wire.failure(429, retry_after="0"), "rate_limited", 0),
        "a wait too long": (wire.failure(429, retry_after="3600"), "rate_limited", 0),
        "silence": (wire.WireReply({}, delay=0.8), "timeout", 0),
        "empty object": (wire.WireReply({}), "malformed", 0),
        "no choices": (wire.WireReply({"choices": []}), "malformed", 0),
        "html": (wire.WireReply("<html>proxy</html>"), "malformed", 0),
    }


NAMES = [
    "malformed JSON",
    "another shape",
    "prose",
    "no content",
    "a list",
    "truncated",
    "filtered",
    "refusal",
    "bad request",
    "wrong key",
    "forbidden",
    "no such model",
    "server error",
    "rate limit",
    "a wait too long",
    "silence",
    "empty object",
    "no choices",
    "html",
]


@pytest.mark.parametrize("name", NAMES)
async def test_the_offline_reader_reads(make, server, wire, name):
    """A failed or unusable reply never raises: the offline reading counts, with the reason and the tokens of all tries."""
    reply, reason, tokens = _cases(wire)[name]
    server.answers(reply)
    short = {"timeout": 0.4, "patience": 0.4} if name == "silence" else {}
    reading = await make(**short)(TEXT)
    assert (reading.frame.rooms, reading.reading.engine) == (3, "offline")
    assert (reading.reading.fallback, reading.reading.use.tokens) == (reason, tokens)


def test_every_case_is_run(wire):
    """The list of names is the list of cases."""
    assert set(NAMES) == set(_cases(wire))


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_what_may_pass_is_tried_again(make, server, wire, status):
    """After a rate limit or a server error the second try counts."""
    server.answers(
        wire.failure(status, retry_after="0.01"),
        wire.completion(
            json.dumps({"language": "en", "operations": [{"op": "answer", "said": "yes", "stance": "yes"}]})
        ),
    )
    reading = await make()("yes")
    assert (reading.stance, reading.reading.fallback, len(server.requests)) == ("yes", None, 2)


@pytest.mark.parametrize("status", [400, 401, 404])
async def test_what_will_not_pass_is_not_tried_again(make, server, wire, status):
    """A refused request is sent once."""
    server.answers(wire.failure(status))
    await make()(TEXT)
    assert len(server.requests) == 1


async def test_a_wait_beyond_the_patience_is_not_waited(make, server, wire):
    """A Retry-After longer than the patience ends in the offline reader at once."""
    server.answers(wire.failure(429, retry_after="600"))
    assert (await make(max_retries=5)(TEXT)).reading.fallback == "rate_limited"
    assert len(server.requests) == 1


async def test_nobody_listens(make):
    """A service that is not there is a reason like any other."""
    reading = await make(base_url="http://127.0.0.1:9/v1")(TEXT)
    assert (reading.reading.engine, reading.reading.fallback) == ("offline", "unreachable")


async def test_an_empty_message_costs_nothing(make, server):
    """Blanks are not sent to a model."""
    reading = await make()("  \n")
    assert (server.requests, reading.reading.fallback) == ([], None)


async def test_a_silent_model_is_left_alone_for_a_while(make, server, wire, settings):
    """After a timeout the offline reader reads at once, until the rest is over; then one message tries the model again."""
    moment = [0.0]
    model = ChatModel(settings.model_copy(update={"rest": 60.0, "max_retries": 0, "timeout": 1.0}), lambda: moment[0])
    read = make(model=model)
    server.answers(wire.WireReply({}, delay=3.0), wire.completion('{"language": "en", "operations": []}'))
    reasons = [(await read(TEXT)).reading.fallback for _ in range(2)]
    asked = len(server.requests)
    moment[0] = 61.0
    assert (reasons, asked) == (["timeout", "resting"], 1)
    assert (await read(TEXT)).reading.engine == "openai"
    assert (await read(TEXT)).reading.engine == "openai"


async def test_words_that_no_model_may_read(make, server):
    """Where a limit is reached nothing is sent."""
    reading = await make()(TEXT, plain=True)
    assert (reading.reading.engine, reading.frame.rooms, server.requests) == ("offline", 3, [])


def test_a_key_does_not_show_itself():
    """Settings print without the key."""
    assert "sk-secret" not in repr(OpenAISettings(api_key="sk-secret"))
