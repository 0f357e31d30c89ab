"""Expenses in words: who paid, in which spelling, what is corrected and what is taken out, in six languages."""

from decimal import Decimal

import pytest

from tripintent.tools.planning.hearing import WordsReader
from tripintent.tools.ports.planning import Beside

READER = WordsReader()
KNOWN = Beside(has_budget=True, has_expenses=True, has_checklist=True)


@pytest.mark.parametrize(
    ("language", "words", "what", "payer"),
    [
        ("de", "45 € fürs Abendessen bezahlt", "Abendessen", ""),
        ("de", "Anna hat 30 Euro fürs Taxi bezahlt", "Taxi", "Anna"),
        ("de", "gestern hat Tom 12 Euro für Kaffee bezahlt", "Kaffee", "Tom"),
        ("en", "Anna paid 30 for dinner at Ramiro", "dinner at Ramiro", "Anna"),
        ("fr", "j'ai payé 45 € pour le dîner", "dîner", ""),
        ("pt", "a Ana pagou 30 euros pelo táxi", "táxi", "Ana"),
    ],
)
def test_who_paid_for_what(language, words, what, payer):
    """A noun before the participle paid nothing, and words keep their spelling."""
    (said,) = READER.read(words, language, KNOWN).expenses
    assert (said.what, said.payer) == (what, payer)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "the dinner was 54, not 45"),
        ("de", "das Essen kostete 54, nicht 45"),
        ("es", "la cena fue 54, no 45"),
        ("fr", "le dîner était 54, pas 45"),
        ("it", "la cena era 54, non 45"),
        ("pt", "o jantar foi 54, não 45"),
    ],
)
def test_a_correction_names_whole_numbers(language, words):
    """The words "54, not 45" mean no 4 and no 5."""
    (said,) = READER.read(words, language, KNOWN).expenses
    assert (said.amount, said.corrects) == (Decimal(54), Decimal(45))


@pytest.mark.parametrize(
    ("language", "words", "what"),
    [
        ("en", "delete the taxi expense", "taxi"),
        ("en", "remove the dinner from the expenses", "dinner"),
        ("en", "undo the last expense", ""),
        ("de", "lösch die Ausgabe fürs Taxi", "Taxi"),
        ("es", "borra el gasto de la cena", "cena"),
        ("fr", "supprime la dépense du dîner", "dîner"),
        ("it", "togli la cena dalle spese", "cena"),
        ("pt", "apaga a despesa do jantar", "jantar"),
    ],
)
def test_an_expense_is_taken_out(language, words, what):
    """By its words, or the latest."""
    said = READER.read(words, language, KNOWN)
    assert (said.strikes, said.edits) == ((what,), ())


@pytest.mark.parametrize(
    ("language", "words", "item"),
    [
        ("en", "passports are packed", "Passport of each traveller"),
        ("de", "die Pässe sind eingepackt", "Reisepass"),
        ("de", "Pflaster haben wir schon gekauft", "Pflaster"),
        ("es", "los pasaportes ya están", "Pasaporte"),
        ("fr", "les passeports sont prêts", "Passeport"),
        ("it", "i passaporti sono pronti", "Passaporto"),
        ("pt", "os passaportes já estão", "Passaporte"),
    ],
)
def test_a_thing_is_ticked_in_words(language, words, item):
    """Also in the plural."""
    (said,) = READER.read(words, language, KNOWN).edits
    assert said.op == "tick"
    assert READER.match(said.what, {"a": item, "b": "Sunscreen"}) == ("a",)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("es", "no crees la lista todavía"),
        ("fr", "ne crée pas encore la liste"),
        ("it", "non creare ancora la lista"),
        ("pt", "não cries a lista ainda"),
    ],
)
def test_a_list_is_not_to_be_made(language, words):
    """Words against making it name it."""
    said = READER.read(words, language, Beside())
    assert (said.refused, said.mentioned, said.trigger) == (True, ("checklist",), False)


def test_what_is_left_of_a_part():
    """A question for one part is about that part."""
    said = READER.read("how much is left for food?", "en", KNOWN)
    assert (said.budget_question, said.category) == ("left", "food")
