"""The example answers that replies give are understood: whoever copies one gets what it promises."""

import re
from datetime import date

import pytest

from tripintent.state.bundles import Bundle
from tripintent.state.frame import Frame
from tripintent.state.money import Money
from tripintent.tools.language.reading.commands.router import route
from tripintent.tools.language.reading.engine import OfflineEngine
from tripintent.tools.language.reading.people.adapter import FreeFormPeople
from tripintent.tools.language.replies.texts import texts_of
from tripintent.tools.ports.language import ReadRequest

QUOTED = {
    "en": r'"([^"{]+)"',
    "es": r"«([^»{]+)»",
    "fr": r"«\s([^»{]+)\s»",
    "de": r"„([^“{]+)“",
    "pt": r'"([^"{]+)"',
    "it": r"«([^»{]+)»",
}
TODAY = date(2027, 3, 1)
OPTIONS = [
    Bundle(bundle_id=f"bndl_{n:010x}", estimated_total=Money(amount=100 * n), labels=("cheapest",) if n == 1 else ())
    for n in (1, 2, 3)
]


def examples(language: str, section: str) -> set[str]:
    texts = getattr(texts_of(language), section).values()
    return {found.strip() for text in texts for found in re.findall(QUOTED[language], text)}


def test_commands_are_commands(language: str):
    """Every quoted command is read as one by the text router."""
    said = {e for e in examples(language, "phrases") if "@" not in e}
    events = {e: [x.type for x in route(e, OPTIONS, has_bookings=True)] for e in said}
    assert len(events) >= 4
    assert {e for e, types in events.items() if "USER_MESSAGE" in types} == set()
    assert {t for types in events.values() for t in types} >= {
        "USER_SELECTED_BUNDLE",
        "USER_REQUEST_HOLD",
        "USER_RETRIES",
        "USER_CANCELS_BOOKING",
    }


def test_details_of_people_are_read(language: str):
    """The example of names and birth dates is read in full."""
    (said,) = {e for e in examples(language, "phrases") if "@" in e}
    people = FreeFormPeople().read(said, TODAY, language)
    (one,) = people.travellers
    assert one.given_name
    assert one.family_name
    assert one.date_of_birth == "1985-03-04"
    assert people.contact.email
    assert not people.doubts


def test_no_hotel_is_understood(language: str):
    """The way out of the hotel questions works in the language in which it is offered."""
    (said,) = examples(language, "questions")
    asked = ("check_in", "check_out")
    hearing = ReadRequest(
        text=said,
        frame=Frame(),
        last_assistant=texts_of(language).questions["lodging_dates"],
        asked=asked,
        today=TODAY,
        language=language,
    )
    assert OfflineEngine().read(hearing).frame.lodging_needed is False


@pytest.mark.parametrize("answer", ["2", "2."])
def test_a_bare_number_answers_the_question_for_adults(language: str, answer: str):
    """The question for adults asks for a number, and a number answers it."""
    hearing = ReadRequest(
        text=answer,
        frame=Frame(),
        last_assistant=texts_of(language).questions["adults"],
        asked=("adults",),
        today=TODAY,
        language=language,
    )
    reading = OfflineEngine().read(hearing)
    assert reading.frame.adults == 2
    assert reading.language == language


@pytest.mark.parametrize("question", ["origin", "destination"])
def test_a_bare_place_answers_the_question_for_a_place(language: str, question: str):
    """The questions for the ends of the trip are answered by the name of a city."""
    slot = {"origin": "origin", "destination": "visits"}[question]
    hearing = ReadRequest(
        text="Madrid",
        frame=Frame(),
        last_assistant=texts_of(language).questions[question],
        asked=(slot,),
        today=TODAY,
        language=language,
    )
    frame = OfflineEngine().read(hearing).frame
    place = frame.origin if slot == "origin" else frame.visits[0].place
    assert place is not None
    assert place.code == "MAD"
