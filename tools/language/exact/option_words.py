"""The words with which an option is named and taken, ``languages/<code>/options.yaml``: role -> phrases, each a run of folded words.

A text holds alternatives parted by ``|``; accents do not matter. ``ordinals`` and ``numbers`` go from one to ten, their
alternatives parted by ``/``; ``qualities`` is a table. Roles are named in ``ROLES``.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.exact.tokens import Token, fold_words
from tripintent.tools.language.languages import read_words

ROLES: Mapping[str, str] = {
    "lead": "said before a choice, changes nothing",
    "polite": "makes a question a request",
    "hold": "verbs of holding",
    "buy": "verbs of buying",
    "take": "verbs of wanting",
    "pick": "verbs of choosing that may take a bare number",
    "accept_change": "accepts what an airline changed",
    "no": "a plain refusal",
    "tail": "said behind a choice, changes nothing",
    "article": "the",
    "it": "the present trip",
    "noun": "an option",
    "flight_noun": "the flights of an option",
    "hotel_noun": "the hotel of an option",
    "number_noun": "comes before the number of an option",
    "last": "the last one",
    "join": "joins clauses",
    "turn": "turns to another clause",
    "negation": "denies",
    "condition": "makes its whole sentence hypothetical",
    "retract": "takes back what was just said",
}


class PhraseSet:
    """A set of phrases, matched longest first."""

    def __init__(self, text: str) -> None:
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        for alternative in text.split("|"):
            words = fold_words(alternative)
            if words:
                self._by_first.setdefault(words[0], []).append(words)
        for phrases in self._by_first.values():
            phrases.sort(key=len, reverse=True)

    @property
    def firsts(self) -> frozenset[str]:
        """The words with which a phrase begins."""
        return frozenset(self._by_first)

    def match(self, tokens: Sequence[Token], at: int) -> int | None:
        """Return the index after the longest phrase that starts at ``at``, or None."""
        if at >= len(tokens) or (phrases := self._by_first.get(tokens[at].word)) is None:
            return None
        for phrase in phrases:
            end = at + len(phrase)
            if end <= len(tokens) and all(tokens[at + n].word == word for n, word in enumerate(phrase)):
                return end
        return None

    def skip(self, tokens: Sequence[Token], at: int) -> int:
        """Return the index after any number of phrases that start at ``at``."""
        while (end := self.match(tokens, at)) is not None:
            at = end
        return at

    def anywhere(self, tokens: Sequence[Token]) -> bool:
        """Say whether one of the phrases occurs."""
        return any(self.match(tokens, at) is not None for at in range(len(tokens)))


class OptionWords:
    """The compiled words of one language."""

    def __init__(self, words: Mapping[str, Any]) -> None:
        self._phrases = {role: PhraseSet(words[role]) for role in ROLES}
        self.counts = {n: PhraseSet(alt.replace("/", "|")) for n, alt in enumerate(words["numbers"].split("|"), 1)}
        self.ordinals = {n: PhraseSet(alt.replace("/", "|")) for n, alt in enumerate(words["ordinals"].split("|"), 1)}
        self.qualities: dict[str, PhraseSet] = {name: PhraseSet(text) for name, text in words["qualities"].items()}

    def __getitem__(self, role: str) -> PhraseSet:
        """Return the phrases of a role of ``ROLES``."""
        return self._phrases[role]


@cache
def option_words(language: str) -> OptionWords:
    """Return the words of one language, compiled once."""
    return OptionWords(read_words(language, "options"))


def all_option_words() -> tuple[OptionWords, ...]:
    """Return the compiled languages, in the order in which they are tried: the first that accounts for a clause reads it."""
    return tuple(option_words(code) for code in LANGUAGES)


def occurs(role: str, tokens: Sequence[Token]) -> bool:
    """Check whether a phrase of a role occurs, in any language."""
    return _of_all(role).anywhere(tokens)


@cache
def _of_all(role: str) -> PhraseSet:
    """Return the phrases of a role in all languages: the longest of them is the longest of any."""
    return PhraseSet("|".join(read_words(code, "options")[role] for code in LANGUAGES))
