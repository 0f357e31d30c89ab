"""Which of the six languages a message is in: the one that has most of its words, else the conversation's.

The vocabulary of a language is its small words, those of journeys, and what we say ourselves in our own catalogues; of English what the
guide reads, too.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from tripintent.state.languages import LANGUAGES
from tripintent.tools import shipped
from tripintent.tools.language.exact.lexicon import small_words, telling_words
from tripintent.tools.language.languages import read_words
from tripintent.tools.places.index import name_index
from tripintent.tools.places.scan import words_of

_CATALOGUES = ("replies", "planning_replies", "page", "cards", "words")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_FACT = re.compile(r"\{[^}]*\}|%\w+%|<\w+>")
_ADDRESS = re.compile(r"\S+@\S+|\b(?:https?://|www\.)\S+")
_NAMES = re.compile(r"\b[A-ZÀ-ÖØ-Þ][^\W\d_A-Z]+(?:[ -][A-ZÀ-ÖØ-Þ][^\W\d_A-Z]+)+\b")
"""Words with capitals in a row: names ("Sue Baker"), which tell no language."""
_EVERYWHERE = frozenset(("email", "mail", "online", "checkin", "internet", "wifi", "web"))
_TRAVELLED = frozenset(
    ("hotel", "restaurant", "bar", "parking", "taxi", "bus", "spa", "sauna", "menu", "buffet", "brunch")
)
"""Words that are the same in many languages, and tell none."""
_EXAMPLES = ("example_", "sent_")
"""Rows of examples: their towns tell no language, and some are in English whoever reads."""
_READ = 500
"""Characters that tell the language; more tell no more."""
_TELLING = 3
"""Words: fewer ("ok", "no", "y") never change the language of a conversation."""
_AHEAD = 0.5
"""By how much another language than the conversation's has to lead; a word of one language alone counts 1."""


@lru_cache(maxsize=2048)
def detect(text: str, thread: str | None = None) -> str:
    """Return the ISO 639-1 code of a text; a text too short to tell keeps the thread's language, at first 'en'."""
    fallback = thread if thread in LANGUAGES else "en"
    plain = _ADDRESS.sub(" ", text[:_READ])
    plain = _NAMES.sub(" ", plain) if thread else plain
    words = [word.text for word in words_of(plain)]
    if (thread and len(words) < _TELLING) or " ".join(words) in name_index():
        return fallback
    owners = [own for word in {*_said(plain)} - _EVERYWHERE - _TRAVELLED if (own := _owners().get(word))]
    score = {language: sum(1 / len(own) ** 2 for own in owners if language in own) for language in LANGUAGES}
    best = max(LANGUAGES, key=lambda language: (score[language], language == fallback))
    return best if score[best] - score[fallback] > (_AHEAD if thread else 0) else fallback


def _said(text: str) -> Iterator[str]:
    """Yield the words of a text, each as written and by its parts at an apostrophe ("qu'est" has "est")."""
    for word in _WORD.findall(text.casefold().replace("’", "'")):
        yield word
        if "'" in word:
            yield from word.split("'")


@cache
def _owners() -> dict[str, tuple[str, ...]]:
    """Return the languages of each word."""
    owners: dict[str, tuple[str, ...]] = {}
    for language in LANGUAGES:
        ours = {word for name in _CATALOGUES for word in _words_in(read_words(language, name))}
        if language == "en":
            ours |= {*_read_by_the_guide()}
        for word in {*ours, *small_words(language), *telling_words(language)}:
            owners[word] = (*owners.get(word, ()), language)
    return owners


def _read_by_the_guide() -> Iterator[str]:
    for name in ("phrases", "words"):
        table = shipped.words(f"tools/guide/{name}.yaml")
        yield from _words_in({group: rows for group, rows in table.items() if group != "only_english"})


def _words_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield from _said(_FACT.sub(" ", value))
    elif isinstance(value, dict | list):
        rows = value.items() if isinstance(value, dict) else enumerate(value)
        for name, one in rows:
            if not str(name).startswith(_EXAMPLES):
                yield from _words_in(one)
