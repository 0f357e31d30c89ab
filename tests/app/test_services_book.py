"""Each kind of service that a model may run on books a trip, and one that fails in the middle loses no turn."""

import pytest
from tests.emulators import chat_services as services

from tripintent.app.incoming import Answer
from tripintent.app.opening import open_session
from tripintent.tools.model.services import forget_services

KINDS = [
    services.OpenAIService,
    services.ReasoningService,
    services.OllamaService,
    services.VllmService,
    services.LlamaCppService,
    services.PlainGateway,
    services.DeafService,
]
WISH = "JFK to SFO on March 11 2026, one way, 1 adult, no hotel"
TALK = (
    (
        WISH,
        [
            {"op": "place", "slot": "origin", "said": "JFK", "name": "JFK"},
            {"op": "stops", "said": "SFO", "stops": [{"name": "SFO", "said": "SFO"}]},
            {"op": "day", "slot": "depart", "said": "March 11 2026", "day": "2026-03-11"},
            {"op": "choice", "slot": "trip_type", "said": "one way", "value": "one_way"},
            {"op": "number", "slot": "adults", "said": "1 adult", "value": 1},
            {"op": "choice", "slot": "lodging_needed", "said": "no hotel", "value": "no"},
        ],
    ),
    ("the first one", [{"op": "choose", "said": "the first one", "number": 1}]),
    (
        "hold it. Ann Smith 4 March 1985, ann@example.org",
        [
            {"op": "act", "said": "hold it", "do": "hold"},
            {
                "op": "traveller",
                "said": "Ann Smith 4 March 1985",
                "name": "Ann Smith",
                "born": "1985-03-04",
                "email": "ann@example.org",
            },
        ],
    ),
)


@pytest.fixture(autouse=True)
def _unknown():
    forget_services()


@pytest.fixture(params=KINDS, ids=lambda kind: kind.__name__)
def service(request):
    with services.running(request.param()) as one:
        yield one


def with_service(settings, service):
    changes = {"language": "openai", "base_url": service.base_url, "model": service.model, "api_key": "sk-right"}
    return type(settings).model_validate(settings.model_dump() | changes | {"model_timeout": 10.0})


async def _said(session, service, number):
    text, operations = TALK[number]
    service.says = {"operations": operations, "language": "en"}
    return await session.say("t", text)


async def test_a_trip_is_booked(settings, service):
    """Wish, choice, names and hold are read by the service; a person approves, and the trip is bought."""
    async with open_session(with_service(settings, service)) as session:
        for number in range(len(TALK)):
            result = await _said(session, service, number)
            state = await session.graph.aget_state(session.config("t"))
            assert (state.values["reading"].engine, state.values["reading"].fallback) == ("openai", None)
        points = tuple(one["id"] for one in result.interrupt.value["action_requests"][0]["args"]["confirmations"])
        result = await session.approve("t", Answer(confirmations=points))
    assert [one.status for one in result.trip.working_memory.bookings] == ["confirmed"]


@pytest.mark.parametrize(
    "service", [KINDS[0], *(pytest.param(kind, marks=pytest.mark.release) for kind in KINDS[1:])], indirect=True
)
@pytest.mark.parametrize("fault", ["429", "half", "empty", "refusal", "reset"])
async def test_a_fault_in_the_middle_loses_no_turn(settings, service, fault):
    """Whatever the service does with the second message, the message is worked, by it or by the stand-in."""
    async with open_session(with_service(settings, service)) as session:
        await _said(session, service, 0)
        service.faults = [fault]
        second = await _said(session, service, 1)
        third = await _said(session, service, 2)
    assert second.trip.working_memory.selected.bundle_id
    assert third.trip.working_memory.holds
