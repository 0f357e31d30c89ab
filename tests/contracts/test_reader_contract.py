"""The contract of the reader port, run against the offline reader."""

from datetime import date
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
MESSAGES = [*SAID, "put a fado evening on Thursday and make the checklist"]


@pytest.fixture(scope="module")
def reader(tmp_path_factory) -> Reader:
    chosen = Settings(data_dir=tmp_path_factory.mktemp("reader"))
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
    """Origin, destination and date of a plain sentence are read."""
    reading = await reader.read("I want to fly from New York to Lisbon on May 5th", view(Frame()))
    frame = frame_of(reading, Frame())
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
