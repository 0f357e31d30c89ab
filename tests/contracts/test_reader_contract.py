"""The contract of the reader port, run against the offline reader and a model that is silent, too eager, or down."""

import json
import runpy
from datetime import date
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contracts.said import KNOWN, NOTHING, SAID

from tripintent.app.compose import compose
from tripintent.app.settings import Settings
from tripintent.app.storage import storage_of
from tripintent.state.applying import applied
from tripintent.state.frame import Frame
from tripintent.state.operations import Operation
from tripintent.state.reading import SYSTEM_OF, Reading
from tripintent.state.trip import TripIntent
from tripintent.tools.language.offline_language import OfflineLanguage
from tripintent.tools.ports.reader import Reader, View

pytestmark = pytest.mark.asyncio(loop_scope="module")  # one loop, so that each adapter builds one client
WIRE = runpy.run_path(str(Path(__file__).parents[1] / "servers" / "openai_wire.py"))
MESSAGES = [*SAID, "put a fado evening on Thursday and make the checklist"]
EAGER = {
    "operations": [
        {"op": "place", "slot": "origin", "said": "New York", "name": "New York"},
        {"op": "stops", "said": "Lisbon", "stops": [{"name": "Lisbon", "said": "Lisbon"}]},
        {"op": "place", "slot": "return_to", "said": "Atlantis", "name": "ATL"},
        {"op": "day", "slot": "depart", "said": "May 5th", "day": "2026-05-05"},
        {"op": "number", "slot": "adults", "said": "three adults", "value": 3},
        {"op": "number", "slot": "adults", "said": "2", "value": 900},
        {"op": "add_entry", "said": "a fado evening", "kind": "activity", "name": "Fado", "day": "2026-02-30"},
        {"op": "remove_entry", "said": "a fado evening", "entries": ["e99"]},
        {"op": "traveller", "said": "Atlantis", "name": "Plato"},
        {"op": "moon"},
    ]
}


@pytest.fixture(scope="module")
def servers():
    """A model that finds nothing, one that finds a trip whatever is said, and one that is down."""
    with WIRE["running"]() as silent, WIRE["running"]() as eager, WIRE["running"]() as down:
        silent.answers(WIRE["completion"]("{}"))
        eager.answers(WIRE["completion"](json.dumps(EAGER)))
        down.answers(WIRE["failure"](400))
        yield {"silent": silent, "eager": eager, "down": down}


@pytest.fixture(scope="module", params=["offline", "silent", "eager", "down"])
def reader(request, servers, tmp_path_factory) -> Reader:
    more = {}
    if request.param != "offline":
        more = {"language": "openai", "base_url": servers[request.param].base_url, "api_key": "k", "model_timeout": 5}
    chosen = Settings(data_dir=tmp_path_factory.mktemp("reader"), **more)
    return compose(chosen, storage_of(chosen)).ports.reader


def view(frame: Frame = KNOWN) -> View:
    return View(trip=TripIntent(), today=date(2026, 3, 2), turn=3, frame=frame)


def frame_of(reading: Reading, frame: Frame = KNOWN) -> Frame:
    said = [one for part in reading.parts for one in part.journey]
    return applied(frame, said, turn=3)


@pytest.mark.parametrize("text", NOTHING)
async def test_nothing_said_changes_nothing(reader, text):
    """A message without content leaves the journey as it was."""
    assert frame_of(await reader.read(text, view())) == KNOWN


@pytest.mark.parametrize("text", MESSAGES)
async def test_words_stand_in_the_message(reader, text):
    """An operation of the journey with a place in the message has the very words that stand there."""
    reading = await reader.read(text, view())
    said = [one for part in reading.parts for one in part.journey if one.start >= 0]
    assert all(text[one.start : one.end].casefold() == one.text.casefold() for one in said)


@pytest.mark.parametrize("text", MESSAGES)
async def test_each_operation_is_with_its_system(reader, text):
    """A part holds what its system applies, and what says something of the trip itself."""
    for part in (await reader.read(text, view())).parts:
        assert all(SYSTEM_OF.get(type(one), part.system) == part.system for one in part.operations)


async def test_a_plain_trip(reader):
    """Origin, destination and date of a plain sentence are read by every adapter."""
    reading = await reader.read("I want to fly from New York to Lisbon on May 5th", view(Frame()))
    frame = frame_of(reading, Frame())
    if reading.engine == "openai" and not reading.operations[0].text.startswith("New York"):
        assert frame == Frame(), "a model that finds nothing said nothing"
        return
    assert (frame.origin.code, [v.place.code for v in frame.visits]) == ("NYC", ["LIS"])
    assert frame.depart.day == "2026-05-05"
    assert Reading.model_validate_json(reading.model_dump_json()) == reading


async def test_the_same_words_are_read_the_same(reader):
    """A reading depends on the words and the view alone."""
    said = "two of us to Lisbon on May 5th, hold the cheapest"
    assert await reader.read(said, view()) == await reader.read(said, view())


async def test_a_host_may_speak(reader):
    """A reader over a host's own engine is a reader."""
    reading = await reader.speaking(OfflineLanguage()).read("thanks!", view())
    assert frame_of(reading) == KNOWN


@settings(max_examples=25, deadline=None)
@given(text=st.text(max_size=300))
async def test_any_text(reader, text):
    """No text raises, and all that is read is of the union."""
    reading = await reader.read(text, view())
    assert isinstance(reading, Reading)
    known = get_args(get_args(Operation)[0])
    assert all(isinstance(one, known) for part in reading.parts for one in part.journey)
