"""Words as a search compares them: folded, stemmed, with the concepts that a small glossary knows in six languages."""

import re
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple

import yaml

WORD = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*")
_ENDINGS = ("'s", "ings", "ing", "edly", "ed", "ies", "es", "s", "ly", "ment", "ation", "ion")
_SHORTEST = 3
LONGEST = 2_000
"""Characters of a message that are read; what a guest wants is said by then."""


def fold(text: str) -> str:
    """Return a text in lower case without accents."""
    plain = unicodedata.normalize("NFKD", text[:LONGEST].casefold().replace("’", "'").replace("ß", "ss"))
    return "".join(c for c in plain if not unicodedata.combining(c))


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Return a word without a common English ending; short words stay."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word[: -len(ending)] + ("y" if ending == "ies" else "")
    return word


class Glossary:
    """Words and phrases of six languages that stand for one concept."""

    def __init__(self, table: dict[str, str]) -> None:
        self._whole: dict[str, list[str]] = {}
        self._begins: dict[str, list[tuple[str, str]]] = {}
        self._phrases: list[tuple[str, str]] = []
        for concept, words in table.items():
            for word in dict.fromkeys(fold(words).split()):
                self._add(concept, word)

    def concepts(self, folded: str) -> set[str]:
        """Return the concepts of a folded text."""
        found = {concept for word in WORD.findall(folded) for concept in self._of(word)}
        return found | {concept for phrase, concept in self._phrases if phrase in folded}

    def _add(self, concept: str, word: str) -> None:
        if "_" in word:
            self._phrases.append((word.replace("_", " ").rstrip("*"), concept))
        elif word.endswith("*"):
            begin = word[:-1]
            self._begins.setdefault(begin[:3], []).append((begin, concept))
        else:
            self._whole.setdefault(word, []).append(concept)

    @lru_cache(maxsize=20_000)  # noqa: B019 - there are two glossaries for the whole life of a process
    def _of(self, word: str) -> tuple[str, ...]:
        starting = [concept for begin, concept in self._begins.get(word[:3], ()) if word.startswith(begin)]
        return tuple(dict.fromkeys((*self._whole.get(word, ()), *starting)))


@cache
def glossary(name: str = "glossary") -> Glossary:
    """Return a shipped glossary."""
    text = files("tripintent.tools.knowledge.words").joinpath(f"{name}.yaml").read_text("utf-8")
    return Glossary(yaml.safe_load(text))


@cache
def phrases(name: str) -> tuple[str, ...]:
    """Return the lines of a shipped list of phrases."""
    text = files("tripintent.tools.knowledge.words").joinpath(f"{name}.txt").read_text("utf-8")
    return tuple(line for line in map(str.strip, text.splitlines()) if line and not line.startswith("#"))


class Features(NamedTuple):
    """The words of a text by their stems, neighbouring pairs of them, pieces of words, and concepts."""

    words: frozenset[str]
    pairs: frozenset[str]
    pieces: frozenset[str]
    concepts: frozenset[str]


def features(text: str) -> Features:
    """Return what a text is found by."""
    folded = fold(text)
    words = [re.sub(r"\W", "_", stem(word)) for word in WORD.findall(folded)]
    pairs = (f"{a}__{b}" for a, b in pairwise(["", *words, ""]))
    pieces = (piece for word in words for piece in _pieces(word))
    return Features(frozenset(words), frozenset(pairs), frozenset(pieces), frozenset(glossary().concepts(folded)))


@lru_cache(maxsize=20_000)
def _pieces(word: str) -> tuple[str, ...]:
    ends = f"_{word}_"
    return tuple(ends[start : start + size] for size in (3, 4) for start in range(len(ends) - size + 1))
