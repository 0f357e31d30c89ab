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


def names_a_number(tokens: Sequence[Token]) -> bool:
    """Say whether tokens are a bare number with words that change nothing ("ok fine 1", "vale la 1", "1 please")."""
    for lexicon in lexicons():
        at = lexicon["lead"].skip(tokens, 0)
        after = lexicon["article"].match(tokens, at)
        rest = [token for token in tokens[at if after is None else after :] if token.kind not in ("pause", "end")]
        if rest and is_bare_number(rest[:1]) and lexicon["tail"].skip(rest, 1) == len(rest):
            return True
    return False


def is_bare_number(tokens: Sequence[Token]) -> bool:
    """Say whether tokens are nothing but a number, in digits or as a word of any language ("3", "three")."""
    if [token.kind for token in tokens] == ["number"]:
        return True
    return bool(tokens) and _of_all("numbers", "/").match(tokens, 0) == len(tokens)
