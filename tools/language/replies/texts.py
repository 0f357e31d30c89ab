"""The reply templates of one language, read from its file once."""

from functools import cache

from pydantic import BaseModel, ConfigDict

from tripintent.state.languages import language_of, written_as
from tripintent.tools.language.languages import read_words


class Texts(BaseModel):
    """One language's file; a text that it lacks is taken from English.

    ``reasons``, ``risks``, ``refusals`` and ``outcomes`` are what tools say in English by themselves, worded again from their codes and
    figures; ``hotel`` are usual English names of rooms and parts of towns. English has none of these sections: there the
    tool's own sentence is told.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: str
    tag: str = ""
    words: dict[str, str] = {}
    questions: dict[str, str] = {}
    invalid: dict[str, str] = {}
    fields: dict[str, str] = {}
    assumptions: dict[str, str] = {}
    hints: dict[str, str] = {}
    phrases: dict[str, str] = {}
    reasons: dict[str, str] = {}
    risks: dict[str, str] = {}
    refusals: dict[str, str] = {}
    outcomes: dict[str, str] = {}
    hotel: dict[str, str] = {}

    def word(self, name: str) -> str:
        """Return a word or a fixed sentence. KeyError when neither this language nor English has it."""
        return self.words.get(name) or texts_of("en").words[name]

    def line(self, section: str, name: str, fallback: str = "other") -> str:
        """Return a line of a section: this language's, else English, else the section's fallback."""
        own, english = getattr(self, section), getattr(texts_of("en"), section)
        for source, key in ((own, name), (english, name), (own, fallback), (english, fallback)):
            if key in source:
                return str(source[key])
        raise KeyError(f"{section}.{name}: no such text in {self.language} or English")


@cache
def texts_of(language: str) -> Texts:
    """Return the texts of a language or a region of it; a language without a file speaks English."""
    code = language_of(language)
    return Texts(language=code, tag=written_as(code, language), **read_words(code, "replies"))
