"""Polarity and scope, read once for a message: what is denied, excepted or called needless, and what is only a wish.

A word like "no", "without" or "anything but" turns what follows it, up to the end of its clause; "… is not needed" turns what
stands before it. No recogniser looks for such words itself: it asks ``turn_of`` about the words that it read.
"""

import re
from functools import cached_property
from typing import Literal, NamedTuple

from tripintent.tools.language.exact.tables import own_pattern, pattern
from tripintent.tools.language.reading.message import Message

Turn = Literal["deny", "except", "needless"]
Strength = Literal["must", "wish"]
_ENDS = r"[.!?;\n]|\s[-–—]\s|,(?!\s*(?:or|nor|neither|o|ni|ou|oder|noch|nem|ne)\b)|\)"
_CLAUSE = re.compile(r"[.!?;,\n]|\s[-–—]\s|\b(?:but|pero|mais|aber|mas|ma)\b")
_BEHIND = 40
"""So many characters behind a thing are looked at for "… is not needed"."""


class Reach(NamedTuple):
    """How far a turning word reaches: ``cue`` is where it starts, ``start`` to ``end`` what it turns."""

    turn: Turn
    cue: int
    start: int
    end: int


class Scopes:
    """The turning words of one message and their reach."""

    def __init__(self, message: Message, language: str) -> None:
        self._message = message
        self._language = language

    @cached_property
    def reaches(self) -> tuple[Reach, ...]:
        """The reaches of all turning words, left to right; a needless thing is not denied by the "don't" in it."""
        text, found = self._message.folded, list[Reach]()
        idle = [m.span() for m in own_pattern("scope", "no_denial", self._language).finditer(text)]
        for turn in ("needless", "except", "deny"):
            for match in own_pattern("scope", turn, self._language).finditer(text):
                within = any(r.cue <= match.start() < r.start for r in found)
                if not within and not any(a <= match.start() < b for a, b in idle):
                    found.append(Reach(turn, match.start(), match.end(), self._end(match.end())))
        return tuple(sorted(found, key=lambda r: r.start))

    def _end(self, start: int) -> int:
        ends = re.compile(_ENDS + r"|" + own_pattern("scope", "ends", self._language).pattern)
        match = ends.search(self._message.folded, start)
        return match.start() if match else len(self._message.folded)

    def reach_of(self, start: int) -> Reach | None:
        """Return the nearest reach that holds a position; what begins within the turning words is turned too."""
        return next((r for r in reversed(self.reaches) if r.cue < start < r.end), None)

    def turn_of(self, start: int, end: int) -> Turn | None:
        """Return how the words at a position are turned; None when they are meant as they stand."""
        behind = self._message.folded[end : end + _BEHIND]
        clause = _CLAUSE.split(behind)[0]
        needless = pattern("scope", "needless_behind", self._language).search(clause)
        if needless and len(clause[: needless.start()].split()) <= 2:
            return "needless"
        reach = self.reach_of(start)
        if reach and reach.turn == "deny" and pattern("scope", "needed_behind", self._language).match(clause.lstrip()):
            return "needless"
        return reach.turn if reach else None

    def strength_of(self, start: int, end: int) -> Strength | None:
        """Return whether the clause around a position says that it must be, or that it is only a wish."""
        text = self._message.folded
        left = max((m.end() for m in _CLAUSE.finditer(text, 0, start)), default=0)
        right = _CLAUSE.search(text, end)
        clause = text[left : right.start() if right else len(text)]
        if pattern("scope", "wish", self._language).search(clause):
            return "wish"
        return "must" if pattern("scope", "must", self._language).search(clause) else None
