"""Which of the six languages a text is in by its letters: a model fitted on the example clauses, words and parts of words alone."""

import re
import zlib
from functools import cache

import numpy as np

from tripintent.tools.language.offline.features import SIZE, Indices
from tripintent.tools.language.offline.model import Linear, shipped

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_GRAMS = (1, 2, 3, 4, 5)


def letter_features(text: str) -> Indices:
    """Return the sorted, distinct indices of a text's words and of their parts, accents kept; empty without any word."""
    found = {part for word in set(_WORD.findall(text.lower())) for part in _parts(word)}
    return np.array(sorted({zlib.crc32(part.encode()) % SIZE for part in found}), dtype=np.int32)


@cache
def _model() -> Linear:
    return shipped("languages")


def by_letters(text: str) -> tuple[str, float] | None:
    """Return the likeliest language of a text and how likely it is; None for a text without words."""
    found = letter_features(text)
    if not len(found):
        return None
    likely = _model().probabilities(found)
    best = max(range(len(likely)), key=likely.__getitem__)
    return _model().classes[best], float(likely[best])


def _parts(word: str) -> set[str]:
    around = f"_{word}_"
    grams = {around[at : at + size] for size in _GRAMS for at in range(len(around) - size + 1)}
    return {f"w:{word}", *grams}
