"""The clauses that one reader is given, as one text: what is turned in it, and operations with the words they come from."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple

from tripintent.state.operations import Polarity, SetSlot, Value, Want
from tripintent.tools.language.exact.tables import own_pattern, pattern
from tripintent.tools.language.offline import words
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.message import Kind

FILE = "offline_party"
"""Words of people, money and wishes: ``languages/<code>/offline_party.yaml``."""
Turn = Literal["deny", "except", "needless"]
_ENDS = r"[.!?;\n]|\s[-–—]\s|,(?!\s*(?:or|nor|neither|o|ni|ou|oder|noch|nem|ne)\b)|\)"
_CLAUSE = re.compile(r"(?<!\d)\.|[!?;,\n]|\.\s|\s[-–—]\s|\b(?:but|pero|mais|aber|mas|ma)\b")
_QUESTION = re.compile(r"[^.!?;\n]+[.!?]?")
_BEHIND = 40
_MASKED: tuple[Kind, ...] = ("email", "hotel", "entry", "money", "day", "time", "length", "place")


class Reach(NamedTuple):
    """How far a turning word reaches: ``cue`` is where it starts, ``start`` to ``end`` what it turns."""

    turn: Turn
    cue: int
    start: int
    end: int


class Passage:
    """Parts of a message read together; places in ``text`` are places in the message."""

    def __init__(self, clauses: Sequence[Clause]) -> None:
        """Blank what other clauses say."""
        self.message = clauses[0].message
        self.language = clauses[0].language
        self.clauses = clauses
        folded = self.message.folded
        kept = ["\n"] * len(folded)
        for one in clauses:
            kept[one.start : one.end] = folded[one.start : one.end]
        self.text = "".join(kept)
        for match in _QUESTION.finditer(self.text):
            asked = match.group().endswith("?") and self.has("asks_fact", match.group())
            asked = asked and not self._states_journey(*match.span())
            if asked or self.has("asks_whether", match.group()):  # what an offer has is not a wish
                self.text = self.text[: match.start()] + "\n" * len(match.group()) + self.text[match.end() :]

    def _states_journey(self, start: int, end: int) -> bool:
        """Tell whether a question says where a journey goes: "how much would it be for two adults from Rome to Oslo?"."""
        return len(self.message.of("place", start=start, end=end)) > 1

    def is_taken(self, start: int, end: int, *kinds: Kind) -> bool:
        """Tell whether words overlap a value of some kinds; of any without a kind."""
        return any(
            one.start < end and start < one.end and (not kinds or one.kind in kinds) for one in self.message.values
        )

    @cached_property
    def bare(self) -> str:
        """The text without days, hours, amounts, lengths, places and names."""
        return self.without(*_MASKED)

    def without(self, *kinds: Kind) -> str:
        """Return the text with values of some kinds blanked."""
        text = self.text
        for one in self.message.of(*kinds):
            text = text[: one.start] + "\x00" * (one.end - one.start) + text[one.end :]
        return text

    @cached_property
    def reaches(self) -> tuple[Reach, ...]:
        """The reaches of all turning words, left to right; a needless thing is not denied by the "don't" in it."""
        found = list[Reach]()
        idle = [m.span() for m in own_pattern("scope", "no_denial", self.language).finditer(self.text)]
        ends = re.compile(_ENDS + r"|" + own_pattern("scope", "ends", self.language).pattern)
        turns: tuple[Turn, ...] = ("needless", "except", "deny")
        for turn in turns:
            more = self.finds("except_more") if turn == "except" else ()
            for match in (*own_pattern("scope", turn, self.language).finditer(self.text), *more):
                within = any(r.cue <= match.start() < r.start for r in found)
                if within or any(a <= match.start() < b for a, b in idle):
                    continue
                end = ends.search(self.text, match.end())
                found.append(Reach(turn, match.start(), match.end(), end.start() if end else len(self.text)))
        return tuple(sorted(found, key=lambda r: r.start))

    def turn_of(self, start: int, end: int) -> Turn | None:
        """Return how the words at a place are turned; None when they are meant as they stand."""
        clause = _CLAUSE.split(self.text[end : end + _BEHIND])[0]
        needless = pattern("scope", "needless_behind", self.language).search(clause)
        needless = needless or words.cue("needless_behind", self.language, FILE).search(clause)
        if needless and len(clause[: needless.start()].split()) <= 2:
            return "needless"
        reach = next((r for r in reversed(self.reaches) if r.cue < start < r.end), None)
        if reach and reach.turn == "deny" and pattern("scope", "needed_behind", self.language).match(clause.lstrip()):
            return "needless"
        if reach is None and words.cue("refused_behind", self.language, FILE).match(clause.lstrip()):
            return "deny"
        return reach.turn if reach else None

    def around(self, start: int, end: int) -> str:
        """Return the words between the marks around a place."""
        left, right = self.bounds(start, end)
        return self.text[left:right]

    def bounds(self, start: int, end: int) -> tuple[int, int]:
        """Return where the words between the marks around a place begin and end."""
        left = max((m.end() for m in _CLAUSE.finditer(self.text, 0, start)), default=0)
        right = _CLAUSE.search(self.text, end)
        return left, right.start() if right else len(self.text)

    def is_wish(self, start: int, end: int) -> bool:
        """Tell whether the words around a place only wish."""
        return pattern("scope", "wish", self.language).search(self.around(start, end)) is not None

    def is_must(self, start: int, end: int) -> bool:
        """Tell whether the words around a place say that it has to be."""
        return not self.is_wish(start, end) and bool(
            pattern("scope", "must", self.language).search(self.around(start, end))
        )

    def has(self, name: str, text: str | None = None) -> bool:
        """Tell whether a cue of people, money or wishes is in some words."""
        return words.has(name, self.language, self.text if text is None else text, FILE)

    def finds(self, name: str, text: str | None = None) -> Iterator[re.Match[str]]:
        """Yield the matches of the phrases of a cue, phrase by phrase."""
        return words.each(name, self.language, self.text if text is None else text, FILE)

    def where(self, start: int, end: int) -> dict[str, Any]:
        """Return the words at a place, as an operation carries them."""
        return {"text": self.message.text[start:end], "start": start, "end": end}

    def sets(self, slot: str, value: Value, span: tuple[int, int], certainty: float = 1.0) -> SetSlot:
        """Return that a slot has a value."""
        where = self.where(*span)
        return SetSlot(op="set", slot=slot, value=value, certainty=certainty, **where)

    def wants(self, slot: str, value: Value, span: tuple[int, int], polarity: Polarity | None = None) -> Want:
        """Return what is wanted, preferred, avoided or no longer needed, as its clause has it."""
        turn = self.turn_of(*span)
        turned: Polarity = "no_matter" if turn == "needless" else "avoid"
        meant: Polarity = turned if turn else "prefer" if self.is_wish(*span) else "require"
        must = not turn and self.is_must(*span)
        fields: dict[str, Any] = {"slot": slot, "value": value, "polarity": polarity or meant, "must": must}
        return Want(op="want", certainty=1.0, **fields, **self.where(*span))
