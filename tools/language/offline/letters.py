"""Which of the six languages a text is in by its letters: a model fitted on the example clauses, words and parts of words alone."""

import re

from tripintent.tools.language.offline.model import Indices, hashed, shipped

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_GRAMS = (1, 2, 3, 4, 5)


def letter_features(text: str) -> Indices:
    """Return the sorted, distinct indices of a text's words and of their parts, accents kept; empty without any word."""
    return hashed({part for word in set(_WORD.findall(text.lower())) for part in _parts(word)})


def by_letters(text: str) -> tuple[str, float] | None:
    """Return the likeliest language of a text and how likely it is; None for a text without words."""
    found = letter_features(text)
    return shipped("languages").likeliest(found) if found else None


def _parts(word: str) -> set[str]:
    around = f"_{word}_"
    grams = {around[at : at + size] for size in _GRAMS for at in range(len(around) - size + 1)}
    return {f"w:{word}", *grams}
