"""Which of the six languages a message is in: its small words first, then its letters, then the thread's language."""

import re
from collections import Counter
from functools import cache, lru_cache

from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.exact.lexicon import small_words, telling_words
from tripintent.tools.language.offline.letters import by_letters
from tripintent.tools.places.index import name_index
from tripintent.tools.places.scan import words_of

_SURE = 0.5
_FEW = 2
"""Words to each small word: one small word among more of them may be a word of several languages ("400 per person")."""
_SHARED = 2
"""Languages that an English small word may have and still tell."""
_TELLING = 3
"""Words: fewer ("ok", "no", "y") never change the language of a conversation."""
_ADDRESS = re.compile(r"\S+@\S+|\b(?:https?://|www\.)\S+")
_READ = 500
"""Characters that tell the language; more tell no more."""


@cache
def _small_words() -> dict[str, frozenset[str]]:
    """Return each language's small words; the English article tells nothing beside the Romance "a"."""
    words = {language: small_words(language) | telling_words(language) for language in LANGUAGES}
    count = Counter(word for own in words.values() for word in own)
    shared = {word for word in words["en"] if count[word] > _SHARED}
    return {language: own - shared for language, own in words.items()}


@lru_cache(maxsize=2048)
def detect(text: str, thread: str | None = None) -> str:
    """Return the ISO 639-1 code of a text; a text too short to tell keeps the thread's language, at first 'en'."""
    fallback = thread if thread in LANGUAGES else "en"
    plain = _ADDRESS.sub(" ", text[:_READ])
    words = [word.text for word in words_of(plain)]
    if thread and len(words) < _TELLING:
        return fallback
    if " ".join(words) in name_index():
        return fallback
    counts = {language: sum(w in small for w in {*words}) for language, small in _small_words().items()}
    most = max(counts.values())
    best = [language for language in LANGUAGES if counts[language] == most]
    if most == 0 or fallback in best:
        return fallback
    if len(best) == 1 and most - counts[fallback] > 1:
        return best[0] if not thread or _by_letters(plain) in (best[0], None) else fallback
    found = _by_letters(plain)
    few = len(_no_names(words)) <= _FEW * most
    if len(best) == 1 and counts[fallback] == 0 and few and (not thread or most > 1 or found == best[0]):
        return best[0]
    return found if found in best else fallback


def _no_names(words: list[str]) -> list[str]:
    """Return the words without numbers and names of places, which are words of no language."""
    return [word for word in words if not word.isdigit() and word not in name_index()]


def _by_letters(text: str) -> str | None:
    """Return what the letters say; capitalised words are left out, for names of places are not words of a language."""
    found = by_letters(" ".join(word for word in text.split() if word.islower()))
    return found[0] if found and found[1] >= _SURE else None
