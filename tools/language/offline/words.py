"""Words of the offline reader by language: compiled patterns of ``languages/<code>/offline.yaml``, with English beside them."""

import re
from collections.abc import Iterator
from functools import cache

from tripintent.tools.language.exact.lexicon import lexicon, small_words
from tripintent.tools.language.exact.tables import chain
from tripintent.tools.language.languages import read_words


@cache
def pattern(source: str) -> re.Pattern[str]:
    """Return a compiled pattern."""
    return re.compile(source)


@cache
def cue(name: str, language: str, file: str = "offline", *, own: bool = False) -> re.Pattern[str]:
    """Return the pattern of a cue in a language and English: whole words of folded text; nothing where no list has it.

    ``own`` leaves English out, whose small words are others in other languages ("no porto").
    """
    codes = chain(language)[-1:] if own else chain(language)
    found = [one.strip() for code in codes for one in read_words(code, file).get(name, "").split(" | ")]
    listed = "|".join(sorted({one for one in found if one}, key=lambda one: (-len(one), one)))
    return lexicon(language).compile(rf"(?<!\w)(?:{listed})(?!\w)" if listed else r"(?!)")


def has(name: str, language: str, text: str, file: str = "offline") -> bool:
    """Tell whether a cue is in a folded text."""
    return cue(name, language, file).search(text) is not None


@cache
def _each(name: str, language: str, file: str) -> tuple[re.Pattern[str], ...]:
    found = (one.strip() for code in chain(language) for one in read_words(code, file).get(name, "").split(" | "))
    compiled = lexicon(language).compile
    return tuple(compiled(rf"(?<!\w)(?:{one})(?!\w)") for one in dict.fromkeys(found) if one)


@cache
def _any(name: str, language: str, file: str) -> re.Pattern[str]:
    """Return one pattern for all phrases, without their groups' names: most texts hold none of them."""
    phrases = [re.sub(r"\(\?P<\w+>", "(?:", one.pattern) for one in _each(name, language, file)]
    return lexicon(language).compile("|".join(phrases) or r"(?!)")


def each(name: str, language: str, text: str, file: str = "offline") -> Iterator[re.Match[str]]:
    """Yield the matches of each phrase of a cue by itself, in the order of the list: phrases may name their groups alike."""
    if _any(name, language, file).search(text) is None:
        return
    for one in _each(name, language, file):
        yield from one.finditer(text)


@cache
def table(name: str, language: str, file: str = "offline") -> dict[str, re.Pattern[str]]:
    """Return a table of named patterns ("topics": visa, plugs …) in a language and English."""
    rows: dict[str, list[str]] = {}
    for code in chain(language):
        for key, words in read_words(code, file).get(name, {}).items():
            rows.setdefault(key, []).extend(one.strip() for one in words.split(" | ") if one.strip())
    compiled = lexicon(language).compile
    return {
        key: compiled(rf"(?<!\w)(?:{'|'.join(sorted(words, key=lambda w: (-len(w), w)))})(?!\w)")
        for key, words in rows.items()
    }


def named(name: str, language: str, text: str, file: str = "offline") -> list[str]:
    """Return the names of a table whose words stand in a folded text, by their places."""
    found = ((match.start(), key) for key, one in table(name, language, file).items() if (match := one.search(text)))
    return [key for _, key in sorted(found)]


def is_small(word: str, language: str) -> bool:
    """Tell whether a word is a small word of the language or English."""
    return any(word in small_words(code) for code in chain(language))
