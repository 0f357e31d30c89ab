"""The words of side questions in one language: what asks for a topic, and how its value is said."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from tripintent.tools.language.routing.lexicon import Phrases
from tripintent.tools.language.routing.tokens import tokens_of

LANGUAGES = ("en", "es", "fr", "de", "pt", "it")


class Phrasebook:
    """One language. ``topics`` are tried in the order of the file, the special before the general."""

    def __init__(self, topics: Mapping[str, str], say: Mapping[str, str], which: str) -> None:
        self._which = Phrases(which)
        self._topics = {name: Phrases(text) for name, text in topics.items()}
        self._say = say

    def topic(self, question: str) -> str | None:
        """Return what a question asks about, or None."""
        tokens = [token for token in tokens_of(question) if token.kind not in ("pause", "end")]
        return next((name for name, phrases in self._topics.items() if phrases.anywhere(tokens)), None)

    def asks_which(self, question: str) -> bool:
        """Say whether a question asks which option has something."""
        return self._which.anywhere([token for token in tokens_of(question) if token.kind not in ("pause", "end")])

    def say(self, key: str, **values: object) -> str:
        """Return a sentence part with its values put in."""
        return self._say[key].format(**values)


@cache
def phrasebook(language: str) -> Phrasebook:
    """Return the phrasebook of a language, English for one that has none."""
    code = language if language in LANGUAGES else "en"
    text = (files("tripintent.tools.language.answering.words") / f"{code}.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    return Phrasebook(data["topics"], data["say"], data["which"])
