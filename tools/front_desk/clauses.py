"""The sentences of a message in parts that say one thing each, and whether a part denies, supposes or asks."""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from tripintent.tools.front_desk.hearing import CUT
from tripintent.tools.front_desk.speech import words
from tripintent.tools.knowledge.text import fold

_ENDS = re.compile(r"(?<=[!?;])\s+|(?<=[^\W\d]\.)\s+|(?<=\d{3}\.)\s+|\n+")


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(words("sentences")["clauses"][name], re.IGNORECASE)


class Clause(NamedTuple):
    """A part of a message. ``denied``: it says no to what it names; ``supposed``: it depends on something; ``asks``: it is a question."""

    text: str
    folded: str
    asks: bool
    denied: bool
    supposed: bool


def clauses_of(text: str) -> Sequence[Clause]:
    """Return the parts of a message, in their order; together they have all its words."""
    wholes = (whole for sentence in _ENDS.split(text.strip()) for whole in CUT.split(sentence))
    parts = (part.strip(" ,;") for whole in wholes for part in _pattern("turns").split(whole or "") if part)
    return [_clause(said) for said in parts if said]


def _clause(said: str) -> Clause:
    folded = fold(said)
    asks, denied, supposed = (bool(_pattern(name).search(folded)) for name in ("asks", "denies", "supposes"))
    return Clause(said, folded, asks, denied, supposed)
