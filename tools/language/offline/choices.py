"""A question with the likeliest readings, and its answer: by number, by word or by the label itself."""

import re
from collections.abc import Sequence

from rapidfuzz import fuzz

from tripintent.state.reading import Choice
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.offline.words import cue, table
from tripintent.tools.places.folding import fold

MOST = 3
"""Readings that are offered."""
_NUMBER = re.compile(r"\W*(?:\w+\s+)?#?(\d)\W*")
_BEGINS = re.compile(r"\W*(\d)[.,;:)!]+\s+(?=\S)")
_SHORT = 6
"""Words of an answer to it; more say something of their own."""
_ALIKE = 88


def led(text: str, choices: Sequence[Choice]) -> tuple[Choice, str] | None:
    """Return the reading whose number begins a message, and what follows ("2, and move it to 3 pm"); None without a number."""
    begins = _BEGINS.match(text)
    if begins is None or not 1 <= int(begins[1]) <= len(choices):
        return None
    return choices[int(begins[1]) - 1], text[begins.end() :]


def answered(text: str, choices: Sequence[Choice], language: str) -> Choice | None:
    """Return the reading that an answer picks; None where it says something else."""
    said = fold(text).strip(" .!,")
    if not choices or (len(said.split()) > _SHORT and all(fold(one.label) != said for one in choices)):
        return None
    if len(choices) == 1 and said in lexicon(language).phrases("yes"):
        return choices[0]
    number = _NUMBER.fullmatch(said)
    if number and 1 <= int(number[1]) <= len(choices):
        return choices[int(number[1]) - 1]
    for place, pattern in table("places", language).items():
        if pattern.fullmatch(said):
            n = len(choices) if place == "last" else int(place)
            return choices[n - 1] if n <= len(choices) else None
    return next((one for one in choices if fuzz.ratio(fold(one.label), said) >= _ALIKE), None)


def refused(text: str, language: str) -> bool:
    """Tell whether an answer picks none of the readings ("neither", "something else")."""
    said = fold(text).strip(" .!,")
    return said in lexicon(language).phrases("no") or cue("neither", language).fullmatch(said) is not None
