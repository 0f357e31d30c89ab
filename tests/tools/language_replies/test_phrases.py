"""Messages from typed facts, in six languages."""

import re
from typing import Any

import pytest
from jinja2 import UndefinedError

from tripintent.tools.language.replies.texts import texts_of
from tripintent.tools.language.replies.wording import phrase

Facts = dict[str, list[dict[str, Any]]]
NUMBERS = {
    "en": "$2,034.50",
    "es": "2.034,50\xa0US$",
    "fr": "2\u202f034,50\xa0$US",
    "de": "2.034,50\xa0$",
    "pt": "US$\xa02.034,50",
    "it": "2.034,50\xa0USD",
}
DAYS = {
    "en": "Mon 14 Jun 2027",
    "es": "lun 14 jun 2027",
    "fr": "lun. 14 juin 2027",
    "de": "Mo. 14. Juni 2027",
    "pt": "seg. 14 de jun. de 2027",
    "it": "lun 14 giu 2027",
}


def test_the_facts_of_these_tests_cover_every_kind(facts: Facts):
    """A new kind of message comes with facts to try it on."""
    assert facts.keys() == texts_of("en").phrases.keys()


def test_every_kind_renders_in_every_language(facts: Facts, language: str):
    """No message fails for want of a fact, is empty, or shows the traces of a template."""
    for kind, variants in facts.items():
        for given in variants:
            text = phrase(kind, given, language)
            assert text, kind
            assert not re.search(r"[{}]|\bNone\b|  $|\b(?:plain|label|mode|rule|title)\.\w", text, re.MULTILINE), text
            assert "\n\n\n" not in text


def test_every_translation_differs_from_english(facts: Facts, translated: str):
    """No English sentence was forgotten in a translated file."""
    same = {
        kind
        for kind, variants in facts.items()
        if any(phrase(kind, given, translated) == phrase(kind, given, "en") for given in variants)
    }
    assert same == set()


def test_a_message_with_a_price_says_that_it_is_simulated(facts: Facts, priced: tuple[str, ...], language: str):
    """Whoever reads a price of the simulated supplier reads beside it that nothing is real."""
    note = texts_of(language).words["simulated"]
    for kind in priced:
        assert note in phrase(kind, facts[kind][0], language), kind
        assert note not in phrase(kind, {**facts[kind][0], "simulated": False}, language), kind


def test_the_kinds_with_a_price_are_all_listed(facts: Facts, priced: tuple[str, ...]):
    """Every other message shows no amount, whatever its facts."""
    for kind, variants in facts.items():
        amounts = any(re.search(r"[$€]", phrase(kind, given, "en")) for given in variants)
        assert amounts == (kind in priced), kind


def test_money_and_days_are_written_as_in_the_language(facts: Facts, language: str):
    """Separators, the currency's sign and its place, and the names of days follow the language."""
    text = phrase("options", facts["options"][0], language)
    assert NUMBERS[language] in text
    assert DAYS[language].removesuffix(" de 2027").removesuffix(" 2027") in text


def test_titles_of_the_ledger_are_put_into_the_language(facts: Facts, translated: str):
    """The words "Flight" and "room" and the English days of a held thing's title do not stay English, and the year turns over."""
    text = phrase(
        "released", {"titles": [facts["released"][0]["titles"][0]], "asked": True, "approval_void": False}, translated
    )
    assert "Flight" not in text
    assert DAYS[translated] in text
    stay = phrase("released", facts["released"][1], translated)
    assert not re.search(r"\broom\b|\bto\b|Dec\b", stay)
    assert {"2027", "2028"} <= set(re.findall(r"\d{4}", stay))


def test_a_title_of_another_shape_stays(translated: str):
    """A host's own title, or one whose words only look like a day, is repeated as it is."""
    for title in ("Sleeper ROM–MIL", "Inn, suite, 45 Foo to 99 Bar 2027", "Flight A–B, Xxx 99 Jun 2027 08:00, Air"):
        assert title in phrase("released", {"titles": [title], "asked": True, "approval_void": False}, translated)


def test_reasons_come_from_figures(facts: Facts, translated: str):
    """Why a trip is offered and what it gives up is worded in the language, not repeated from the ranker's English."""
    text = phrase("options", facts["options"][0], translated)
    assert "ranker" not in text
    assert "1 h 05 min" in text


