"""The reply templates of one language, read from its file once."""

from functools import cache
from importlib.resources import files
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict

FOLDER = "tripintent.tools.language.templates"
LANGUAGES = ("en", "es", "fr", "de", "pt", "it")


class Texts(BaseModel):
    """One language's file; a section that it lacks is taken from English."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: str
    words: dict[str, str] = {}
    questions: dict[str, str] = {}
    doubts: dict[str, str] = {}
    invalid: dict[str, str] = {}
    fields: dict[str, str] = {}
    assumptions: dict[str, str] = {}
    hints: dict[str, str] = {}
    phrases: dict[str, str] = {}

    def word(self, name: str) -> str:
        """Return a word or a fixed sentence."""
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
    """Return a language's texts; a language without a file speaks English."""
    code = language.split("-", maxsplit=1)[0].casefold()
    path = files(FOLDER) / f"{code if code in LANGUAGES else 'en'}.yaml"
    if not path.is_file():
        return texts_of("en")
    raw: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return Texts(language=code if code in LANGUAGES else "en", **raw)
