"""Words of page, pictures and exports: the same in every language."""

import re

import pytest

from tripintent.app.http.suggestions import ASKED, CHANGES
from tripintent.app.words import LANGUAGES, accepted, catalogue, locale_of, tag_of
from tripintent.state.changes import TripChanges
from tripintent.state.trip import TripIntent

FACT = re.compile(r"{(\w+)}")


def _facts(sections):
    return {(s, name): sorted(FACT.findall(text)) for s, words in sections.items() for name, text in words.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same(language):
    """A language has the names that English has, each with the same facts; none is empty."""
    ours, english = catalogue(language).sections, catalogue("en").sections
    said = {section: words for section, words in ours.items() if section != "problems"}
    assert _facts(said) == _facts(english)
    assert all(text.strip() for words in ours.values() for text in words.values())


def test_every_language_words_the_same_refusals():
    """English has the server's own sentences; the others word the same codes."""
    assert "problems" not in catalogue("en").sections
    codes = {language: set(catalogue(language).sections["problems"]) for language in LANGUAGES if language != "en"}
    assert len({frozenset(one) for one in codes.values()}) == 1
    assert catalogue("fr").problem("no_such_code", "as it was said") == "as it was said"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_odd_in_a_file_is_said_in_words(language):
    """No code of ours reaches a traveller, and one that is new has words as well."""
    words = catalogue(language).sections["imported"]
    assert "other" in words
    assert not [code for code, text in words.items() if "_" in code and code in text]


def test_plurals_follow_the_language():
    """French counts nothing as one, German does not."""
    assert catalogue("fr").counted("page", "waiting", 0) == "0 approbation en attente."
    assert catalogue("de").counted("page", "waiting", 0) == "0 Freigaben warten."


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr-CH"),
        ("nl, de;q=0.3, en;q=0.7", "en"),
        ("es;q=0, pt-BR;q=0.1", "pt-BR"),
        ("", "en"),
        ("*", "en"),
        ("it;q=much", "en"),
    ],
)
def test_a_strangers_language_is_what_the_browser_likes_best(header, language):
    """Weights count, a weight of nothing is a no, and what is no weight is none."""
    assert accepted(header) == language


def _trip(language, locale, turn=1):
    trip = TripIntent()
    request = trip.request.model_copy(update={"language": language, "locale": locale, "turn": turn})
    return trip.model_copy(update={"request": request})


def test_the_conversation_decides_the_locale():
    """A region is kept where it fits the language; before the first message the client decides."""
    assert str(locale_of(_trip("pt", "pt-PT"))) == "pt_PT"
    assert tag_of(_trip("es", "en-US")) == "es"
    assert tag_of(_trip("en", "en-GB")) == "en-GB"
    assert tag_of(_trip("en", "en-US", turn=0)) == ""


@pytest.mark.parametrize("name", [name for _, names in ASKED for name in names])
def test_a_suggestion_is_a_change_with_words(name):
    """Every suggestion is a change that the toolbox takes, and each language says what it is."""
    assert TripChanges.model_validate(CHANGES[name]).model_dump(exclude_unset=True)
    assert all(catalogue(language).say("chips", name) for language in LANGUAGES)
