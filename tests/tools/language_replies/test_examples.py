"""The example answers that replies give are understood: whoever copies one gets what it promises."""

import re
from datetime import date

import pytest

from tripintent.state.bundles import Bundle
from tripintent.state.frame import Frame
from tripintent.state.money import Money
from tripintent.tools.language.people.adapter import FreeFormPeople
from tripintent.tools.language.reading.commands.router import route
from tripintent.tools.language.reading.engine import OfflineEngine
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
TRIPS = {
    "en": "from Manchester to Lisbon, 13 to 20 May, 2 adults, hotel",
    "es": "de Madrid a Roma del 14 al 17 de mayo, 2 adultos, hotel",
    "fr": "de Paris à Amsterdam du 1 au 4 mai, 2 adultes, hôtel",
    "de": "von Hamburg nach Lissabon 8. bis 15. Mai, 2 Erwachsene, Hotel",
    "pt": "de Lisboa para o Rio de 5 a 12 de maio, 2 adultos, hotel",
    "it": "da Bologna a Londra dal 5 all'8 maggio, 2 adulti, hotel",
}
OPTIONS = [
    Bundle(bundle_id=f"bndl_{n:010x}", estimated_total=Money(amount=100 * n), labels=("cheapest",) if n == 1 else ())
    for n in (1, 2, 3)
]


def examples(language: str, section: str) -> set[str]:
    texts = [
        text for name, text in getattr(texts_of(language), section).items() if name not in ("choices", "left_alone")
    ]
    return {found.strip() for text in texts for found in re.findall(QUOTED[language], text)}


def test_what_can_be_said_is_understood(language: str):
    """Whoever was not understood twice is shown what to say: each is a command, a change, or a question."""
    said = re.findall(r"[“„«]\s*([^“„«»”{]+?)\s*[”“»]", texts_of(language).phrases["choices"])
    assert len(said) >= 7
    known = OfflineEngine().read(ReadRequest(text=TRIPS[language], today=TODAY)).frame
    for text in said:
        acts = "USER_MESSAGE" not in [x.type for x in route(text, OPTIONS, has_bookings=True)]
        hearing = ReadRequest(text=text, frame=known, today=TODAY, language=language, shown=3, turn=2)
        read = OfflineEngine().read(hearing)
        assert acts or read.question or read.changed or read.stance, text


def test_commands_are_commands(language: str):
    """Every quoted command is read as one by the text router."""
    said = {e for e in examples(language, "phrases") if "@" not in e and not e.startswith("+")}
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
    (said,) = {e for e in examples(language, "phrases") if "1985" in e}
    people = FreeFormPeople().read(said, TODAY, language)
    (one,) = people.travellers
    assert one.given_name
    assert one.family_name
    assert one.date_of_birth == "1985-03-04"
    assert people.contact.email
    assert not people.doubts


def test_how_to_reach_them_is_read(language: str):
    """Where only an e-mail address or a telephone number is missing, its example is read."""
    said = {e for e in examples(language, "phrases") if ("@" in e or e.startswith("+")) and "1985" not in e}
    assert len(said) == 3
    for text in said:
        contact = FreeFormPeople().read(text, TODAY, language).contact
        assert (bool(contact.email), bool(contact.phone)) == ("@" in text, "+" in text), text


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
