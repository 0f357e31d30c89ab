"""The example answers that replies give are understood: whoever copies one gets what it promises."""

import re
from dataclasses import replace
from datetime import date

import pytest

from tripintent.state.booking import Booking
from tripintent.state.bundles import Bundle, Ranking
from tripintent.state.derived import ranking_key
from tripintent.state.frame import Frame
from tripintent.state.framing import merge_of
from tripintent.state.money import Money
from tripintent.state.operations import Act, Search, Social, Unread
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.reading import Reading
from tripintent.state.trip import TripIntent
from tripintent.tools.language.offline.parser import OfflineParser
from tripintent.tools.language.offline.reader import OfflineReader
from tripintent.tools.language.offline_language import OfflineLanguage
from tripintent.tools.language.people.adapter import FreeFormPeople
from tripintent.tools.language.replies.texts import texts_of
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.language import ReadRequest
from tripintent.tools.ports.reader import View

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
OPTIONS = tuple(
    Bundle(bundle_id=f"bndl_{n:010x}", estimated_total=Money(amount=100 * n), labels=("cheapest",) if n == 1 else ())
    for n in (1, 2, 3)
)
NO_EXAMPLES = ("choices", "doubted", "left_alone", "reading")
"""Phrases that quote what was said, or name what words may mean; ``choices`` has a test of its own."""
NOT_YET = {"la prenoti"}
"""Examples that the offline reader does not understand yet; the tests tell when it does."""
GAZETTEER = Gazetteer()
PARSER, READER = OfflineParser(GAZETTEER), OfflineReader(OfflineLanguage(), FreeFormPeople(), GAZETTEER)


@pytest.fixture
def views(language: str) -> tuple[View, View]:
    """What is known when examples are given: a trip in the language with its options, then with something booked."""
    frame = PARSER.read(ReadRequest(text=TRIPS[language], today=TODAY, language=language)).frame
    told = {"request": {"now_date": TODAY.isoformat()}, "frame": frame.model_dump(mode="json")}
    trip = apply_patch(TripIntent(), Patch(by="test", merge={**merge_of(Frame(), frame, {}).merge, **told}))
    ranking = Ranking(key=ranking_key(trip), bundles=OPTIONS)
    trip = apply_patch(trip, Patch(by="test", merge={"working_memory": {"ranking": ranking}}))
    bought = {"bookings": (Booking(booking_id="b", item_type="flight", status="confirmed"),)}
    booked = apply_patch(trip, Patch(by="test", merge={"working_memory": bought}))
    shown = View(trip=trip, today=TODAY, language=language, shown=len(OPTIONS), turn=2)
    return shown, replace(shown, trip=booked)


def examples(language: str, section: str) -> set[str]:
    texts = [text for name, text in getattr(texts_of(language), section).items() if name not in NO_EXAMPLES]
    return {found.strip() for text in texts for found in re.findall(QUOTED[language], text)}


async def test_what_can_be_said_is_understood(language: str, views: tuple[View, View]):
    """Whoever was not understood twice is shown what to say: each is an order, a change, or a question."""
    said = re.findall(r"[“„«]\s*([^“„«»”{]+?)\s*[”“»]", texts_of(language).phrases["choices"])
    assert len(said) >= 7
    nothing = {text for text in said if not any([_means(await READER.read(text, view)) for view in views])}
    assert nothing == NOT_YET & set(said)


async def test_commands_are_commands(language: str, views: tuple[View, View]):
    """Every quoted command is an order to the offline reader."""
    said = {e for e in examples(language, "phrases") if "@" not in e and not e.startswith("+")}
    assert len(said) >= 4
    orders = {text: [one for view in views for one in _orders(await READER.read(text, view))] for text in said}
    assert {text for text, events in orders.items() if not events} == NOT_YET & said
    assert {event for events in orders.values() for event in events} >= {
        "USER_SELECTED_BUNDLE",
        "USER_REQUEST_HOLD",
        "USER_RETRIES",
    }


def _orders(reading: Reading) -> list[str]:
    return [one.event.type for one in reading.operations if isinstance(one, Act)]


def _means(reading: Reading) -> bool:
    """Tell whether something comes of the words: small talk and a mere looking on are nothing."""
    return any(not isinstance(one, Social | Unread | Search) for one in reading.operations)


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
    assert PARSER.read(hearing).frame.lodging_needed is False


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
    reading = PARSER.read(hearing)
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
    frame = PARSER.read(hearing).frame
    place = frame.origin if slot == "origin" else frame.visits[0].place
    assert place is not None
    assert place.code == "MAD"
