"""Personal details in a guest's words that no model and no log needs: addresses, numbers of papers and telephones, names."""

import re
from collections.abc import Sequence

from tripintent.tools.front_desk.private import names_in, names_somebody, sentences_beside_names

MASK = "▮▮▮"
_ADDRESS = re.compile(r"\S+@\S+")
_NUMBER = re.compile(r"\+?\d(?:[ ()/.-]{0,2}\d){6,}|\b[A-Za-z0-9-]{6,}\b")
_DAY = re.compile(r"(?<!\d)(?:[0-3]?\d[/.-][01]?\d[/.-]\d{2}(?:\d{2})?|\d{4}-[01]\d-[0-3]\d)(?!\d)")
_DIGITS = 3
"""Digits of a word from which it may be a number of papers or of a booking."""


def without_numbers(text: str) -> str:
    """Return a text without addresses and numbers that belong to somebody; days and prices stay."""
    return _NUMBER.sub(_unless_plain, _ADDRESS.sub(MASK, text))


def beside_names(text: str) -> str:
    """Return the sentences of a text without a name or number, with the names of the others masked."""
    return masked(sentences_beside_names(text), [text])


def masked(text: str, words: Sequence[str]) -> str:
    """Return a text without addresses, numbers of papers and telephones, and the names in a guest's words.

    Words that name somebody in a way that shows no name ("my name is ann") are masked whole.
    """
    for said in words:
        for name in names_in(said) or ((said,) if names_somebody(said) else ()):
            text = text.replace(name, MASK)
    return without_numbers(text)


def _unless_plain(match: re.Match[str]) -> str:
    """Return a word or a day as it is, a number masked."""
    word = match[0]
    return word if _DAY.search(word) or sum(one.isdecimal() for one in word) < _DIGITS else MASK
