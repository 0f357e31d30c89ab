"""The rounds of a model in one turn, and what a model is told of a long conversation.

A round is what it said, which tools it called, and what came back. When a conversation is too long to be told whole, the plan, the
profile and the newest message are told in full every time. Of the rest nothing that was agreed is lost: what a turn did is told from
its events, what the traveller said stays in their words, and what tools found stays with its tool. Only our own wording goes. It is
worked out from the stored messages each time, so nothing has to be kept in step with them.
"""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field, JsonValue


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class Call(_Part):
    """One call of a tool, with its arguments as they were written."""

    id: str
    name: str
    arguments: str


class Outcome(_Part):
    """The result of a call: the text that the model sees, and whether it wrote."""

    id: str
    text: str
    wrote: bool = False
    failed: bool = False


class Round(_Part):
    """One answer of the model: its words, or its calls with their outcomes in the same order."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    outcomes: tuple[Outcome, ...] = ()

    @property
    def waits(self) -> bool:
        """Check whether calls of this round were not worked yet."""
        return len(self.outcomes) < len(self.calls)


class Briefing(_Part):
    """The context of a model beside its rounds: the words, the plan, and what was said before."""

    text: str
    language: str
    today: str
    plan: str
    profile: str
    history: tuple[str, ...] = ()
    found: tuple[str, ...] = Field(default=(), description="what tools told in earlier turns")


WINDOW = 200_000
"""Tokens that a model takes, where none is set."""
THRESHOLD = 0.8
"""The share of the window from which a conversation is told shortened."""
OVERHEAD = 7_000
"""Tokens of rules and tools in each prompt."""
KEPT = 6
"""The newest messages, which are always told whole."""
LEAST = 5
"""Older messages below which shortening saves nothing."""
SHORT = 300
"""Characters that are kept of a traveller's older message."""


class Line(NamedTuple):
    """One message: who wrote it, its words, and of ours the turn's events as they are stored with it."""

    who: str
    text: str
    events: Sequence[Mapping[str, JsonValue]] = ()

    def __str__(self) -> str:
        """Return the line as a model reads it."""
        return f"{self.who}: {self.text}"


def tokens(texts: Sequence[str]) -> float:
    """Return the tokens of texts: a quarter of their characters."""
    return sum(map(len, texts)) / 4


def is_too_long(told: float, window: int = WINDOW, threshold: float = THRESHOLD) -> bool:
    """Say whether a prompt of so many tokens of messages and tool results goes over the threshold."""
    return OVERHEAD + told > threshold * window


def told(lines: Sequence[Line], found: Sequence[str], window: int = WINDOW) -> tuple[str, ...]:
    """Return the conversation as it is told: whole while it fits, then the older part as what it came to.

    ``found`` are the results of tools of earlier turns, which are told beside it. Where even that is too long the oldest words
    go first; the newest six messages stay.
    """
    whole = [str(line) for line in lines]
    beside = tokens(found)
    if len(lines) < KEPT + LEAST or not is_too_long(tokens(whole) + beside, window):
        return tuple(whole)
    older, newest = [short for line in lines[:-KEPT] if (short := _shortened(line))], whole[-KEPT:]
    while older and is_too_long(tokens(older) + tokens(newest) + beside, window):
        older.pop(0)
    return (*older, *newest)


def _shortened(line: Line) -> str:
    """Return what an older message came to: the traveller's words, or what our turn did."""
    if line.who == "traveller":
        return f"traveller: {line.text[:SHORT]}"
    done = "; ".join(_done(event) for event in line.events if event.get("kind") not in _WORDS)
    return f"done: {done}" if done else ""


_WORDS = frozenset(
    {"said", "answer", "nothing_read", "left_alone", "liked", "model_stopped", "claimed", "ideas", "no_ideas"}
)
"""Events that decided nothing: they are words of ours, or questions that were answered."""


def _done(event: Mapping[str, JsonValue]) -> str:
    facts = event.get("facts")
    kept = {key: value for key, value in facts.items() if value} if isinstance(facts, Mapping) else {}
    return f"{event.get('kind')} {json.dumps(kept, ensure_ascii=False)}" if kept else str(event.get("kind"))
