"""The command words of every language, read from ``words/*.toml`` and compiled once."""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from tripintent.tools.language.routing.lexicon import Lexicon, Words
from tripintent.tools.language.routing.tokens import Token

LANGUAGES = ("en", "es", "fr", "de", "pt", "it")
"""In the order in which they are tried: the first that accounts for every word of a clause reads it."""


@cache
def lexicons() -> tuple[Lexicon, ...]:
    """Return the compiled languages."""
    return tuple(Lexicon(_words(code)) for code in LANGUAGES)


def _words(code: str) -> Words:
    text = (files("tripintent.tools.language.routing.words") / f"{code}.toml").read_text(encoding="utf-8")
    return Words(**tomllib.loads(text))


def match(role: str, tokens: Sequence[Token], at: int) -> int | None:
    """Return the index after the longest phrase of a role in any language, or None."""
    ends = [end for lexicon in lexicons() if (end := lexicon[role].match(tokens, at)) is not None]
    return max(ends, default=None)


def occurs(role: str, tokens: Sequence[Token]) -> bool:
    """Say whether a phrase of a role occurs, in any language."""
    return any(lexicon[role].anywhere(tokens) for lexicon in lexicons())


def is_bare_number(tokens: Sequence[Token]) -> bool:
    """Say whether tokens are nothing but a number, in digits or as a word of any language ("3", "three")."""
    if [token.kind for token in tokens] == ["number"]:
        return True
    counts = (phrases for lexicon in lexicons() for phrases in lexicon.counts.values())
    return bool(tokens) and any(phrases.match(tokens, 0) == len(tokens) for phrases in counts)
