"""Messages from typed facts, in six languages."""

import re

import pytest
from jinja2 import UndefinedError
from tests.tools.language_replies.conftest import FACTS, KNOWN, PRICED

from tripintent.tools.language.replies.texts import texts_of
from tripintent.tools.language.replies.wording import phrase

DAYS = {
    "en": "Mon 14 Jun 2027",
    "es": "lun 14 jun 2027",
    "fr": "lun. 14 juin 2027",
    "de": "Mo. 14. Juni 2027",
    "pt": "seg. 14 de jun. de 2027",
    "it": "lun 14 giu 2027",
}


def test_the_facts_of_these_tests_cover_every_kind():
    """A new kind of message comes with facts to try it on."""
    assert FACTS.keys() == texts_of("en").phrases.keys()


def test_every_kind_renders_in_every_language(language: str):
    """No message fails for want of a fact, is empty, or shows the traces of a template."""
    for kind, variants in FACTS.items():
        for given in variants:
            text = phrase(kind, given, language)
            assert text, kind
            assert not re.search(r"[{}]|\bNone\b|  $|\b(?:plain|label|mode|rule|title)\.\w", text, re.MULTILINE), text
            assert "\n\n\n" not in text


def test_every_translation_differs_from_english(translated: str):
    """No English sentence was forgotten in a translated file."""
    same = {
        kind
        for kind, variants in FACTS.items()
        if any(phrase(kind, given, translated) == phrase(kind, given, "en") for given in variants)
    }
    assert same == set()


def test_a_message_with_a_price_says_that_it_is_simulated(language: str):
    """Whoever reads a price of the simulated supplier reads beside it that nothing is real."""
    note = texts_of(language).words["simulated"]
    for kind in PRICED:
        assert note in phrase(kind, FACTS[kind][0], language), kind
        assert note not in phrase(kind, {**FACTS[kind][0], "simulated": False}, language), kind


def test_the_kinds_with_a_price_are_all_listed():
    """Every other message shows no amount, whatever its facts."""
    for kind, variants in FACTS.items():
        amounts = any(re.search(r"[$€]", phrase(kind, given, "en")) for given in variants)
        assert amounts == (kind in PRICED), kind


def test_titles_of_the_ledger_are_put_into_the_language(translated: str):
    """The words "Flight" and "room" and the English days of a held thing's title do not stay English, and the year turns over."""
    text = phrase(
        "released", {"titles": [FACTS["released"][0]["titles"][0]], "asked": True, "approval_void": False}, translated
    )
    assert "Flight" not in text
    assert DAYS[translated] in text
    stay = phrase("released", FACTS["released"][1], translated)
    assert not re.search(r"\broom\b|\bto\b|Dec\b", stay)
    assert {"2027", "2028"} <= set(re.findall(r"\d{4}", stay))


def test_a_title_of_another_shape_stays(translated: str):
    """A host's own title, or one whose words only look like a day, is repeated as it is."""
    for title in ("Sleeper ROM–MIL", "Inn, suite, 45 Foo to 99 Bar 2027", "Flight A–B, Xxx 99 Jun 2027 08:00, Air"):
        assert title in phrase("released", {"titles": [title], "asked": True, "approval_void": False}, translated)


def test_a_missing_fact_is_an_error():
    """A node that forgets a fact fails in its tests instead of saying half a sentence."""
    with pytest.raises(UndefinedError):
        phrase("declined", {"what": "purchase"}, "fr")


def test_an_unknown_kind_is_an_error():
    """Nothing is said for a kind that nobody has worded."""
    with pytest.raises(KeyError):
        phrase("no_such_kind", {}, "de")


@pytest.mark.parametrize("language", ["ja", "", "xx-YY"])
def test_another_language_is_answered_in_english(language: str):
    """A traveller whose language has no file is answered in English."""
    assert phrase("nothing_to_cancel", {}, language) == phrase("nothing_to_cancel", {}, "en")


def test_a_regional_language_is_answered_in_its_language():
    """``pt-BR`` and ``DE`` are Portuguese and German."""
    assert phrase("nothing_to_cancel", {}, "pt-BR") == phrase("nothing_to_cancel", {}, "pt")
    assert phrase("nothing_to_cancel", {}, "DE") == phrase("nothing_to_cancel", {}, "de")


def test_supplier_words_are_no_template(language: str):
    """Braces in a hotel's name are shown as they are: what a supplier writes is never run."""
    assert "{{ 7 * 7 }} Inn" in phrase("change_accepted", {"title": "{{ 7 * 7 }} Inn"}, language)


def test_only_what_is_missing_is_asked_for(language: str):
    """Names and birth dates are known: one e-mail address is asked for, and not everything anew."""
    text = phrase("ask_details", {**KNOWN, "named": ["Ann Smith"], "missing": ["party.contact.email"]}, language)
    assert "@example.org" in text
    assert "1985" not in text
