"""Any text whatsoever is read to its end, says nothing that it does not say, and approves nothing."""

import asyncio
import subprocess
import sys
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tripintent.state.bundles import Bundle, Ranking
from tripintent.state.derived import ranking_key
from tripintent.state.frame import Frame
from tripintent.state.money import Money
from tripintent.state.operations import Approve
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.reading import Reading
from tripintent.state.trip import TripIntent
from tripintent.tools.language.offline.parser import OfflineParser
from tripintent.tools.language.offline.reader import OfflineReader
from tripintent.tools.language.offline_language import OfflineLanguage
from tripintent.tools.language.people import FreeFormPeople
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.language import ReadRequest
from tripintent.tools.ports.reader import View

GAZETTEER = Gazetteer()
PARSER, READER = OfflineParser(GAZETTEER), OfflineReader(OfflineLanguage(), FreeFormPeople(), GAZETTEER)
BUNDLES = tuple(Bundle(bundle_id=f"bndl_{n}", estimated_total=Money(amount=n)) for n in range(1, 4))
SHOWN = {"working_memory": {"ranking": Ranking(key=ranking_key(TripIntent()), bundles=BUNDLES)}}
START = View(trip=TripIntent(), today=date(2026, 11, 20))
OPTIONS = replace(START, trip=apply_patch(TripIntent(), Patch(by="test", merge=SHOWN)), shown=len(BUNDLES))
VOCABULARY = (
    "from to in on the 3rd 14 may march next friday week rome paris nyc two adults kids and not hotel flight no yes back "
    "return until between 2027-02-30 31/31 $3k € per person check in out for a of 5 nights , . ? ! - é ß 中 \u0000 "
    "\U0001f600 İstanbul I'm 1st 99th million de a el la am um zwei once août hold it buy second cheapest or don't if wait "
    "option put bndl_1 et y approve museum move later delete dinner budget list paid add"
)
WORDS = st.sampled_from(VOCABULARY.split())
TEXTS = st.one_of(st.text(max_size=200), st.lists(WORDS, max_size=40).map(" ".join))
VIEWS = st.sampled_from((START, OPTIONS))


def hearing(text: str, frame: Frame | None = None) -> ReadRequest:
    return ReadRequest(text=text, frame=frame or Frame(), today=date(2026, 11, 20))


def read(text: str, view: View) -> Reading:
    return asyncio.run(READER.read(text, view))


@settings(max_examples=100, deadline=None)
@given(text=TEXTS, view=VIEWS)
def test_any_text_is_read(text, view):
    """No text raises, none approves, and each is read the same way twice."""
    reading = read(text, view)
    assert not any(isinstance(one, Approve) for one in reading.operations)
    assert read(text, view) == reading


@settings(max_examples=100, deadline=None)
@given(text=TEXTS)
def test_evidence_points_into_the_text(text):
    """Whatever the parser takes from a text stands in it."""
    reading = PARSER.read(hearing(text))
    assert all(text[one.start : one.end] == one.text for one in reading.frame.evidence.values() if one.start >= 0)


@settings(max_examples=100, deadline=None)
@given(text=TEXTS)
def test_an_empty_change_leaves_the_frame_equal(text):
    """Where nothing changed, the frame is equal, evidence aside."""
    before = PARSER.read(hearing("two tickets from Boston to Rome on May 3")).frame
    reading = PARSER.read(hearing(text, before))
    values = {name for name in Frame.model_fields if name != "evidence"}
    same = all(getattr(reading.frame, name) == getattr(before, name) for name in values)
    assert same == (reading.changed == ())


@pytest.mark.parametrize("length", [4_000, pytest.param(100_000, marks=pytest.mark.release)])
@pytest.mark.parametrize(
    "unit", ["hold it. ", "Paris, ", "add a museum at 3, ", "a", "\n", "{", '"', "I paid 12 for lunch. "]
)
def test_a_message_of_any_length_is_read(unit, length):
    """What is more than a page is left out, not refused."""
    reading = read(unit * (length // len(unit)), OPTIONS)
    assert not any(isinstance(one, Approve) for one in reading.operations)


REPEATED = (
    "a |the |no |1 |1,|from |to to |not not |and |- |$1 |1.1.|May |next |New York |((|''|ok ok |in in in |check in |back |"
    "between |a b c d e |\u0301|I'm |Hotel Hotel |one two |yes, |Hotel |what |the first |12:00 |museum at 3, |move it to "
)
UNITS = REPEATED.split("|")
READ_ALL = """
import sys
from datetime import date
from tripintent.tools.language.offline.parser import OfflineParser
from tripintent.tools.ports.language import ReadRequest

parser = OfflineParser()
for unit in sys.argv[1:]:
    parser.read(ReadRequest(text=unit * (4_000 // len(unit)), today=date(2026, 11, 20)))
print("read", len(sys.argv) - 1)
"""


@pytest.mark.release
def test_repetition_is_read_to_its_end():
    """No pattern backtracks without bound: long repetitions are read, where a catastrophic one would take for ever.

    The time-out is no measure of speed; it ends a process that would otherwise never end.
    """
    command = [sys.executable, "-c", READ_ALL, *UNITS]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    assert done.stdout == f"read {len(UNITS)}\n"
