"""Slips of the pen in what is counted: "2 adlts", "3 nigths". The text keeps its length, so that positions in it stay valid."""

import re
from functools import cache, lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.languages import read_words
from tripintent.tools.places.folding import fold
from tripintent.tools.places.index import everyday, name_index
from tripintent.tools.places.regions import regions

_COUNTED = ("adult", "person", "child", "night", "week", "room")
_LEAST = 5
"""Letters; in a shorter word one letter more or less makes another word."""


def respelt(folded: str) -> str:
    """Return a folded text in which a counted word that nobody knows is the word that it is a slip of."""
    return _after_a_number().sub(lambda m: m["lead"] + _right(m["word"]), folded)


@cache
def _after_a_number() -> re.Pattern[str]:
    numbers = "|".join(sorted({word for code in LANGUAGES for word in lexicon(code).numbers if word.isalpha()}))
    return re.compile(rf"(?P<lead>\b(?:\d{{1,2}}|{numbers})\s+)(?P<word>[a-z]{{{_LEAST},}})\b")


@cache
def _words() -> dict[str, tuple[str, ...]]:
    """Return each counted word with all of its kind in its language, the longest first."""
    found: dict[str, tuple[str, ...]] = {}
    for code in LANGUAGES:
        table = read_words(code, "words")["words"]
        for kind in _COUNTED:
            words = sorted({fold(w) for w in table.get(kind, ()) if w.isalpha()}, key=len, reverse=True)
            found |= {word: tuple(words) for word in words}
    return found


@cache
def _known() -> frozenset[str]:
    """Return all words of journeys in all languages, which are no slips."""
    tables = (read_words(code, "words") for code in LANGUAGES)
    listed = (words for table in tables for words in (*table["words"].values(), table["stopwords"]))
    return frozenset(fold(part) for words in listed for word in words for part in word.split())


@lru_cache(maxsize=2048)
def _right(word: str) -> str:
    if word in _known() or word in everyday() or word in name_index() or word in regions():
        return word
    near = process.extractOne(word, [w for w in _words() if len(w) >= _LEAST], scorer=OSA.distance, score_cutoff=1)
    meant = near[0] if near and near[0][0] == word[0] else None
    fitting = next((w for w in _words()[meant] if len(w) <= len(word)), None) if meant else None
    return fitting.ljust(len(word)) if fitting else word
