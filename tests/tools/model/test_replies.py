"""JSON in whatever a model wraps it in, and what an error says of the parameters that were sent."""

import json

import httpx
import openai
import pytest
from langchain_core.messages import AIMessage, HumanMessage
from tests.servers import openai_wire as wire

from tripintent.tools.errors import LanguageUnavailable
from tripintent.tools.model.client import ChatModel
from tripintent.tools.model.failures import failure_of, refusal_of
from tripintent.tools.model.replies import LONGEST, TRIES, json_in, spoken

OBJECT = {"operations": [{"op": "answer", "said": '{yes} "}"', "stance": "yes"}]}
BARE = json.dumps(OBJECT)


def operations_in(message):
    return json_in(message, "operations")["operations"]


@pytest.mark.parametrize(
    "text",
    [
        BARE,
        f"\n\n{BARE}\n",
        f"```json\n{BARE}\n```",
        f"Of course! Here it is:\n```\n{BARE}\n```\nAnything else?",
        f'<think>\nMaybe {{"operations": [1]}}? No.\n</think>\n{BARE}',
        f"thoughts whose beginning the template ate</think>{BARE}",
        f'{{"note": 1}} {BARE}',
        f"{{not json}} {BARE}",
        f'<tool_call>{{"name": "said", "arguments": {BARE}}}</tool_call>',
        f'{BARE} {{"operations": []}}',
    ],
)
def test_the_first_object_with_the_key(text):
    """Fences, thoughts, words before and after, other objects, a call written as text: the object is found."""
    assert json_in(AIMessage(text), "operations") == OBJECT
    assert operations_in(AIMessage(text)) == OBJECT["operations"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no",
        BARE[:-2],
        "[]",
        '{"other": 1}',
        '{"properties": {"operations": {"type": "array"}}}',
        f"<think>{BARE}",
        "{" * 100_000,
        '{"operations": ' + "[" * 100_000,
        "{} " * (TRIES + 1) + BARE,
        " " * LONGEST + BARE,
    ],
)
def test_what_is_no_answer(text):
    """No object, half of one, one without the key, the schema sent back, a thought alone, and more than is ever looked at."""
    with pytest.raises(LanguageUnavailable, match="malformed"):
        json_in(AIMessage(text), "operations")


def test_a_call_and_a_thought():
    """A call's arguments count before the text; a thought counts where nothing was said."""
    call = {"name": "said", "args": OBJECT, "id": "1", "type": "tool_call"}
    assert json_in(AIMessage("words", tool_calls=[call]), "operations") == OBJECT
    assert json_in(AIMessage("", additional_kwargs={"reasoning_content": f"So: {BARE}"}), "operations") == OBJECT
    with pytest.raises(LanguageUnavailable):
        json_in(AIMessage("no", additional_kwargs={"reasoning_content": BARE}), "operations")


@pytest.mark.parametrize("name", ["reasoning_content", "reasoning"])
async def test_an_answer_in_the_reasoning(server, settings, name):
    """A service that writes the whole answer beside the message is understood at the first try."""
    body = json.loads(json.dumps(wire.completion(None).body))
    body["choices"][0]["message"][name] = BARE
    server.answers(wire.WireReply(body))
    schema = {"type": "object", "properties": {"operations": {"type": "array"}}}
    reply = await ChatModel(settings).structured([HumanMessage("yes")], "said", schema)
    assert (operations_in(reply), len(server.requests)) == (OBJECT["operations"], 1)


def test_thoughts_are_not_spoken():
    """What is thought aloud is not told, not even while its mark is written."""
    written = "<think>hm</think>\nNine o'clock."
    told = [spoken(written[:end]) for end in range(len(written) + 1)]
    assert [one for one in told if "think" in one or "hm" in one or "<" in one] == []
    assert told[-1] == "Nine o'clock."
    assert spoken("<b>bold</b>") == "<b>bold</b>"


def _error(status, message, param=None):
    response = httpx.Response(status, request=httpx.Request("POST", "http://x"))
    kind = openai.InternalServerError if status >= 500 else openai.BadRequestError
    return kind(message, response=response, body={"message": message, "param": param})


@pytest.mark.parametrize(
    ("error", "sent", "what"),
    [
        (_error(400, "Use 'max_completion_tokens' instead", "max_tokens"), ("max_tokens",), "max_tokens"),
        (_error(400, "bad", "response_format.json_schema"), ("response_format",), "response_format"),
        (_error(400, "deepseek-reasoner does not support this tool_choice"), ("tools", "tool_choice"), "tool_choice"),
        (_error(400, '"auto" tool choice requires a parser'), ("tools",), "tools"),
        (_error(500, "tools param requires --jinja flag"), ("tools",), "tools"),
        (_error(400, "Invalid schema for function 'search'"), ("tools",), "schema"),
        (_error(400, "failed to parse grammar"), ("response_format",), "response_format"),
        (_error(500, "relation of schema public is locked"), ("response_format",), None),
        (_error(400, "maximum context length is 8192 tokens, 9000 in the functions"), ("tools",), None),
        (_error(400, "Unsupported parameter: 'temperature'"), ("seed",), None),
        (_error(429, "temperature"), ("temperature",), None),
        (ValueError("temperature"), ("temperature",), None),
    ],
)
def test_what_an_error_refuses(error, sent, what):
    """Only what was sent can be refused, and only by an error that says so."""
    assert refusal_of(error, sent) == what


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (httpx.ReadError("reset"), "unreachable"),
        (httpx.RemoteProtocolError("half"), "unreachable"),
        (httpx.ReadTimeout("slow"), "timeout"),
        (RecursionError(), "malformed"),
    ],
)
def test_a_stream_that_breaks_is_a_failure_like_any_other(error, reason):
    """Errors of the transport below the client have their place in the table."""
    assert failure_of(error).reason == reason
