"""The contract of the language port, run against every adapter."""

import importlib.util
import json
import sys
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tripintent.state.frame import Frame, Place, Visit, When
from tripintent.tools.language.model.adapter import OpenAILanguage
from tripintent.tools.language.model.settings import OpenAISettings
from tripintent.tools.language.offline import OfflineLanguage
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.language import Language, ParseResult, ReadRequest
from tripintent.tools.registry.builtin import BuiltinRegistry

pytestmark = pytest.mark.asyncio(loop_scope="module")  # one loop, so that each adapter builds one client
SERVER = Path(__file__).parents[1] / "servers" / "openai_wire.py"
TODAY = date(2026, 3, 2)
KNOWN = Frame(
    origin=Place(said="New York", name="New York", kind="metro", code="NYC", country="US"),
    visits=(Visit(place=Place(said="Paris", name="Paris", kind="metro", code="PAR", country="FR")),),
    depart=When(said="May 5", day="2026-05-05"),
    adults=2,
)
NOTHING = ["", "   ", "hmm", "ok", "thanks!", "👍", "\x00", "asdf qwer"]
MESSAGES = [
    "I want to fly from New York to Lisbon on May 5th with my wife",
    "actually make it three adults",
    "forget the budget",
    "2",
    "yes",
    "¿Puedo viajar a Madrid el 3 de junio?",
    "is the hotel near the beach?",
    *NOTHING,
]


def _wire():
    spec = importlib.util.spec_from_file_location("openai_wire", SERVER)
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault("openai_wire", module)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def servers():
    """A model that finds nothing, one that finds a trip whatever is said, and one that is down."""
    wire = _wire()
    with wire.running() as silent, wire.running() as eager, wire.running() as down:
        silent.answers(wire.completion("{}"))
        eager.answers(wire.completion(json.dumps(EAGER)))
        down.answers(wire.failure(400))
        yield {"silent": silent, "eager": eager, "down": down}


EAGER = {
    "operations": [
        {"op": "place", "slot": "origin", "said": "New York", "name": "New York"},
        {"op": "stops", "said": "Lisbon", "stops": [{"name": "Lisbon", "said": "Lisbon"}]},
        {"op": "place", "slot": "return_to", "said": "Atlantis", "name": "ATL"},
        {"op": "day", "slot": "depart", "said": "May 5th", "day": "2026-05-05"},
        {"op": "number", "slot": "adults", "said": "three adults", "value": 3},
        {"op": "number", "slot": "adults", "said": "2", "value": 900},
        {"op": "answer", "said": "yes", "stance": "yes"},
        {"op": "moon"},
    ]
}


@pytest.fixture(scope="module", params=["offline", "silent", "eager", "down"])
def language(request, servers) -> Language:
    offline = OfflineLanguage()
    if request.param == "offline":
        return offline
    settings = OpenAISettings(base_url=servers[request.param].base_url, api_key="k", max_retries=0, timeout=5)
    return OpenAILanguage(offline, settings, Gazetteer(), BuiltinRegistry())


def heard(text: str, frame: Frame = KNOWN) -> ReadRequest:
    return ReadRequest(text=text, frame=frame, today=TODAY, turn=3)


@pytest.mark.parametrize("text", MESSAGES)
async def test_changed_is_what_differs(language, text):
    """``changed`` names exactly the fields in which the new frame differs from the old one."""
    reading = await language.extract(heard(text))
    differing = {n for n in Frame.model_fields if n != "evidence" and getattr(reading.frame, n) != getattr(KNOWN, n)}
    assert set(reading.changed) == differing


@pytest.mark.parametrize("text", NOTHING)
async def test_nothing_said_changes_nothing(language, text):
    """A message without content leaves the frame equal."""
    assert (await language.extract(heard(text))).frame == KNOWN


@pytest.mark.parametrize("text", MESSAGES)
async def test_evidence_stands_in_the_message(language, text):
    """Evidence of this turn indexes the very words of this message."""
    reading = await language.extract(heard(text))
    spans = [e for e in reading.frame.evidence.values() if e.turn == 3 and e.start >= 0]
    assert all(text[e.start : e.end].casefold() == e.text.casefold() for e in spans)


async def test_a_plain_trip(language):
    """Origin, destination and date of a plain sentence are read by every adapter."""
    reading = await language.extract(heard("I want to fly from New York to Lisbon on May 5th", Frame()))
    frame = reading.frame
    assert (frame.origin.code, [v.place.code for v in frame.visits]) == ("NYC", ["LIS"])
    assert frame.depart.day == "2026-05-05"
    assert ParseResult.model_validate_json(reading.model_dump_json()) == reading


async def test_questions_are_few(language):
    """At most three questions for any number of missing paths."""
    paths = [
        "itinerary.segments[0].origin.code",
        "itinerary.segments[0].destination.code",
        "itinerary.segments[0].depart_date",
        "party.travelers.adults",
        "itinerary.lodging.check_in",
    ]
    assert 1 <= (await language.ask(paths, {}, "en")).count("?") <= 3


@pytest.mark.parametrize(
    ("text", "code"), [("I want to fly to Paris tomorrow", "en"), ("Quiero volar a París mañana por la tarde", "es")]
)
async def test_languages_are_detected(language, text, code):
    """The language of a sentence comes as its ISO 639-1 code."""
    assert await language.detect(text) == code


@settings(max_examples=25, deadline=None)
@given(text=st.text(max_size=300))
async def test_any_text(language, text):
    """No text raises."""
    assert isinstance(await language.extract(heard(text)), ParseResult)
