"""The words by which travellers speak of documents, one file a language; English is understood beside each of them."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from tripintent.state.planning.command import TOPICS, FactTopic
from tripintent.tools.language.languages import read_words

NUMBER = r"\d[\d.,'’ ]{0,14}\d|\d"
_WHOLE = rf"(?<!\d)(?:{NUMBER})(?!\d)"


class Words:
    """One language's fragments, compiled."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self._raw = raw
        self.interests = _table(raw["interests"])
        self.topics: Mapping[FactTopic, re.Pattern[str]] = {topic: _table(raw["topics"])[topic] for topic in TOPICS}
        self.diet = _table(raw["diet"])
        self.needs = _table(raw["needs"])
        self.pace = _table(raw["pace"])

    def source(self, name: str) -> str:
        """Return a fragment as it is written."""
        return str(self._raw[name])

    @cache  # noqa: B019 - one object a language, kept for good
    def compiled(self, name: str) -> re.Pattern[str]:
        """Return a fragment between word boundaries; ``%n%`` in it is a number."""
        source = self.source(name).replace("%n%", _WHOLE)
        return re.compile(rf"(?<!\w)(?:{source})(?!\w)")


def _table(raw: dict[str, str]) -> dict[str, re.Pattern[str]]:
    return {name: re.compile(rf"(?<!\w)(?:{words})(?!\w)") for name, words in raw.items()}


@cache
def words_of(language: str) -> Words:
    """Return a language's words; one without a file speaks English."""
    return Words(read_words(language, "planning_reading"))


def heard_in(language: str) -> tuple[Words, ...]:
    """Return the words to listen for: the language of the thread, then English, which people mix in."""
    own = words_of(language)
    return (own,) if language == "en" else (own, words_of("en"))
