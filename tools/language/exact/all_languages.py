"""The command words of every language, read from ``languages/<code>/commands.yaml`` and compiled once."""

from collections.abc import Sequence
from functools import cache

from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.exact.commands import Lexicon, Phrases, Words
from tripintent.tools.language.exact.tokens import Token
from tripintent.tools.language.languages import read_words


@cache
def lexicons() -> tuple[Lexicon, ...]:
    """Return the compiled languages, in the order in which they are tried: the first that accounts for a clause reads it."""
    return tuple(Lexicon(Words(**read_words(code, "commands"))) for code in LANGUAGES)


def match(role: str, tokens: Sequence[Token], at: int) -> int | None:
    """Return the index after the longest phrase of a role in any language, or None."""
    return _of_all(role).match(tokens, at)


def occurs(role: str, tokens: Sequence[Token]) -> bool:
    """Say whether a phrase of a role occurs, in any language."""
    return _of_all(role).anywhere(tokens)


@cache
def _of_all(role: str, parted: str = "|") -> Phrases:
    """Return the phrases of a role in all languages: the longest of them is the longest of any."""
    return Phrases("|".join(read_words(code, "commands")[role] for code in LANGUAGES).replace(parted, "|"))
