"""Which of the six languages a message is in."""

import pytest

from tripintent.tools.language.exact.detect import detect


@pytest.mark.parametrize(
    ("text", "thread", "language"),
    [
        ("I want to fly to Rio de Janeiro", None, "en"),
        ("Boston", None, "en"),
        ("Boston", "de", "de"),
        ("quiero ir a Lima con mi familia", None, "es"),
        ("wir möchten nach Hause", None, "de"),
        ("", None, "en"),
        ("12345", "fr", "fr"),
    ],
)
def test_detection(text, thread, language):
    """A text that cannot tell keeps the thread's language."""
    assert detect(text, thread) == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("was hast du geändert", "de"),
        ("Ostern in Rom ab Berlin", "de"),
        ("que has cambiado", "es"),
        ("quiero llevar a mi esposa a Paris", "es"),
        ("necesito volar a lima", "es"),
        ("qu'est-ce que tu as changé", "fr"),
        ("cosa hai cambiato", "it"),
        ("Pasqua a Praga da Roma", "it"),
        ("o que mudou", "pt"),
        ("Erstelle Checkliste, Budget und Reiseplan", "de"),
        ("Erstelle die Checkliste", "de"),
        ("Crea lista de equipaje, presupuesto e itinerario", "es"),
        ("Crea el presupuesto", "es"),
        ("Crée checklist, budget et itinéraire", "fr"),
        ("Crea checklist, budget e itinerario", "it"),
        ("Crea la lista dei bagagli", "it"),
        ("Criar checklist, orçamento e roteiro", "pt"),
        ("create checklist, budget and itinerary", "en"),
        ("Páscoa em Roma saindo de Lisboa", "pt"),
    ],
)
def test_short_plain_sentences_tell_their_language(text, language):
    """Feasts, the everyday words of questions and those for documents are words of one language."""
    assert detect(text) == language


def test_names_tell_no_language() -> None:
    """A list of people keeps the conversation's language: "sue" is Italian only as a word."""
    assert detect("Tom Baker 4/5/1980, Sue Baker 6/7/1982, tom@example.org", "en") == "en"


@pytest.mark.parametrize(
    "text", ["no, arrive 5 august, check out 8 august", "bad location, double charge", "solo, maximum 900 in all"]
)
def test_what_the_guide_reads_is_english(text: str) -> None:
    """Words that other languages have, too, change no English conversation."""
    assert detect(text, "en") == "en"


@pytest.mark.parametrize("thread", [None, "en"])
def test_words_that_travel_tell_no_language(thread):
    """The small words around "parking" and "restaurant" do."""
    assert detect("il y a un parking près du restaurant?", thread) == "fr"
    assert detect("is there parking near the restaurant?", thread) == "en"
