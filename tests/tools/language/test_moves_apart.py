"""A known trip's days move only in words about the journey; what is left alone is named."""

from datetime import date

import pytest

from tripintent.state.frame import Frame, Place, Visit, When
from tripintent.tools.language.check import moves_apart
from tripintent.tools.language.offline.parser import OfflineParser
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.language import ReadRequest

ENGINE = OfflineParser(Gazetteer())
KNOWN = Frame(
    origin=Place(said="Oslo", name="Oslo", code="OSL", kind="city"),
    visits=(Visit(place=Place(said="Rome", name="Rome", code="ROM", kind="metro")),),
    depart=When(said="3 May", day="2027-05-03"),
    return_=When(said="9 May", day="2027-05-09"),
    adults=2,
    lodging_needed=True,
)


def _read(text: str, language: str) -> tuple[Frame, tuple[str, ...]]:
    hearing = ReadRequest(text=text, frame=KNOWN, today=date(2026, 11, 25), language=language)
    reading = ENGINE.read(hearing)
    kept, left = moves_apart(reading.operations, text, reading.language, KNOWN)
    return KNOWN.model_copy(update={one.slot: one.value for one in kept if hasattr(one, "slot")}), left


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "put the opera on Thursday"),
        ("en", "the market is only on Sunday"),
        ("en", "our neighbour's wedding anniversary is 6 May"),
        ("de", "das Konzert am Donnerstag bitte"),
        ("de", "der Markt ist nur am 9. Mai"),
        ("es", "el concierto es el jueves"),
        ("fr", "le concert jeudi soir"),
        ("it", "il concerto giovedì sera"),
        ("pt", "o concerto na quinta-feira"),
    ],
)
def test_a_day_of_something_else_moves_no_trip(language, text):
    """The days stay, and the words are named where the engine had taken the day for the journey's."""
    after, _ = _read(text, language)
    assert (after.depart, after.return_) == (KNOWN.depart, KNOWN.return_)


@pytest.mark.parametrize(
    ("language", "text", "depart"),
    [
        ("en", "leave on 4 May instead", "2027-05-04"),
        ("en", "the 4th of May", "2027-05-04"),
        ("en", "actually 4 May would be better", "2027-05-04"),
        ("de", "lieber am 4. Mai", "2027-05-04"),
        ("es", "mejor salir el 4 de mayo", "2027-05-04"),
        ("fr", "plutôt partir le 4 mai", "2027-05-04"),
        ("it", "meglio partire il 4 maggio", "2027-05-04"),
        ("pt", "melhor partir a 4 de maio", "2027-05-04"),
    ],
)
def test_a_day_of_the_journey_still_moves_it(language, text, depart):
    """Words of the journey or of change, or the day alone."""
    after, left = _read(text, language)
    assert left == ()
    assert after.depart is not None
    assert after.depart.day == depart
