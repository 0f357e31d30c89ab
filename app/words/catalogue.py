"""The words of one language, read from its file once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from babel import Locale

from tripintent.state.languages import LANGUAGES, REGIONS, language_of, written_as
from tripintent.tools.formats import LocaleFormats, formats_of
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.replies.texts import texts_of, word

__all__ = ["LANGUAGES", "Catalogue", "catalogue"]

_OF_SCRIPTS = ("page", "states", "steps", "imported", "problems")
"""What the page's scripts say."""


@dataclass(frozen=True)
class Catalogue:
    """The words of a language by section and name. Every language has the same; only English has no ``problems``."""

    language: str
    tag: str
    sections: Mapping[str, Mapping[str, str]]

    @property
    def locale(self) -> Locale:
        """The locale of the language, for a reader of whom nothing more is known."""
        return self.formats.locale

    @property
    def formats(self) -> LocaleFormats:
        """The formats of the language: dates, times, amounts and numbers."""
        return formats_of(self.tag)

    def say(self, section: str, name: str, /, **facts: object) -> str:
        """Return the words with facts filled in. KeyError for words or facts that are not there."""
        return self.sections[section][name].format(**facts)

    def counted(self, section: str, name: str, count: int) -> str:
        """Return the words in the plural form that the language has for a count."""
        forms = self.sections[section]
        return forms.get(f"{name}.{self.locale.plural_form(count)}", forms[f"{name}.other"]).format(count=count)

    def code(self, code: str) -> str:
        """Return a cabin, a board or a state of a booking as replies call it."""
        return word(code, "plain", texts_of(self.language))

    def problem(self, code: str, detail: str) -> str:
        """Return a refusal by its code; one without a text keeps the words of who refused."""
        return self.sections.get("problems", {}).get(code, detail)

    def as_page(self) -> dict[str, object]:
        """Return what the page needs: our words, those of replies for labels, cabins and states, and how days are written."""
        regions = {tag: formats_of(tag).for_page() for tag in REGIONS if language_of(tag) == self.language}
        said = {"reply": texts_of(self.language).words, "formats": self.formats.for_page(), "regions": regions}
        ours = {name: dict(self.sections[name]) for name in _OF_SCRIPTS if name in self.sections}
        return {"language": self.language, **ours, **said}


@cache
def catalogue(language: str) -> Catalogue:
    """Return a language's words; a language without a file speaks English."""
    code = language_of(language)
    return Catalogue(
        code,
        written_as(code, language),
        {section: dict(_flat(words)) for section, words in read_words(code, "page").items()},
    )


def _flat(words: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield names and words; plural forms get names such as ``stars.one``."""
    for name, value in words.items():
        if isinstance(value, dict):
            yield from ((f"{name}.{form}", text) for form, text in value.items())
        else:
            yield name, value
