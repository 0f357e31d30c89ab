"""Word lists by language (``languages/<code>/words.yaml``), and patterns made of them.

A pattern is written with ``%name%`` where a list of words belongs: ``%next% %weekday%``. English is always part of the
lists: travellers mix it into every language.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from babel.dates import get_day_names, get_month_names

from tripintent.state.languages import LANGUAGES, language_of
from tripintent.tools import shipped
from tripintent.tools.language.languages import read_words
from tripintent.tools.places.folding import fold


def load_data(name: str) -> dict[str, Any]:
    """Return one of this package's data files, every scalar as text."""
    return shipped.words(f"tools/language/exact/data/{name}.yaml")


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


_SLOT = re.compile(r"%(\w+)%")


@cache
def small_words(language: str) -> frozenset[str]:
    """Return the small words of a language itself, by which it is told apart."""
    return frozenset(read_words(language, "words")["stopwords"])


@cache
def telling_words(language: str) -> frozenset[str]:
    """Return words of journeys that tell a language as its small words do: months, weekdays, who travels, lengths, flights, bags."""
    table = read_words(language, "words")
    words, flights = table["words"], table.get("cues", {}).get("flight", ())
    named = (fold(name) for read in (get_month_names, get_day_names) for name in read("wide", locale=language).values())
    own = (fold(word) for key in ("adult", "child", "person", "night", "week", "weekend", "bag") for word in words[key])
    return frozenset(word for word in (*named, *own, *flights) if word.isalpha())


def alternation(words: list[str] | dict[str, int]) -> str:
    """Return a regex that matches any of the words, the longest first; blanks match any run of blanks."""
    ordered = sorted(set(words), key=lambda w: (-len(w), w))
    return "(?:" + "|".join(_escaped(w) for w in ordered) + ")" if ordered else "(?!)"


def _escaped(word: str) -> str:
    if word.startswith("\\"):
        return word
    return re.escape(word).replace(r"\ ", r"\s+").replace(r"\-", r"[-\s]?" if len(word) > 2 else "-")


class Lexicon:
    """The words of one language together with English."""

    def __init__(self, language: str) -> None:
        """Read the lists; an unknown language reads English."""
        self.language = language_of(language)
        chain = ["en"] if self.language == "en" else ["en", self.language]
        self._files = [read_words(name, "words") for name in chain]
        self.numbers = self._numbers("numbers")
        self.ordinals = self._numbers("ordinals")
        self.pairs = self._numbers("pairs")
        self.relative_days = self._numbers("relative_days")
        self.nth = self._numbers("nth")
        self.weeks_behind = self._numbers("weeks_behind")
        self.months = {**_calendar_names(chain, months=True), **self._numbers("month_names")}
        self.weekdays = {**_calendar_names(chain, months=False), **self._numbers("day_names")}
        self._parts = self._pattern_parts()

    def _numbers(self, key: str) -> dict[str, int]:
        return {word: int(n) for table in self._files for word, n in table[key].items()}

    def phrases(self, key: str) -> list[str]:
        """Return a top-level list ("yes", "one_way"), English included."""
        return [word for table in self._files for word in table.get(key, ())]

    def tables(self, key: str) -> dict[str, list[str]]:
        """Return a mapping of lists ("cabins"), merged over the languages."""
        merged: dict[str, list[str]] = {}
        for table in self._files:
            for name, words in table.get(key, {}).items():
                merged[name] = [*merged.get(name, []), *words]
        return merged

    def _pattern_parts(self) -> dict[str, str]:
        parts = {name: alternation(words) for name, words in self.tables("words").items()}
        parts["num"] = rf"(?:\d{{1,3}}|{alternation(self.numbers)})"
        parts["ordinal"] = alternation(self.ordinals)
        parts["nth"] = alternation(self.nth)
        parts["weeks_behind"] = alternation(self.weeks_behind)
        parts["month_name"] = alternation(self.months) + r"\.?"
        parts["weekday"] = alternation(self.weekdays)
        parts["relative"] = alternation(self.relative_days)
        for key in ("yes", "no"):
            parts[key] = alternation(self.phrases(key))
        return parts

    def part(self, name: str) -> str:
        """Return the regex text of one list; a list that the language lacks matches nothing."""
        return self._parts.get(name, "(?!)")

    def compile(self, pattern: str) -> re.Pattern[str]:
        """Compile a pattern with ``%name%`` parts, for folded text."""
        return re.compile(_SLOT.sub(lambda m: self.part(m.group(1)), pattern))

    def number(self, text: str) -> int | None:
        """Return the number that digits or words say ("two", "a couple of")."""
        word = " ".join(text.split())
        return int(word) if word.isdigit() else self.numbers.get(word)


def _calendar_names(chain: list[str], *, months: bool) -> dict[str, int]:
    """Full names of all languages of the chain; short names of the last one only (Spanish "ago" is English "ago")."""
    read = get_month_names if months else get_day_names
    found: dict[str, int] = {}
    for language in chain:
        for number, name in read("wide", locale=language).items():
            found[fold(name)] = number
    for number, name in read("abbreviated", locale=chain[-1]).items():
        short = fold(name).rstrip(".")
        if len(short) > 2:
            found.setdefault(short, number)
    return found


@cache
def lexicon(language: str) -> Lexicon:
    """Return the lexicon of a language, read once."""
    return Lexicon(language)


@cache
def patterns(group: str, language: str) -> list[tuple[str, re.Pattern[str]]]:
    """Return the patterns of a group of ``data/patterns.yaml``, each with the name of what reads it."""
    words, data = lexicon(language), load_data("patterns")

    def whole(text: str) -> str:
        return re.sub("<([A-Z_]+)>", lambda part: whole(data["parts"][part[1]]), text)

    return [(name, words.compile(whole(text))) for row in data[group] for name, text in row.items()]


@cache
def requests() -> list[tuple[str, re.Pattern[str]]]:
    """Return the name and the words of each request that no search fulfils; the words are regular expressions on folded text."""
    return [
        (name, re.compile(r"(?<![\w-])(?:" + "|".join(words.split(" | ")) + r")(?!\w)"))
        for table in load_data("wishes")["requests"].values()
        for name, words in table.items()
    ]
