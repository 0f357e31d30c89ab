"""The designer's words: every language says the same things with the same facts."""

from string import Formatter

import pytest

from tripintent.state.caps import PLANNED
from tripintent.state.designer.talk import Event
from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.replies.itinerary import TemplateWords

TRANSLATED = [language for language in LANGUAGES if language != "en"]


def _flat(language):
    """Return the texts by section and key, without the patterns."""
    sections = {name: texts for name, texts in read_words(language, "designer").items() if name != "claims"}
    return {(section, key): text for section, texts in sections.items() for key, text in texts.items()}


def _facts(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name} if isinstance(text, str) else text and None


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_language_lacks_a_line_or_a_fact(language):
    """A line that is missing would be answered in English; a fact that is missing would be kept from the traveller."""
    own, model = _flat(language), _flat("en")
    assert own.keys() == model.keys()
    assert {key for key in model if _facts(own[key]) != _facts(model[key])} == set()
    assert {
        key
        for key in model
        if key[0] != "words" and own[key] == model[key] and key[1] not in ("day", "segment", "place")
    } == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_can_be_asked_in_every_language(language):
    """Each slot has its question, and as many answers to click as in English."""
    words = TemplateWords()
    for slot in ("destination", "dates", "travellers", "origin", "style", "pace", "interests", "budget"):
        asked, model = words.question(slot, {}, language), words.question(slot, {}, "en")
        assert (asked.type, len(asked.options)) == (model.type, len(model.options))


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_words_of_where_to_go_are_complete(language):
    """What can be wished for in English can be wished for in every language."""
    own, model = read_words(language, "towns"), read_words("en", "towns")
    assert own.keys() == model.keys()
    assert (own["likes"].keys(), own["climate"].keys()) == (model["likes"].keys(), model["climate"].keys())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "code", ["too_many", "not_iata", "end_before_start", "broken_json", "refused:startDatetime", "brand_new"]
)
def test_what_was_odd_in_an_import_is_said_in_words(language, code):
    """No code of ours reaches a traveller, and how much a plan holds is said with its number."""
    event = Event(kind="imported", facts={"things": [], "known": [], "warnings": [code]})
    said = TemplateWords().reply((event,), None, language)
    assert code.split(":")[0] not in said
    assert (str(PLANNED) in said) == (code == "too_many")
