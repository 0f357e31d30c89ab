"""The guide's words in the language of the conversation: English is written in the code, and is the key of the catalogues."""

import re
from functools import cache
from typing import Any

from tripintent.state.languages import language_of
from tripintent.tools import shipped
from tripintent.tools.formats import LocaleFormats, formats_of
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.replies.items import Formats, titled
from tripintent.tools.language.replies.texts import texts_of


class GuideWords:
    """Says English words in one language, with its formats."""

    def __init__(self, language: str, tag: str = "", *, stay: bool = False) -> None:
        self.language, self._tag = language, tag or language
        self._of_stay: dict[str, str] = table("of_a_stay") if stay else {}
        self._own: dict[str, str] = {} if language == "en" else read_words(language, "guide")

    def __call__(self, english: str, /, **facts: object) -> str:
        """Return the words with facts filled in; what has no translation (a name, an amount) stays as it is."""
        english = self._of_stay.get(english, english)
        said = self._own.get(english, english)
        return said.format(**facts) if facts else said

    def titled(self, title: str) -> str:
        """Return the ledger's title of a flight or a stay in the language."""
        return titled(title, texts_of(self._tag), self._names)

    def of_hotel(self, name: str | None) -> str:
        """Return a room or a part of town as the language names it; nothing where it is not known."""
        return self._names.of_hotel(name or "")

    @property
    def _names(self) -> Formats:
        return Formats(texts_of(self._tag))

    @property
    def of_a_stay(self) -> "GuideWords":
        """The same words where one only sleeps there: of days of coming and going, and no ways."""
        return words_in(self._tag, stay=True)

    @property
    def formats(self) -> LocaleFormats:
        """The formats of the language."""
        return formats_of(self._tag)


@cache
def words_in(tag: str, *, stay: bool = False) -> GuideWords:
    """Return the words of a language; of one that is not spoken here those of English. ``stay``: those of a stay alone."""
    return GuideWords(language_of(tag), tag, stay=stay)


def _tables() -> dict[str, Any]:
    return shipped.table("tools/guide/words.yaml")


@cache
def words(name: str) -> frozenset[str]:
    """Return a list of words: idle, questions, denials."""
    found = _tables()[name]
    return frozenset(found.split() if isinstance(found, str) else found)


@cache
def shape(name: str) -> re.Pattern[str]:
    """Return a pattern of what a message is, begins or ends with: a yes, a refusal."""
    return re.compile(_tables()["shapes"][name], re.IGNORECASE)


def table(name: str) -> dict[str, Any]:
    """Return a table of words: names of fields, what calls do."""
    found: dict[str, Any] = _tables()[name]
    return found
