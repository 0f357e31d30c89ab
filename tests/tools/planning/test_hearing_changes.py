"""Words that agree to an offer of documents, and those that change the trip."""

import pytest

from tripintent.tools.planning.hearing import WordsReader
from tripintent.tools.ports.planning import Beside


@pytest.mark.parametrize("text", ["make it one day later", "ok make it cheaper", "let's do it a week earlier"])
def test_a_change_of_the_trip_makes_no_document(text):
    """Words like "make it one day later" are about the trip, "make it" about what was offered."""
    heard = WordsReader().read(text, "en", Beside())
    assert (heard.trigger, heard.loose) == (False, False)


@pytest.mark.parametrize("text", ["make it", "yes, create it", "perfect, let's do it", "sounds good"])
def test_bare_agreement_does(text):
    """What is agreed to is what was offered."""
    heard = WordsReader().read(text, "en", Beside())
    assert heard.trigger or heard.loose
