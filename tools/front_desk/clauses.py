"""The sentences of a message in parts that say one thing each, and whether a part denies, supposes or asks."""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from tripintent.tools.front_desk.hearing import CUT
from tripintent.tools.front_desk.speech import words
from tripintent.tools.routing.text import fold

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
    found = list[Clause]()
    for sentence in _ENDS.split(text.strip()):
        for part in (one for whole in CUT.split(sentence) for one in _pattern("turns").split(whole or "")):
            if said := (part or "").strip(" ,;"):
                folded = fold(said)
                asks = bool(_pattern("asks").search(folded))
                found.append(
                    Clause(
                        said,
                        folded,
                        asks,
                        bool(_pattern("denies").search(folded)),
                        bool(_pattern("supposes").search(folded)),
                    )
                )
    return found
