"""Wishes for a stay: amenities, board, kind of room."""

import re
from collections.abc import Iterator
from functools import cache

from tripintent.tools.language.offline.airlines import load_data
from tripintent.tools.language.offline.claims import Claim
from tripintent.tools.language.offline.lexicon import alternation
from tripintent.tools.language.offline.message import Message
from tripintent.tools.places.folding import fold

_AVERSE = re.compile(
    r"\b(?:no|not|don't|without|doesn't|isn't|ohne|kein\w*|sin|sans|pas de|sem|senza)\b[^.,;]{0,25}$|\bnon[- ]?$"
)
_NEEDLESS = re.compile(r"\s*(?:is\s+|included\s+)?(?P<not>not\s+)?(?:needed|necessary|required)\b")


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
                yield Claim(slot, _board(text, match, name) if slot == "board" else name, *match.span(), 0.9)
                break


def _board(text: str, match: re.Match[str], name: str) -> str | None:
    """Return the board wished for: "without breakfast" is the room only, "no breakfast needed" leaves it open."""
    behind = _NEEDLESS.match(text, match.end())
    averse = bool(_AVERSE.search(text[: match.start()]))
    if behind and (averse or behind["not"]):
        return None
    return "room_only" if averse else name
