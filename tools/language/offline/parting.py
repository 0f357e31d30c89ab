"""Parting a message into clauses: at each word a fitted model says whether a new clause begins there."""

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tripintent.tools.language.exact.names import TITLES
from tripintent.tools.language.offline.message import Message
from tripintent.tools.language.offline.model import Indices, Linear, hashed
from tripintent.tools.language.offline.scope import said

CUTS = ("join", "cut")
_WORD = re.compile(r"<[A-Z]+>|[^\W_]+(?:['’][^\W_]+)*|[^\w\s]|\n")
_ENDS = frozenset(".!?;\n")
_LONGEST = 400
"""Words of a message that are parted; more is a story."""
_TITLES = frozenset({*TITLES, "dra", "hr", "mlle", "sig", "st"})
_LEAST = 3
"""Words of what may be a clause of its own behind or before a joining word."""


class Token(NamedTuple):
    """A word of a message, a value in one piece, or a sign, and its place."""

    word: str
    start: int
    end: int


def tokens_of(message: Message) -> list[Token]:
    """Return the words of a message; a value is one word, its mark."""
    found: list[Token] = []
    at = 0
    for value in message.values:
        found += [Token(m.group(), m.start(), m.end()) for m in _WORD.finditer(message.folded, at, value.start)]
        found.append(Token(f"<{value.kind}>", value.start, value.end))
        at = value.end
    found += [Token(m.group(), m.start(), m.end()) for m in _WORD.finditer(message.folded, at)]
    return found[:_LONGEST]


def cut_features(words: Sequence[str], at: int) -> Indices:
    """Return the features of beginning a clause at a word: what is before and behind it."""

    def word(n: int) -> str:
        return words[n] if 0 <= n < len(words) else "#"

    before, first, second, third = word(at - 1), word(at), word(at + 1), word(at + 2)
    two = word(at - 2)
    last = next((n for n in range(at - 1, -1, -1) if not word(n)[0].isalnum()), -1)
    named = (
        "^",
        f"b:{before}",
        f"f:{first}",
        f"bf:{before} {first}",
        f"fs:{first} {second}",
        f"bfs:{before} {first} {second}",
        f"tb:{two} {before}",
        f"tbf:{two} {before} {first}",
        f"fst:{first} {second} {third}",
        f"s:{second}",
        f"t:{two}",
        f"since:{min(at - last, 6)}:{word(last)}",
        f"left:{min(len(words) - at, 5)}",
    )
    return hashed(named)


def places_to_cut(words: Sequence[str]) -> Iterator[int]:
    """Yield where a clause may begin: at any word but the first, not at a sign."""
    yield from (n for n in range(1, len(words)) if words[n][0].isalnum() or words[n][0] == "<")


def clauses_of(message: Message, model: Linear, *, sure: float = 0.5) -> list[tuple[int, int]]:
    """Return where the clauses of a message stand, in their order; signs at their ends are theirs."""
    tokens = tokens_of(message)
    if not tokens:
        return []
    words = [one.word for one in tokens]
    starts = [0]
    starts.extend(
        n
        for n in places_to_cut(words)
        if (words[n - 1] in _ENDS and not (words[n - 1] == "." and _is_no_end(message, tokens, n - 1)))
        or model.probabilities(cut_features(words, n))[1] >= sure
        or _asks_again(message, tokens, n)
    )
    starts = [n - 1 if n > 1 and _joins(words[n - 1], message.language) else n for n in starts]
    starts = [n for n in starts if not (n and _goes_on(message, tokens, n))]
    bounds = [*(tokens[n].start for n in starts), len(message.text)]
    return list(itertools.pairwise(bounds))


def _is_no_end(message: Message, tokens: Sequence[Token], n: int) -> bool:
    """Tell whether a dot belongs to a number or a title before it: "5. Mai", "Dr. Lee"."""
    return message.is_ordinal(tokens[n].start) or (n > 0 and tokens[n - 1].word in _TITLES)


def _goes_on(message: Message, tokens: Sequence[Token], n: int) -> bool:
    """Tell whether a word belongs to what is before it: a remark in brackets, a name of a list, who travels with me."""
    inside = any(start < tokens[n].start < end for start, end in message.brackets)
    self = said("me", message.language).fullmatch(tokens[n - 1].word) is not None
    return inside or (self and _joins(tokens[n].word, message.language)) or _goes_on_naming(message, tokens, n)


def _goes_on_naming(message: Message, tokens: Sequence[Token], n: int) -> bool:
    """Tell whether a word is the next name of a list: "Tom, Ana" "and Ben"."""

    def joint(at: int) -> bool:
        return 0 <= at < len(tokens) and (tokens[at].word == "," or _joins(tokens[at].word, message.language))

    def named(at: int) -> bool:
        one = tokens[at] if 0 <= at < len(tokens) else None
        return one is not None and one.word[0].isalpha() and message.text[one.start].isupper()

    first = n + 1 if joint(n) else n
    last = next((at for at in range(first - 1, -1, -1) if not joint(at)), -1)
    behind = first + 1 >= len(tokens) or not tokens[first + 1].word[0].isalnum() or joint(first + 1)
    return last < first - 1 and named(first) and named(last) and behind


def _asks_again(message: Message, tokens: Sequence[Token], n: int) -> bool:
    """Tell whether a second question begins: "what should we pack and what will it cost?"."""
    if not _joins(tokens[n - 1].word, message.language):
        return False
    begins = said("open", message.language)
    sentence = max((at for at in range(n) if tokens[at].word in _ENDS), default=-1) + 1
    return all(begins.match(message.folded, tokens[at].start) for at in (sentence, n))


def _joins(word: str, language: str) -> bool:
    """Tell whether a word joins what is behind it to what is before: it belongs to what is behind."""
    return any(said(name, language).fullmatch(word) for name in ("and", "contrast"))
