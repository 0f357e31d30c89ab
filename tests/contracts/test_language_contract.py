"""The contract of the language port, run against every adapter."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contracts.said import KNOWN, NOTHING
from tests.contracts.said import SAID as MESSAGES

from tripintent.state.frame import Frame
from tripintent.tools.language.offline_language import OfflineLanguage
from tripintent.tools.ports.language import Language, ParseResult, ReadRequest

pytestmark = pytest.mark.asyncio(loop_scope="module")
TODAY = date(2026, 3, 2)


@pytest.fixture(scope="module")
def language() -> Language:
    return OfflineLanguage()


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
