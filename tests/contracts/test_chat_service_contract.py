"""What a desk asks every chat service for: an object and text; and every way in which the service may fail."""

import json
from importlib.resources import files
from pathlib import Path

import pytest
from langchain_core.messages import HumanMessage, SystemMessage
from tests.emulators.chat_services import (
    SERVICES,
    TOKENS_IN,
    TOKENS_OUT,
    LlamaCppService,
    OllamaService,
    OpenAIService,
    PlainGateway,
    ReasoningService,
    running,
)

from tripintent.tools.language.model_desk.functions import reply_schema
from tripintent.tools.model.client import ChatModel, ModelFailed
from tripintent.tools.model.replies import json_in
from tripintent.tools.model.services import _KNOWN, OpenAISettings, service_of
from tripintent.tools.services.reading import read_service

YES = {"functions": [{"name": "FAQ_AGENT", "said": "yes"}]}
SAID = [SystemMessage("Read the message."), HumanMessage("yes")]
ASKED = [SystemMessage("Answer the question."), HumanMessage("When does it leave?")]
FORMS = {"LlamaCppService": "json_object", "PlainGateway": "text", "DeafService": "json_object"}
"""The form in which each is asked in the end; the others take a strict schema."""

HOUSES = Path(str(files("tripintent.tools.services.demonstration")))
MESSAGE = reply_schema(read_service(min(HOUSES.glob("*.yaml"))))
"""The schema of a desk's functions."""


def object_in(message):
    return json_in(message, "functions")


@pytest.fixture(autouse=True)
def _unknown():
    _KNOWN.clear()


@pytest.fixture(params=SERVICES, ids=lambda kind: kind.__name__)
def service(request):
    with running(request.param()) as one:
        one.says = YES
        yield one


def model_of(service, **changes):
    given = {"timeout": 10.0, "patience": 10.0, "rest": 0, "max_retries": 1, **changes}
    return ChatModel(OpenAISettings(model=service.model, base_url=service.base_url, api_key="sk-right", **given))


async def read(model):
    return await model.structured(SAID, "said", MESSAGE)


async def test_an_object(service):
    """Each service gives the object, in the form that it takes; the next message is asked in that form at once."""
    first = await read(model_of(service))
    asked = len(service.requests)
    assert (object_in(first), object_in(await read(model_of(service)))) == (YES,) * 2
    assert len(service.requests) == asked + 1
    assert service_of(service.base_url, service.model).form == FORMS.get(type(service).__name__, "json_schema")


async def test_text_while_it_is_written(service):
    """Text is told piece by piece, without thoughts before it, and costs what the service says, where it says so."""
    told = []
    model = model_of(service)
    reply = await model.words(ASKED, told.append)
    assert reply.text.strip() == service.words
    assert told[-1].strip() == service.words
    assert len(told) > 3
    assert all(service.words.startswith(one.strip()) for one in told)
    says_usage = not isinstance(service, PlainGateway)
    assert model.use_of(reply).tokens == (TOKENS_IN + TOKENS_OUT if says_usage else 0)


async def test_a_rate_limit(service):
    """After a 429 with Retry-After the same request is sent again."""
    await read(model_of(service))
    before = len(service.requests)
    service.faults = ["429"]
    assert object_in(await read(model_of(service))) == YES
    one, two = service.requests[before:]
    assert one == two


async def test_a_rate_limit_without_end(service):
    """A service that limits every request is a reason, not an error of ours."""
    await read(model_of(service))
    service.faults = ["429"] * 5
    with pytest.raises(ModelFailed, match="rate_limited"):
        await read(model_of(service))


async def test_silence(service):
    """No answer in time is a reason, and all tries together take no longer than the patience."""
    await read(model_of(service))
    service.silence, service.faults = 0.6, ["silence"] * 9
    with pytest.raises(ModelFailed, match="timeout"):
        await read(model_of(service, timeout=0.2, patience=0.4, max_retries=9))


@pytest.mark.parametrize("fault", ["half", "empty"])
async def test_a_reply_of_no_use(service, fault):
    """Half an object or nothing at all is asked for again, one form lower; what was spent on it counts."""
    model = model_of(service)
    await read(model)
    service.faults = [fault]
    if isinstance(service, PlainGateway):
        with pytest.raises(ModelFailed, match="malformed") as failed:
            await read(model)
        assert failed.value.use.tokens == TOKENS_IN + TOKENS_OUT
        return
    reply = await read(model)
    assert object_in(reply) == YES
    use = model.use_of(reply)
    assert use.requests >= 2
    assert use.tokens == use.requests * (TOKENS_IN + TOKENS_OUT)


async def test_one_bad_reply_is_not_held_against_a_service(service):
    """A form that has worked is the first again with the next message."""
    model = model_of(service)
    await read(model)
    form = service_of(service.base_url, service.model).form
    service.faults = ["half"] if not isinstance(service, PlainGateway) else []
    await read(model)
    assert service_of(service.base_url, service.model).form == form


async def test_a_refusal(service):
    """A model that refuses is not asked again; its tokens count."""
    await read(model_of(service))
    before = len(service.requests)
    service.faults = ["refusal"]
    with pytest.raises(ModelFailed, match="refused") as failed:
        await read(model_of(service))
    assert (failed.value.use.tokens, len(service.requests) - before) == (TOKENS_IN + TOKENS_OUT, 1)


async def test_a_connection_that_breaks(service):
    """An answer that breaks off on its way is tried again; a stream that broke after words were told is not."""
    await read(model_of(service))
    service.faults = ["reset"]
    assert object_in(await read(model_of(service))) == YES
    model = model_of(service)
    await model.words(ASKED, lambda _: None)
    service.faults = ["reset"]
    assert (await model.words(ASKED, lambda _: None)).text.strip() == service.words
    service.faults = ["broken"]
    with pytest.raises(ModelFailed, match="broken_off"):
        await model.words(ASKED, lambda _: None)


@pytest.mark.parametrize(
    ("kind", "left_out"),
    [
        (OpenAIService, {"max_tokens"}),
        (ReasoningService, {"max_tokens", "temperature"}),
        (OllamaService, set()),
        (LlamaCppService, set()),
        (PlainGateway, {"parallel_tool_calls", "tool_choice", "stream_options", "seed"}),
    ],
)
async def test_what_a_service_refuses_is_left_out(kind, left_out):
    """Parameters that are refused are left out, once found out, for every model object of the process."""
    with running(kind()) as service:
        service.says = YES
        for _ in range(2):
            await read(model_of(service))
            before = len(service.requests)
            await model_of(service).words(ASKED, lambda _: None)
        assert service_of(service.base_url, service.model).refused == left_out
        last = service.requests[-1]
        assert not left_out & set(last)
        assert ("max_tokens" in last) != ("max_completion_tokens" in last)
        assert len(service.requests) == before + 1


async def test_our_schema_is_strict():
    """OpenAI takes it as it is: no step down is needed."""
    with running(OpenAIService()) as service:
        service.says = YES
        await read(model_of(service))
        assert service.requests[-1]["response_format"]["type"] == "json_schema"


async def test_the_schema_stands_in_the_prompt_where_nothing_else_carries_it():
    """A service that takes any JSON is told the schema in words."""
    with running(LlamaCppService()) as service:
        service.says = YES
        assert object_in(await read(model_of(service))) == YES
        assert json.dumps(MESSAGE) in service.requests[-1]["messages"][0]["content"]