def test_a_ranker_without_figures_speaks_for_itself(facts: Facts, translated: str):
    """A host's ranker that gives no scores keeps its own sentences."""
    given = facts["options"][1]
    own = {**given, "options": [{**given["options"][0], "scores": {}}]}
    text = phrase("options", own, translated)
    assert "A sentence of the ranker." in text
    assert "a trade-off of the ranker" in text


def test_an_option_is_a_few_short_lines(facts: Facts, language: str):
    """Price and share, one badge, what differs; what all share stands once, and no id of ours is read by a person."""
    given = facts["options"][0]
    light = {**given["options"][0]["flights"][0], "fare_brand": "Economy Light"}
    share = {"per_person": {"amount": "1017.25", "currency": "USD"}, "flights": [light, light]}
    figures = {
        "price_over_cheapest": 475.0,
        "minutes_over_fastest": 240.0,
        "stops_over_fewest": 1.0,
        "own_transfers": 1.0,
    }
    options = [given["options"][0] | share, given["options"][0] | share | {"number": 2, "scores": figures}]
    text = phrase("options", {**given, "options": options, "budget": None}, language)
    assert "bndl_" not in text
    assert text.count("Economy Light") == 1
    assert texts_of(language).words["label.best_overall"] in text
    assert texts_of(language).words["label.cheapest"] not in text.split("2.")[0]
    assert re.search(r"1\D?017[.,]25", text)
    assert re.search(r"475[.,]00[^·\n]* · .*4 h 00 min", text)
    assert text.count("⚠") == 1
    assert all(len(line) < 130 for line in text.splitlines() if line.startswith("   "))


def test_a_part_that_is_refundable_is_named(facts: Facts, language: str):
    """Flights with one refundable leg, or a refundable hotel, are no refundable trip."""
    given = facts["options"][0]
    flights, hotel = given["options"][0]["flights"] * 2, given["options"][0]["hotels"][0]
    back = {**flights[0], "terms": {"refundable": True}}
    for parts, name in (
        ((flights, hotel), "hotel"),
        (([flights[0], back], {**hotel, "terms": {"refundable": False}}), "some"),
    ):
        option = {**given["options"][0], "flights": parts[0], "hotels": [parts[1]]}
        text = phrase("options", {**given, "options": [option]}, language)
        assert texts_of(language).words[f"card.refundable_{name}"] in text


def test_a_missing_fact_is_an_error(facts: Facts):
    """A node that forgets a fact fails in its tests instead of saying half a sentence."""
    with pytest.raises(UndefinedError):
        phrase("cancel_costs", {"title": "x"}, "fr")


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


def test_supplier_words_are_no_template(facts: Facts, language: str):
    """Braces in a hotel's name are shown as they are: what a supplier writes is never run."""
    text = phrase("nothing_to_cancel", {}, language)
    shown = facts["cancel_costs"][0]
    given = {**shown, "items": [{**shown["items"][0], "title": "{{ 7 * 7 }} Inn"}]}
    assert "{{ 7 * 7 }} Inn" in phrase("cancel_costs", given, language)
    assert text


def test_only_what_is_missing_is_asked_for(language: str):
    """Names and birth dates are known: one e-mail address is asked for, and not everything anew."""
    facts = {"named": ["Ann Smith"], "half": [], "undated": [], "young": [], "gender": False, "heads": 1}
    text = phrase("ask_details", {**facts, "missing": ["party.contact.email"]}, language)
    assert "@example.org" in text
    assert "1985" not in text


@pytest.mark.parametrize("steps", [["change"], ["buy", "cancel"], ["buy", "change"], ["buy", "change", "cancel"], []])
def test_a_change_says_what_really_happens_in_its_order(facts: Facts, language: str, steps: list[str]):
    """What the airline changes is neither bought nor cancelled; each step is named, and no other."""
    said = phrase("rebooking", {**facts["rebooking"][0], "steps": steps}, language)
    words = texts_of(language).words
    places = [said.find(words[f"step.{step}"]) for step in ("buy", "change", "cancel") if step in steps]
    assert places == sorted(places)
    assert -1 not in places
    assert not [one for one in ("buy", "change", "cancel") if one not in steps and words[f"step.{one}"] in said]
