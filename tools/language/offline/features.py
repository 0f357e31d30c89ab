"""The features of a clause as numbers: words and pairs with values as marks, parts of words, the stage, and what was asked."""

import itertools
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

SIZE = 1 << 17
"""Places that features are hashed into."""
_TOKEN = re.compile(r"<[A-Z]+>|[^\W_]+(?:'[^\W_]+)?|[?!]")
_GRAMS = (3, 4, 5)
_LONGEST = 60
"""Words of a clause that are looked at; more is not a clause."""
Indices = tuple[int, ...]


@dataclass(frozen=True)
class Example:
    """A clause's features, its class, and how much it counts."""

    found: Indices
    name: str
    weight: float = 1.0


def tokens(marked: str) -> list[str]:
    """Return the words of a marked text, with marks and signs of asking."""
    return _TOKEN.findall(marked)[:_LONGEST]


def features(marked: str, stage: str = "", asked: str = "") -> Indices:
    """Return the sorted, distinct indices of a clause's features."""
    return hashed(_named(marked, stage, asked))


def hashed(named: Iterable[str]) -> Indices:
    """Return the sorted, distinct indices of features by their names."""
    return tuple(sorted({zlib.crc32(one.encode()) % SIZE for one in named}))


def _named(marked: str, stage: str, asked: str) -> Iterator[str]:
    words = tokens(marked)
    yield "^"
    if stage:
        yield f"s:{stage}"
        yield f"s:{stage}:{words[0] if words else ''}"
    if asked:
        yield f"a:{asked}"
        yield f"a:{asked}:{len(words) if len(words) <= 3 else '+'}"
    yield f"n:{min(len(words), 8)}"
    bounded = ["<", *words, ">"]
    for first, second in itertools.pairwise(bounded):
        yield f"w2:{first} {second}"
    for first, second, third in zip(bounded, bounded[1:], bounded[2:], strict=False):
        yield f"w3:{first} {second} {third}"
    for word in words:
        yield f"w:{word}"
        if word.startswith("<"):
            continue
        around = f"_{word}_"
        for size in _GRAMS:
            for at in range(len(around) - size + 1):
                yield f"c:{around[at : at + size]}"
