"""The words of side questions in one language: what asks for a topic, and how its value is said."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from tripintent.tools.language.exact.option_words import Phrases
from tripintent.tools.language.exact.tokens import Token, tokens_of
from tripintent.tools.language.languages import read_words


class Phrasebook:
    """One language. ``topics`` are tried in the order of the file, the special before the general."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._which = Phrases(data["which"])
        self._topics = _compiled(data["topics"])
        self._orders = _compiled(data["orders"])
        self._parts = _compiled(data["parts"])
        self._amenities = _compiled(data["amenities"])
        self._amenity_names: Mapping[str, str] = {
            name: text.split("|")[0].strip() for name, text in data["amenities"].items()
        }
        self._say: Mapping[str, str] = data["say"]

    def topic(self, question: str) -> str | None:
        """Return what a question asks about, or None."""
        return _first(self._topics, question)

    def order(self, question: str) -> str | None:
        """Return the superlative of a feature that a question asks for ("lands first"), or None."""
        return _first(self._orders, question)

    def amenity(self, question: str) -> str | None:
        """Return the amenity that a question names, by its code."""
        return _first(self._amenities, question)

    def amenity_name(self, code: str) -> str:
        """Return an amenity's name in the language, its code for one that has none."""
        return self._amenity_names.get(code, code.replace("_", " "))

    def part(self, name: str) -> Phrases:
        """Return the words for a part of a trip, or of a sentence."""
        return self._parts[name]

    def names(self, part: str, question: str) -> bool:
        """Say whether a question names a part: the way out, the flights, what is booked, each person."""
        return self._parts[part].anywhere(_words(question))

    def asks_which(self, question: str) -> bool:
        """Say whether a question asks which option has something."""
        return self._which.anywhere(_words(question))

    def say(self, key: str, **values: object) -> str:
        """Return a sentence part with its values put in."""
        return self._say[key].format(**values)


def _compiled(texts: Mapping[str, str]) -> Mapping[str, Phrases]:
    return {name: Phrases(text) for name, text in texts.items()}


def _words(question: str) -> list[Token]:
    return [token for token in tokens_of(question) if token.kind not in ("pause", "end")]


def _first(tables: Mapping[str, Phrases], question: str) -> str | None:
    """Return the first name in the order of the file whose phrases occur."""
    tokens = _words(question)
    return next((name for name, phrases in tables.items() if phrases.anywhere(tokens)), None)


@cache
def phrasebook(language: str) -> Phrasebook:
    """Return the phrasebook of a language, English for one that has none."""
    return Phrasebook(read_words(language, "answers"))
