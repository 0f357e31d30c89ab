"""Wishes for a stay: amenities, board, kind of room."""

import re
from collections.abc import Iterator
from functools import cache

from tripintent.tools.language.offline.airlines import load_data
from tripintent.tools.language.offline.claims import Claim
from tripintent.tools.language.offline.lexicon import alternation
from tripintent.tools.language.offline.message import Message
from tripintent.tools.places.folding import fold

_AVERSE = re.compile(r"\b(?:no|not|don't|without|doesn't|isn't)\b[^.,;]{0,25}$")


@cache
def wish_patterns() -> dict[str, list[tuple[str, re.Pattern[str]]]]:
    """Return the patterns of wishes by kind, from ``data/wishes.yaml``."""
    tables = load_data("wishes")
    return {
        kind: [
            (name, re.compile(r"\b" + alternation([fold(w) for w in words]) + r"\b")) for name, words in table.items()
        ]
        for kind, table in tables.items()
    }


def read_wishes(message: Message, *, stay: bool) -> Iterator[Claim]:
    """Yield ``amenities``, ``board`` and ``room_type``: wishes for a stay."""
    text = message.open
    tables = wish_patterns()
    found = [
        (name, m)
        for name, pattern in tables["amenities"]
        if (m := pattern.search(text)) and not _AVERSE.search(text[: m.start()])
    ]
    if found and stay:
        yield Claim("amenities", tuple(name for name, _ in found), found[0][1].start(), found[-1][1].end())
    for slot, kind in (("board", "board"), ("room_type", "room_types")):
        for name, pattern in tables[kind]:
            match = pattern.search(text)
            if match:
                yield Claim(slot, name, *match.span(), 0.9)
                break
