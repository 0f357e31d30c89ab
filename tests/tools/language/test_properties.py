"""Any text whatsoever is read, in bounded time, and says nothing that it does not say."""

import subprocess
import sys
from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from tripintent.state.frame import Frame
from tripintent.tools.language.reading.engine import OfflineEngine
from tripintent.tools.ports.language import ReadRequest

ENGINE = OfflineEngine()
VOCABULARY = (
    "from to in on the 3rd 14 may march next friday week rome paris nyc two adults kids and not hotel flight no yes back "
    "return until between 2027-02-30 31/31 $3k € per person check in out for a of 5 nights , . ? ! - é ß 中 \u0000 "
    "\U0001f600 İstanbul I'm 1st 99th million de a el la am um zwei once août"
)
WORDS = st.sampled_from(VOCABULARY.split())
TEXTS = st.one_of(st.text(max_size=200), st.lists(WORDS, max_size=40).map(" ".join))


def hearing(text: str, last: str | None = None, frame: Frame | None = None) -> ReadRequest:
    return ReadRequest(text=text, last_assistant=last, frame=frame or Frame(), today=date(2026, 11, 20))


@settings(max_examples=300, deadline=None)
@given(text=TEXTS, last=st.one_of(st.none(), TEXTS))
def test_any_text_is_read(text, last):
    """No text and no assistant's message raises, and evidence points into the text."""
    reading = ENGINE.read(hearing(text, last))
    for evidence in reading.frame.evidence.values():
        if evidence.start >= 0:
            assert text[evidence.start : evidence.end] == evidence.text


@settings(max_examples=150, deadline=None)
@given(text=TEXTS)
def test_reading_twice_is_reading_once(text):
    """A reading is a function of the hearing."""
    assert ENGINE.read(hearing(text)) == ENGINE.read(hearing(text))


@settings(max_examples=150, deadline=None)
@given(text=TEXTS)
def test_an_empty_change_leaves_the_frame_equal(text):
    """Where nothing changed, the frame is equal, evidence included."""
    before = ENGINE.read(hearing("two tickets from Boston to Rome on May 3")).frame
    reading = ENGINE.read(hearing(text, frame=before))
    values = {name for name in Frame.model_fields if name != "evidence"}
    same = all(getattr(reading.frame, name) == getattr(before, name) for name in values)
    assert same == (reading.changed == ())


REPEATED = (
    "a |the |no |1 |1,|from |to to |not not |and |- |$1 |1.1.|May |next |New York |((|''|ok ok |in in in |check in |back |"
    "between |a b c d e |\u0301|I'm |Hotel Hotel |one two |yes, |Hotel |what |the first "
)
UNITS = REPEATED.split("|")
READ_ALL = """
import sys
from datetime import date
from tripintent.tools.language.reading.engine import OfflineEngine
from tripintent.tools.ports.language import ReadRequest

engine = OfflineEngine()
for unit in sys.argv[1:]:
    engine.read(ReadRequest(text=unit * (4_000 // len(unit)), last_assistant=unit * 100, today=date(2026, 11, 20)))
print("read", len(sys.argv) - 1)
"""


def test_repetition_is_read_to_its_end():
    """No pattern backtracks without bound: long repetitions are read, where a catastrophic one would take for ever.

    The time-out is no measure of speed (all of it takes seconds); it ends a process that would otherwise never end.
    """
    command = [sys.executable, "-c", READ_ALL, *UNITS]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout == f"read {len(UNITS)}\n"
