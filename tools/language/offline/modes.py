"""How one travels to each place: "the train from Rome to Florence, then fly to London"."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tripintent.state.frame import Mode
from tripintent.tools.language.offline.message import Message
from tripintent.tools.language.offline.places import PlaceMention

_MODE = re.compile(
    r"\b(?:by|take (?:the|a)|taking (?:the|a)|on the|via)\s+(?P<by>train|eurostar|car|ferry|boat|bus|coach|plane|rail)\b"
    r"|\b(?P<drive>driv(?:e|ing))\b(?!\s+(?:licen[sc]e|distance))"
    r"|\b(?P<noun>train|ferry|bus)(?=\s+(?:(?:to|from|between)\b|(?P<name>\w)))"
    r"|\b(?P<fly>fly|flying|flights?)\b"
)
_MODES: dict[str, Mode] = {
    "train": "train", "eurostar": "train", "rail": "train", "car": "car", "boat": "ferry", "ferry": "ferry", "bus": "bus",
    "coach": "bus", "plane": "flight",
}  # fmt: skip
_NEXT = re.compile(r"[,;.]|\b(?:then|and|after that|before)\b")
"""Where the words about one place end and those about the next begin."""
_AFTERTHOUGHT = re.compile(r"\s*,\s*(?:by|on the|taking the|via)\s+(?:the\s+)?\w+(?=\s*(?:$|[,;.]|then\b|and\b))")
"""A mode set off behind its place ("to Florence, by train, then …")."""
_ON_THE_WAY = re.compile(r"\s+(?:to|from|between)\b")


class _Said(NamedTuple):
    """A mode and where it is said; ``leads`` tells whether a way follows it ("the train from …")."""

    mode: Mode
    at: int
    leads: bool


def modes_to(message: Message, places: Sequence[PlaceMention]) -> list[Mode | None]:
    """Return the mode of travel to each destination, in the order given; None where nothing was said."""
    said = _said(message)
    ground = [s for s in said if s.mode != "flight"]
    if not places or not said or (not ground and not _by_plane(message)):
        return [None] * len(places)
    one = len({s.mode for s in said}) == 1
    if one and not said[0].leads and not places[0].end <= said[0].at < places[-1].start:
        return [said[0].mode if i or len(places) == 1 else None for i in range(len(places))]
    modes = _by_clause(message, places, said)
    return _carried(modes) if one and said[0].leads else modes


def _said(message: Message) -> list[_Said]:
    found = []
    for match in _MODE.finditer(message.folded):
        if match["name"] and not message.text[match.start("name")].isupper():
            continue
        mode: Mode = "car" if match["drive"] else "flight" if match["fly"] else _MODES[match["by"] or match["noun"]]
        leads = bool(match["noun"] or _ON_THE_WAY.match(message.folded, match.end()))
        found.append(_Said(mode, match.start(), leads))
    return found


def _by_plane(message: Message) -> bool:
    return any(match["by"] == "plane" for match in _MODE.finditer(message.folded))


def _by_clause(message: Message, places: Sequence[PlaceMention], said: list[_Said]) -> list[Mode | None]:
    """Give each place the mode said in its own words; what is left at the end of a message belongs to the last one."""
    ends = [_clause_end(message, a.end, b.start) for a, b in pairwise(places)]
    ends.append(_clause_end(message, places[-1].end, len(message.text)))
    modes: list[Mode | None] = []
    start = 0
    for end in ends:
        own: list[Mode] = [s.mode for s in said if start <= s.at < end]
        modes.append(own[-1] if own else None)
        start = end
    rest: list[Mode] = [s.mode for s in said if s.at >= start and s.mode != "flight"]
    if rest and modes[-1] in (None, "flight"):
        modes[-1] = rest[0]
    return modes


def _clause_end(message: Message, start: int, end: int) -> int:
    late = _AFTERTHOUGHT.match(message.folded, start, end)
    match = _NEXT.search(message.folded, late.end() if late else start, end)
    return match.start() if match else end if end == len(message.text) else start


def _carried(modes: list[Mode | None]) -> list[Mode | None]:
    """Let the only mode said hold for the places after it ("the train from Rome to Florence and Venice")."""
    carried: list[Mode | None] = []
    for mode in modes:
        carried.append(mode or (carried[-1] if carried else None))
    return carried
