"""The command words of every language, read from ``languages/<code>/commands.yaml`` and compiled once."""

from collections.abc import Sequence
from functools import cache

from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.reading.commands.lexicon import Lexicon, Words
from tripintent.tools.language.reading.commands.tokens import Token


@cache
def lexicons() -> tuple[Lexicon, ...]:
    """Return the compiled languages, in the order in which they are tried: the first that accounts for a clause reads it."""
    return tuple(Lexicon(Words(**read_words(code, "commands"))) for code in LANGUAGES)


def match(role: str, tokens: Sequence[Token], at: int) -> int | None:
    """Return the index after the longest phrase of a role in any language, or None."""
    ends = [end for lexicon in lexicons() if (end := lexicon[role].match(tokens, at)) is not None]
    return max(ends, default=None)


def occurs(role: str, tokens: Sequence[Token]) -> bool:
    """Say whether a phrase of a role occurs, in any language."""
    return any(lexicon[role].anywhere(tokens) for lexicon in lexicons())


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
    counts = (phrases for lexicon in lexicons() for phrases in lexicon.counts.values())
    return bool(tokens) and any(phrases.match(tokens, 0) == len(tokens) for phrases in counts)
