"""Each kind of service that knows tool calls holds a conversation that books a trip; of the others that is said."""

import json

import pytest
from tests.acts import ANN, plan
from tests.emulators import chat_services as services

from tripintent.app.incoming import Answer
from tripintent.app.opening import open_session

KINDS = [services.OpenAIService, services.ReasoningService, services.OllamaService]
WITHOUT_TOOLS = [services.VllmService, services.LlamaCppService, services.PlainGateway]
WISH = "Boston to Lisbon June 14-21, one adult"
TRIP = plan("JFK", "SFO", "2026-03-11", lodging={"needed": False})["arguments"]
TALK = (
    (WISH, ("update_trip", TRIP)),
    ("1", ("choose", {"option": "1"})),
    ("Ann Smith 4 March 1985, ann@example.org", ("set_travellers", {"people": [ANN]}), ("request_purchase", {})),
)


@pytest.fixture(params=KINDS, ids=lambda kind: kind.__name__)
def service(request):
    with services.running(request.param()) as one:
        yield one


def with_service(settings, service):
    changes = {"language": "openai", "base_url": service.base_url, "model": service.model, "api_key": "sk-right"}
    return type(settings).model_validate(settings.model_dump() | changes | {"model_timeout": 20.0})


async def _said(session, service, number):
    text, *calls = TALK[number]
    service.calls = [(name, json.dumps(arguments)) for name, arguments in calls]
    service.words = "Please have a look."
    return await session.say("t", text)


async def test_a_trip_is_booked(settings, service):
    """Wish, choice, names and purchase are calls of the model; a person approves, and the trip is bought."""
    async with open_session(with_service(settings, service)) as session:
        for number in range(len(TALK)):
            result = await _said(session, service, number)
            assert result.said[-1].text == "Please have a look."
        points = tuple(one["id"] for one in result.interrupt.value["action_requests"][0]["args"]["confirmations"])
        result = await session.approve("t", Answer(confirmations=points))
    assert [one.status for one in result.trip.working_memory.bookings] == ["confirmed"]


@pytest.mark.parametrize("service", KINDS[:1], indirect=True)
@pytest.mark.parametrize("fault", ["429", "empty", "refusal", "reset"])
async def test_a_fault_in_the_middle_loses_no_turn(settings, service, fault):
    """Whatever the service does with the second message, the message is worked, by it or by the rules."""
    async with open_session(with_service(settings, service)) as session:
        await _said(session, service, 0)
        service.faults = [fault]
        second = await _said(session, service, 1)
        third = await _said(session, service, 2)
    assert second.trip.working_memory.selected.bundle_id
    assert third.interrupt is not None


@pytest.mark.parametrize("service", WITHOUT_TOOLS, indirect=True)
async def test_a_service_without_tool_calls_is_told(settings, service):
    """The traveller hears why in words, and the message is read by the rules."""
    async with open_session(with_service(settings, service)) as session:
        result = await session.say("t", WISH)
    assert "takes no tool calls" in result.messages[0]
    assert result.trip.working_memory.ranking


@pytest.mark.parametrize("service", KINDS[1:2], indirect=True)
async def test_what_a_service_refuses_is_left_out(settings, service):
    """One refusal in the life of a process, then the parameter is sent no more."""
    async with open_session(with_service(settings, service)) as session:
        for _ in range(2):
            await session.say("t", "hello")
    assert ["temperature" in one for one in service.requests] == [True, False, False]
