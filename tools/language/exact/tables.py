"""Tables of turns of phrase (``languages/<code>/grammar.yaml``): what one language can say has its row in all six."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.languages import read_words

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def load_data(name: str) -> dict[str, Any]:
    """Return one of this package's data files, every scalar as text."""
    path = files("tripintent.tools.language.exact").joinpath("data", f"{name}.yaml")
    loaded: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER)  # noqa: S506 - builds text only
    return loaded


def chain(language: str) -> tuple[str, ...]:
    """Return the languages whose rows are read: English is mixed into every language."""
    return ("en",) if language not in LANGUAGES or language == "en" else ("en", language)


def _row(name: str, concept: str, language: str) -> list[str]:
    """Return the phrases of one concept of a table in one language: folded regular expressions."""
    row: str = read_words(language, "grammar").get(name, {}).get(concept, "")
    return [phrase.strip() for phrase in row.split(" | ") if phrase.strip()]


@cache
def phrases(name: str, concept: str, language: str, *, own: bool = False) -> str:
    """Return one pattern text for a concept in a language and English; it matches nothing where no row has it.

    ``own`` leaves English out: its small words are others in other languages ("no porto").
    """
    codes = chain(language)[-1:] if own else chain(language)
    found = [phrase for code in codes for phrase in _row(name, concept, code)]
    return "(?:" + "|".join(found) + ")" if found else "(?!)"


@cache
def own_pattern(name: str, concept: str, language: str) -> re.Pattern[str]:
    """Return the compiled pattern of a concept in one language alone."""
    return lexicon(language).compile(rf"(?<!\w){phrases(name, concept, language, own=True)}(?!\w)")


@cache
def pattern(name: str, concept: str, language: str) -> re.Pattern[str]:
    """Return the compiled pattern of a concept, whole words; ``%part%`` is a word list of the lexicon."""
    return lexicon(language).compile(rf"(?<!\w){phrases(name, concept, language)}(?!\w)")


@cache
def _each(name: str, concept: str, language: str) -> tuple[re.Pattern[str], ...]:
    found = (phrase for code in chain(language) for phrase in _row(name, concept, code))
    return tuple(lexicon(language).compile(rf"(?<!\w)(?:{phrase})(?!\w)") for phrase in found)


def matches(name: str, concept: str, language: str, text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of each phrase by itself, for a concept whose phrases name their groups alike."""
    for one in _each(name, concept, language):
        yield from one.finditer(text)
