"""Every way in which a desk's model fails is a reason, with what was spent on it."""

import pytest
from langchain_core.messages import HumanMessage
from tests.servers import openai_wire as wire

from tripintent.tools.model.client import ChatModel, ModelFailed
from tripintent.tools.model.services import OpenAISettings

SAID = [HumanMessage("hello")]
SCHEMA = {"type": "object", "properties": {"operations": {"type": "array"}}}
GOOD = '{"operations": []}'


async def reason_of(settings, **changes):
    """Return why the model gave nothing, and the tokens of all tries; no reason where it answered."""
    try:
        await ChatModel(settings.model_copy(update=changes)).structured(SAID, "said", SCHEMA)
    except ModelFailed as failed:
        return str(failed), failed.use.tokens
    return None, 0


CASES = {
    "malformed JSON": (wire.completion('{"places": [{'), "malformed", 600),
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


@pytest.mark.parametrize("name", CASES)
async def test_each_is_a_reason(settings, server, name):
    """A failed or unusable reply is a reason, never another error."""
    reply, reason, tokens = CASES[name]
    server.answers(reply)
    short = {"timeout": 0.4, "patience": 0.4} if name == "silence" else {}
    assert await reason_of(settings, **short) == (reason, tokens)


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_what_may_pass_is_tried_again(settings, server, status):
    """After a rate limit or a server error the second try counts."""
    server.answers(wire.failure(status, retry_after="0.01"), wire.completion(GOOD))
    assert await reason_of(settings) == (None, 0)
    assert len(server.requests) == 2


@pytest.mark.parametrize("status", [401, 404])
async def test_what_will_not_pass_is_not_tried_again(settings, server, status):
    """A refused request is sent once."""
    server.answers(wire.failure(status))
    assert (await reason_of(settings))[0]
    assert len(server.requests) == 1


async def test_a_wait_beyond_the_patience_is_not_waited(settings, server):
    """A Retry-After longer than the patience ends at once."""
    server.answers(wire.failure(429, retry_after="600"))
    assert (await reason_of(settings, max_retries=5))[0] == "rate_limited"
    assert len(server.requests) == 1


async def test_nobody_listens(settings):
    """A service that is not there is a reason like any other."""
    assert (await reason_of(settings, base_url="http://127.0.0.1:9/v1"))[0] == "unreachable"


async def test_a_silent_model_is_left_alone_for_a_while(server, settings):
    """After a timeout nothing is asked, until the rest is over; then one call tries the model again."""
    moment = [0.0]
    model = ChatModel(settings.model_copy(update={"rest": 60.0, "max_retries": 0, "timeout": 1.0}), lambda: moment[0])
    server.answers(wire.WireReply({}, delay=3.0), wire.completion(GOOD))
    for reason in ("timeout", "resting"):
        with pytest.raises(ModelFailed, match=reason):
            await model.structured(SAID, "said", SCHEMA)
    assert len(server.requests) == 1
    moment[0] = 61.0
    assert await model.structured(SAID, "said", SCHEMA)
    assert await model.structured(SAID, "said", SCHEMA)


def test_a_key_does_not_show_itself():
    """Settings print without the key."""
    assert "sk-secret" not in repr(OpenAISettings(api_key="sk-secret"))
