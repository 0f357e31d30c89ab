"""Until when a passport is valid: its day is the passport's, in six languages."""

from datetime import date

import pytest

from tripintent.tools.planning.hearing import WordsReader
from tripintent.tools.ports.planning import Beside

READER = WordsReader()
BESIDE = Beside(today=date(2026, 11, 25))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "my passport runs out on 12 October 2027"),
        ("en", "Irish passport, expires 12 October 2027, will that do?"),
        ("en", "12 October 2027 is when my passport expires"),
        ("de", "mein Reisepass läuft am 12. Oktober 2027 ab"),
        ("es", "mi pasaporte caduca el 12 de octubre de 2027"),
        ("fr", "mon passeport expire le 12 octobre 2027"),
        ("it", "il mio passaporto scade il 12 ottobre 2027"),
        ("pt", "o meu passaporte caduca a 12 de outubro de 2027"),
    ],
)
def test_the_last_day_of_a_passport_is_read(language, text):
    """The day that a word of papers owns."""
    assert READER.read(text, language, BESIDE).passport_until == date(2027, 10, 12)


@pytest.mark.parametrize(
    "text",
    [
        "we fly on 12 October 2027 with German passports",
        "the offer expires on 12 October 2027",
        "my passport is Irish",
        "the passport is valid to 12/10/2027",
    ],
)
def test_another_day_is_none_of_a_passports(text):
    """A day of the journey, of something else, one that can be read in two ways, or no day."""
    assert READER.read(text, "en", BESIDE).passport_until is None
