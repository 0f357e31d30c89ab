"""Which of the six languages a message is in: its small words first, then lingua, then the thread's language."""

from functools import cache, lru_cache

from lingua import Language, LanguageDetector, LanguageDetectorBuilder

from tripintent.tools.language.offline.lexicon import LANGUAGES, small_words
from tripintent.tools.places.scan import words_of

_SURE = 0.8
_ENOUGH_WORDS = 3


@cache
def _detector() -> LanguageDetector:
    """Build lingua for six languages with trigrams only (some 25 MB; its full model takes 180 MB)."""
    chosen = [language for language in Language.all() if language.iso_code_639_1.name.lower() in LANGUAGES]
    return LanguageDetectorBuilder.from_languages(*chosen).with_low_accuracy_mode().build()


@cache
def _small_words() -> dict[str, frozenset[str]]:
    return {language: small_words(language) for language in LANGUAGES}


@lru_cache(maxsize=2048)
def detect(text: str, thread: str | None = None) -> str:
    """Return the ISO 639-1 code of a text; a text too short to tell keeps the thread's language, at first 'en'."""
    fallback = thread if thread in LANGUAGES else "en"
    words = [w.text for w in words_of(text[:500])]
    counts = {language: sum(w in small for w in words) for language, small in _small_words().items()}
    ranked = sorted(counts, key=lambda language: (-counts[language], language != fallback))
    best, second = ranked[0], ranked[1]
    if counts[best] - counts[second] >= 2 or (counts[best] and not counts[second] and len(words) <= 2 * _ENOUGH_WORDS):
        return best
    # names of places and people are no words of a language
    plain = " ".join(w for w in text[:500].split() if w.islower())
    if len(plain.split()) < _ENOUGH_WORDS or counts[fallback] == counts[best] > 0:
        return best if counts[best] > counts[fallback] else fallback
    found = _detector().compute_language_confidence_values(plain)
    if found and found[0].value >= _SURE and counts[found[0].language.iso_code_639_1.name.lower()] >= counts[fallback]:
        return found[0].language.iso_code_639_1.name.lower()
    return best if counts[best] > counts[fallback] else fallback
