"""How much of one message is read: enough for everything that a person says at once, and no more, whatever is sent.

The limits stand before all readers, which cost the more the more there is to read. What is left out is named to the person.
"""

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

CHARACTERS = 1_500
"""Of one message: a page of a letter."""

LIMITS: Mapping[str, int] = {"word": 300, "number": 80, "end": 60, "mark": 120}
"""Words, numbers, ends of sentences or lines, and other signs (two blanks are one) of one message."""
_PIECE = re.compile(r"(?P<word>[^\W\d_]+)|(?P<number>\d{1,4})|(?P<end>[.!?\n])|\s(?!\s)|(?P<mark>.)", re.DOTALL)
_END = re.compile(r"[.!?;\n]\s|\s")
_BACK = 200
"""Characters in which the end of a sentence is looked for, to cut there."""


class Readable(NamedTuple):
    """The part of a message that is read, and what is left of it."""

    read: str
    rest: str = ""


@lru_cache(maxsize=64)
def readable(text: str) -> Readable:
    """Part a message where it has more than is read at once: behind a sentence if one ends near, else between two words."""
    left = Counter(LIMITS)
    for piece in _PIECE.finditer(text, 0, CHARACTERS + 1):
        kind = piece.lastgroup or ""  # a blank is none
        left[kind] -= 1
        if piece.end() > CHARACTERS or (kind and left[kind] < 0):
            return _parted(text, min(piece.start(), CHARACTERS))
    return Readable(text)


def _parted(text: str, at: int) -> Readable:
    ends = [mark.span() for mark in _END.finditer(text, max(at - _BACK, 0), at)]
    sentences = [end for start, end in ends if end - start > 1]
    cut = (sentences or [end for _, end in ends] or [at])[-1]
    return Readable(text[:cut].rstrip(), text[cut:].strip())
