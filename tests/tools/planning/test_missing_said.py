"""What is missing, asked in six languages."""

from datetime import date

import pytest

from tripintent.state.planning.notes import PlanningNotes
from tripintent.state.trip import TripIntent
from tripintent.tools.language.reading.itinerary.reader import OfflineItineraryReader
from tripintent.tools.language.rules.days import DaysReader
from tripintent.tools.language.rules.documents import DocumentsReader
from tripintent.tools.language.rules.systems import Chooser
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.planning.hearing import WordsReader
from tripintent.tools.planning.knowledge import OfflineKnowledge
from tripintent.tools.ports.planning import Beside
from tripintent.tools.ports.reader import View

READER = WordsReader()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "what's missing?"),
        ("en", "what is still missing from the checklist?"),
        ("de", "was fehlt noch?"),
        ("es", "¿qué falta todavía?"),
        ("fr", "qu'est-ce qu'il manque encore ?"),
        ("it", "cosa manca ancora?"),
        ("pt", "o que ainda falta?"),
    ],
)
def test_what_is_missing(language, words):
    """The question is one topic."""
    assert READER.read(words, language, Beside()).topics == ("missing",)


@pytest.mark.parametrize("words", ["what is missing in the price?", "my suitcase is missing, what do I do?"])
def test_other_things_missing(words):
    """What lacks elsewhere is no question about the documents."""
    assert "missing" not in READER.read(words, "en", Beside()).topics


@pytest.mark.parametrize(("pending", "ours"), [((), False), (("checklist",), True)])
def test_whose_question_it_is(pending, ours):
    """Without a document asked for, what is missing is the search's to say."""
    view = View(trip=TripIntent(), today=date(2026, 11, 25), language="en", notes=PlanningNotes(pending=pending))
    documents = DocumentsReader(READER, OfflineKnowledge(), view, "en")
    days = DaysReader(OfflineItineraryReader(), Gazetteer())
    shares = Chooser("what's missing?", view, days, documents, tuple, lambda _: False).shares()
    assert (shares == [("PLANNING", "what's missing?")]) is ours
