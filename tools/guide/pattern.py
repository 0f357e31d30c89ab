"""Patterns of phrases over words and values: "(back|return) [on] <day>". The longest match at each place counts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from tripintent.tools.guide.words import words
from tripintent.tools.language.exact.names import NO_NAMES
from tripintent.tools.language.exact.tokens import Token, tokens_of

LONGEST_TEXT = 8
"""Words that a ``<text>`` may have."""


@dataclass(frozen=True)
class Value:
    """A value that words of a message say; ``end`` is the place of the first token after it."""

    kind: str
    start: int
    end: int
    value: Any
    said: str


class TokenizedMessage(NamedTuple):
    """A message as tokens, with the values that may begin at each of them."""

    text: str
    tokens: Sequence[Token]
    values: Mapping[int, Sequence[Value]]


class Match(NamedTuple):
    """How far a pattern reached, and the values of its slots in order."""

    end: int
    got: tuple[Value, ...]


@dataclass(frozen=True)
class _Node:
    """A part of a pattern: a word, a slot, or a choice of sequences (one of which may be empty)."""

    word: str = ""
    slot: str = ""
    ways: tuple[tuple["_Node", ...], ...] = ()


@cache
def pattern(source: str) -> tuple[_Node, ...]:
    """Return a pattern: ``(a|b)`` is one of them, ``[a]`` may be left out, ``<kind>`` is a value, ``<text>`` words.

    ``<spot>`` is the name of a place, ``<who>`` that of a person, ``<whos>`` of one or several, ``<names>``
    of several, ``<end>`` a pause.
    """
    nodes, rest = _sequence(source)
    if rest:
        raise ValueError(f"{source!r} has an end without a beginning at {rest!r}")
    return nodes


def _sequence(source: str) -> tuple[tuple[_Node, ...], str]:
    nodes: list[_Node] = []
    while source and source[0] not in "|)]":
        head = source[0]
        if head == " ":
            source = source[1:]
        elif head in "([":
            ways, source = _ways(source[1:], ")" if head == "(" else "]")
            nodes.append(_Node(ways=ways if head == "(" else (*ways, ())))
        elif head == "<":
            slot, _, source = source[1:].partition(">")
            nodes.append(_Node(slot=slot))
        else:
            size = next((n for n, c in enumerate(source) if c in " ([|)]<"), len(source))
            nodes += [_Node(word=one.word) for one in tokens_of(source[:size])]
            source = source[size:]
    return tuple(nodes), source


def _ways(source: str, closing: str) -> tuple[tuple[tuple[_Node, ...], ...], str]:
    ways: list[tuple[_Node, ...]] = []
    while True:
        way, source = _sequence(source)
        ways.append(way)
        if source[:1] != "|":
            break
        source = source[1:]
    if source[:1] != closing:
        raise ValueError(f"{closing} is missing before {source!r}")
    return tuple(ways), source[1:]


def longest(nodes: Sequence[_Node], heard: TokenizedMessage, at: int) -> Match | None:
    """Return the longest match of a pattern that begins at a token; None where it does not fit."""
    return max(_matches(tuple(nodes), heard, at, ()), key=lambda one: one.end, default=None)


def _matches(nodes: tuple[_Node, ...], heard: TokenizedMessage, at: int, got: tuple[Value, ...]) -> Iterator[Match]:
    if not nodes:
        yield Match(at, got)
        return
    node, rest = nodes[0], nodes[1:]
    if node.ways:
        for way in node.ways:
            yield from _matches((*way, *rest), heard, at, got)
    elif node.slot == "end":
        if (
            at >= len(heard.tokens)
            or heard.tokens[at].kind in ("pause", "end")
            or heard.tokens[at].word in words("following")
        ):
            yield from _matches(rest, heard, at, got)
    elif node.slot in ("text", "spot", "who", "whos", "names"):
        for value in _texts(heard, at, node.slot):
            yield from _matches(rest, heard, value.end, (*got, value))
    elif node.slot:
        for value in heard.values.get(at, ()):
            if value.kind == node.slot:
                yield from _matches(rest, heard, value.end, (*got, value))
    elif at < len(heard.tokens) and heard.tokens[at].word == node.word:
        yield from _matches(rest, heard, at + 1, got)


_NAME = re.compile(r"[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)?")


def names_in(said: str) -> list[str]:
    """Return the names that are said in a row: "Ann, Bob and Cy"."""
    return re.split(r",? and |, ", said)


def _is_name(said: str) -> bool:
    """Tell whether words are somebody's name: with capitals, and none that may begin a sentence."""
    other = words("idle") | words("denials") | words("questions") | NO_NAMES
    return bool(_NAME.fullmatch(said)) and not set(said.casefold().split()) & other


def _texts(heard: TokenizedMessage, at: int, slot: str) -> Iterator[Value]:
    """Yield the words from a token on, up to the next pause or word that joins, each a little longer."""
    joins, several = words("joining") if slot == "spot" else (), slot in ("whos", "names")
    for end in range(at, min(at + LONGEST_TEXT, len(heard.tokens))):
        pause = heard.tokens[end].kind in ("pause", "end") and not (several and heard.tokens[end].word == ",")
        if pause or heard.tokens[end].word in joins:
            return
        said = heard.text[heard.tokens[at].start : heard.tokens[end].end]
        names = names_in(said) if several else [said]
        towns = len(names) > 1 and any(one.kind == "place" for n in range(at, end) for one in heard.values.get(n, ()))
        named = all(map(_is_name, names)) and not towns and (slot != "names" or len(names) > 1)
        if slot in ("text", "spot") or named:
            yield Value("text", at, end + 1, said, said)


def first_words(nodes: Sequence[_Node]) -> tuple[frozenset[str], bool]:
    """Return the words with which a pattern can begin, and whether it can begin with a value."""
    if not nodes:
        return frozenset(), False
    head = nodes[0]
    if head.slot:
        return frozenset(), True
    if head.word:
        return frozenset({head.word}), False
    found = [first_words((*way, *nodes[1:])) for way in head.ways]
    return frozenset().union(*(words for words, _ in found)), any(value for _, value in found)
