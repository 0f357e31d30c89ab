"""What is missing, asked in six languages."""

from types import SimpleNamespace

import pytest

from tripintent.nodes.planning.stand import meant_for_planning
from tripintent.state.planning.notes import PlanningNotes
from tripintent.state.trip import TripIntent
from tripintent.tools.planning.hearing import WordsReader
from tripintent.tools.planning.knowledge import OfflineKnowledge
from tripintent.tools.ports.planning import Beside

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
    state = {"trip_intent": TripIntent(), "planning": PlanningNotes(pending=pending)}
    own = SimpleNamespace(reader=READER, knowledge=OfflineKnowledge())
    assert meant_for_planning(state, own, "what's missing?", "en", "BOOKING") is ours
